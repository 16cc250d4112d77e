"""The editions that can be played, read once from the specification."""

from functools import cache

from colt_rules.registry.editions import load_editions
from colt_rules.registry.registry import spec_folder
from colt_rules.registry.rulings import Ruling, load_rulings

PUBLISHED = load_editions(spec_folder() / "editions")
"""Editions by id, the baseline first."""

EDITIONS = tuple(PUBLISHED)
"""Their ids."""


def holds(edition: str, clause: str) -> bool:
    """Whether this clause holds in an edition, and not in the baseline."""
    return clause in PUBLISHED[edition].clauses


@cache
def rulings() -> dict[str, Ruling]:
    """All rulings by id; read when they are first asked for."""
    return load_rulings(spec_folder() / "rulings.toml")


def settled(edition: str, ruling: str) -> bool:
    """Whether the edition's own book answers the question of a ruling."""
    return edition in rulings()[ruling].settled_in
