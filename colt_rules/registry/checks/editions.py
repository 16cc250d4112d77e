"""Checks the editions: books, modules, differences and wordings."""

from collections.abc import Iterator

from colt_rules.registry.checks.problems import edition_file, in_all_languages, known_ids, named_once, nearest, unknown
from colt_rules.registry.editions import BASELINE, Edition
from colt_rules.registry.errors import Problem
from colt_rules.registry.registry import Registry


def editions_are_complete(registry: Registry) -> Iterator[Problem]:
    """An edition has its name and title in all languages, known books and known modules."""
    modules = dict.fromkeys(clause.module for clause in registry.clauses.values())
    for edition in registry.editions.values():
        file = edition_file(registry, edition)
        yield from in_all_languages(file, "name", edition.name)
        yield from in_all_languages(file, "title", edition.title)
        for key, named, known in (("books", edition.books, registry.books), ("modules", edition.modules, modules)):
            yield from named_once(file, key, named)
            if not named:
                yield Problem(file, key, f"expected some of {', '.join(known)}, got none")
            for id in named:
                if id not in known:
                    yield Problem(file, key, f'expected one of {", ".join(known)}, got "{id}"')


def differences(registry: Registry) -> Iterator[Problem]:
    """A difference has a note and a clause of a module that the edition plays, named by a passage of its books."""
    for edition in registry.editions.values():
        file = edition_file(registry, edition)
        if edition.id == BASELINE and edition.differences:
            yield Problem(file, "difference", "expected none, because this edition is the baseline, got some")
        yield from named_once(file, "difference", tuple(one.clause for one in edition.differences))
        for difference in edition.differences:
            where = f"difference[{difference.clause}]"
            clause = registry.clauses.get(difference.clause)
            if clause is None:
                yield unknown(registry, file, f"{where}.clause", difference.clause)
            elif clause.module not in edition.modules:
                played = ", ".join(edition.modules)
                yield Problem(file, f"{where}.clause", f"expected a clause of {played}, got one of {clause.module}")
            elif not registry.passages_of(clause.id, edition.id):
                own = ", ".join(edition.books)
                yield Problem(file, f"{where}.clause", f"expected a clause that a passage of {own} names, got none")
            yield from in_all_languages(file, f"{where}.note", difference.note)


def replacements(registry: Registry) -> Iterator[Problem]:
    """A clause that a difference replaces would hold in the edition without the difference."""
    special = {id for edition in registry.editions.values() for id in edition.clauses}
    for edition in registry.editions.values():
        file = edition_file(registry, edition)
        for difference in edition.differences:
            where = f"difference[{difference.clause}].instead_of"
            yield from named_once(file, where, difference.instead_of)
            for id in difference.instead_of:
                clause = registry.clauses.get(id)
                if clause is None:
                    yield unknown(registry, file, where, id)
                elif id in special or clause.module not in edition.modules:
                    yield Problem(file, where, f'expected a clause that would hold here, got "{id}", which never does')


def wordings(registry: Registry) -> Iterator[Problem]:
    """A wording names the clauses it does not change, passages of the edition's books, and the reason."""
    for edition in registry.editions.values():
        file = edition_file(registry, edition)
        for index, wording in enumerate(edition.wordings):
            where = f"wording[{index}]"
            if not wording.clauses:
                yield Problem(file, f"{where}.clauses", "expected a clause that it is about, got none")
            yield from known_ids(registry, file, f"{where}.clauses", wording.clauses, registry.clauses)
            yield from in_all_languages(file, f"{where}.note", wording.note)
            yield from _own_passages(registry, edition, where, wording.passages)


def _own_passages(registry: Registry, edition: Edition, where: str, keys: tuple[str, ...]) -> Iterator[Problem]:
    """The passages that an edition cites are from its own books."""
    file, where = edition_file(registry, edition), f"{where}.passages"
    own = ", ".join(edition.books)
    yield from named_once(file, where, keys)
    if not keys:
        yield Problem(file, where, f"expected a passage of {own} that says so, got none")
    for key in keys:
        passage = registry.passages.get(key)
        if passage is None:
            yield Problem(file, where, f'expected a passage of a book, got "{key}"{nearest(registry, key)}')
        elif passage.book not in edition.books:
            yield Problem(file, where, f'expected a passage of {own}, got "{key}"')
