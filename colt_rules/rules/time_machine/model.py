"""What the time machine adds to the state of a game."""

from typing import TYPE_CHECKING

from colt_rules.model.names import Bandit, Car, Number, inside
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game

NAME = "time-machine"
"""The time machine, named like a car that has no roof."""

MACHINE = inside(NAME)
"""Its only place."""

BENEATH = "beneath"
"""Where a bandit is who hides beneath the train: for everybody else nowhere, a place that is near to no other."""


@record
class OpenTimeMachine:
    """What everybody sees of the time machine."""

    hidden: Bandit = ""
    """Who hides; nobody if empty."""
    crowded: Number = 0
    """The last round at whose end nobody travelled though somebody was in it: there were several, or one stayed."""
    rewarded: Bandit = ""
    """Who was alone in it at the end of the game."""


@record
class TimeMachine(OpenTimeMachine):
    """Who hides, and how far the time machine has come at the round's end."""

    car: Car = ""
    """Beneath which car, locomotive or stagecoach: what only the bandit's player knows."""


NO_TIME_MACHINE = TimeMachine()

ADDED = TimeMachine
"""The record that a game has where this module is played."""


def machine_of(game: "Game") -> TimeMachine:
    """The time machine of a game."""
    added: TimeMachine = part_of(game, "time-machine") or NO_TIME_MACHINE
    return added
