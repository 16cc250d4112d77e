"""What the time machine adds to the state of a game."""

from typing import TYPE_CHECKING, Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.names import Bandit, Car, Cites, Number, inside
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game

NAME = "time-machine"
"""The time machine, named like a car that has no roof."""

MACHINE = inside(NAME)
"""The only place of the time machine."""

BENEATH = "beneath"
"""The place of a bandit who hides beneath the train: it does not say where, and no other place is near to it."""


HIDEOUT: Cites = ("time-machine.secret", "ruling.time-machine.company")
"""The clauses by which not everybody knows beneath which car a bandit hides."""


@record
class TimeMachine:
    """Who hides, and how far the time machine has come at the round's end."""

    hidden: Open[Bandit] = ""
    """The bandit who hides; empty if no bandit does."""
    crowded: Open[Number] = 0
    """The last round at whose end nobody travelled although somebody was there: several bandits, or one that stayed."""
    rewarded: Open[Bandit] = ""
    """The bandit who was alone in it at the end of the game."""
    car: Annotated[Car, SeenBy("whoever_hides", HIDEOUT)] = ""
    """Beneath which car, locomotive or stagecoach; empty if nobody hides."""


NO_TIME_MACHINE = TimeMachine()

ADDED = TimeMachine
"""The record that a game has where this module is played."""


def machine_of(game: "Game") -> TimeMachine:
    """The time machine of a game."""
    added: TimeMachine = part_of(game, "time-machine") or NO_TIME_MACHINE
    return added
