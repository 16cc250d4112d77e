"""Bullets received: they go where they always go."""

from colt_rules.events import BulletGiven, Event, NeutralBulletGiven
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Rules


@clause("expert.bullets-on-deck")
def also(rules: Rules, game: Game, event: Event) -> Cites:
    """A bullet received goes on top of the deck, not on the discard pile."""
    return ("expert.bullets-on-deck",) if isinstance(event, (BulletGiven, NeutralBulletGiven)) else ()
