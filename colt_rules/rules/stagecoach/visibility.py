"""Who sees what is chosen in a melee; everything else is stated at the fields of events and of the record."""

from collections.abc import Collection

from colt_rules.model.audience import SeenBy
from colt_rules.model.names import Seat
from colt_rules.model.state import Draw, Game, roles
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import TakeHostage
from colt_rules.rules.stagecoach.model import SEALED, Drink, Melee, Plan, Sealed, Stagecoach, stagecoach_of
from colt_rules.rules.visibility import By, Sort, Visibility, everybody, its_player, player


@clause(*SEALED)
def player_until_shown(game: Game, sealed: Sealed, seat: Seat) -> Collection[str]:
    """Only its player knows a choice until the cards are shown or the player draws."""
    melee, round_ = stagecoach_of(game).melee, game.round
    if (melee and melee.shown) or seat == round_.drawing or Draw(seat, round_.turn) in round_.draws:
        return roles(game)
    return (seat,)


@clause("ruling.melee.ghost")
def player_until_shown_face_up(game: Game, sealed: Sealed, seat: Seat) -> Collection[str]:
    """Only its player knows a card that is laid face down, even when the cards are shown."""
    return (seat,) if sealed.face_down else player_until_shown(game, sealed, seat)


def draws(game: Game, sealed: Sealed) -> bool:
    """Whether a player chose a draw or a search rather than a card."""
    return sealed.card is None


CARRIED_OUT_BY: CarriedOutBy = {
    "ruling.plan.all-at-once": (player, its_player),
    "hostage.burden.at-once": (everybody,),
}
"""A player sees which cards of their own hand are kept; everybody sees the hostages and who has them."""

HOSTAGES = tuple(EXTRAS.hostages)

VISIBILITY = Visibility(
    audiences=(player_until_shown, player_until_shown_face_up),
    derived={Sealed: {"draws": (draws, SeenBy("player_until_shown"))}},
    words={
        Sealed: {"card": Sort.CARD},
        Melee: {"sealed": By(Sort.SEAT)},
        Plan: {"waiting": Sort.SEAT, "kept": By(Sort.SEAT, Sort.CARD)},
        Drink: {"to": Sort.PLACE},
        Stagecoach: {
            "car": Sort.CAR,
            "shotgun": Sort.PLACE,
            "hostages": HOSTAGES,
            "captors": By(Sort.BANDIT, HOSTAGES),
            "running": Sort.BANDIT,
            "remembered": By(Sort.BANDIT),
            "tolerated": Sort.BANDIT,
        },
        TakeHostage: {"hostage": HOSTAGES},
    },
)
