"""Floor change: up to the roof or down inside."""

from collections.abc import Mapping

from colt_rules.commands import ChangeFloor, Command
from colt_rules.decisions import shared
from colt_rules.events import BanditMoved, Cited
from colt_rules.model.names import Bandit, Cites, Place, is_roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.module import Choice, Rules

UP = ("floor-change.up",)
DOWN = ("floor-change.down",)

_climb = shared(ChangeFloor)


def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The other level of the same car, and wherever else modules let it lead."""
    figure = game.figures[bandit]
    straight = _climb(figure.seat, rules.graph(game).stairs[figure.place])
    if not rules.reaches:
        return [straight]
    return [straight, *(_climb(figure.seat, place) for place in _farther(rules, game, bandit))]


def _farther(rules: Rules, game: Game, bandit: Bandit) -> Mapping[Place, Cites]:
    """Where modules let it lead besides, with the clauses that say so."""
    reaches = rules.reaches.get("floor-change", ())
    return {place: cites for reach in reaches for place, cites in reach(rules, game, bandit).items()}


def refusal(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> Cites:
    """From a roof one only gets down into the car below, from inside only up to the roof above."""
    return DOWN if is_roof(game.figures[bandit].place) else UP


@clause("floor-change.up", "floor-change.down")
def happens(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    """The bandit climbs onto the roof of its car, or down into it, or where modules let it lead."""
    start = game.figures[bandit].place
    cites = _farther(rules, game, bandit).get(command.to) if rules.reaches else None
    return [(BanditMoved(bandit, start, command.to, "climb"), cites or (DOWN if is_roof(start) else UP))]


ACTION = action("floor-change", Choice((ChangeFloor,), answers, refusal, happens))
