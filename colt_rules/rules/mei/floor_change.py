"""Mei's power: her Floor change can also lead to the other level of an adjacent car."""

from colt_rules.commands import ChangeFloor, Command
from colt_rules.events import BanditMoved, Cited
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Cites, Place, Reasons, car_of, inside
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.actions import floor_change
from colt_rules.rules.base.stealin import action
from colt_rules.rules.mei.box import MEI
from colt_rules.rules.module import Choice, Rules
from colt_rules.rules.stagecoach.model import COACH

DIAGONAL: Cites = ("mei.diagonal",)
INTO_THE_MARSHAL: Cites = ("ruling.mei.into-the-marshal",)
BY_COACH: Cites = ("mei.stagecoach-no-diagonal",)


@clause("mei.diagonal", "mei.stagecoach-no-diagonal")
def diagonals(graph: Graph, place: Place) -> tuple[Place, ...]:
    """The other level of the car ahead and of the car behind; both are cars of the train."""
    near = (graph.forward.get(place), graph.backward.get(place))
    return tuple(graph.stairs[beside] for beside in near if beside)


@clause("mei.diagonal")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """With Mei's power a Floor change can lead to the other level of an adjacent car, also to the Marshal's."""
    figure = game.figures[bandit]
    if MEI not in figure.powers:
        return []
    return [ChangeFloor(figure.seat, place) for place in diagonals(rules.graph(game), figure.place)]


@clause("mei.diagonal", "ruling.mei.into-the-marshal")
def happens(rules: Rules, game: Game, bandit: Bandit, command: ChangeFloor) -> list[Cited]:
    """Mei climbs to the other level of an adjacent car."""
    cites = DIAGONAL + INTO_THE_MARSHAL if command.to == game.marshal else DIAGONAL
    return [(BanditMoved(bandit, game.figures[bandit].place, command.to, "climb"), cites)]


DIAGONAL_CLIMB = action("floor-change", Choice((ChangeFloor,), answers, floor_change.refusal, happens))


@clause("mei.diagonal", "mei.stagecoach-no-diagonal")
def forbid_other_ways(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """Mei's Floor change leads no farther than an adjacent car, and neither onto the stagecoach nor off it."""
    figure, graph = game.figures[bandit], rules.graph(game)
    if MEI not in figure.powers or not isinstance(command, ChangeFloor):
        return ()
    if command.to in (graph.stairs[figure.place], *diagonals(graph, figure.place)):
        return ()
    coach_is_there = inside(COACH) in graph.stairs
    crosses = coach_is_there and COACH in (car_of(figure.place), car_of(command.to))
    return BY_COACH if crosses else DIAGONAL
