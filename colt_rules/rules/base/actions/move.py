"""Move: a bandit moves one car inside, or one to three cars on the roofs."""

from colt_rules.commands import Command, Move
from colt_rules.decisions import shared
from colt_rules.events import BanditMoved, Cited
from colt_rules.model.names import Bandit, Cites, is_roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.places import ROOF_RUN
from colt_rules.rules.base.stealin import action
from colt_rules.rules.module import Choice, Rules

INSIDE = ("move.inside.adjacent",)

_go = shared(Move)


@clause("move.must-move")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The player chooses any place that a Move can reach; staying at its place is not allowed."""
    figure = game.figures[bandit]
    return [_go(figure.seat, place) for place in rules.graph(game).moves[figure.place]]


def refusal(rules: Rules, game: Game, bandit: Bandit, command: Move) -> Cites:
    """A place out of reach is refused by the clause for the bandit's level; staying also by the duty to move.

    If the bandit's place has no levels, the level of the chosen place decides.
    """
    start = game.figures[bandit].place
    level = command.to if rules.graph(game).has_one_level(start) else start
    reasons = (rules.stated_by(ROOF_RUN),) if is_roof(level) else INSIDE
    return (*reasons, "move.must-move") if command.to == start else reasons


@clause("move.inside.adjacent", *ROOF_RUN)
def happens(rules: Rules, game: Game, bandit: Bandit, command: Move) -> list[Cited]:
    """The bandit moves along its level."""
    start = game.figures[bandit].place
    on_the_roofs = is_roof(start) or is_roof(command.to)
    cites = (rules.stated_by(ROOF_RUN),) if on_the_roofs else INSIDE
    return [(BanditMoved(bandit, start, command.to, "move"), cites)]


ACTION = action("move", Choice((Move,), answers, refusal, happens))
