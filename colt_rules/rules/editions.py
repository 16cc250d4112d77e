"""The editions that can be played, read once from the specification."""

from colt_rules.registry.editions import absent
from colt_rules.registry.published import editions, rulings

PUBLISHED = editions()
"""Editions by id, the baseline first."""

EDITIONS = tuple(PUBLISHED)
"""Their ids."""

ABSENT = {edition: absent(PUBLISHED, edition) for edition in EDITIONS}
"""By edition: the clauses that do not hold there."""


def holds(clause: str, edition: str) -> bool:
    """Whether a clause holds in an edition that plays its module."""
    return clause not in ABSENT[edition]


def settled(ruling: str, edition: str) -> bool:
    """Whether the edition's own book answers the question of a ruling."""
    return edition in rulings()[ruling].settled_in
