"""The clauses about Mei that events of other modules also cite."""

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
"""The general rules that implement these clauses, because they apply to every bandit.

A bandit who meets the Marshal flees straight up, and purses are drawn from the whole supply.
"""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of another module also cites."""
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
    """Mei plays like any bandit, with any module, and up to seven can play."""
    return (
        *(("mei.character",) if MEI in seats else ()),
        *(("mei.seven-players",) if len(seats) == MOST_PLAYERS else ()),
        *(("ruling.mei.like-any-bandit",) if len(modules) > 2 else ()),  # the base game, this module, and more
    )


@clause("mei.character", "mei.purse")
def _her_kit() -> Cites:
    """Mei has her own cards, bullet cards and purse."""
    return ("mei.character", "mei.purse")


@clause("mei.base-otherwise")
def _otherwise() -> Cites:
    """The Marshal starts in the locomotive as in the base game."""
    return ("mei.base-otherwise",)


@clause("mei.round-cards")
def _larger_set() -> Cites:
    """Seven players use the round cards for five and six."""
    return ("mei.round-cards",)


def _takes_the_purse(game: Game) -> bool:
    """Whether all seven bandits start with a purse, so that the cars are filled from as many purses as without Mei."""
    return len(game.options.seats) == MOST_PLAYERS


@clause("ruling.mei.purse-always")
def _supply() -> Cites:
    """With fewer than seven players, the purses for the cars are drawn from one purse more."""
    return ("ruling.mei.purse-always",)


@clause("mei.meeting-no-diagonal")
def _straight_up() -> Cites:
    """When Mei meets the Marshal, she flees straight up."""
    return ("mei.meeting-no-diagonal",)
