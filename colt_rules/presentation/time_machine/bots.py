"""The values of the choices that the time machine adds, for bots."""

from colt_rules.model.names import Bandit, Place, inside
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Prospects, Values
from colt_rules.players.imagining import Completion, Data, Unfinished
from colt_rules.presentation.base.bots import going_to
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.model import MACHINE, NAME, NO_TIME_MACHINE
from colt_rules.rules.time_machine.round_end import REWARD, hideouts
from colt_rules.views import View

SURPRISE = 120
"""The value of reappearing unexpectedly."""


def _journey(prospects: Prospects, places: set[Place]) -> float:
    """The value of the time machine to a bandit that would be alone in it at the end of the round."""
    if MACHINE not in places or any(other.place == MACHINE for other in (*prospects.others, *prospects.friends)):
        return 0
    return SURPRISE if prospects.seen.rounds_left else REWARD


def _out_of_hiding(seen: View, bandit: Bandit) -> Place:
    """A hiding bandit acts from inside the car where it comes out, if the viewer knows which."""
    machine = part_of(seen, NAME)
    return inside(machine.car) if machine and machine.hidden == bandit and machine.car else ""


def _imagined(unfinished: Unfinished, machine: Data) -> Data:
    """A bandit that hides unseen is beneath any car."""
    if machine["car"] is not None:
        return machine
    return {**machine, "car": unfinished.random.choice(hideouts(unfinished.so_far))}


IMAGINABLE = True
COMPLETION = Completion(record=_imagined)

VALUES = Values(
    commands={HideBandit: lambda outlook, it: outlook.acting().at(inside(it.car))},
    reasons={HideBandit: lambda outlook, it: going_to(outlook, inside(it.car))},
    offers={NAME: _journey},
    board={NAME: lambda seen: NO_TIME_MACHINE},
    starts={NAME: _out_of_hiding},
)
