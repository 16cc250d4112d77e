"""Robbery: one token from the bandit's own place."""

import pytest

from colt_rules.commands import Rob
from colt_rules.conformance.cases.board import board
from colt_rules.events import LootTaken
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from tests.verdicts import after, answers, back, happens, idle, refusal

TAKEN = ("robbery.take-one",)
PURSE_TAKEN = (*TAKEN, "robbery.unseen", "ruling.robbery.which-purse")


def robbing(card: str) -> Game:
    """In car-1: purse-1, purse-2, jewel-1 inside, purse-3 on the roof. In car-2: purse-4. Ghost owns purse-5."""
    return board(
        """
        roof   |             | doc purse                  |       |
        inside | M strongbox | tuco purse:500 purse jewel | purse ghost |
        """,
        pile=[card],
        loot={"ghost": ["purse"]},
    )


@pytest.mark.clause("robbery.take-one", "robbery.unseen", "ruling.robbery.which-purse")
@pytest.mark.parametrize(("token", "cites"), [("purse-1", PURSE_TAKEN), ("purse-2", PURSE_TAKEN), ("jewel-1", TAKEN)])
def test_the_robber_takes_any_one_token_of_the_place(token: str, cites: Cites) -> None:
    assert happens(robbing("tuco-robbery"), Rob("tuco", token)) == [
        (LootTaken("tuco", token, "car-1.inside"), cites),
        back("tuco-robbery"),
    ]
    robbed = after(robbing("tuco-robbery"), Rob("tuco", token))
    assert robbed.figures["tuco"].loot == (token,)
    assert token not in robbed.floor["car-1.inside"]
    assert len(robbed.floor["car-1.inside"]) == 2


@pytest.mark.clause("robbery.take-one")
@pytest.mark.parametrize("token", ["purse-4", "strongbox-1", "purse-5", "strongbox-2", "purse-99", "purse", ""])
def test_nothing_that_lies_or_is_kept_elsewhere(token: str) -> None:
    assert refusal(robbing("tuco-robbery"), Rob("tuco", token)) == ("robbery.take-one",)


@pytest.mark.clause("robbery.same-level")
def test_each_level_has_its_own_loot() -> None:
    assert answers(robbing("doc-robbery"), "doc") == [Rob("doc", "purse-3")]
    assert refusal(robbing("doc-robbery"), Rob("doc", "purse-1")) == ("robbery.take-one", "robbery.same-level")
    assert refusal(robbing("tuco-robbery"), Rob("tuco", "purse-3")) == ("robbery.take-one", "robbery.same-level")


@pytest.mark.clause("robbery.same-level")
def test_on_a_roof_the_loot_of_the_roof_is_taken() -> None:
    assert happens(robbing("doc-robbery"), Rob("doc", "purse-3")) == [
        (LootTaken("doc", "purse-3", "car-1.roof"), PURSE_TAKEN),
        back("doc-robbery"),
    ]
    assert "car-1.roof" not in after(robbing("doc-robbery"), Rob("doc", "purse-3")).floor


@pytest.mark.clause("robbery.unseen", "ruling.robbery.which-purse")
def test_what_can_be_chosen_does_not_tell_what_a_purse_is_worth() -> None:
    def offered(first: int, second: int) -> object:
        sketch = f"roof | | | |\ninside | M | tuco purse:{first} purse:{second} | ghost |"
        return answers(board(sketch, pile=["tuco-robbery"]), "tuco")

    assert offered(250, 500) == offered(500, 250) == [Rob("tuco", "purse-1"), Rob("tuco", "purse-2")]


@pytest.mark.clause("robbery.unseen")
def test_a_purse_cannot_be_asked_for_by_its_worth() -> None:
    assert refusal(robbing("tuco-robbery"), Rob("tuco", "purse:500")) == ("robbery.take-one",)


@pytest.mark.clause("robbery.nothing-there")
@pytest.mark.parametrize(
    "sketch",
    [
        """
        roof   |             | purse |       |
        inside | M strongbox | tuco  | ghost jewel |
        """,
        """
        roof   |             | tuco  |       |
        inside | M strongbox | purse | ghost |
        """,
    ],
)
def test_where_nothing_lies_the_card_does_nothing(sketch: str) -> None:
    assert idle(board(sketch), "tuco-robbery") == ("stealin.obligatory", "robbery.nothing-there")


@pytest.mark.clause("robbery.nothing-there")
def test_one_token_is_enough_to_make_the_robbery_happen() -> None:
    game = board(
        """
        roof   |                | ghost |   |
        inside | tuco strongbox |       | M |
        """,
        pile=["tuco-robbery"],
    )
    assert answers(game, "tuco") == [Rob("tuco", "strongbox-1")]
    assert happens(game, Rob("tuco", "strongbox-1"))[0] == (
        LootTaken("tuco", "strongbox-1", "locomotive.inside"),
        TAKEN,
    )
    assert after(game, Rob("tuco", "strongbox-1")).floor == {}


@pytest.mark.clause("robbery.take-one")
def test_what_is_taken_is_put_with_what_one_has() -> None:
    game = board(
        """
        roof   |   | ghost      |
        inside | M | tuco jewel |
        """,
        pile=["tuco-robbery"],
        loot={"tuco": ["purse"]},
    )
    assert after(game, Rob("tuco", "jewel-1")).figures["tuco"].loot == ("purse-1", "jewel-1")
