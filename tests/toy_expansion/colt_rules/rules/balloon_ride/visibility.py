"""Who sees what of the balloon. What is not listed here is hidden from every role."""

from collections.abc import Mapping

from colt_rules.model.names import Cites, Token
from colt_rules.model.record import record
from colt_rules.model.state import Game, all_open
from colt_rules.registry.clause import clause
from colt_rules.rules.balloon_ride.model import SANDBAG, balloon_of
from colt_rules.rules.balloon_ride.schemin import sandbags_at_hand
from colt_rules.rules.visibility import Secret, Visibility

SECRET: Cites = ("balloon.secret",)


@record
class BalloonRideView:
    """The balloon and its sandbags, as a role sees them."""

    sandbags: Mapping[Token, str | None]
    """By sandbag that is still in the game: light or heavy."""
    height: int
    """How high the balloon has risen."""


@clause(*SECRET)
def _look(game: Game, role: str) -> BalloonRideView:
    """Only its owner knows how heavy a sandbag is; while it lies on the train, no role does."""
    mine = sandbags_at_hand(game, role)
    balloon = balloon_of(game)
    return BalloonRideView(
        sandbags={
            token: kind if token in mine or all_open(game, role) else None for token, kind in balloon.sandbags.items()
        },
        height=balloon.height,
    )


VISIBILITY = Visibility(
    view=BalloonRideView,
    look=_look,
    secrets=(Secret("sandbags", SECRET, lambda seen: seen.sandbags.values()),),
    open_kinds=(SANDBAG,),
)
