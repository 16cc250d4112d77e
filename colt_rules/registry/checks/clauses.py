"""Checks the clauses, and the ids of clauses and rulings."""

import re
from collections.abc import Iterator

from colt_rules.registry.checks.problems import in_all_languages, known_ids, place
from colt_rules.registry.errors import Problem
from colt_rules.registry.registry import Registry

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")


def every_clause_has_a_source(registry: Registry) -> Iterator[Problem]:
    """A clause has a passage that names it, or a note that says why not."""
    for clause in registry.clauses.values():
        if not (registry.passages_of(clause.id) or clause.note):
            yield Problem(
                clause.file,
                f"clause[{clause.id}]",
                "expected a passage of spec/books that names it, or a note that says why none does; got neither",
            )


def ids(registry: Registry) -> Iterator[Problem]:
    """An id is words joined by `.` and `-`, and is unique among current and retired ids."""
    taken: dict[str, str] = {}
    for entry in registry.citable():
        file, where = place(registry, entry)
        for id, key in ((entry.id, "id"), *((alias, "aliases") for alias in entry.aliases)):
            if not _ID.fullmatch(id):
                yield Problem(file, f"{where}.{key}", f'expected words as in "fire.roof.line-of-sight", got "{id}"')
            if id in taken:
                yield Problem(file, f"{where}.{key}", f'expected a unique id, got "{id}" of {taken[id]}')
            taken.setdefault(id, where)
    for id in registry.rulings:
        if not id.startswith("ruling."):
            yield Problem(*place(registry, registry.rulings[id]), 'expected an id that begins with "ruling."')


def translations(registry: Registry) -> Iterator[Problem]:
    """A clause has its title, text and any note in all languages."""
    for clause in registry.clauses.values():
        for key, text in (("title", clause.title), ("text", clause.text), ("note", clause.note)):
            if text:
                yield from in_all_languages(clause.file, f"clause[{clause.id}].{key}", text)


def references(registry: Registry) -> Iterator[Problem]:
    """The clauses and rulings that a clause or ruling refers to exist."""
    citable = {entry.id for entry in registry.citable()}
    for clause in registry.clauses.values():
        file, where = place(registry, clause)
        yield from known_ids(registry, file, f"{where}.exception_to", clause.exception_to, registry.clauses)
        yield from known_ids(registry, file, f"{where}.see", clause.see, citable)
    for ruling in registry.rulings.values():
        file, where = place(registry, ruling)
        yield from known_ids(registry, file, f"{where}.completes", ruling.completes, registry.clauses)


def exceptions_are_not_circular(registry: Registry) -> Iterator[Problem]:
    """No clause is, directly or indirectly, an exception to itself."""
    reported: set[str] = set()
    for start in registry.clauses.values():
        circle = _circle(registry, start.id)
        if circle and reported.isdisjoint(circle):
            reported.update(circle)
            yield Problem(
                start.file,
                f"clause[{start.id}].exception_to",
                f"expected exceptions without a cycle, got {' -> '.join([*circle, start.id])}",
            )


def _circle(registry: Registry, start: str) -> list[str]:
    """The shortest cycle of exceptions through a clause, or an empty list."""
    ways, seen = [[start]], set()
    for way in ways:
        clause = registry.clauses.get(way[-1])
        for id in clause.exception_to if clause else ():
            if id == start:
                return way
            if id not in seen:
                seen.add(id)
                ways.append([*way, id])
    return []
