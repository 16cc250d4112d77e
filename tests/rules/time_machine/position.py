"""A position with a bandit in hiding, as all tests of what can be seen of it use it."""

from colt_rules.conformance.cases.board import board

SKETCH = """
    car    |      | mail  | dining | time-machine |
    roof   | tuco |       |        |              |
    inside | M    | ghost | purse  | doc purse    |
"""
GAME = board(
    SKETCH,
    modules=("base", "time-machine"),
    hiding={"belle": "dining"},
    hands={"tuco": ["tuco-fire"], "ghost": ["ghost-move"], "doc": ["doc-move"], "belle": ["belle-robbery"]},
)
"""Belle hides beneath the dining car, Doc is in the time machine."""
OTHER = board(
    SKETCH,
    modules=("base", "time-machine"),
    hiding={"belle": "mail"},
    hands={"tuco": ["tuco-fire"], "ghost": ["ghost-move"], "doc": ["doc-move"], "belle": ["belle-robbery"]},
)
"""The same with Belle beneath the mail car."""
