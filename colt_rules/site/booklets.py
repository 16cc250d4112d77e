"""Printable pages: all rules of an edition as a booklet, and one sheet for the table.

Both are standalone pages with their style included and without the navigation of the site. They can be read on a screen
and printed from any browser, and `printing` makes PDF files of them. A booklet exists in the language of the edition's
own book and in English, which people of different languages share; the sheet is short and exists in every language.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

from attrs import frozen

from colt_rules import __version__
from colt_rules.languages import LANGUAGES
from colt_rules.modules import part_files
from colt_rules.registry.clauses import Clause
from colt_rules.registry.editions import Edition
from colt_rules.registry.registry import Registry
from colt_rules.registry.rulings import Ruling
from colt_rules.registry.strict import structure_file
from colt_rules.site.addresses import ENGLISH, SHARED, aid_at, booklet_at
from colt_rules.site.pages.guided import board, tour
from colt_rules.site.pages.topics import Topic, topics
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources

STYLE = Path(__file__).parent / "script" / "print.css"
PRINT_PAGE = "print.html"
"""The page of a language that links here."""


def languages_of(registry: Registry, edition: Edition) -> tuple[str, ...]:
    """The languages of an edition's booklet: the languages of its books that our texts have, then English."""
    told = [registry.books[id].language for id in edition.books]
    return tuple(dict.fromkeys([*(lang for lang in told if lang in LANGUAGES), ENGLISH]))


def files(sources: Sources, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Booklets and sheets in these languages: path from the root of the site, and HTML."""
    for lang in languages:
        to = Reader(lang, sources)
        for edition in sources.registry.editions.values():
            if lang in languages_of(sources.registry, edition):
                yield _path(booklet_at(edition.id, lang)), booklet(to, edition)
            yield _path(aid_at(edition.id, lang)), aid(to, edition)


def _path(address: str) -> str:
    return address.removeprefix(f"{SHARED}/")


# --- the booklet


@frozen
class Chapter:
    """A topic of an edition: its number, and its clauses that hold in the edition."""

    number: int
    topic: Topic
    clauses: tuple[Clause, ...]

    @property
    def anchor(self) -> str:
        """The anchor at the beginning of the chapter."""
        return f"topic-{self.number}"


def chapters(registry: Registry, edition: str) -> tuple[Chapter, ...]:
    """Everything that holds in an edition, in the order of play."""
    found = (
        (topic, tuple(clause for clause in topic.clauses if registry.holds(clause.id, edition)))
        for topic in topics(registry)
    )
    return tuple(Chapter(number, *one) for number, one in enumerate((one for one in found if one[1]), 1))


def booklet(to: Reader, edition: Edition) -> str:
    """All rules of an edition, numbered, with the rulings that complete them."""
    told = chapters(to.sources.registry, edition.id)
    numbers = {
        clause.id: f"{chapter.number}.{place}" for chapter in told for place, clause in enumerate(chapter.clauses, 1)
    }
    rulings = _rulings(to.sources.registry, edition.id, numbers)
    name = to.plain(edition.name)
    parts = [
        f"<section class=module><h2>{_say(to, f'site.module-{module}')}</h2>"
        f"<p class=about>{_say(to, f'topic.about-{module}')}</p>"
        + "".join(_chapter(to, chapter, numbers, rulings) for chapter in found)
        + "</section>"
        for module, found in groupby(told, lambda chapter: chapter.topic.module)
    ]
    body = [
        f"<header class=cover><p>{_say(to, 'print.unofficial')}</p><h1>{_say(to, 'print.title')}</h1>"
        f"<p class=edition>{escape(name)}</p><p>{escape(to.plain(edition.title))}</p>{_picture(to)}"
        f"<p class=version>Colt Rules {__version__}</p></header>",
        f"<section class=contents><h2>{_say(to, 'print.contents')}</h2>{_contents(to, told)}"
        f"<p class=about>{_say(to, 'print.how-to-read')}</p></section>",
        *parts,
        _words(to, edition.id),
    ]
    return _page(to, f"{to.say('print.title')}: {name}", "booklet", "".join(body))


def _picture(to: Reader) -> str:
    """The train of the guided game at the start, which is the same in all editions."""
    return board(to, tour().stop[0]).replace(f'src="/{SHARED}/', 'src="../')


def _say(to: Reader, key: str) -> str:
    return escape(to.say(key), quote=False)


def _contents(to: Reader, told: Iterable[Chapter]) -> str:
    """The chapters by module. `printing` fills in the page numbers, which are known only after printing."""
    rows = []
    for module, found in groupby(told, lambda chapter: chapter.topic.module):
        rows.append(f"<li class=module>{_say(to, f'site.module-{module}')}</li>")
        rows += [
            f"<li><a href=#{chapter.anchor}><span>{chapter.number}. {_say(to, f'topic.{chapter.topic.name}')}</span>"
            f"<i></i><b data-of={chapter.anchor}></b></a></li>"
            for chapter in found
        ]
    rows.append(
        f"<li class=module><a href=#words><span>{_say(to, 'print.words')}</span><i></i><b data-of=words></b></a>"
    )
    return f"<ol>{''.join(rows)}</ol>"


def _rulings(registry: Registry, edition: str, numbers: dict[str, str]) -> dict[str, list[Ruling]]:
    """The rulings that hold in an edition, by the first clause there that each completes."""
    found: dict[str, list[Ruling]] = {}
    for ruling in registry.rulings.values():
        at = next((id for id in ruling.completes if id in numbers), "")
        if at and registry.holds(ruling.id, edition) and edition not in ruling.settled_in:
            found.setdefault(at, []).append(ruling)
    return found


def _chapter(to: Reader, chapter: Chapter, numbers: dict[str, str], rulings: dict[str, list[Ruling]]) -> str:
    clauses = "".join(_clause(to, clause, numbers, rulings.get(clause.id, [])) for clause in chapter.clauses)
    return f"<h3 id={chapter.anchor}>{chapter.number}. {_say(to, f'topic.{chapter.topic.name}')}</h3>{clauses}"


def _clause(to: Reader, clause: Clause, numbers: dict[str, str], rulings: Iterable[Ruling]) -> str:
    general = ", ".join(f"<a href=#{id}>{numbers[id]}</a>" for id in clause.exception_to if id in numbers)
    exception = f" <span class=to>({_say(to, 'print.exception')} {general})</span>" if general else ""
    answers = "".join(
        f"<p class=ruling><b>{escape(to.plain(ruling.question), quote=False)}</b> "
        f"{escape(to.plain(ruling.answer), quote=False)}</p>"
        for ruling in rulings
    )
    return (
        f"<article id={clause.id}><h4><span>{numbers[clause.id]}</span> {escape(to.plain(clause.title), quote=False)}"
        f"</h4><p>{escape(to.plain(clause.text), quote=False)}{exception}</p>{answers}</article>"
    )


def _words(to: Reader, edition: str) -> str:
    """The glossary terms that an edition has a rule about."""
    registry = to.sources.registry
    held = {id for id in registry.clauses if registry.holds(id, edition)}
    terms = [term for term in registry.terms.values() if not held.isdisjoint(registry.about(term))]
    rows = "".join(
        f"<dt>{escape(to.plain(term.term), quote=False)}</dt><dd>{escape(to.plain(term.meaning), quote=False)}</dd>"
        for term in sorted(terms, key=lambda term: to.plain(term.term).casefold())
    )
    return f"<section class=module id=words><h2>{_say(to, 'print.words')}</h2><dl>{rows}</dl></section>"


# --- the sheet


@frozen
class Block:
    """A topic on the sheet: the titles of clauses, and for some the whole text."""

    topic: str
    clauses: tuple[str, ...]
    full_text: tuple[str, ...] = ()


@frozen
class Blocks:
    """The part of a module on the sheet."""

    block: tuple[Block, ...]


@cache
def blocks() -> dict[str, tuple[Block, ...]]:
    """By module: its `player_aid.toml`."""
    return {module: structure_file(path, Blocks).block for module, path in part_files("player_aid.toml").items()}


def aid(to: Reader, edition: Edition) -> str:
    """One sheet: the turn, the actions, the end, and a few lines about each further module of the edition."""
    name = to.plain(edition.name)
    base, *others = [module for module in blocks() if module in edition.modules]
    further = "".join(
        f"<section class=further><h2>{_say(to, f'site.module-{module}')}</h2>{_blocks(to, module, edition)}</section>"
        for module in others
    )
    body = (
        f"<header><h1>{_say(to, 'print.aid')}</h1><p>{escape(name)} · {_say(to, 'print.unofficial')}</p></header>"
        f"<main>{_blocks(to, base, edition)}{further}</main>"
    )
    return _page(to, f"{to.say('print.aid')}: {name}", f"aid {_size(body.count('<li>'))}".strip(), body)


def _size(lines: int) -> str:
    """The size of print: smaller for more lines, so that it stays one sheet."""
    return next((name for name, most in SIZES.items() if lines <= most), "densest")


SIZES = {"": 88, "dense": 140}
"""Sizes of print with the most lines that each has room for."""


def _blocks(to: Reader, module: str, edition: Edition) -> str:
    """The blocks of a module; if an edition replaces a clause, the line shows the clause that holds instead."""
    registry = to.sources.registry
    instead = {id: one.clause for one in edition.differences for id in one.instead_of}
    found = []
    for block in blocks()[module]:
        clauses = {instead.get(id, id): id in block.full_text for id in block.clauses}
        lines = "".join(
            f"<li>{escape(to.plain(clause.text if in_full else clause.title), quote=False)}</li>"
            for id, in_full in clauses.items()
            if registry.holds(id, edition.id)
            for clause in [registry.clause(id)]
        )
        title = f"<h3>{_say(to, f'topic.{block.topic}')}</h3>" if len(blocks()[module]) > 1 else ""
        found.append(f"<section>{title}<ul>{lines}</ul></section>")
    return "".join(found)


# --- the page


def _page(to: Reader, title: str, kind: str, body: str) -> str:
    """A whole page, with a link back to the site that is hidden on paper."""
    return (
        f'<!doctype html>\n<html lang="{to.lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<link rel="icon" href="../{to.lang}/assets/favicon.svg">'
        f"<style>{_style()}</style></head><body class='{kind}'>"
        f'<nav><a href="../{to.lang}/{PRINT_PAGE}">{_say(to, "print.back")}</a></nav>{body}</body></html>\n'
    )


@cache
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")
