"""The clauses about Mei that events of other modules rest on too."""

from colt_rules.events import BanditMoved, Event, GameStarted, LootPlaced, MarshalPlaced, RoundCardsDrawn, SeatTaken
from colt_rules.model.names import Cites, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import setup
from colt_rules.rules.base.arrivals import meet_the_marshal
from colt_rules.rules.mei.box import MEI
from colt_rules.rules.mei.table import MOST_PLAYERS
from colt_rules.rules.module import Rules

CARRIED_OUT_BY: CarriedOutBy = {
    "mei.base-otherwise": (setup.fill_cars,),
    "mei.meeting-no-diagonal": (meet_the_marshal,),
    "ruling.mei.purse-always": (setup.fill_cars,),
}
"""The base game leaves no bandit out: whoever meets the Marshal flees straight up, and all purses are drawn from."""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of another one rests on too."""
    match event:
        case GameStarted(seats=seats, modules=modules):
            return _agreed(seats, modules)
        case SeatTaken(bandit=bandit) if bandit == MEI:
            return _her_kit()
        case MarshalPlaced():
            return _otherwise()
        case RoundCardsDrawn() if len(game.options.seats) == MOST_PLAYERS:
            return _larger_set()
        case LootPlaced(token=token) if kind_of(token) == "purse" and not _takes_the_purse(game):
            return _supply()
        case BanditMoved(bandit=bandit, how="flight", start=start) if (
            start == game.marshal and MEI in game.figures[bandit].powers
        ):
            return _straight_up()
    return ()


@clause("mei.character", "mei.seven-players", "ruling.mei.like-any-bandit")
def _agreed(seats: tuple[str, ...], modules: tuple[str, ...]) -> Cites:
    """Mei sits down as any bandit, with whatever else is played, and seven can."""
    return (
        *(("mei.character",) if MEI in seats else ()),
        *(("mei.seven-players",) if len(seats) == MOST_PLAYERS else ()),
        *(("ruling.mei.like-any-bandit",) if len(modules) > 2 else ()),  # the base game, this module, and more
    )


@clause("mei.character", "mei.purse")
def _her_kit() -> Cites:
    """Cards, bullets and purse of Mei are those of her box."""
    return ("mei.character", "mei.purse")


@clause("mei.base-otherwise")
def _otherwise() -> Cites:
    """The Marshal is a pawn that starts in the locomotive, as ever."""
    return ("mei.base-otherwise",)


@clause("mei.round-cards")
def _larger_set() -> Cites:
    """Seven use the round cards of five and six."""
    return ("mei.round-cards",)


def _takes_the_purse(game: Game) -> bool:
    """Whether as many purses are left for the cars as ever, because seven start with one and Mei among them."""
    return len(game.options.seats) == MOST_PLAYERS


@clause("ruling.mei.purse-always")
def _supply() -> Cites:
    """Purses are drawn from one more where fewer than seven start with one."""
    return ("ruling.mei.purse-always",)


@clause("mei.meeting-no-diagonal")
def _straight_up() -> Cites:
    """From the Marshal Mei flees straight up."""
    return ("mei.meeting-no-diagonal",)
