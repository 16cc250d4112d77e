"""What teams add to the notation of cases."""

from collections.abc import Iterator

from colt_rules.conformance.notation import Notation
from colt_rules.model.state import Game

FEWEST = 4


def impossible(game: Game) -> Iterator[str]:
    """Every player has a partner, and there is another team."""
    seats = game.options.seats
    if len(seats) % 2 or len(seats) < FEWEST:
        yield f"seats: expected two or three pairs of partners in a row, got {', '.join(seats)}"


NOTATION = Notation(
    impossible=impossible,
    pages={
        "Given.borrowed": "team: which cards of a hand come from the partner's deck.",
        "Given.pile": "`tuco-fire@ghost` was played by his partner Ghost",
    },
)
