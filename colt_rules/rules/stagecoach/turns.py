"""The melee, a kind of turn on round cards of the stagecoach."""

from colt_rules.model.names import Seat
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Turn


@clause("melee.at-once", "melee.usual-order", "ruling.melee.no-standard-turn")
def all_at_once(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Every player acts once, all at the same time; this is the order in which the cards are laid."""
    return seats


TURNS = {"melee": Turn(False, all_at_once, ("melee.at-once", "melee.usual-order", "ruling.melee.no-standard-turn"))}
