"""The melee among the turns of a round card."""

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import TurnStarted
from colt_rules.kernel import settle
from colt_rules.model.record import changed
from tests.rules.sittings import cited, told

SKETCH = """
    car    |      | mail  | dining | stagecoach |
    roof   | tuco | ghost | belle  |            |
    inside |      | M     |        |            |
"""


@pytest.mark.clause("melee.at-once", "melee.usual-order", "ruling.melee.no-standard-turn")
def test_a_melee_is_a_turn_of_its_own_kind_played_once_by_each_in_the_usual_order_face_up() -> None:
    game = board(
        SKETCH,
        modules=("base", "horses", "stagecoach"),
        card="panting-horses.2-4",
        hands={"tuco": ["tuco-fire"], "ghost": ["ghost-move"], "belle": ["belle-move"]},
        first="ghost",
    )
    begun = settle(changed(game, round=changed(game.round, turn=-1, order=())))
    assert told(begun, TurnStarted) == [TurnStarted(0, "melee", False, ("ghost", "belle", "tuco"))]
    assert cited(begun, TurnStarted) == (
        "schemin.turns-as-printed",
        "melee.at-once",
        "melee.usual-order",
        "ruling.melee.no-standard-turn",
    )
