"""The events of games with two bandits a player: teams, starting places, the card of choice, the added card."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Card, Number, Seat
from colt_rules.model.record import record


@record
class TeamsDrawn(Event):
    """Teams of bandits were drawn, for players to choose from."""

    teams: Open[tuple[tuple[Bandit, ...], ...]]


@record
class TeamChosen(Event):
    """A player took these bandits."""

    seat: Open[Seat]
    bandits: Open[tuple[Bandit, ...]]


@record
class PawnsHidden(Event):
    """A player hid one pawn for the last car and one for the car ahead of it."""

    seat: Open[Seat]
    last: Annotated[Bandit, SeenBy("player")]
    before: Annotated[Bandit, SeenBy("player")]


@record
class CardChosen(Event):
    """A player took a card of choice from the deck."""

    seat: Open[Seat]
    card: Annotated[Card, SeenBy("player")]


@record
class CardAdded(Event):
    """A player laid a second card on the common pile, right after a Fire. ``answered`` is the new size of the pile."""

    seat: Open[Seat]
    card: Annotated[Card, SeenBy("player_if_face_down")]
    face_down: Open[bool]
    answered: Open[Number]


@record
class NoCardAdded(Event):
    """A player added no card to the Fire just played. ``answered`` is the size of the pile."""

    seat: Open[Seat]
    answered: Open[Number]


EVENTS: dict[str, type[Event]] = {
    "TeamsDrawn": TeamsDrawn,
    "TeamChosen": TeamChosen,
    "PawnsHidden": PawnsHidden,
    "CardChosen": CardChosen,
    "CardAdded": CardAdded,
    "NoCardAdded": NoCardAdded,
}
