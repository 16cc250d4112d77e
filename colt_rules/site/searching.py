"""The search of the site: its documents, and the data for the browser, a script for each language.

There are two indexes. The rules are what players ask for: clauses, rulings, topics, things and terms, found by their
text and by synonyms, as with `colt spec search`. Pages about programs come second: their lead, and a few words for each
heading. The browser loads the index of the rules, answers, and then loads the rest: the texts, of which it shows
excerpts, and the second index.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import asdict, evolve

from colt_rules.modules import MODULES
from colt_rules.search.index import Document, Index
from colt_rules.search.ranking import ranking
from colt_rules.search.spec import documents as of_the_specification
from colt_rules.search.words import stop_words
from colt_rules.site.addresses import EVIDENCE, entry_at, html_address, term_at
from colt_rules.site.page import Page
from colt_rules.site.pages.things import Thing, things
from colt_rules.site.pages.topics import topics
from colt_rules.site.reader import Reader

FOLDER = Path(__file__).parent / "find"
SCRIPTS = ("finding.js", "dialog.js", "find.css")
"""The files for the browser that all languages share."""
INDEX_FILE, REST_FILE = "find/{lang}.js", "find/{lang}-rest.js"
"""The data of a language: for the first answer, and the rest."""
FILES = (*(f"find/{name}" for name in SCRIPTS), INDEX_FILE, REST_FILE)
"""All files for searching in a language."""

LETTERS = "".join(letter for letter in map(chr, range(ord(" "), ord("~") + 1)) if letter not in '"\\')
"""The letters that stand for numbers: those that take one byte in a script."""
NEAR = 62
"""The distances between documents that take one letter; the others take two."""

_HEADING = re.compile(r"^#{2,4} (?P<title>.+?) \{#(?P<anchor>[^}\s]+)[^}]*\}$", re.MULTILINE)
_FENCE = re.compile(r"^(`{3,}).*?^\1$", re.DOTALL | re.MULTILINE)
_MARKUP = (
    (re.compile(r"<[^>]*>"), " "),
    (re.compile(r"!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"^[#>|\s-]*(?:\| ?---.*)?|[*`|]|\{#[^}]*\}", re.MULTILINE), " "),
    (re.compile(r"\\(.)"), r"\1"),
    (re.compile(r"\s+"), " "),
)
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&#124;": "|", "&amp;": "&"}
SHARED_BY_MANY = 4
"""A heading that is on this many pages, such as the one above the code, does not help to find any of them."""
LONGEST = 240
"""How many characters below a heading are searchable."""
_RULES = ("clauses", "rulings", "rules", "things", "glossary.md")
"""The folders of pages that count as rules."""
_ENTRIES = ("clauses", "rulings")
_KINDS = {"guides": "guide", "editions": "edition", "books": "book", "contract": "contract", "api": "api"}
"""The kinds of other pages, by folder."""


def files() -> Iterator[tuple[str, str]]:
    """The scripts that all languages share, with the style."""
    for name in SCRIPTS:
        yield f"{FOLDER.name}/{name}", (FOLDER / name).read_text(encoding="utf-8")


def scripts(to: Reader, pages: Iterable[Page]) -> Iterator[tuple[str, str]]:
    """The data of a language as scripts: a page opened from disk can load nothing else."""
    found = Index(rules(to), to.lang)
    others = Index(programs(pages), to.lang)
    index = {**shared(to.lang), "rules": {**plain_index(found), "lacking": lacking(to, found.documents)}}
    rest = {"texts": _texts(found), "programs": {**plain_index(others), "texts": _texts(others)}}
    for file, data in ((INDEX_FILE, index), (REST_FILE, rest)):
        yield file.format(lang=to.lang), f"coltFound({json.dumps(data, ensure_ascii=False, separators=(',', ':'))});\n"


def shared(lang: str) -> dict[str, Any]:
    """The settings of all indexes of a language."""
    weights = {name: getattr(ranking(), name) for name in ("complete", "unnamed")}
    meant, scale = asdict(ranking().meant), asdict(ranking().scale)
    return {
        "stop": sorted(stop_words(lang)),
        "ranking": {**weights, "meant": meant, "scale": scale},
        "letters": LETTERS,
        "near": NEAR,
    }


def lacking(to: Reader, documents: Iterable[Document]) -> dict[str, list[int]]:
    """By edition: the numbers of the clauses, rulings and topics that it lacks."""
    registry = to.sources.registry
    modules = {topic.address: topic.module for topic in topics(registry)}
    found: dict[str, list[int]] = {edition: [] for edition in registry.editions}
    for number, document in enumerate(documents):
        folder, _, name = document.id.removesuffix(".md").partition("/")
        for id, edition in registry.editions.items():
            module = modules.get(document.id)
            has = module in edition.modules if module else folder not in _ENTRIES or registry.holds(name, id)
            if not has:
                found[id].append(number)
    return found


def plain_index(index: Index) -> dict[str, Any]:
    """An index in the form of `finding.js`, without the texts. Words that are no terms are numbers of terms.

    No stemmer runs in the browser: it recognises words by their endings, and the data have the stems of all others.
    """
    terms = list(index.levels)
    numbers = {term: number for number, term in enumerate(terms)}
    kinds = list(dict.fromkeys(document.kind for document in index.documents))
    vocabulary = index.vocabulary
    stems = {
        word: numbers[stem]
        for word, stem in vocabulary.stems.items()
        if stem in numbers and stem != vocabulary.without_ending(word)
    }
    return {
        "terms": terms,
        "stems": stems,
        "endings": sorted(vocabulary.endings),
        "scores": [packed(index.levels[term]) for term in terms],
        "subjects": {
            subject: [numbers[term] for term, subjects in index.subjects.items() if subject in subjects]
            for subject in sorted({one.subject for one in index.documents} - {""})
        },
        "called": index.called,
        "kinds": kinds,
        "documents": [
            [html_address(one.id), kinds.index(one.kind), one.title, *([one.subject] if one.subject else [])]
            for one in index.documents
        ],
    }


def packed(levels: Mapping[int, int]) -> str:
    """The documents of a term: each as the distance from the one before and the level of its score."""
    before, found = -1, []
    for number, level in levels.items():
        distance, before = number - before - 1, number
        far, rest = divmod(distance - NEAR, len(LETTERS))
        found += [LETTERS[distance]] if distance < NEAR else [LETTERS[NEAR + far], LETTERS[rest]]
        found.append(LETTERS[level])
    return "".join(found)


def _texts(index: Index) -> list[str]:
    return [document.text for document in index.documents]


# --- the rules


def rules(to: Reader) -> Iterator[Document]:
    """What players ask for: the topics, then every part of the specification with a page, by address."""
    yield from _topics(to)
    pages = {thing.id: thing for thing in reversed(things(to.sources.registry))}
    for document in of_the_specification(to.sources.registry, to.lang):
        if address := _address(document, pages):
            yield evolve(document, id=address)


def _topics(to: Reader) -> Iterator[Document]:
    for topic in topics(to.sources.registry):
        yield Document(
            id=topic.address,
            kind="topic",
            title=to.say(f"topic.{topic.name}"),
            text=" · ".join(to.plain(clause.title) for clause in topic.clauses),
            synonyms=(to.say(f"site.module-{topic.module}"),),
            called=(to.say(f"topic.{topic.name}"),),
            subject="" if topic.module == MODULES[0] else topic.module,
        )


def _address(document: Document, pages: Mapping[str, Thing]) -> str:
    """The address of a part of the specification; empty for things without a page."""
    if document.kind == "term":
        return term_at(document.id)
    if document.kind == "thing":
        return pages[document.id].address if document.id in pages else ""
    return entry_at(document.id)


# --- pages about programs


def programs(pages: Iterable[Page]) -> Iterator[Document]:
    """The documents of all other pages. Evidence is not listed, as it is one step from its entry."""
    others = [page for page in pages if page.searchable and _folder(page) not in (*_RULES, EVIDENCE)]
    titles = Counter(title for page in others for title in {match["title"] for match in _HEADING.finditer(page.body)})
    for page in others:
        kind = _KINDS.get(_folder(page), "page")
        parts = _HEADING.split(_FENCE.sub("", page.body))
        text = page.lead or _shortened(plain(parts[0]))
        yield Document(id=page.address, kind=kind, title=page.title, text=text)
        for title, anchor, below in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            if titles[title] < SHARED_BY_MANY:
                address = f"{page.address}#{anchor}"
                yield Document(id=address, kind=kind, title=plain(title), text=_shortened(plain(below)))


def _folder(page: Page) -> str:
    return page.address.partition("/")[0]


def plain(markdown: str) -> str:
    """The text of some Markdown."""
    for pattern, instead in _MARKUP:
        markdown = pattern.sub(instead, markdown)
    for entity, sign in _ENTITIES.items():
        markdown = markdown.replace(entity, sign)
    return markdown.strip()


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition(" ")[0]
