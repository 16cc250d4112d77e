"""Who knows the value of a loot token when it is placed, taken or lost."""

from collections.abc import Collection

from colt_rules import events as e
from colt_rules.model.names import Bandit, Token, kind_of
from colt_rules.model.state import Game, roles
from colt_rules.registry.clause import clause
from colt_rules.rules.base.setup import JEWEL, STRONGBOX
from colt_rules.rules.rulebook import open_kinds
from colt_rules.rules.visibility import Visibility, value


def all_or_players(game: Game, token: Token, *bandits: Bandit) -> Collection[str]:
    """Whoever knows the value of a token: everybody if its look shows the value, else the players of these bandits."""
    if kind_of(token) in open_kinds(game.options.modules):
        return roles(game)
    return tuple(game.figures[bandit].seat for bandit in bandits)


@clause("setup.loot.purses-blind")
def nobody_if_purse(game: Game, event: e.LootPlaced | e.LootSetAside) -> Collection[str]:
    """Nobody knows the value of a purse on the train; everybody knows that of other loot."""
    return all_or_players(game, event.token)


@clause("secrecy.purse-values", "robbery.unseen", "punch.loot.purse-unseen")
def owner_if_purse(game: Game, event: e.LootTaken | e.LootDropped | e.LootLost) -> Collection[str]:
    """A bandit who takes a purse knows its value from then on, and a bandit who loses it knew the value.

    Nobody else knows it.
    """
    return all_or_players(game, event.token, event.bandit)


@clause("secrecy.purse-values", "punch.loot.purse-unseen")
def owners_if_purse(game: Game, event: e.LootSnatched) -> Collection[str]:
    """The value of a purse that passes from one bandit to another is known to both."""
    return all_or_players(game, event.token, event.bandit, event.by)


VISIBILITY = Visibility(
    audiences=(nobody_if_purse,),
    added={
        e.LootTaken: {"value": (value, owner_if_purse)},
        e.LootDropped: {"value": (value, owner_if_purse)},
        e.LootSnatched: {"value": (value, owners_if_purse)},
        e.LootLost: {"value": (value, owner_if_purse)},
    },
    open_kinds=(JEWEL, STRONGBOX),
)
