"""What the tests of modules say of what is secret in them: a file ``secrets.py`` beside those tests.

It has ``exchanged``: the game with everything exchanged in what the module adds that a role may not know; and
``hand_stays``: whether the cards in a player's hand cannot be exchanged at this moment. It may have ``BY_COMING``: the
events by which the rules tell something by coming or not.
"""

from collections.abc import Collection, Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType

from colt_rules.model.names import Token
from colt_rules.model.state import Game
from colt_rules.modules import MODULES, folder_of


def owned(game: Game, role: str) -> set[Token]:
    """The loot of a player."""
    return {token for figure in game.figures.values() if figure.seat == role for token in figure.loot}


def exchanged_values(game: Game, tokens: Collection[Token], role: str, rng: Random) -> dict[Token, int]:
    """What all tokens are worth, with the values of these exchanged, as far as the role does not have them."""
    unseen = [token for token in game.values if token in tokens and token not in owned(game, role)]
    values = rng.sample([game.values[token] for token in unseen], len(unseen))
    return {**game.values, **dict(zip(unseen, values, strict=True))}


def _secrets() -> dict[str, ModuleType]:
    files = {module: f"tests.rules.{folder_of(module)}.secrets" for module in MODULES}
    return {
        module: import_module(file)
        for module, file in files.items()
        if find_spec(file.removesuffix(".secrets")) and find_spec(file)
    }


SECRETS: Mapping[str, ModuleType] = _secrets()
"""By module, if the module has secrets: its functions for them."""
