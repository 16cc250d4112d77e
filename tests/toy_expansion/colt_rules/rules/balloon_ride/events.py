"""The events of the balloon. An event carries all that a fold needs."""

from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Number, Place, Seat, Token
from colt_rules.model.record import record


@record
class SandbagPlaced(Event):
    """A sandbag was put at a place; nobody can see how heavy it is."""

    token: Token
    kind: str
    place: Place


@record
class SandbagThrown(Event):
    """A bandit threw a sandbag, and the balloon rose to this height."""

    seat: Seat
    bandit: Bandit
    token: Token
    kind: str
    height: Number


EVENTS: dict[str, type[Event]] = {"SandbagPlaced": SandbagPlaced, "SandbagThrown": SandbagThrown}
