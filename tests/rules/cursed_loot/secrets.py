"""Exchanges every secret of jewels and strongboxes that a role may not know; purses are exchanged for all modules."""

from random import Random

from colt_rules.model.names import kind_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from tests.secrets import exchanged_values


def hand_stays(game: Game, seat: str) -> bool:
    """Whether a hand must stay as it is: no hand must."""
    return False


def exchanged(game: Game, role: str, rng: Random) -> Game:
    """Jewels that the role does not have exchange their values with each other, and so do strongboxes."""
    for kind in ("jewel", "strongbox"):
        tokens = {token for token in game.values if kind_of(token) == kind}
        game = changed(game, values=exchanged_values(game, tokens, role, rng))
    return game
