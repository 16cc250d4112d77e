"""Floor change: up to the roof of the same car, or down into it."""

import pytest

from colt_rules.commands import ChangeFloor
from colt_rules.conformance.cases.board import board
from colt_rules.events import BanditMoved
from colt_rules.model.state import Game
from tests.verdicts import answers, back, happens, refusal


def climbing(card: str) -> Game:
    return board(
        """
        roof   | belle | doc  |   |
        inside |       | tuco | M |
        """,
        pile=[card],
    )


@pytest.mark.clause("floor-change.up")
def test_from_inside_the_bandit_climbs_onto_the_roof_of_its_car() -> None:
    game = climbing("tuco-floor-change")
    assert answers(game, "tuco") == [ChangeFloor("tuco", "car-1.roof")]
    assert happens(game, ChangeFloor("tuco", "car-1.roof")) == [
        (BanditMoved("tuco", "car-1.inside", "car-1.roof", "climb"), ("floor-change.up",)),
        back("tuco-floor-change"),
    ]


@pytest.mark.clause("floor-change.up")
@pytest.mark.parametrize("to", ["car-1.inside", "locomotive.roof", "car-2.roof", "car-2.inside"])
def test_from_inside_there_is_no_other_way(to: str) -> None:
    assert refusal(climbing("tuco-floor-change"), ChangeFloor("tuco", to)) == ("floor-change.up",)


@pytest.mark.clause("floor-change.down")
def test_from_a_roof_the_bandit_climbs_down_into_the_car_below() -> None:
    game = climbing("doc-floor-change")
    assert answers(game, "doc") == [ChangeFloor("doc", "car-1.inside")]
    assert happens(game, ChangeFloor("doc", "car-1.inside")) == [
        (BanditMoved("doc", "car-1.roof", "car-1.inside", "climb"), ("floor-change.down",)),
        back("doc-floor-change"),
    ]


@pytest.mark.clause("floor-change.down")
@pytest.mark.parametrize("to", ["car-1.roof", "locomotive.roof", "locomotive.inside", "car-2.inside"])
def test_from_a_roof_there_is_no_other_way(to: str) -> None:
    assert refusal(climbing("doc-floor-change"), ChangeFloor("doc", to)) == ("floor-change.down",)


@pytest.mark.clause("floor-change.down", "train.locomotive-is-a-car")
def test_the_locomotive_has_stairs_too() -> None:
    assert happens(climbing("belle-floor-change"), ChangeFloor("belle", "locomotive.inside")) == [
        (BanditMoved("belle", "locomotive.roof", "locomotive.inside", "climb"), ("floor-change.down",)),
        back("belle-floor-change"),
    ]
