"""Applies an event to a state, by the fold that the event's module defines. Nothing else changes a state."""

from colt_rules import events as e
from colt_rules.model.state import Game
from colt_rules.modules import MODULES, check_complete
from colt_rules.rules.module import Fold
from colt_rules.rules.rulebook import folds, module


class UnknownEvent(ValueError):
    """The event's type is unknown to this version."""


EVOLVE: dict[type, Fold] = folds(map(module, MODULES))
"""By event type: its fold."""
check_complete(e.EVENTS.values(), EVOLVE, "a fold", "evolve", "EVOLVE")


def evolve(game: Game, event: e.Event) -> Game:
    """The state after one event."""
    change = EVOLVE.get(event.__class__)
    if change is None:
        if isinstance(event, tuple):
            raise UnknownEvent("expected an event, got a pair: the fold takes events without their clauses")
        raise UnknownEvent(
            f"expected one of the {len(EVOLVE)} event types of this version, got {event.__class__.__name__}; "
            "the log may come from a newer version of colt-rules"
        )
    return change(game, event)
