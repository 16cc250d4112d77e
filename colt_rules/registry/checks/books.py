"""Checks the books: passages cover every line, have hashes and notes, and name existing clauses."""

import re
from collections.abc import Iterator

from colt_rules.modules import MODULES
from colt_rules.registry.checks.problems import book_file, in_all_languages, known_ids, named_once
from colt_rules.registry.errors import Problem
from colt_rules.registry.registry import Registry

_SHA256 = re.compile(r"[0-9a-f]{64}")


def passages_cover_the_book(registry: Registry) -> Iterator[Problem]:
    """The passages of a book cover line 1 to the last without gap or overlap."""
    for book in registry.books.values():
        file, due = book_file(registry, book), 1
        for passage in book.passages:
            where = f"passage[{passage.lines}].lines"
            if passage.first > due:
                yield Problem(file, where, f"expected line {due} next, got line {passage.first}")
            elif passage.first < due:
                yield Problem(file, where, f"expected line {due} next, got line {passage.first} again")
            due = max(due, passage.last + 1)
        if due != book.lines + 1:
            yield Problem(
                file, "lines", f"expected passages up to line {book.lines}, got passages up to line {due - 1}"
            )


def hashes(registry: Registry) -> Iterator[Problem]:
    """A hash is 64 hexadecimal digits."""
    for book in registry.books.values():
        places = [("sha256", book.sha256), *((f"passage[{p.lines}].sha256", p.sha256) for p in book.passages)]
        for where, value in places:
            if not _SHA256.fullmatch(value):
                yield Problem(
                    book_file(registry, book),
                    where,
                    f'expected 64 digits of 0-9 and a-f, got "{value}": run `colt spec source {book.id} FILE --write`',
                )


def notes(registry: Registry) -> Iterator[Problem]:
    """A book's name and title, and any note of a passage, are in all four languages."""
    for book in registry.books.values():
        yield from in_all_languages(book_file(registry, book), "name", book.name)
        yield from in_all_languages(book_file(registry, book), "title", book.title)
        for passage in book.passages:
            if passage.note:
                where = f"passage[{passage.lines}].note"
                yield from in_all_languages(book_file(registry, book), where, passage.note)


def planned_modules_are_not_implemented(registry: Registry) -> Iterator[Problem]:
    """The modules in `planned_modules` are not implemented yet: once one is, every rule of it needs a clause."""
    for book in registry.books.values():
        file = book_file(registry, book)
        yield from named_once(file, "planned_modules", book.planned_modules)
        for name in book.planned_modules:
            if name in MODULES:
                yield Problem(file, "planned_modules", f'expected modules not implemented yet, got "{name}": remove it')


def rules_without_clauses(registry: Registry) -> Iterator[Problem]:
    """A rule passage has a clause and no passage an `open` part, unless it belongs to a module in `planned_modules`."""
    for book in registry.books.values():
        waiting = [name for name in book.planned_modules if name not in MODULES]
        or_module = f", or a planned module ({', '.join(waiting)})" if waiting else ""
        for passage in book.passages:
            file, where = book_file(registry, book), f"passage[{passage.lines}]"
            if passage.module and passage.module not in waiting:
                yield Problem(file, f"{where}.module", f'expected no module{or_module}, got "{passage.module}"')
            if passage.open and not passage.open.strip():
                yield Problem(
                    file, f"{where}.open", "expected a text that says what has no clause yet, got an empty one"
                )
            if not passage.is_open or passage.module in waiting:
                continue
            if passage.open:
                yield Problem(file, f"{where}.open", f'expected a clause{or_module}, got none for "{passage.open}"')
            else:
                yield Problem(file, f"{where}.clauses", f"expected a clause for this rule{or_module}, got none")


def passages_name_clauses(registry: Registry) -> Iterator[Problem]:
    """The clauses that a passage names exist."""
    for passage in registry.passages.values():
        file = book_file(registry, registry.books[passage.book])
        where = f"passage[{passage.lines}].clauses"
        yield from known_ids(registry, file, where, passage.clauses, registry.clauses)
