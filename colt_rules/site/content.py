"""Everything that is published, independent of the theme: all pages of a language, all shared files."""

from collections.abc import Iterator
from html import escape

from colt_rules.site import aids, booklets, browser_scripts, cases, code, not_found, searching
from colt_rules.site.addresses import NOT_FOUND
from colt_rules.site.illustrations import all_shown
from colt_rules.site.offline import preview_address
from colt_rules.site.page import Page
from colt_rules.site.pages import (
    api,
    books,
    clauses,
    components,
    contract,
    corrections,
    dispute,
    editions,
    evidence,
    glossary,
    guided,
    guides,
    home,
    interactions,
    matrix,
    play,
    prints,
    proof,
    prove,
    questions,
    replay,
    rulings,
    statistics,
    things,
    topics,
    trying,
)
from colt_rules.site.pictures import files as picture_files
from colt_rules.site.publishing import UNPUBLISHED, Publishing
from colt_rules.site.reader import NAMES, Reader
from colt_rules.site.sources import Sources
from colt_rules.site.words import all_words

KINDS = (
    home,
    guided,
    dispute,
    questions,
    topics,
    clauses,
    rulings,
    evidence,
    corrections,
    things,
    glossary,
    books,
    editions,
    interactions,
    components,
    play,
    trying,
    replay,
    statistics,
    proof,
    prove,
    matrix,
    contract,
    api,
    guides,
    prints,
)
"""The kinds of pages, in the order of the navigation; printed files may not exist yet, so they come last."""


WITH_ENGINE = (play, trying, prove)
"""The kinds of pages that need the engine."""


def all_pages(to: Reader) -> dict[str, Page]:
    """Every page of one language, by its address."""
    found: dict[str, Page] = {}
    for kind in KINDS if to.engine else (kind for kind in KINDS if kind not in WITH_ENGINE):
        for page in kind.pages(to):
            if page.address in found:
                raise ValueError(f"expected a unique address for each page, got {page.address} twice")
            found[page.address] = page
    return found


def shared_files(
    sources: Sources, languages: tuple[str, ...], at: Publishing = UNPUBLISHED
) -> Iterator[tuple[str, str]]:
    """The files that all languages share: path from the root of the site, and text."""
    yield "index.html", front_door(languages, at)
    yield NOT_FOUND, not_found.not_found_page(languages, at)
    yield from content_files(sources, languages)
    yield from cases.data(sources)
    yield from code.files(sources)
    yield from searching.files()


def content_files(sources: Sources, languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The shared files that are not made from the cases or the project's own files."""
    yield from picture_files(all_shown(sources))
    yield from browser_scripts.files(sources)
    yield from guides.files(sources)
    yield from statistics.files(sources, languages)
    yield from guided.files(sources, languages)
    yield from booklets.files(sources, languages)
    yield from aids.files(sources, languages)


def front_door(languages: tuple[str, ...], at: Publishing = UNPUBLISHED) -> str:
    """The page above the languages: it leads to the reader's own, and lists all of them if no script runs."""
    links = "".join(f'<li><a href="{lang}/index.html" lang="{lang}">{NAMES[lang]}</a></li>' for lang in languages)
    about = escape(all_words()["site.description"].in_language(languages[0]))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Colt Rules</title>'
        f'<meta name="description" property="og:description" content="{about}">'
        '<meta property="og:title" content="Colt Rules"><meta name="twitter:card" content="summary_large_image">'
        f'<meta property="og:image" content="{preview_address(at, 0)}">'
        f'<link rel="icon" href="{languages[0]}/assets/favicon.svg">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        "<style>body{font:1.2rem system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem}li{margin:.6rem 0}</style>"
        f"</head><body><h1>Colt Rules</h1><ul>{links}</ul><script>"
        f"const known={list(languages)};"
        "const mine=(navigator.languages||[]).map(one=>one.slice(0,2)).find(one=>known.includes(one))||known[0];"
        'location.replace(mine+"/index.html"+location.hash)</script></body></html>\n'
    )
