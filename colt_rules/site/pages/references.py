"""References in tables and lists: clauses by their titles, passages by book and lines."""

import re
from collections.abc import Iterable

from colt_rules.site.addresses import edition_at, entry_at, module_at
from colt_rules.site.page import code, escaped, link
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


def passage_links(to: Reader, keys: Iterable[str]) -> str:
    """Passages in a row, each by its key."""
    registry = to.sources.registry
    return ", ".join(link(code(key), passage_at(registry, registry.passages[key])) for key in keys)
