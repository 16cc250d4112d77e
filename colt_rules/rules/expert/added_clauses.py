"""The clauses of the expert variant that events of the base game also cite."""

from colt_rules.events import BulletGiven, Event, NeutralBulletGiven, SeatTaken
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.evolve import EVOLVE
from colt_rules.rules.module import Rules

CARRIED_OUT_BY: CarriedOutBy = {
    "expert.bullets-on-deck": (EVOLVE[BulletGiven], EVOLVE[NeutralBulletGiven]),
}
"""The general rules that implement this clause: discard piles do not change where bullets go."""


@clause("expert.discard-pile", "expert.bullets-on-deck")
def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """Each player has a discard pile from the start; a bullet card received still goes on top of the deck."""
    match event:
        case SeatTaken():
            return ("expert.discard-pile",)
        case BulletGiven() | NeutralBulletGiven():
            return ("expert.bullets-on-deck",)
    return ()
