"""The rulebooks: their sections in order, each passage with its clauses, without any of their sentences."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby

from attrs import frozen

from colt_rules.registry.books import Book, Passage, PassageKind
from colt_rules.registry.coverage import BASE, Coverage, Share, coverage
from colt_rules.registry.registry import Registry
from colt_rules.site.addresses import book_at, chapter_at, edition_at, entry_at
from colt_rules.site.cases import Same
from colt_rules.site.page import Page, bullets, code, escaped, fold, heading, link, paragraphs
from colt_rules.site.reader import NAMES, Reader

INDEX = "books/index.md"

CHAPTER = 110
"""The most passages on a page, to keep it small."""


@frozen
class Section:
    """Consecutive passages under one heading; a section that is split in the text is several."""

    name: str
    passages: tuple[Passage, ...]

    @property
    def anchor(self) -> str:
        """The anchor of the section in its chapter, from its first line: names can repeat, first lines cannot."""
        return f"section-{self.passages[0].first}"


@frozen
class Chapter:
    """The sections that share a page."""

    number: int
    sections: tuple[Section, ...]


def sections(book: Book) -> tuple[Section, ...]:
    """The sections of a book in the order of its lines."""
    return tuple(Section(name, tuple(found)) for name, found in groupby(book.passages, lambda each: each.section))


def chapters(book: Book) -> tuple[Chapter, ...]:
    """A book divided between sections into as few pages as possible."""
    pages: list[list[Section]] = []
    for section in sections(book):
        size = sum(len(each.passages) for each in pages[-1]) if pages else CHAPTER
        if size + len(section.passages) > CHAPTER:
            pages.append([])
        pages[-1].append(section)
    return tuple(Chapter(number, tuple(page)) for number, page in enumerate(pages, 1))


def passage_anchor(passage: Passage) -> str:
    """The anchor of a passage in its chapter."""
    return f"lines-{passage.first}"


def passage_at(registry: Registry, passage: Passage) -> str:
    """A passage in its chapter."""
    return _addresses(Same(registry))[passage.key]


@cache
def _addresses(same: Same[Registry]) -> dict[str, str]:
    """The address of each passage, by its key."""
    return {
        passage.key: f"{chapter_at(book.id, chapter.number)}#{passage_anchor(passage)}"
        for book in same.it.books.values()
        for chapter in chapters(book)
        for section in chapter.sections
        for passage in section.passages
    }


def pages(to: Reader) -> Iterator[Page]:
    """The list of books, a page for each book and one for each chapter."""
    books = to.sources.registry.books.values()
    yield Page(
        address=INDEX,
        title=to.say("site.books"),
        body=paragraphs(escaped(to.say("book.about")), _books(to, books)),
    )
    for book in books:
        parts = chapters(book)
        yield _book(to, book, parts)
        for before, chapter, after in zip((None, *parts[:-1]), parts, (*parts[1:], None), strict=True):
            yield _chapter(to, book, chapter, {"previous": before, "next": after})


def _books(to: Reader, books: Iterable[Book]) -> str:
    rows = (
        [
            link(escaped(to.plain(book.name)), book_at(book.id)),
            to.quoted(NAMES.get(book.language, book.language), book.language),
            _year(to, book),
            str(len(book.passages)),
        ]
        for book in books
    )
    return to.table("book", ("book", "language", "year", "passages"), rows)


def _year(to: Reader, book: Book) -> str:
    return str(book.year) if book.year else to.say("book.unknown")


def _book(to: Reader, book: Book, parts: tuple[Chapter, ...]) -> Page:
    return Page(
        address=book_at(book.id),
        title=to.plain(book.name),
        body=paragraphs(
            link(to.say("site.books"), INDEX),
            escaped(to.plain(book.title)),
            _facts(to, book),
            heading(2, to.say("book.sections"), "sections"),
            *(_contents(to, book, chapter) for chapter in parts),
            fold(to.say("book.text"), _text(to, book), "text"),
            fold(to.say("book.coverage"), _coverage(to, book), "coverage"),
        ),
    )


def _facts(to: Reader, book: Book) -> str:
    editions = [
        link(escaped(to.plain(edition.name)), edition_at(edition.id))
        for edition in to.sources.registry.editions.values()
        if book.id in edition.books
    ]
    facts = {
        "language": to.quoted(NAMES.get(book.language, book.language), book.language),
        "year": _year(to, book),
        "editions": " · ".join(editions),
    }
    return to.facts("book", facts)


def _text(to: Reader, book: Book) -> str:
    """Which text was read, for those who own it."""
    facts = {"id": code(book.id), "file": code(book.file), "lines": str(book.lines), "hash": code(book.sha256)}
    return to.facts("book", facts)


def _coverage(to: Reader, book: Book) -> str:
    counted = coverage(book)
    rows = ([what, str(share.passages), str(share.lines)] for what, share in _shares(to, counted))
    said = to.say("book.complete" if counted.complete else "book.incomplete")
    return paragraphs(said, to.table("book", ("what", "passages", "lines"), rows))


def _shares(to: Reader, counted: Coverage) -> Iterator[tuple[str, Share]]:
    """The kinds of passages in a book, how many of its rules are clauses, and how many passages are open."""
    for kind, share in counted.kinds.items():
        yield to.say(f"book.kind-{kind.value}"), share
        if kind is PassageKind.RULE:
            yield f"– {to.say('book.answered')}", counted.answered
    yield f"**{to.say('book.total')}**", counted.total
    yield from ((f"– {_waiting(to, module)}", share) for module, share in counted.open.items())


def _waiting(to: Reader, module: str) -> str:
    """The reason why a passage is open."""
    return to.say("book.open") if module == BASE else to.say("book.waiting", module=code(module))


def _contents(to: Reader, book: Book, chapter: Chapter) -> str:
    at = chapter_at(book.id, chapter.number)
    return paragraphs(
        heading(3, link(_lines_of(to, chapter), at), f"chapter-{chapter.number}"),
        bullets(
            f"{link(_name(to, book, section), f'{at}#{section.anchor}')} · {_lines(section.passages)}"
            for section in chapter.sections
        ),
    )


def _chapter(to: Reader, book: Book, chapter: Chapter, ways: dict[str, Chapter | None]) -> Page:
    near = " · ".join(
        to.say(f"book.{way}", what=link(_lines_of(to, other), chapter_at(book.id, other.number)))
        for way, other in ways.items()
        if other
    )
    return Page(
        address=chapter_at(book.id, chapter.number),
        title=f"{to.plain(book.name)}{to.colon} {_lines_of(to, chapter)}",
        body=paragraphs(
            f"{link(to.say('site.books'), INDEX)} › {link(escaped(to.plain(book.name)), book_at(book.id))}",
            near,
            *(_section(to, book, section) for section in chapter.sections),
            fold(to.say("book.remarks"), _remarks(to, chapter), "remarks"),
            near,
        ),
        searchable=False,
    )


def _section(to: Reader, book: Book, section: Section) -> str:
    rows = (_row(to, passage) for passage in section.passages)
    return paragraphs(
        heading(2, _name(to, book, section), section.anchor),
        to.table("book", ("clauses", "what", "lines"), rows),
    )


def _row(to: Reader, passage: Passage) -> list[str]:
    return [
        "<br>".join(_said(to, passage)),
        to.say(f"book.kind-{passage.kind.value}"),
        f'<span id="{passage_anchor(passage)}">{_lines([passage])}</span>',
    ]


def _said(to: Reader, passage: Passage) -> Iterator[str]:
    """The clauses of a passage, and what is open in it."""
    for id in passage.clauses:
        clause = to.sources.registry.clause(id)
        yield link(escaped(to.plain(clause.title)), entry_at(clause.id))
    if passage.is_open:
        yield _waiting(to, passage.module or BASE) + (f": *{escaped(passage.open)}*" if passage.open else "")


def _remarks(to: Reader, chapter: Chapter) -> str:
    """What we noted about passages, most of it about how the text was read, by their lines."""
    return bullets(
        f"[{_lines([passage])}](#{passage_anchor(passage)}){to.colon} {to.remark(passage.note)}"
        for section in chapter.sections
        for passage in section.passages
        if passage.note
    )


def _name(to: Reader, book: Book, section: Section) -> str:
    return to.quoted(section.name, book.language) if section.name else f"*{to.say('book.no-section')}*"


def _lines_of(to: Reader, chapter: Chapter) -> str:
    first, last = chapter.sections[0].passages[0].first, chapter.sections[-1].passages[-1].last
    return to.say("book.chapter", first=first, last=last)


def _lines(passages: Sequence[Passage]) -> str:
    first, last = passages[0].first, passages[-1].last
    return str(first) if first == last else f"{first}–{last}"
