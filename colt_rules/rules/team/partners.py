"""Who is whose partner."""

from colt_rules.model.names import Seat
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause


@clause("team.seating")
def partner(game: Game, seat: Seat) -> Seat:
    """Of two seats in a row, counted from the first one, each is the other's partner."""
    seats = game.options.seats
    place = seats.index(seat)
    return seats[place + 1 if place % 2 == 0 else place - 1]
