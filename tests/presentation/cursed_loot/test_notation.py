"""How cursed loot is written, and what no game comes to."""

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.conformance.cases.reachable import unreachable
from colt_rules.conformance.fuzzing.sketching import board_of, take_apart
from colt_rules.conformance.notation import BadSketch
from tests.rules.cursed_loot.tables import ALONE

SKETCH = "car | | mail | dining | first-class |\nroof | | | | |\ninside | M strongbox:10 | {} tuco | doc | belle |"


def test_a_cursed_token_is_written_with_its_value() -> None:
    game = board(SKETCH.format("jewel:5 purse:1 purse:2"), pile=["tuco-robbery"], modules=ALONE)
    assert game.values == {"strongbox-1": 10, "jewel-1": 5, "purse-1": 1, "purse-2": 2, "strongbox-2": 1000}
    assert unreachable(game) == ()
    taken_apart = take_apart(game, ())
    assert taken_apart is not None
    assert board_of(taken_apart).values == game.values


def test_without_the_module_there_is_no_cursed_token() -> None:
    with pytest.raises(BadSketch, match="expected the module cursed-loot to be in play"):
        board(SKETCH.format("jewel:5"), pile=["tuco-robbery"])


@pytest.mark.parametrize(
    ("loot", "reason"),
    [
        ("jewel:5 jewel:5 jewel:5", "jewels: expected at most 2 of $5, as in the box, got 3"),
        ("jewel:7", "jewels: expected at most 0 of $7, as in the box, got 1"),
        ("purse:1 purse:1 purse:1", "purses: expected at most 2 of $1, as in the box, got 3"),
        ("strongbox:10", "strongboxes: expected at most 1 of $10, as in the box, got 2"),
    ],
)
def test_no_game_has_more_tokens_than_the_box(loot: str, reason: str) -> None:
    assert reason in unreachable(board(SKETCH.format(loot), pile=["tuco-robbery"], modules=ALONE))


def test_another_split_that_is_agreed_on_can_be_drawn() -> None:
    house_rule = ("ruling.cursed.split=three-of-one",)
    game = board(SKETCH.format("purse:1 purse:1 purse:1"), pile=["tuco-robbery"], modules=ALONE, rulings=house_rule)
    assert unreachable(game) == ()
