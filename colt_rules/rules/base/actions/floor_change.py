"""Floor change: a bandit climbs up to the roof or down into the car."""

from colt_rules.commands import ChangeFloor, Command
from colt_rules.decisions import shared
from colt_rules.events import BanditMoved, Cited
from colt_rules.model.names import Bandit, Cites, is_roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.module import Choice, Rules

UP = ("floor-change.up",)
DOWN = ("floor-change.down",)

_climb = shared(ChangeFloor)


def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The other level of the same car is the only choice."""
    figure = game.figures[bandit]
    return [_climb(figure.seat, rules.graph(game).stairs[figure.place])]


def refusal(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> Cites:
    """From a roof a bandit can only climb down into the car below, from inside only up to the roof above."""
    return DOWN if is_roof(game.figures[bandit].place) else UP


@clause("floor-change.up", "floor-change.down")
def happens(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    """The bandit climbs onto the roof of its car, or down into it."""
    start = game.figures[bandit].place
    return [(BanditMoved(bandit, start, command.to, "climb"), DOWN if is_roof(start) else UP)]


ACTION = action("floor-change", Choice((ChangeFloor,), answers, refusal, happens))
