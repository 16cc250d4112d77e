"""The events of the balloon. An event carries everything that a fold needs. Both have a version 1, which old logs hold.

Everybody sees a field that is ``Open``, and only the referee sees a field that is ``Hidden``.
"""

from colt_rules.model.audience import Hidden, Open
from colt_rules.model.messages import Earlier, Event
from colt_rules.model.names import Bandit, Number, Place, Seat, Token
from colt_rules.model.record import record


@record
class SandbagPlacedV1(Event):
    """A sandbag was put at a place; nobody can see how heavy it is."""

    token: Token
    weight: str
    place: Place


@record
class SandbagPlaced(Event):
    """A sandbag was put at a place; nobody can see how heavy it is."""

    earlier = (Earlier(SandbagPlacedV1, renamed={"weight": "kind"}),)

    token: Open[Token]
    kind: Hidden[str]
    place: Open[Place]


@record
class SandbagThrownV1(Event):
    """A bandit threw a sandbag, and the balloon rose to this height."""

    seat: Seat
    bandit: Bandit
    token: Token
    height: Number


@record
class SandbagThrown(Event):
    """A bandit threw a sandbag, and the balloon rose to this height."""

    earlier = (Earlier(SandbagThrownV1, added={"kind": "unknown"}),)

    seat: Open[Seat]
    bandit: Open[Bandit]
    token: Open[Token]
    kind: Open[str]
    height: Open[Number]


EVENTS: dict[str, type[Event]] = {"SandbagPlaced": SandbagPlaced, "SandbagThrown": SandbagThrown}
