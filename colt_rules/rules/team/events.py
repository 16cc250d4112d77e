"""The event of teams."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Card, Seat
from colt_rules.model.record import record


@record
class PartnerCardDrawn(Event):
    """A player drew the top card of the partner's deck."""

    seat: Open[Seat]
    partner: Open[Seat]
    card: Annotated[Card, SeenBy("player")]


EVENTS: dict[str, type[Event]] = {
    "PartnerCardDrawn": PartnerCardDrawn,
}
