"""The editions that can be played, read once from the specification."""

from colt_rules.registry.published import editions, rulings

PUBLISHED = editions()
"""Editions by id, the baseline first."""

EDITIONS = tuple(PUBLISHED)
"""Their ids."""


def holds(edition: str, clause: str) -> bool:
    """Whether this clause holds in an edition, and not in the baseline."""
    return clause in PUBLISHED[edition].clauses


def stands(edition: str, clause: str) -> bool:
    """Whether this clause of the baseline holds in an edition too."""
    return clause not in PUBLISHED[edition].without


def settled(edition: str, ruling: str) -> bool:
    """Whether the edition's own book answers the question of a ruling."""
    return edition in rulings()[ruling].settled_in
