"""Small specifications with errors, and the problems that the check reports."""

from typing import Any

from attrs import evolve

from colt_rules.registry.check import check
from colt_rules.registry.implementations import Implementation
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry

IMPLEMENTATION = (Implementation("colt_rules.rules.fire", 7, "aim", "colt_rules/rules/fire.py"),)
BOOK = "spec/books/ru-full.toml"
CLAUSES = "spec/clauses/base/fire.toml"
RULINGS = "spec/rulings.toml"
EDITION = "spec/editions/ru-base.toml"


def everywhere(text: str) -> Localized:
    """A text in all languages."""
    return Localized(text, f"{text} (ru)", f"{text} (fr)", f"{text} (pl)")


def told(registry: Registry) -> list[str]:
    """The problems of a specification whose clauses are otherwise all implemented."""
    ids = [entry.id for entry in registry.citable()]
    return [str(problem) for problem in check(registry, dict.fromkeys(ids, IMPLEMENTATION), {})]


def with_clause(registry: Registry, id: str, **changes: Any) -> Registry:
    return evolve(registry, clauses={**registry.clauses, id: evolve(registry.clauses[id], **changes)})


def with_extra(registry: Registry, module: str, **changes: Any) -> Registry:
    return evolve(registry, extras={**registry.extras, module: evolve(registry.extras[module], **changes)})


def with_ruling(registry: Registry, **changes: Any) -> Registry:
    (ruling,) = registry.rulings.values()
    changed = evolve(ruling, **changes)
    return evolve(registry, rulings={changed.id: changed})


def with_edition(registry: Registry, id: str = "ru-base", **changes: Any) -> Registry:
    return evolve(registry, editions={**registry.editions, id: evolve(registry.editions[id], **changes)})


def with_difference(registry: Registry, **changes: Any) -> Registry:
    (difference,) = registry.editions["ru-base"].differences
    return with_edition(registry, differences=(evolve(difference, **changes),))


def with_wording(registry: Registry, **changes: Any) -> Registry:
    (wording,) = registry.editions["ru-base"].wordings
    return with_edition(registry, wordings=(evolve(wording, **changes),))


def with_passage(registry: Registry, at: str, /, **changes: Any) -> Registry:
    book = registry.books["ru-full"]
    passages = tuple(evolve(one, **changes) if one.lines == at else one for one in book.passages)
    return evolve(registry, books={book.id: evolve(book, passages=passages)})


def naming(registry: Registry, id: str) -> Registry:
    """The registry with a component that names a clause."""
    return evolve(registry, box=evolve(registry.box, locomotive=evolve(registry.box.locomotive, clauses=(id,))))
