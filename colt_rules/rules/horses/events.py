"""The events of horses and whisky: the attack, the Ride, the flasks."""

from typing import Annotated

from colt_rules.model.audience import Hidden, Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Car, Card, Number, Place, Seat, Token
from colt_rules.model.record import record


@record
class FlaskPlaced(Event):
    """A whisky flask was put at a place, face down."""

    token: Open[Token]
    kind: Hidden[str]
    place: Open[Place]


@record
class AttackReached(Event):
    """In the horse attack this car came up; these bandits still ride."""

    car: Open[Car]
    riders: Open[tuple[Bandit, ...]]


@record
class BoardingSealed(Event):
    """A player hid in the hand which of their riding bandits board the car that is up; the others ride on."""

    seat: Open[Seat]
    boards: Annotated[tuple[Bandit, ...], SeenBy("player")]


@record
class BoardingShown(Event):
    """All hands were opened: these bandits of a player board the car that is up."""

    seat: Open[Seat]
    boards: Open[tuple[Bandit, ...]]


@record
class HorseLeft(Event):
    """A bandit boarded a car, and the horse was left opposite to it."""

    bandit: Open[Bandit]
    horse: Open[str]
    car: Open[Car]


@record
class AttackEnded(Event):
    """Everybody has boarded: the horses belong to nobody from now on."""


@record
class HorseRidden(Event):
    """A bandit and a horse went along the train, from beside one car to beside another, or stayed where they were."""

    bandit: Open[Bandit]
    horse: Open[str]
    start: Open[Car]
    to: Open[Car]


@record
class FlaskUsed(Event):
    """A player used a flask: so many cards are played for it, after a draw if it says so."""

    seat: Open[Seat]
    bandit: Open[Bandit]
    token: Open[Token]
    kind: Open[str]
    draw: Open[bool]
    cards: Open[Number]


@record
class FlaskTurned(Event):
    """A flask that was used for the first time shows its half-empty side."""

    token: Open[Token]


@record
class FlaskEmptied(Event):
    """A flask that was used for the second time left the game."""

    bandit: Open[Bandit]
    token: Open[Token]


@record
class FlaskCardsDrawn(Event):
    """A player drew cards for a flask."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class FlaskCardPlayed(Event):
    """A card was laid on the common pile for a flask; so many are left to play, and with none the turn goes on.

    ``answered`` is the number of cards on the pile up to which nothing can be added to a Fire any more: for old whisky
    the number with this card, so that nothing is added to it; for classic whisky ``round.answered`` as it was before.
    """

    seat: Open[Seat]
    card: Annotated[Card, SeenBy("player_if_face_down")]
    face_down: Open[bool]
    left: Open[Number]
    answered: Open[Number]


@record
class FlaskCardMissing(Event):
    """A player had no action card to play for a flask, and the turn goes on."""

    seat: Open[Seat]


HOW = ("ride",)
"""The words for how a bandit came to another place."""

EVENTS: dict[str, type[Event]] = {
    "FlaskPlaced": FlaskPlaced,
    "AttackReached": AttackReached,
    "BoardingSealed": BoardingSealed,
    "BoardingShown": BoardingShown,
    "HorseLeft": HorseLeft,
    "AttackEnded": AttackEnded,
    "HorseRidden": HorseRidden,
    "FlaskUsed": FlaskUsed,
    "FlaskTurned": FlaskTurned,
    "FlaskEmptied": FlaskEmptied,
    "FlaskCardsDrawn": FlaskCardsDrawn,
    "FlaskCardPlayed": FlaskCardPlayed,
    "FlaskCardMissing": FlaskCardMissing,
}
