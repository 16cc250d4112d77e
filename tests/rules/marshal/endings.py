"""The end of a round or of a game with a Marshal: the pile is done, and what comes by itself is still to come."""

from typing import Any

from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded
from colt_rules.kernel import Accepted
from colt_rules.model.state import Game
from tests.rules.marshal.tables import MODULES
from tests.rules.sittings import told

SKETCH = """
    car    |         | mail | dining | baggage | prison |
    roof   |         | tuco |        | belle   |        |
    inside | marshal |      | doc    | ghost   |        |
"""
GOALS = ("warrant-doc", "golden-bullet", "keys", "scratches", "warrant-tuco")
FOUR_MET: dict[str, Any] = {
    "current": GOALS,
    "posters": ["doc"],
    "cylinders": {"left": [], "right": []},
    "recaptured": ["companion-of-belle", "companion-of-doc"],
}
"""With these the Marshal has met four of the goals: all but the warrant against Tuco."""


def ending(sketch: str = SKETCH, **fields: Any) -> Game:
    """The end of the last round."""
    plain: dict[str, Any] = {"modules": MODULES, "card": "bridge.2-4", "number": 5, "current": GOALS}
    return board(sketch, **plain | fields)


def round_end(card: str, sketch: str = SKETCH, **fields: Any) -> Game:
    """The end of the first round, in which this is the round card."""
    plain: dict[str, Any] = {"modules": MODULES, "card": card, "rounds": ["bridge.2-4"]}
    return board(sketch, **plain | fields)


def ranks(verdict: Accepted) -> list[tuple[int, str, int]]:
    """Rank, player and money, the winner first."""
    (ended,) = told(verdict, GameEnded)
    return [(one.rank, one.seat, one.money) for one in ended.ranking]


def lines(verdict: Accepted, line: str) -> list[tuple[str, int]]:
    """The lines of this kind in the final score."""
    (ended,) = told(verdict, GameEnded)
    return [(one.seat, one.amount) for one in ended.lines if one.line == line]
