"""Problems and places that several checks share."""

from collections.abc import Container, Iterator

from colt_rules.languages import LANGUAGES
from colt_rules.registry.books import Book, span
from colt_rules.registry.clauses import Clause
from colt_rules.registry.editions import Edition
from colt_rules.registry.errors import Problem
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Citable, Registry


def in_all_languages(file: str, where: str, text: Localized) -> Iterator[Problem]:
    """A problem for each language in which the text is missing."""
    for lang in LANGUAGES:
        if not getattr(text, lang).strip():
            yield Problem(file, f"{where}.{lang}", "expected a text, got nothing")


def named_once(file: str, where: str, ids: tuple[str, ...]) -> Iterator[Problem]:
    """A problem for each id that is named more than once."""
    for id in dict.fromkeys(ids):
        if ids.count(id) > 1:
            yield Problem(file, where, f'expected each once, got "{id}" {ids.count(id)} times')


def known_ids(
    registry: Registry, file: str, where: str, ids: tuple[str, ...], known: Container[str]
) -> Iterator[Problem]:
    """A problem for each id that is named more than once, or is not one of the known ones."""
    yield from named_once(file, where, ids)
    for id in dict.fromkeys(ids):
        if id not in known:
            yield unknown(registry, file, where, id)


def unknown(registry: Registry, file: str, where: str, id: str) -> Problem:
    """The problem of an unknown id, with the closest known one."""
    close = registry.similar_ids(id)
    hint = f"; did you mean {close[0]}?" if close else ""
    return Problem(file, where, f'expected an id of the specification, got "{id}"{hint}')


def nearest(registry: Registry, key: str) -> str:
    """A hint for an unknown passage key: the passage that contains its first line, or what is wrong with the key."""
    name, _, lines = key.partition(":")
    book = registry.books.get(name)
    if book is None:
        return f"; the books are {', '.join(registry.books)}"
    try:
        first = span(lines)[0]
    except ValueError as error:
        return f"; {error}"
    return "".join(f"; did you mean {p.key}?" for p in book.passages if p.first <= first <= p.last)


def place(registry: Registry, entry: Citable) -> tuple[str, str]:
    """The file of a clause or ruling, and its path in the file."""
    if isinstance(entry, Clause):
        return entry.file, f"clause[{entry.id}]"
    return (registry.folder / "rulings.toml").as_posix(), f"ruling[{entry.id}]"


def corrections_file(registry: Registry) -> str:
    return (registry.folder / "corrections.toml").as_posix()


def edition_file(registry: Registry, edition: Edition) -> str:
    return (registry.folder / "editions" / f"{edition.id}.toml").as_posix()


def book_file(registry: Registry, book: Book) -> str:
    return (registry.folder / "books" / f"{book.id}.toml").as_posix()
