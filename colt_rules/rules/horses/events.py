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
    """In the horse attack this car came up; these bandits are still riding."""

    car: Open[Car]
    riders: Open[tuple[Bandit, ...]]


@record
class BoardingSealed(Event):
    """A player chose in secret which of their riding bandits board the current car; the others ride on."""

    seat: Open[Seat]
    boards: Annotated[tuple[Bandit, ...], SeenBy("player")]


@record
class BoardingShown(Event):
    """All choices were shown: these bandits of a player board the current car."""

    seat: Open[Seat]
    boards: Open[tuple[Bandit, ...]]


@record
class HorseLeft(Event):
    """A bandit boarded a car, and its horse stayed beside that car."""

    bandit: Open[Bandit]
    horse: Open[str]
    car: Open[Car]


@record
class AttackEnded(Event):
    """Every bandit has boarded; from now on the horses belong to nobody."""


@record
class HorseRidden(Event):
    """A bandit rode a horse from one car to another, or got on and off beside the same car."""

    bandit: Open[Bandit]
    horse: Open[str]
    start: Open[Car]
    to: Open[Car]


@record
class FlaskUsed(Event):
    """A player used a flask: ``cards`` cards are to be played, after a draw if ``draw``."""

    seat: Open[Seat]
    bandit: Open[Bandit]
    token: Open[Token]
    kind: Open[str]
    draw: Open[bool]
    cards: Open[Number]


@record
class FlaskTurned(Event):
    """A flask that was used for the first time was turned to its half-empty side."""

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
    """A player laid a card on the common pile for a flask; if none is left to play, the turn goes on.

    ``answered`` is the number of cards on the pile to which no Fire can be added any more. For old whisky it includes
    this
    card; for classic whisky it is ``round.answered`` as it was before.
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
"""The values of ``how`` that this module adds to BanditMoved."""

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
