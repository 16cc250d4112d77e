"""Move: one car inside, one to three cars on the roofs, never none."""

import pytest

from colt_rules.commands import Move
from colt_rules.conformance.cases.board import board
from colt_rules.events import BanditMoved
from colt_rules.model.state import Game
from tests.verdicts import after, answers, back, happens, refusal


def inside() -> Game:
    return board(
        """
        roof   |   |       |      |      | belle |
        inside | M | purse | tuco | doc  |       |
        """,
        pile=["tuco-move"],
    )


def on_six_cars(car: int) -> Game:
    """Tuco alone on a roof of a locomotive and six cars."""
    cells = ["tuco" if number == car else "" for number in range(7)]
    return board(f"roof | {' | '.join(cells)} |\ninside | M | ghost | | | | | |", pile=["tuco-move"])


@pytest.mark.clause("move.inside.adjacent")
@pytest.mark.parametrize("to", ["car-1.inside", "car-3.inside"])
def test_inside_the_bandit_goes_one_car_ahead_or_behind(to: str) -> None:
    assert happens(inside(), Move("tuco", to)) == [
        (BanditMoved("tuco", "car-2.inside", to, "move"), ("move.inside.adjacent",)),
        back("tuco-move"),
    ]
    assert after(inside(), Move("tuco", to)).figures["tuco"].place == to


@pytest.mark.clause("move.inside.adjacent")
@pytest.mark.parametrize("to", ["locomotive.inside", "car-4.inside", "car-2.roof", "car-1.roof"])
def test_inside_no_farther_and_not_to_a_roof(to: str) -> None:
    assert refusal(inside(), Move("tuco", to)) == ("move.inside.adjacent",)


@pytest.mark.clause("move.inside.adjacent", "train.locomotive-is-a-car")
def test_inside_the_locomotive_there_is_only_the_way_back() -> None:
    game = board(
        """
        roof   |      |       |   |
        inside | tuco | ghost | M |
        """,
        pile=["tuco-move"],
    )
    assert answers(game, "tuco") == [Move("tuco", "car-1.inside")]


@pytest.mark.clause("move.inside.adjacent")
def test_inside_the_last_car_there_is_only_the_way_ahead() -> None:
    game = board(
        """
        roof   |   |       |      |
        inside | M | ghost | tuco |
        """,
        pile=["tuco-move"],
    )
    assert answers(game, "tuco") == [Move("tuco", "car-1.inside")]


@pytest.mark.clause("move.roof.one-to-three")
@pytest.mark.parametrize("car", ["locomotive", "car-1", "car-2", "car-4", "car-5", "car-6"])
def test_on_the_roofs_up_to_three_cars_either_way(car: str) -> None:
    to = f"{car}.roof"
    assert happens(on_six_cars(3), Move("tuco", to)) == [
        (BanditMoved("tuco", "car-3.roof", to, "move"), ("move.roof.one-to-three",)),
        back("tuco-move"),
    ]


@pytest.mark.clause("move.roof.one-to-three")
def test_on_the_roofs_the_train_ends_cut_the_way() -> None:
    assert answers(on_six_cars(0), "tuco") == [
        Move("tuco", "car-1.roof"),
        Move("tuco", "car-2.roof"),
        Move("tuco", "car-3.roof"),
    ]
    assert answers(on_six_cars(5), "tuco") == [
        Move("tuco", "car-4.roof"),
        Move("tuco", "car-3.roof"),
        Move("tuco", "car-2.roof"),
        Move("tuco", "car-6.roof"),
    ]


@pytest.mark.clause("move.roof.one-to-three")
@pytest.mark.parametrize(
    ("car", "to"),
    [(0, "car-4.roof"), (6, "car-2.roof"), (3, "car-3.inside"), (3, "car-4.inside"), (6, "car-7.roof")],
)
def test_on_the_roofs_no_farther_and_not_inside(car: int, to: str) -> None:
    assert refusal(on_six_cars(car), Move("tuco", to)) == ("move.roof.one-to-three",)


@pytest.mark.clause("move.roof.one-to-three")
def test_bandits_on_the_way_hold_nobody_up() -> None:
    game = board(
        """
        roof   | tuco | ghost | belle doc |  |
        inside |      | M     |           |  |
        """,
        pile=["tuco-move"],
    )
    assert after(game, Move("tuco", "car-3.roof")).figures["tuco"].place == "car-3.roof"
    assert after(game, Move("tuco", "car-2.roof")).figures["tuco"].place == "car-2.roof"


@pytest.mark.clause("move.must-move")
def test_standing_still_inside_is_no_move() -> None:
    assert refusal(inside(), Move("tuco", "car-2.inside")) == ("move.inside.adjacent", "move.must-move")


@pytest.mark.clause("move.must-move")
def test_standing_still_on_a_roof_is_no_move() -> None:
    assert refusal(on_six_cars(3), Move("tuco", "car-3.roof")) == ("move.roof.one-to-three", "move.must-move")


@pytest.mark.clause("move.must-move", "stealin.obligatory")
def test_even_on_the_shortest_train_there_is_somewhere_to_go() -> None:
    game = board(
        """
        roof   |   | tuco ghost |
        inside | M |            |
        """,
        pile=["tuco-move"],
    )
    assert answers(game, "tuco") == [Move("tuco", "locomotive.roof")]


@pytest.mark.clause("move.inside.adjacent")
def test_a_move_touches_nothing_but_the_bandit() -> None:
    game = inside()
    moved = after(game, Move("tuco", "car-1.inside"))
    assert moved.floor == {"car-1.inside": ("purse-1",)}
    assert {name: figure for name, figure in moved.figures.items() if name != "tuco"} == {
        name: figure for name, figure in game.figures.items() if name != "tuco"
    }
    assert moved.marshal == game.marshal
