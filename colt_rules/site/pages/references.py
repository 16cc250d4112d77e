"""References in tables and lists: clauses by their titles, passages by the headings of the printed books."""

import re
from collections.abc import Iterable, Iterator, Sequence

from colt_rules.registry.books import Passage, by_heading
from colt_rules.site.addresses import book_at, edition_at, entry_at, module_at
from colt_rules.site.page import escaped, link
from colt_rules.site.pages.books import passage_at
from colt_rules.site.reader import Reader

_ENDED = re.compile(r"[.?!]\]\(")
"""The end of a link whose text is a whole sentence."""


def entry_link(to: Reader, id: str) -> str:
    """A clause by its title or a ruling by its question."""
    entry = to.sources.registry.find(id)
    return link(escaped(to.plain(entry.title)), entry_at(entry.id))


def entry_links(to: Reader, ids: Iterable[str]) -> str:
    """Clauses and rulings in a row; separated by dots if one ends with a punctuation mark."""
    links = [entry_link(to, id) for id in ids]
    return (" · " if any(_ENDED.search(one) for one in links) else "; ").join(links)


def module_link(to: Reader, module: str) -> str:
    """A module by its name."""
    return link(to.say(f"site.module-{module}"), module_at(module))


def module_links(to: Reader, modules: Iterable[str]) -> str:
    """Modules in a row."""
    return ", ".join(module_link(to, module) for module in modules)


def edition_name(to: Reader, id: str) -> str:
    """An edition in words, as plain text."""
    return to.plain(to.sources.registry.editions[id].name)


def edition_link(to: Reader, id: str) -> str:
    """An edition in words; its id is for programs."""
    return link(escaped(edition_name(to, id)), edition_at(id))


def edition_links(to: Reader, ids: Iterable[str]) -> str:
    """Editions in a row; their names contain commas."""
    return " · ".join(edition_link(to, id) for id in ids)


def only_mark(editions: Iterable[str]) -> str:
    """A placeholder for a script that marks what is not in the reader's edition; invisible without it."""
    only = " ".join(editions)
    return f' <i data-in="{only}"></i>' if only else ""


def places_by_book(to: Reader, passages: Iterable[Passage]) -> Iterator[str]:
    """For each book the headings of these passages, each followed by the lines of our text in brackets."""
    for book, headings in by_heading(passages).items():
        name = escaped(to.plain(to.sources.registry.books[book].name))
        found = (
            f"{_place(to, heading, some)} ({_lines(some)})" if heading else _place(to, heading, some)
            for heading, some in headings.items()
        )
        yield f"{link(name, book_at(book))}{to.colon} {'; '.join(found)}"


def places(to: Reader, passages: Iterable[Passage]) -> str:
    """The headings of these passages in small print, each once: texts of one book share their headings."""
    found: dict[str, str] = {}
    for headings in by_heading(passages).values():
        for heading, some in headings.items():
            found.setdefault(heading or some[0].key, _place(to, heading, some))
    return f"<small>{'; '.join(found.values())}</small>" if found else ""


def _place(to: Reader, heading: str, passages: Sequence[Passage]) -> str:
    """A heading of a printed book, or the lines of our text if there is none, with a link to the first passage."""
    registry, first = to.sources.registry, passages[0]
    language = registry.books[first.book].language
    mark = f"{{lang={language}}}" if heading and language != to.lang else ""
    return f"{link(escaped(heading or _lines(passages)), passage_at(registry, first))}{mark}"


def _lines(passages: Iterable[Passage]) -> str:
    return ", ".join(passage.lines for passage in passages)
