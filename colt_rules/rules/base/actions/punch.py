"""Punch: another bandit at the same place loses a loot token and is pushed into an adjacent car."""

from colt_rules.commands import Command, Punch
from colt_rules.events import BanditMoved, Cited, LootDropped, LootKept, LootSnatched
from colt_rules.model.graph import Graph
from colt_rules.model.names import Bandit, Cites, Place, Reasons, car_of, is_roof, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import is_spared, may_keep, without_belle
from colt_rules.rules.base.stealin import action
from colt_rules.rules.module import Choice, Rules

BLIND = ("punch.loot.purse-unseen", "ruling.punch.which-purse")
DROPPED = ("punch.loot.chosen", "punch.loot.dropped")
SNATCHED = ("punch.loot.chosen", "cheyenne.keeps-purse")
PUSHED = ("punch.target", "punch.push.adjacent")
SAME_LEVEL = "punch.push.same-level"


@clause("punch.target")
def beside(game: Game, bandit: Bandit) -> list[Bandit]:
    """The puncher can hit any other bandit at the same place: same car and same level."""
    place = game.figures[bandit].place
    return [name for name, figure in game.figures.items() if figure.place == place and name != bandit]


@clause("punch.loot.chosen", "punch.loot.purse-unseen", "ruling.punch.which-purse")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The puncher chooses a target, one of its loot tokens if it has any, and where to push it.

    Cheyenne also chooses whether she keeps a purse.
    """
    puncher = game.figures[bandit]
    landings = rules.graph(game).pushes[puncher.place]
    return [
        Punch(puncher.seat, target, token, to, keep)
        for target in without_belle(game, beside(game, bandit))
        for token in game.figures[target].loot or (None,)
        for to in landings
        for keep in ((False, True) if may_keep(rules, puncher, token) else (False,))
    ]


def refusal(rules: Rules, game: Game, bandit: Bandit, command: Punch) -> Cites:
    """Each part of the choice that is not possible is refused by the clause about that part."""
    puncher = game.figures[bandit]
    targets = beside(game, bandit)
    reasons: list[str] = []
    target = game.figures.get(command.target)
    graph = rules.graph(game)
    if command.target not in targets:
        reasons.append("punch.target")
    if target and is_spared(game, command.target, targets):
        reasons.append("belle.not-if-another")
    if target and (command.token not in (target.loot or (None,)) or (command.keep and command.token is None)):
        reasons.append("punch.loot.chosen")
    if car_of(command.to) not in map(car_of, graph.pushes[puncher.place]):
        reasons.append("punch.push.adjacent")
        at_an_end = (puncher.place in graph.forward) != (puncher.place in graph.backward)
        if at_an_end and command.to not in graph.stairs:
            reasons.append("punch.push.train-ends")
    if is_roof(command.to) != is_roof(puncher.place) and _have_levels(graph, puncher.place, command.to):
        reasons.append(SAME_LEVEL)
    if command.keep and command.token is not None and not may_keep(rules, puncher, command.token):
        reasons.append("cheyenne.other-loot-drops" if "cheyenne" in puncher.powers else "punch.loot.dropped")
    return tuple(reasons)


@clause("punch.push.same-level")
def _have_levels(graph: Graph, start: Place, to: Place) -> bool:
    """A push keeps the level, unless one of the two places has no levels."""
    return not (graph.has_one_level(start) or graph.has_one_level(to))


@clause("punch.loot.dropped", "punch.push.adjacent", "cheyenne.keeps-purse")
def happens(rules: Rules, game: Game, bandit: Bandit, command: Punch) -> list[Cited]:
    """The token drops where the puncher stands, or Cheyenne keeps it; then the target is pushed."""
    place = game.figures[bandit].place
    level = (SAME_LEVEL,) if _have_levels(rules.graph(game), place, command.to) else ()
    pushed: Cited = (BanditMoved(command.target, place, command.to, "push"), (*PUSHED, *level))
    if command.token is None:
        return [(LootKept(command.target), ("punch.loot.chosen",)), pushed]
    blind = BLIND if kind_of(command.token) == "purse" else ()
    if command.keep:
        return [(LootSnatched(command.target, command.token, bandit), SNATCHED + blind), pushed]
    cites = DROPPED + blind
    return [(LootDropped(command.target, command.token, place), cites), pushed]


@clause("ruling.action.nobody-there")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """If no other bandit is at the puncher's place, the action has no effect."""
    return () if beside(game, bandit) else ("ruling.action.nobody-there",)


ACTION = action("punch", Choice((Punch,), answers, refusal, happens), idle)
