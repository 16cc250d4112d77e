"""The events of games with two bandits a player: who has which, where they start, a card of choice, an added card."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Card, Number, Seat
from colt_rules.model.record import record


@record
class TeamsDrawn(Event):
    """Bandits were drawn together; each team waits for a player to take it."""

    teams: Open[tuple[tuple[Bandit, ...], ...]]


@record
class TeamChosen(Event):
    """A player took these bandits."""

    seat: Open[Seat]
    bandits: Open[tuple[Bandit, ...]]


@record
class PawnsHidden(Event):
    """A player hid a pawn in each hand: one for the last car, one for the car before it."""

    seat: Open[Seat]
    last: Annotated[Bandit, SeenBy("player")]
    before: Annotated[Bandit, SeenBy("player")]


@record
class CardChosen(Event):
    """A player took a card of choice out of the deck."""

    seat: Open[Seat]
    card: Annotated[Card, SeenBy("player")]


@record
class CardAdded(Event):
    """A player laid a second card on the common pile, right after a Fire. ``answered`` is the size of the pile now."""

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
