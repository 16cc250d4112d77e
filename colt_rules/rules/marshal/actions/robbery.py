"""Robbery with one's own companion: two loot tokens instead of one."""

from itertools import combinations

from colt_rules.commands import Command, Rob
from colt_rules.events import Cited, LootTaken
from colt_rules.model.names import Bandit, Cites, Reasons, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.marshal.commands import RobTwo
from colt_rules.rules.marshal.prisoners import has_own_companion
from colt_rules.rules.module import Choice, Rules
from colt_rules.rules.stagecoach.actions import forbid_robbery

TWO: Cites = ("prisoner.own-companion", "ruling.prisoner.two-by-one")
PURSE: Cites = ("robbery.unseen", "ruling.robbery.which-purse")
PAIR = 2


@clause("prisoner.own-companion", "ruling.prisoner.two-by-one")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """A bandit with its own companion may take any two tokens that lie at its place and that it can take."""
    figure = game.figures[bandit]
    if not has_own_companion(game, bandit):
        return []
    tokens = sorted(token for token in game.floor.get(figure.place, ()) if not _guarded(rules, game, bandit, token))
    return [RobTwo(figure.seat, pair) for pair in combinations(tokens, PAIR)]


def _guarded(rules: Rules, game: Game, bandit: Bandit, token: str) -> Reasons:
    """A token that cannot be taken alone cannot be taken together with another."""
    return forbid_robbery(rules, game, bandit, Rob(game.figures[bandit].seat, token))


def refusal(rules: Rules, game: Game, bandit: Bandit, command: RobTwo) -> Cites:
    """The robber must have its own companion, and name two different tokens at its place, sorted by name."""
    there = game.floor.get(game.figures[bandit].place, ())
    if not has_own_companion(game, bandit):
        return ("robbery.take-one", "prisoner.own-companion")
    if len(command.tokens) != PAIR or len({*command.tokens}) != PAIR:
        return TWO
    guarded = (id for token in command.tokens for id in _guarded(rules, game, bandit, token))
    elsewhere = () if {*command.tokens} <= {*there} else ("robbery.take-one", "prisoner.own-companion")
    return (*elsewhere, *guarded) or ("ruling.command.form",)


@clause("prisoner.own-companion", "ruling.prisoner.two-by-one")
def happens(rules: Rules, game: Game, bandit: Bandit, command: RobTwo) -> list[Cited]:
    """Both tokens go face down on the robber's sheet, chosen without looking at purses."""
    place = game.figures[bandit].place
    return [
        (LootTaken(bandit, token, place), TWO + PURSE if kind_of(token) == "purse" else TWO) for token in command.tokens
    ]


ROB_TWO = action("robbery", Choice((RobTwo,), answers, refusal, happens))
