"""Who sees how heavy a sandbag is; the fields of events and of the record name the audiences."""

from collections.abc import Collection

from colt_rules.model.names import Token
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.balloon_ride.box import EXTRAS
from colt_rules.rules.balloon_ride.model import SANDBAG, BalloonRide
from colt_rules.rules.visibility import By, Visibility


@clause("balloon.secret")
def carrier(game: Game, balloon: BalloonRide, token: Token) -> Collection[str]:
    """Whoever has a sandbag knows how heavy it is, and nobody while it lies about."""
    return [figure.seat for figure in game.figures.values() if token in figure.loot]


WEIGHTS = tuple(EXTRAS.sandbags)
SANDBAGS = tuple(f"{SANDBAG}-{number + 1}" for number in range(sum(kind.count for kind in EXTRAS.sandbags.values())))

VISIBILITY = Visibility(
    audiences=(carrier,),
    words={BalloonRide: {"sandbags": By(SANDBAGS, WEIGHTS)}},
    open_kinds=(SANDBAG,),
)
