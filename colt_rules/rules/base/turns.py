"""The kinds of turns on round cards: the order in which players act, and whether they play cards face down."""

from colt_rules.model.names import Seat
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Turn


@clause("turn.standard", "schemin.turn-order")
def once_each(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Every player acts once, clockwise from the first player."""
    return seats


@clause("turn.speeding-up", "ruling.speeding-up.order-free")
def twice_each(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Every player acts twice before the next one does."""
    return tuple(seat for seat in seats for _ in range(2))


@clause("turn.switching")
def other_way_round(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Every player acts once, counter-clockwise, beginning with the first player."""
    return seats[:1] + seats[:0:-1]


TURNS = {
    "standard": Turn(False, once_each, ("turn.standard", "schemin.turn-order")),
    "tunnel": Turn(True, once_each, ("turn.tunnel", "schemin.turn-order")),
    "speeding-up": Turn(False, twice_each, ("turn.speeding-up", "ruling.speeding-up.order-free")),
    "switching": Turn(False, other_way_round, ("turn.switching",)),
}
