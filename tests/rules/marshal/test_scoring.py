"""What the referee says of money and ranks in a game with a Marshal."""

from typing import Any

from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded
from colt_rules.kernel import settle
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.referee.audit import broken
from colt_rules.referee.what_if import _ending
from tests.rules.marshal.tables import MODULES

SKETCH = """
    car    |         | mail | dining | baggage | prison |
    roof   |         | tuco |        | belle   |        |
    inside | marshal |      | doc    | ghost   |        |
"""
FOUR_MET: dict[str, Any] = {
    "posters": ["doc"],
    "cylinders": {"left": [], "right": []},
    "recaptured": ["companion-of-belle", "companion-of-doc"],
}
"""With these the Marshal has met four of the goals: all but the warrant against Tuco."""


def ending(**fields: Any) -> Game:
    """The end of the last round."""
    goals = ("warrant-doc", "golden-bullet", "keys", "scratches", "warrant-tuco")
    return board(SKETCH, modules=MODULES, card="bridge.2-4", number=5, current=goals, **fields)


def test_of_a_false_ranking_the_goals_come_first_where_they_decide_and_else_the_money() -> None:
    for goals, first in ((FOUR_MET, "goal.four-of-five"), ({}, "end.richest-wins")):
        game = ending(**goals)
        *before, (ended, cites) = settle(game).events
        assert isinstance(ended, GameEnded)
        false = changed(ended, ranking=ended.ranking[::-1])
        happened = (*before, (false, cites))
        assert broken(game, settle(game).events, happened)[0] == first


def test_what_the_marshal_has_taken_is_no_money_of_his_before_the_end_either() -> None:
    game = ending(loot={"marshal": ["purse:300"], "doc": ["purse:450"]})
    assert _ending(game).money == {"marshal": 0, "tuco": 0, "doc": 450, "ghost": 0, "belle": 0}
