"""The action cards that have no effect because of the cell, a fall or the Marshal's bullets."""

from colt_rules.model.names import Bandit, Reasons
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.marshal import bullets, fall, prison
from colt_rules.rules.marshal.actions.brilliant_idea import copies_another
from colt_rules.rules.module import Rules


@clause("marshal-bullet.idea-still-copies", "ruling.idea.own-card-while-wounded")
def disabled(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """A card has no effect if its bandit is off the train, in the cell or wounded.

    A wound does not disable a copy of another bandit's card.
    """
    copied = copies_another(game, bandit)
    gone = fall.disabled(rules, game, bandit, action) or prison.disabled(rules, game, bandit, action)
    return gone or (() if copied else bullets.disabled(rules, game, bandit, action))
