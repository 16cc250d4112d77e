"""A bot that cannot look under a token expects what tokens of its kind are worth on average."""

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.model.state import Game
from colt_rules.players.bots import _values
from colt_rules.players.evaluation import PURSE, Outlook
from colt_rules.views import view
from tests.rules.cursed_loot.tables import ALONE, WITH_STAGECOACH

SKETCH = "car | | mail | dining |\nroof | | tuco | |\ninside | M strongbox | {loot} doc | belle |"


def position(loot: str, *modules: str) -> Game:
    return board(SKETCH.format(loot=loot), pile=["doc-robbery"], loot={"doc": ["jewel"]}, modules=modules)


def worth(game: Game, role: str, token: str) -> float:
    """What a token on the floor or in a hand is worth to a bot."""
    seen = view(game, role)
    rows = (*seen.floor.values(), *(bandit.tokens for bandit in seen.bandits))
    found = next(each for row in rows for each in row if each.token == token)
    return Outlook(seen, _values()).of_token(found)


@pytest.mark.parametrize("value", [1, 250])
def test_a_purse(value: int) -> None:
    assert worth(position(f"purse:{value}", *ALONE), "doc", "purse-1") == pytest.approx((6000 + 6) / 22)
    assert worth(position("purse", "base"), "doc", "purse-1") == PURSE


@pytest.mark.parametrize("value", [5, 500])
def test_a_jewel(value: int) -> None:
    game = position(f"jewel:{value}", *ALONE)
    assert worth(game, "doc", "jewel-1") == worth(game, "tuco", "jewel-2") == pytest.approx(3010 / 8)
    assert worth(game, "doc", "jewel-2") == 500
    assert worth(position("jewel", "base"), "doc", "jewel-1") == 500


def test_a_strongbox() -> None:
    assert worth(position("purse", *ALONE), "doc", "strongbox-1") == pytest.approx(2010 / 3)
    coach = SKETCH.replace("dining |\n", "dining | stagecoach |\n").format(loot="purse")
    sketch = "\n".join(
        [
            *(line if line.startswith("car") else f"{line} |" for line in coach.splitlines()),
            "beside | stagecoach | | |",
        ]
    )
    game = board(sketch, pile=["doc-robbery"], modules=WITH_STAGECOACH)
    assert worth(game, "doc", "strongbox-1") == pytest.approx(3010 / 4)
