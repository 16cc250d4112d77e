"""Flasks as loot: they are taken, dropped and counted by rules that do not know them."""

from typing import Any

import pytest

from colt_rules.commands import Punch, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded, LootDropped, LootTaken
from colt_rules.kernel import settle
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.model import horses_of
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    roof   |  |                             |     |
    inside | M| cheyenne tuco purse:300 FLASK | doc |
"""


def stealing(card: str, flask: str = "whisky", **fields: Any) -> Game:
    """This flask lies beside Cheyenne and Tuco; Doc is elsewhere."""
    plain: dict[str, Any] = {"modules": ("base", "horses"), "pile": [card]}
    return board(SKETCH.replace("FLASK", flask), **plain | fields)


@pytest.mark.clause("whisky.loot", "ruling.whisky.who-knows")
@pytest.mark.parametrize("flask", ["whisky", "whisky:old"])
def test_a_robbery_can_take_a_flask(flask: str) -> None:
    game = stealing("tuco-robbery", flask)
    assert answers(game, "tuco") == [Rob("tuco", "purse-1"), Rob("tuco", "whisky-1")]
    verdict = accepted(game, Rob("tuco", "whisky-1"))
    assert told(verdict, LootTaken) == [LootTaken("tuco", "whisky-1", "car-1.inside")]
    assert cited(verdict, LootTaken) == ("robbery.take-one", "whisky.loot", "ruling.whisky.who-knows")
    assert verdict.after.figures["tuco"].loot == ("whisky-1",)
    purse = accepted(game, Rob("tuco", "purse-1"))
    assert "whisky.loot" not in cited(purse, LootTaken)


@pytest.mark.clause("whisky.stays-half-empty")
def test_a_half_empty_flask_is_half_empty_for_whoever_takes_it() -> None:
    verdict = accepted(stealing("tuco-robbery", "whisky:half"), Rob("tuco", "whisky-1"))
    assert cited(verdict, LootTaken) == ("robbery.take-one", "whisky.loot", "whisky.stays-half-empty")
    assert horses_of(verdict.after).flasks["whisky-1"].used


@pytest.mark.clause("whisky.loot", "whisky.stays-half-empty")
@pytest.mark.parametrize("flask", ["whisky", "whisky:half"])
def test_a_punch_makes_a_flask_fall_as_full_as_it_was(flask: str) -> None:
    game = stealing("tuco-punch", "jewel", loot={"cheyenne": [flask]})
    verdict = accepted(game, Punch("tuco", "cheyenne", "whisky-1", "car-2.inside", False))
    assert told(verdict, LootDropped) == [LootDropped("cheyenne", "whisky-1", "car-1.inside")]
    cites = cited(verdict, LootDropped)
    assert "whisky.loot" in cites
    assert ("whisky.stays-half-empty" in cites) == (flask == "whisky:half")
    assert "ruling.whisky.cheyenne" not in cites
    assert horses_of(verdict.after).flasks == horses_of(game).flasks
    assert "whisky-1" in verdict.after.floor["car-1.inside"]


@pytest.mark.clause("ruling.whisky.cheyenne")
def test_cheyenne_keeps_no_flask() -> None:
    game = stealing("cheyenne-punch", loot={"tuco": ["whisky"]})
    mine = next(token for token in game.figures["tuco"].loot)
    keeping = Punch("cheyenne", "tuco", mine, "car-2.inside", True)
    assert refusal(game, keeping) == ("cheyenne.other-loot-drops", "ruling.whisky.cheyenne")
    verdict = accepted(game, changed(keeping, keep=False))
    assert "ruling.whisky.cheyenne" in cited(verdict, LootDropped)
    jewel = stealing("cheyenne-punch", loot={"tuco": ["jewel", "purse"]})
    assert refusal(jewel, changed(keeping, token="jewel-1")) == ("cheyenne.other-loot-drops",)
    assert after(jewel, changed(keeping, token="purse-2")).figures["cheyenne"].loot == ("purse-2",)


@pytest.mark.clause("horses.scoring.whisky")
@pytest.mark.parametrize("flask", ["whisky", "whisky:half", "whisky:old"])
def test_a_flask_brings_no_money(flask: str) -> None:
    with_flask, without = (_ended({"tuco": ["purse:300", *more]}) for more in ([flask], []))
    (ended,), (plain,) = told(with_flask, GameEnded), told(without, GameEnded)
    assert ended == plain
    assert "horses.scoring.whisky" in cited(with_flask, GameEnded)
    assert "horses.scoring.whisky" not in cited(without, GameEnded)


def _ended(loot: dict[str, list[str]]) -> Any:
    game = stealing("", "jewel", pile=(), loot=loot, number=5)
    return settle(game)
