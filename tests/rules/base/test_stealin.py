"""The Stealin' phase: the pile is carried out card by card, in the order of play."""

from itertools import product

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionIdle
from colt_rules.kernel import settle
from colt_rules.rules.base.actions import ACTIONS
from colt_rules.rules.rulebook import rulebook
from tests.verdicts import lay


@pytest.mark.clause("stealin.obligatory")
@pytest.mark.parametrize("action", ["move", "floor-change", "fire", "robbery", "punch", "marshal"])
def test_a_card_waits_for_its_player_exactly_where_there_is_something_to_choose(action: str) -> None:
    """Every way to put two bandits on a short train, with and without bullets."""
    places = [(level, car) for level in ("roof", "inside") for car in range(3)]
    waiting = 0
    for mine, other in product(places, places):
        cells = dict.fromkeys(places, "") | {("roof", 1): "purse", ("inside", 2): "jewel"}
        cells[mine] += " tuco"
        cells[other] += " ghost"
        sketch = "\n".join(
            f"{level} | " + " | ".join(cells[level, car] for car in range(3)) + " |" for level in ("roof", "inside")
        )
        for bullets in (0, 1):
            game = lay(board(sketch, bullets={"tuco": bullets}), f"tuco-{action}")
            verdict = settle(game)
            waits = verdict.after.round.current is not None
            assert waits == (not any(isinstance(event, ActionIdle) for event, _ in verdict.events))
            assert waits == bool(ACTIONS[action].answers(rulebook(("base",)), verdict.after, "tuco"))
            waiting += waits
    assert waiting
