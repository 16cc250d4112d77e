"""The clauses of horses and whisky that events and refusals of other modules also cite."""

from colt_rules.commands import Command, Punch
from colt_rules.events import (
    CardPlayed,
    CardRevealed,
    CardsDrawn,
    Event,
    FirstPlayerDrawn,
    GameEnded,
    GameStarted,
    LootDropped,
    LootTaken,
    SeatTaken,
)
from colt_rules.model.names import Bandit, Cites, Reasons, Token, owner_and_action
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import schemin, stealin
from colt_rules.rules.base.actions import punch, robbery
from colt_rules.rules.base.stealin import acting
from colt_rules.rules.duo.events import CardAdded
from colt_rules.rules.duo.setup import eleven_cards
from colt_rules.rules.horses.events import FlaskCardPlayed
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.horses.setup import REARMOST, drawn_among_rearmost
from colt_rules.rules.module import Rules

CARRIED_OUT_BY: CarriedOutBy = {
    "ride.planned": (schemin.schemes, stealin.revealed),
    "whisky.loot": (robbery.answers, punch.answers),
    "ruling.whisky.nothing-left": (schemin.schemes,),
    "ruling.horses.duo-ride-cards": (eleven_cards,),
}
"""The general rules that implement these clauses: a Ride is an action card, and a flask is a loot token."""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of another module also cites."""
    match event:
        case GameStarted(modules=modules):
            return _first_game(modules)
        case SeatTaken(seat=seat, bandit=bandit):
            return _ride_card(seat, bandit)
        case FirstPlayerDrawn():
            return _drawn_before(rules, game)
        case CardPlayed(card=card, face_down=False) | FlaskCardPlayed(card=card, face_down=False):
            return _ride_planned(card)
        case CardRevealed(card=card):
            return _ride_planned(card)
        case CardAdded(card=card, face_down=False):
            return (*_ride_planned(card), "ruling.horses.duo-ride-cards") if _is_ride(card) else ()
        case CardsDrawn(cards=()):
            return _nothing_left(rules)
        case LootTaken(token=token):
            return _taken(game, token)
        case LootDropped(token=token):
            return _dropped(game, token)
        case GameEnded():
            return _worth_nothing(rules, game)
    return ()


@clause("horses.setup.first-games", "ruling.horses.first-games")
def _first_game(modules: tuple[str, ...]) -> Cites:
    """A game with only horses and whisky is advised if some players are new."""
    return () if "stagecoach" in modules else ("horses.setup.first-games", "ruling.horses.first-games")


@clause("horses.setup.ride-card", "ruling.horses.duo-ride-cards")
def _ride_card(seat: str, bandit: Bandit) -> Cites:
    """Each bandit's Ride card joins the action cards of its player, also if the player has two bandits."""
    cites = ("horses.setup.ride-card",)
    return cites if seat == bandit else (*cites, "ruling.horses.duo-ride-cards")


@clause("ruling.attack.drawn-before", "ruling.attack.first-player-in-teams")
def _drawn_before(rules: Rules, game: Game) -> Cites:
    """The first player is drawn before the attack, unless the edition draws among the rearmost bandits after it.

    In teams the first player is always drawn before it.
    """
    if drawn_among_rearmost(rules, game):
        return ()
    in_teams = rules.holds(REARMOST)
    return ("ruling.attack.drawn-before", *(("ruling.attack.first-player-in-teams",) if in_teams else ()))


def _is_ride(card: str) -> bool:
    return owner_and_action(card)[1] == "ride"


@clause("ride.planned")
def _ride_planned(card: str) -> Cites:
    """A Ride card is played and carried out like any action card; a face-down card does not cite this."""
    return ("ride.planned",) if _is_ride(card) else ()


@clause("ruling.whisky.nothing-left")
def _nothing_left(rules: Rules) -> Cites:
    """A player who has no card to play and none to draw draws no cards.

    If a house rule allows any player to do so, the ruling is not cited, because it would reveal the hand.
    """
    return () if rules.agreed("ruling.draw.what-is-left=pass") else ("ruling.whisky.nothing-left",)


@clause("whisky.loot", "whisky.stays-half-empty", "ruling.whisky.who-knows")
def _taken(game: Game, token: Token) -> Cites:
    """A flask is loot and stays half empty for a new owner; only its owner may look at a full flask."""
    flask = horses_of(game).flasks.get(token)
    if not flask:
        return ()
    return ("whisky.loot", "whisky.stays-half-empty" if flask.used else "ruling.whisky.who-knows")


@clause("whisky.loot", "whisky.stays-half-empty", "ruling.whisky.cheyenne")
def _dropped(game: Game, token: Token) -> Cites:
    """A flask drops like other loot, also from Cheyenne's punch, and stays half empty."""
    flask = horses_of(game).flasks.get(token)
    if not flask:
        return ()
    puncher = game.figures.get(acting(game))
    cites: Cites = ("whisky.loot", "whisky.stays-half-empty") if flask.used else ("whisky.loot",)
    return (*cites, "ruling.whisky.cheyenne") if puncher and "cheyenne" in puncher.powers else cites


@clause("ruling.whisky.cheyenne")
def flask_drops(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """Cheyenne cannot keep a flask."""
    if not isinstance(command, Punch):
        return ()
    flask = command.token in horses_of(game).flasks
    return ("ruling.whisky.cheyenne",) if command.keep and flask and "cheyenne" in game.figures[bandit].powers else ()


@clause("horses.scoring.whisky")
def _worth_nothing(rules: Rules, game: Game) -> Cites:
    """Flasks that bandits still have at the end bring no money."""
    flasks = horses_of(game).flasks
    had = any(token in flasks for figure in rules.bandits(game).values() for token in figure.loot)
    return ("horses.scoring.whisky",) if had else ()
