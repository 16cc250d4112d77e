"""The melee, a kind of turn on round cards of the stagecoach."""

from colt_rules.model.names import Seat
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Turn


@clause("melee.at-once", "melee.usual-order", "ruling.melee.no-standard-turn")
def all_at_once(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """All players act at the same time; their cards are laid clockwise from the first player."""
    return seats


TURNS = {"melee": Turn(False, all_at_once, ("melee.at-once", "melee.usual-order", "ruling.melee.no-standard-turn"))}
