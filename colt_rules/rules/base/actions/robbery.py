"""Robbery: the bandit takes one loot token from its place."""

from colt_rules.commands import Command, Rob
from colt_rules.decisions import shared
from colt_rules.events import Cited, LootTaken
from colt_rules.model.names import Bandit, Cites, Reasons, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.stealin import action
from colt_rules.rules.module import Choice, Rules

CITES = ("robbery.take-one",)
PURSE = ("robbery.take-one", "robbery.unseen", "ruling.robbery.which-purse")

_take = shared(Rob)


@clause("robbery.take-one", "robbery.same-level", "ruling.robbery.which-purse")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The robber chooses any loot token at the bandit's place: same car and same level."""
    figure = game.figures[bandit]
    return [_take(figure.seat, token) for token in game.floor.get(figure.place, ())]


def refusal(rules: Rules, game: Game, bandit: Bandit, command: Rob) -> Cites:
    """A token that lies elsewhere cannot be taken, not even from the other level of the car."""
    other_level = rules.graph(game).stairs[game.figures[bandit].place]
    if command.token in game.floor.get(other_level, ()):
        return ("robbery.take-one", "robbery.same-level")
    return ("robbery.take-one",)


@clause("robbery.take-one", "robbery.unseen")
def happens(rules: Rules, game: Game, bandit: Bandit, command: Rob) -> list[Cited]:
    """The token goes face down on the robber's sheet. The value of a purse is seen only then, and only by its owner."""
    return [
        (
            LootTaken(bandit, command.token, game.figures[bandit].place),
            PURSE if kind_of(command.token) == "purse" else CITES,
        )
    ]


@clause("robbery.nothing-there")
def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
    """If there is no loot where the bandit is, the action has no effect."""
    return () if game.figures[bandit].place in game.floor else ("robbery.nothing-there",)


ACTION = action("robbery", Choice((Rob,), answers, refusal, happens), idle)
