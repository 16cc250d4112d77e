"""Punch: whom, which token, where to."""

import pytest

from colt_rules.commands import Punch
from colt_rules.conformance.cases.board import board
from colt_rules.events import BanditMoved, LootDropped, LootKept
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from tests.verdicts import after, answers, back, happens, idle, refusal

DROPPED = ("punch.loot.chosen", "punch.loot.dropped")
PURSE_DROPPED = (*DROPPED, "punch.loot.purse-unseen", "ruling.punch.which-purse")
PUSHED = ("punch.target", "punch.push.adjacent", "punch.push.same-level")


def punching() -> Game:
    """Doc among Ghost, who has purse-1, purse-2 and jewel-1, and Tuco, who has nothing. Django has purse-3."""
    return board(
        """
        roof   |   |     | cheyenne       |        |     |
        inside | M |     | doc ghost tuco | django |     |
        """,
        pile=["doc-punch"],
        loot={"ghost": ["purse:500", "purse", "jewel"], "django": ["purse"]},
    )


# --- whom


@pytest.mark.clause("punch.target")
def test_any_bandit_at_the_same_place_can_be_chosen() -> None:
    chosen = {command.target for command in answers(punching(), "doc") if isinstance(command, Punch)}
    assert chosen == {"ghost", "tuco"}


@pytest.mark.clause("punch.target")
@pytest.mark.parametrize(
    ("target", "token"), [("django", "purse-3"), ("cheyenne", None), ("doc", None), ("nobody", None)]
)
def test_nobody_in_another_car_on_the_other_level_or_oneself(target: str, token: str | None) -> None:
    assert refusal(punching(), Punch("doc", target, token, "car-1.inside", False)) == ("punch.target",)


@pytest.mark.clause("ruling.action.nobody-there", "punch.target")
def test_with_nobody_else_there_the_card_does_nothing() -> None:
    game = board(
        """
        roof   |   | ghost |      |
        inside | M | doc   | tuco |
        """
    )
    assert idle(game, "doc-punch") == ("stealin.obligatory", "ruling.action.nobody-there")


@pytest.mark.clause("ruling.action.nobody-there", "stealin.obligatory")
def test_with_somebody_there_the_punch_must_be_thrown() -> None:
    game = board(
        """
        roof   |   |           |
        inside | M | doc ghost |
        """,
        pile=["doc-punch"],
    )
    assert answers(game, "doc") == [Punch("doc", "ghost", None, "locomotive.inside", False)]


# --- which token


@pytest.mark.clause("punch.loot.chosen", "punch.loot.dropped", "punch.loot.purse-unseen", "ruling.punch.which-purse")
@pytest.mark.parametrize(
    ("token", "cites"), [("purse-1", PURSE_DROPPED), ("purse-2", PURSE_DROPPED), ("jewel-1", DROPPED)]
)
def test_the_puncher_points_at_a_token_and_it_drops_at_the_punchers_place(token: str, cites: Cites) -> None:
    command = Punch("doc", "ghost", token, "car-1.inside", False)
    assert happens(punching(), command) == [
        (LootDropped("ghost", token, "car-2.inside"), cites),
        (BanditMoved("ghost", "car-2.inside", "car-1.inside", "push"), PUSHED),
        back("doc-punch"),
    ]
    punched = after(punching(), command)
    assert punched.floor == {"car-2.inside": (token,)}
    assert token not in punched.figures["ghost"].loot
    assert len(punched.figures["ghost"].loot) == 2
    assert punched.figures["doc"].loot == ()


@pytest.mark.clause("punch.loot.chosen")
@pytest.mark.parametrize("token", [None, "purse-3", "strongbox-1", "jewel-2"])
def test_a_target_with_loot_loses_one_of_its_own_tokens(token: str | None) -> None:
    command = Punch("doc", "ghost", token, "car-1.inside", False)
    assert refusal(punching(), command) == ("punch.loot.chosen",)


@pytest.mark.clause("punch.loot.chosen")
def test_a_target_without_loot_loses_nothing_and_is_still_pushed() -> None:
    assert happens(punching(), Punch("doc", "tuco", None, "car-3.inside", False)) == [
        (LootKept("tuco"), ("punch.loot.chosen",)),
        (BanditMoved("tuco", "car-2.inside", "car-3.inside", "push"), PUSHED),
        back("doc-punch"),
    ]


@pytest.mark.clause("punch.loot.chosen")
def test_from_a_target_without_loot_no_token_can_be_chosen() -> None:
    command = Punch("doc", "tuco", "purse-1", "car-3.inside", False)
    assert refusal(punching(), command) == ("punch.loot.chosen",)


@pytest.mark.clause("punch.loot.dropped")
def test_on_a_roof_the_token_drops_on_the_roof() -> None:
    game = board(
        """
        roof   |   | doc ghost |       |
        inside | M | purse     | tuco  |
        """,
        pile=["doc-punch"],
        loot={"ghost": ["strongbox"]},
    )
    command = Punch("doc", "ghost", "strongbox-1", "car-2.roof", False)
    assert happens(game, command)[0] == (LootDropped("ghost", "strongbox-1", "car-1.roof"), DROPPED)
    punched = after(game, command)
    assert punched.floor == {"car-1.inside": ("purse-1",), "car-1.roof": ("strongbox-1",)}


@pytest.mark.clause("punch.loot.dropped")
def test_nobody_but_cheyenne_keeps_what_drops() -> None:
    command = Punch("doc", "ghost", "purse-1", "car-1.inside", True)
    assert refusal(punching(), command) == ("punch.loot.dropped",)


@pytest.mark.clause("punch.loot.purse-unseen", "ruling.punch.which-purse")
def test_what_can_be_chosen_does_not_tell_what_a_purse_is_worth() -> None:
    def offered(first: int, second: int) -> object:
        sketch = "roof | | |\ninside | M | doc ghost |"
        loot = {"ghost": [f"purse:{first}", f"purse:{second}"]}
        return answers(board(sketch, pile=["doc-punch"], loot=loot), "doc")

    both = [Punch("doc", "ghost", token, "locomotive.inside", False) for token in ("purse-1", "purse-2")]
    assert offered(250, 500) == offered(500, 250) == both


@pytest.mark.clause("punch.loot.purse-unseen")
def test_a_purse_cannot_be_asked_for_by_its_worth() -> None:
    command = Punch("doc", "ghost", "purse:500", "car-1.inside", False)
    assert refusal(punching(), command) == ("punch.loot.chosen",)


# --- where to


@pytest.mark.clause("punch.push.adjacent")
@pytest.mark.parametrize("to", ["car-1.inside", "car-3.inside"])
def test_the_target_is_pushed_ahead_or_behind(to: str) -> None:
    assert after(punching(), Punch("doc", "ghost", "purse-1", to, False)).figures["ghost"].place == to


@pytest.mark.clause("punch.push.adjacent")
@pytest.mark.parametrize("to", ["car-2.inside", "locomotive.inside", "car-4.inside", "car-9.inside"])
def test_the_target_is_pushed_one_car_exactly(to: str) -> None:
    assert refusal(punching(), Punch("doc", "ghost", "purse-1", to, False)) == ("punch.push.adjacent",)


@pytest.mark.clause("punch.push.same-level")
@pytest.mark.parametrize("to", ["car-1.roof", "car-3.roof"])
def test_nobody_is_pushed_up_to_a_roof(to: str) -> None:
    assert refusal(punching(), Punch("doc", "ghost", "purse-1", to, False)) == ("punch.push.same-level",)


@pytest.mark.clause("punch.push.same-level", "punch.push.adjacent")
def test_the_own_car_is_no_adjacent_one_on_either_level() -> None:
    assert refusal(punching(), Punch("doc", "ghost", "purse-1", "car-2.roof", False)) == (
        "punch.push.adjacent",
        "punch.push.same-level",
    )


@pytest.mark.clause("punch.push.same-level", "punch.push.adjacent")
def test_on_the_roofs_the_push_stays_on_the_roofs() -> None:
    game = board(
        """
        roof   |   |   | doc ghost |   |   |
        inside | M |   |           |   |   |
        """,
        pile=["doc-punch"],
    )
    assert answers(game, "doc") == [
        Punch("doc", "ghost", None, "car-1.roof", False),
        Punch("doc", "ghost", None, "car-3.roof", False),
    ]
    assert refusal(game, Punch("doc", "ghost", None, "car-1.inside", False)) == ("punch.push.same-level",)


@pytest.mark.clause("punch.push.train-ends", "train.locomotive-is-a-car")
@pytest.mark.parametrize(
    ("sketch", "only", "farther", "beyond"),
    [
        ("roof | doc ghost | | |\ninside | M | | |", "car-1.roof", "car-2.roof", "car-9.roof"),
        ("roof | | | doc ghost |\ninside | M | | |", "car-1.roof", "locomotive.roof", "car-9.roof"),
        ("roof | | | |\ninside | doc ghost | | M |", "car-1.inside", "car-2.inside", "car-9.inside"),
        ("roof | | | |\ninside | M | | doc ghost |", "car-1.inside", "locomotive.inside", "car-9.inside"),
    ],
)
def test_at_the_ends_of_the_train_there_is_one_way_only(sketch: str, only: str, farther: str, beyond: str) -> None:
    """What lies the right way is only too far; what forbids a push off the train is that it has an end."""
    game = board(sketch, pile=["doc-punch"])
    assert answers(game, "doc") == [Punch("doc", "ghost", None, only, False)]
    assert refusal(game, Punch("doc", "ghost", None, farther, False)) == ("punch.push.adjacent",)
    assert refusal(game, Punch("doc", "ghost", None, beyond, False)) == (
        "punch.push.adjacent",
        "punch.push.train-ends",
    )


@pytest.mark.clause("punch.push.adjacent")
def test_what_is_nowhere_is_not_adjacent_and_no_end_of_the_train_has_to_do_with_it() -> None:
    assert refusal(punching(), Punch("doc", "ghost", "purse-1", "car-9.inside", False)) == ("punch.push.adjacent",)


@pytest.mark.clause("punch.target", "punch.loot.chosen", "punch.push.adjacent", "punch.loot.dropped")
def test_every_part_of_the_choice_that_is_wrong_is_named() -> None:
    command = Punch("doc", "django", "jewel-1", "car-2.inside", True)
    assert refusal(punching(), command) == (
        "punch.target",
        "punch.loot.chosen",
        "punch.push.adjacent",
        "punch.loot.dropped",
    )
