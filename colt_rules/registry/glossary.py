"""The words of the game and of this project, in four languages: one thing, one word."""

from pathlib import Path

from attrs import frozen

from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import read_items


@frozen(kw_only=True)
class Term:
    """A word with its meaning, and the clauses that say what holds for the thing."""

    id: str
    term: Localized
    meaning: Localized
    see: tuple[str, ...] = ()


def load_terms(path: Path) -> dict[str, Term]:
    """The terms of a file, by id."""
    return read_items(path, "term", Term)
