"""The partners of each team."""

from colt_rules.model.names import Seat
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause


@clause("team.seating")
def partner(game: Game, seat: Seat) -> Seat:
    """Partners sit next to each other: the first two seats are a team, then the next two, and so on."""
    seats = game.options.seats
    place = seats.index(seat)
    return seats[place + 1 if place % 2 == 0 else place - 1]
