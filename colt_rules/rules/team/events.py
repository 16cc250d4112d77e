"""The event of teams."""

from colt_rules.model.messages import Event
from colt_rules.model.names import Card, Seat
from colt_rules.model.record import record


@record
class PartnerCardDrawn(Event):
    """A player drew the top card of the partner's deck."""

    seat: Seat
    partner: Seat
    card: Card


EVENTS: dict[str, type[Event]] = {
    "PartnerCardDrawn": PartnerCardDrawn,
}
