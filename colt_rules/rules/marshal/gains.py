"""Which goals were met and which prisoners were freed in a finished game, for statistics."""

from collections.abc import Iterator

from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from colt_rules.rules.module import Gain, Rules


def goals(rules: Rules, game: Game) -> Iterator[Gain]:
    """Each of the Marshal's goals; he has those that are met, and is paid nothing."""
    marshal = marshal_of(game)
    for goal in marshal.shown:
        yield Gain(goal, MARSHAL if goal in (marshal.met or ()) else "")


def freed_prisoners(rules: Rules, game: Game) -> Iterator[Gain]:
    """Each prisoner, with the bandit who freed it and what it pays."""
    marshal = marshal_of(game)
    for prisoner in (*(marshal.prisoners or ()), *marshal.recaptured):
        yield Gain(prisoner)
    for bandit, prisoner in marshal.companions.items():
        yield Gain(prisoner, bandit, EXTRAS.prisoners[prisoner].value)


GAINS = {"goal": goals, "prisoner": freed_prisoners}
