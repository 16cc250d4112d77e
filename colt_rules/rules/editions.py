"""The playable editions, read once from the specification."""

from colt_rules.registry.editions import absent
from colt_rules.registry.published import editions, rulings

PUBLISHED = editions()
"""The editions by id, the baseline first."""

EDITIONS = tuple(PUBLISHED)
"""The ids of the editions, the baseline first."""

ABSENT = {edition: absent(PUBLISHED, edition) for edition in EDITIONS}
"""By edition: the clauses that do not hold in it."""


def holds(clause: str, edition: str) -> bool:
    """Whether a clause holds in an edition, provided that the game includes the clause's module."""
    return clause not in ABSENT[edition]


def settled(ruling: str, edition: str) -> bool:
    """Whether the edition's own book answers the question of a ruling."""
    return edition in rulings()[ruling].settled_in
