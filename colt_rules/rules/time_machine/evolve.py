"""What the events of the time machine change in the state."""

from typing import Any

from colt_rules.model.changes import at_place, figure_changed, with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.module import Fold
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.model import BENEATH, NO_TIME_MACHINE, machine_of


def _with(game: Game, **fields: Any) -> Game:
    """The game with these fields of its time machine changed."""
    return with_part(game, "time-machine", changed(machine_of(game), **fields))


def _at(game: Game, bandit: str, place: str) -> Game:
    return figure_changed(game, bandit, at_place(game.figures[bandit], place))


EVOLVE: dict[type, Fold] = {
    e.TimeMachinePlaced: lambda game, event: with_part(game, "time-machine", NO_TIME_MACHINE),
    e.TimeMachineCrowded: lambda game, event: _with(game, crowded=event.round),
    e.TravellerStayed: lambda game, event: _with(game, crowded=event.round),
    e.BanditHidden: lambda game, event: _with(_at(game, event.bandit, BENEATH), hidden=event.bandit, car=event.car),
    e.BanditReappeared: lambda game, event: _with(_at(game, event.bandit, event.place), hidden="", car=""),
    e.TravellerRewarded: lambda game, event: _with(game, rewarded=event.bandit),
}
