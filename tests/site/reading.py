"""The sources of the pages, read once: everything but a run of the suite, which would take too long."""

from functools import cache

from attrs import evolve

from colt_rules.conformance.cases.suite import Exceptions, Suite
from colt_rules.languages import LANGUAGES
from colt_rules.registry.books import PassageKind
from colt_rules.registry.registry import registry
from colt_rules.site.content import all_pages
from colt_rules.site.page import Page
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources, read
from tests.conftest import at_least

IN_TIME = at_least("en", "fr", of=LANGUAGES)
"""The languages in which all pages are made, which takes some seconds each."""


@cache
def some_sources() -> Sources:
    """The sources without results."""
    return read()


@cache
def reader(lang: str) -> Reader:
    """A reader of a language."""
    return Reader(lang, some_sources())


@cache
def pages(lang: str) -> dict[str, Page]:
    """All pages in a language, by their addresses."""
    return all_pages(reader(lang))


@cache
def reader_of_an_open_book(lang: str) -> Reader:
    """A reader of a specification in which a passage of the first book waits for a future module."""
    sources = some_sources()
    (first, book), *others = sources.registry.books.items()
    rule = next(passage for passage in book.passages if passage.kind is PassageKind.RULE)
    waiting = evolve(rule, clauses=(), module="to-come")
    passages = tuple(waiting if passage is rule else passage for passage in book.passages)
    books = {first: evolve(book, passages=passages), **dict(others)}
    return Reader(lang, evolve(sources, registry=evolve(sources.registry, books=books)))


@cache
def reader_of_the_specification(lang: str) -> Reader:
    """A reader of the specification alone, for which no case has to be read."""
    nothing = Suite({}, Exceptions(accepting={}, refusing={}, uncited={}))
    known = registry()
    folder = known.folder.parent
    return Reader(lang, Sources(folder, known, {}, {}, suite=nothing, results={}, mutants={}, unbreakable={}))
