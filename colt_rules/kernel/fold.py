"""A game is its log: the state is the fold of its events."""

from collections.abc import Iterable

from colt_rules.events import Event
from colt_rules.kernel.evolve import EVOLVE, evolve
from colt_rules.model.state import NEW, Game

MISFITS = (LookupError, ValueError, AssertionError, AttributeError, TypeError)
"""What a fold, or a query of the resulting position, raises if an event does not fit the position before it."""


def fold(events: Iterable[Event], start: Game = NEW) -> Game:
    """The state after these events, starting from a new game or from ``start``."""
    state = start
    known = EVOLVE
    for event in events:
        change = known.get(event.__class__)
        state = change(state, event) if change else evolve(state, event)
    return state
