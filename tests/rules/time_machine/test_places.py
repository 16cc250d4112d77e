"""The board with a time machine is remembered."""

from colt_rules.conformance.cases.board import board
from colt_rules.model.record import changed
from colt_rules.rules.rulebook import rules_of

SKETCH = """
    car    |   | mail | dining | time-machine |
    roof   |   | doc  | tuco   |              |
    inside | M |      | ghost  |              |
"""


def test_the_same_board_is_made_only_once() -> None:
    game = board(SKETCH, modules=("base", "time-machine"))
    longer = changed(game, train=(*game.train, "baggage"))
    graph = rules_of(game).graph
    assert graph(game) is graph(changed(game, neutral=3))
    assert graph(game) is not graph(longer)
