"""Who has the cursed tokens at the end of a finished game, for statistics."""

from collections.abc import Iterator

from colt_rules.model.names import kind_of
from colt_rules.model.state import Game
from colt_rules.rules.cursed_loot.added_clauses import is_cursed
from colt_rules.rules.module import Gain, Rules


def cursed_tokens(rules: Rules, game: Game) -> Iterator[Gain]:
    """Each cursed token on the board or with a bandit, with its owner and its value."""
    owners = {token: bandit for bandit, figure in game.figures.items() for token in figure.loot}
    lying = (token for tokens in game.floor.values() for token in tokens)
    for token in (*owners, *lying):
        if is_cursed(game, token):
            owner = owners.get(token, "")
            yield Gain(kind_of(token), owner, game.values[token] if owner else 0)


GAINS = {"cursed-token": cursed_tokens}
