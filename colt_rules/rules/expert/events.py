"""The events of the expert variant: hands that are filled up, discard piles, cards that are kept."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Card, Seat
from colt_rules.model.record import record


@record
class HandFilled(Event):
    """A player drew what was missing to the hand for the round."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class DiscardShuffled(Event):
    """A player's discard pile was shuffled and lies below what is left of the deck, top card first."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("nobody", count="count")]


@record
class BulletsDiscarded(Event):
    """A player put the bullets in hand on the discard pile."""

    seat: Open[Seat]
    # Whoever has received which bullet is open, wherever it is.
    cards: Open[tuple[Card, ...]]


@record
class DrawAnnounced(Event):
    """A player will draw as soon as the discard pile is shuffled.

    It comes only where the draw has to wait: fewer cards in the deck than are drawn, and a discard pile. A draw from a
    deck that is large enough, or with nothing to shuffle, is told by ``CardsDrawn`` at once, and no other drawing of
    cards, such as filling up a hand, announces anything.
    """

    seat: Open[Seat]


@record
class KeepingStarted(Event):
    """These players have to say which cards they keep."""

    seats: Open[tuple[Seat, ...]]


@record
class HandKept(Event):
    """A player kept some cards for the next round and put the others on the discard pile."""

    seat: Open[Seat]
    kept: Annotated[tuple[Card, ...], SeenBy("player", count="kept_count")]
    discarded: Annotated[tuple[Card, ...], SeenBy("player_or_all", count="discarded_count")]


@record
class CardDiscarded(Event):
    """The card that was carried out lies on its owner's discard pile."""

    seat: Open[Seat]
    card: Open[Card]


EVENTS: dict[str, type[Event]] = {
    "HandFilled": HandFilled,
    "DiscardShuffled": DiscardShuffled,
    "BulletsDiscarded": BulletsDiscarded,
    "DrawAnnounced": DrawAnnounced,
    "KeepingStarted": KeepingStarted,
    "HandKept": HandKept,
    "CardDiscarded": CardDiscarded,
}
