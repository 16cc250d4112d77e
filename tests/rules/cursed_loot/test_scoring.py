"""Cursed loot counts its few dollars, and is counted wherever tokens are."""

from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded, LootLost, ScoreLine
from colt_rules.kernel import settle
from colt_rules.model.names import Cites
from colt_rules.rules.stagecoach.model import COACH
from tests.rules.cursed_loot.tables import ALONE, WITH_STAGECOACH

LAST: dict[str, Any] = {"number": 5, "rounds": (), "card": "bridge.2-4"}
TRAIN = "car | | mail | dining |\nroof | | tuco | belle |\ninside | M | doc | |"
BESIDE = f"car | | mail | dining | {COACH} |\nroof | | tuco | belle | |\ninside | M | doc | | |\nbeside | {COACH} | | |"


def ended(sketch: str, loot: dict[str, list[str]], **fields: Any) -> tuple[list[ScoreLine], Cites]:
    """The lines of the score and what they rest on."""
    game = board(sketch, loot=loot, **LAST | {"modules": ALONE} | fields)
    ((event, cites),) = [(event, cites) for event, cites in settle(game).events if isinstance(event, GameEnded)]
    assert isinstance(event, GameEnded)
    return list(event.lines), cites


@pytest.mark.clause("ruling.cursed.nothing-else", "scoring.tokens")
def test_every_token_counts_what_is_on_it() -> None:
    lines, cites = ended(TRAIN, {"doc": ["purse:1", "purse:2", "jewel:5", "strongbox:10", "jewel"], "tuco": ["purse"]})
    assert [line.amount for line in lines if line.line == "tokens"] == [518, 250, 0]
    assert "ruling.cursed.nothing-else" in cites


@pytest.mark.clause("ruling.cursed.nothing-else")
def test_where_nobody_has_cursed_loot_there_is_nothing_to_say_of_it() -> None:
    _, cites = ended(TRAIN, {"doc": ["purse:300", "jewel", "strongbox"]})
    assert "ruling.cursed.nothing-else" not in cites


@pytest.mark.clause("ruling.cursed.nothing-else", "hostage.old-lady.ransom", "hostage.poker-player.ransom")
@pytest.mark.parametrize(
    ("hostage", "loot", "ransom"),
    [
        ("old-lady", ["jewel:5", "jewel:5"], 1000),
        ("poker-player", ["purse:1", "purse:2"], 500),
        ("banker", ["strongbox:10"], 1000),
        ("banker", ["jewel:5"], None),
    ],
)
def test_hostages_count_tokens_and_not_what_they_are_worth(hostage: str, loot: list[str], ransom: int | None) -> None:
    lines, cites = ended(BESIDE, {"doc": loot}, captors={"doc": hostage}, modules=WITH_STAGECOACH)
    assert next((line.amount for line in lines if line.line == "hostage"), None) == ransom
    assert "ruling.cursed.nothing-else" in cites


@pytest.mark.clause("ruling.cursed.nothing-else", "station.sharing-the-loot")
def test_a_cursed_strongbox_is_shared_as_any() -> None:
    together = BESIDE.replace("| tuco | belle |", "|  | belle |").replace("| doc |", "| doc tuco |")
    lines, _ = ended(together, {"doc": ["strongbox:10"]}, card="sharing-the-loot", modules=WITH_STAGECOACH)
    assert [(line.seat, line.amount) for line in lines if line.line == "shared-loot"] == [("doc", -5), ("tuco", 5)]


@pytest.mark.clause("ruling.cursed.nothing-else", "station.marshals-revenge")
def test_the_marshals_revenge_takes_the_cheapest_purse_a_cursed_one_too() -> None:
    game = board(
        "car | | mail | dining |\nroof | | tuco | |\ninside | | M doc | belle |",
        loot={"tuco": ["purse", "purse:1"]},
        modules=ALONE,
        **{**LAST, "card": "marshals-revenge"},
    )
    lost = [event for event, _ in settle(game).events if isinstance(event, LootLost)]
    assert lost == [LootLost("tuco", "purse-2")]
