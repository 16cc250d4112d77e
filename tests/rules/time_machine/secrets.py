"""Exchanges the place of a hidden bandit for all roles but its player."""

from random import Random

from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.time_machine.model import NAME, machine_of
from colt_rules.rules.time_machine.round_end import hideouts


def hand_stays(game: Game, seat: str) -> bool:
    """Whether a hand must stay as it is: no hand must."""
    return False


def exchanged(game: Game, role: str, rng: Random) -> Game:
    """The bandit of another player hides beneath another car."""
    machine = machine_of(game)
    if not machine.hidden or role == game.figures[machine.hidden].seat:
        return game
    other = rng.choice([car for car in hideouts(game) if car != machine.car])
    return with_part(game, NAME, changed(machine, car=other))
