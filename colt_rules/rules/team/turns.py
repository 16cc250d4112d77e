"""The kinds of turns that differ in teams."""

from colt_rules.model.names import Seat
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Turn


@clause("team.switching", "ruling.team.switching-begins")
def other_way_round(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Turns go counter-clockwise, and B acts before A in each team: the first player's partner begins."""
    return seats[1::-1] + seats[:1:-1]


TURNS = {
    "switching": Turn(False, other_way_round, ("turn.switching", "team.switching", "ruling.team.switching-begins"))
}
