"""Marshal: he goes one car ahead or behind, inside only."""

import pytest

from colt_rules.commands import MoveMarshal
from colt_rules.conformance.cases.board import board
from colt_rules.events import MarshalMoved
from colt_rules.model.state import Game
from tests.verdicts import after, answers, back, happens, refusal

CITES = ("marshal.move.adjacent", "marshal.inside-only")


def patrol(car: int) -> Game:
    """The Marshal somewhere on six cars; Tuco, who moves him, sits on a roof far away."""
    cells = ["M" if number == car else "" for number in range(7)]
    return board(f"roof | | | | tuco ghost | | | |\ninside | {' | '.join(cells)} |", pile=["tuco-marshal"])


@pytest.mark.clause("marshal.move.adjacent", "marshal.inside-only")
@pytest.mark.parametrize("to", ["car-2.inside", "car-4.inside"])
def test_he_goes_one_car_ahead_or_behind(to: str) -> None:
    assert happens(patrol(3), MoveMarshal("tuco", to)) == [
        (MarshalMoved("car-3.inside", to), CITES),
        back("tuco-marshal"),
    ]
    assert after(patrol(3), MoveMarshal("tuco", to)).marshal == to
    assert answers(patrol(3), "tuco") == [MoveMarshal("tuco", "car-2.inside"), MoveMarshal("tuco", "car-4.inside")]


@pytest.mark.clause("marshal.move.adjacent")
@pytest.mark.parametrize("to", ["car-3.inside", "car-1.inside", "car-5.inside", "locomotive.inside", "car-9.inside"])
def test_he_neither_stays_nor_goes_farther(to: str) -> None:
    assert refusal(patrol(3), MoveMarshal("tuco", to)) == ("marshal.move.adjacent",)


@pytest.mark.clause("marshal.inside-only")
@pytest.mark.parametrize("to", ["car-3.roof", "car-1.roof"])
def test_he_never_climbs_onto_a_roof(to: str) -> None:
    assert refusal(patrol(3), MoveMarshal("tuco", to)) == CITES


@pytest.mark.clause("marshal.inside-only")
@pytest.mark.parametrize("to", ["car-2.roof", "car-4.roof"])
def test_the_next_roof_is_near_enough_and_still_a_roof(to: str) -> None:
    assert refusal(patrol(3), MoveMarshal("tuco", to)) == ("marshal.inside-only",)


@pytest.mark.clause("marshal.move.adjacent", "train.locomotive-is-a-car")
@pytest.mark.parametrize(("car", "only"), [(0, "car-1.inside"), (6, "car-5.inside"), (1, "locomotive.inside")])
def test_at_the_ends_of_the_train_there_is_one_way_only(car: int, only: str) -> None:
    ways = answers(patrol(car), "tuco")
    assert MoveMarshal("tuco", only) in ways
    assert len(ways) == (2 if car == 1 else 1)
    beyond = "car-7.inside" if car == 6 else "car-3.inside"
    assert refusal(patrol(car), MoveMarshal("tuco", beyond)) == ("marshal.move.adjacent",)


@pytest.mark.clause("marshal.inside-only")
def test_bandits_on_the_roof_above_are_left_alone() -> None:
    assert happens(patrol(2), MoveMarshal("tuco", "car-3.inside")) == [
        (MarshalMoved("car-2.inside", "car-3.inside"), CITES),
        back("tuco-marshal"),
    ]
