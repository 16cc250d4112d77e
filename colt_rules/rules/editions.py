"""The editions that can be played, read once from the specification."""

from colt_rules.registry.editions import load_editions
from colt_rules.registry.registry import spec_folder

PUBLISHED = load_editions(spec_folder() / "editions")
"""Editions by id, the baseline first."""

EDITIONS = tuple(PUBLISHED)
"""Their ids."""


def holds(edition: str, clause: str) -> bool:
    """Whether this clause holds in an edition, and not in the baseline."""
    return clause in PUBLISHED[edition].clauses
