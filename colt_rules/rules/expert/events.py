"""The events of the expert variant: hands that are filled up, discard piles, kept cards."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Card, Seat
from colt_rules.model.record import record


@record
class HandFilled(Event):
    """A player drew the cards that the hand lacked."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class DiscardShuffled(Event):
    """A player's discard pile was shuffled and put below the rest of the deck, top card first."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("nobody", count="count")]


@record
class BulletsDiscarded(Event):
    """A player put the bullet cards in hand on the discard pile."""

    seat: Open[Seat]
    # It is public which bullets each player has received, wherever they are.
    cards: Open[tuple[Card, ...]]


@record
class DrawAnnounced(Event):
    """A player will draw as soon as the discard pile is shuffled.

    This event occurs only if the draw has to wait: the deck has fewer cards than are drawn, and there is a discard
    pile.
    Otherwise ``CardsDrawn`` follows at once. Other draws, such as filling up a hand, have no announcement.
    """

    seat: Open[Seat]


@record
class KeepingStarted(Event):
    """These players must choose which cards they keep."""

    seats: Open[tuple[Seat, ...]]


@record
class HandKept(Event):
    """A player kept some cards for the next round and put the others on the discard pile."""

    seat: Open[Seat]
    kept: Annotated[tuple[Card, ...], SeenBy("player", count="kept_count")]
    discarded: Annotated[tuple[Card, ...], SeenBy("player_or_all", count="discarded_count")]


@record
class CardDiscarded(Event):
    """The card that was carried out was put on its owner's discard pile."""

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
