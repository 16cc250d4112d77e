"""The actions that Marshal & Prisoners brings, each a file."""

from colt_rules.model.names import Card
from colt_rules.model.state import Game
from colt_rules.rules.marshal import figure
from colt_rules.rules.marshal.actions import arrest, brilliant_idea, double_shot
from colt_rules.rules.marshal.model import IDEA
from colt_rules.rules.module import Rules

ACTIONS = {"arrest": arrest.ACTION, "double-shot": double_shot.ACTION, IDEA: brilliant_idea.ACTION}
"""By the name under which a card is carried out."""


def acts_as(rules: Rules, game: Game, card: Card) -> str | None:
    """As which action a card is carried out, where that is not what it says: some of his, and a Brilliant Idea."""
    return figure.acts_as(rules, game, card) or brilliant_idea.acts_as(rules, game, card)
