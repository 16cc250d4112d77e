"""Mei's Floor change: diagonally along the train, neither away from the Marshal nor to the stagecoach."""

import pytest

from colt_rules.commands import ChangeFloor, MoveMarshal
from colt_rules.conformance.cases.board import board
from colt_rules.events import BanditMoved, NeutralBulletGiven
from colt_rules.kernel import legal
from colt_rules.model.state import Game
from tests.rules.sittings import told
from tests.verdicts import accepted, answers, back, happens, refusal

MODULES = ("base", "mei")
WITH_COACH = ("base", "horses", "stagecoach", "mei")


def climbing(sketch: str, bandit: str = "mei", powers: bool = True) -> Game:
    return board(sketch, pile=[f"{bandit}-floor-change"], modules=MODULES, powers=powers)


@pytest.mark.clause("mei.diagonal")
@pytest.mark.parametrize(
    ("sketch", "ways"),
    [
        ("roof | | | tuco |\ninside | M | mei | doc |", ["car-1.roof", "locomotive.roof", "car-2.roof"]),
        ("roof | | mei | tuco |\ninside | M | doc | |", ["car-1.inside", "locomotive.inside", "car-2.inside"]),
        ("roof | mei | | tuco |\ninside | M | | doc |", ["locomotive.inside", "car-1.inside"]),
        ("roof | | | tuco |\ninside | M | doc | mei |", ["car-2.roof", "car-1.roof"]),
    ],
    ids=["inside", "roof", "head", "tail"],
)
def test_mei_goes_to_the_other_level_of_her_car_or_of_a_car_beside(sketch: str, ways: list[str]) -> None:
    assert answers(climbing(sketch), "mei") == [ChangeFloor("mei", place) for place in ways]


@pytest.mark.clause("mei.diagonal")
def test_a_diagonal_way_rests_on_her_power_and_a_straight_one_does_not() -> None:
    game = climbing("roof | | | tuco |\ninside | M | mei | doc |")
    assert happens(game, ChangeFloor("mei", "car-2.roof")) == [
        (BanditMoved("mei", "car-1.inside", "car-2.roof", "climb"), ("mei.diagonal",)),
        back("mei-floor-change"),
    ]
    assert happens(game, ChangeFloor("mei", "car-1.roof")) == [
        (BanditMoved("mei", "car-1.inside", "car-1.roof", "climb"), ("floor-change.up",)),
        back("mei-floor-change"),
    ]


@pytest.mark.clause("mei.diagonal")
@pytest.mark.parametrize("to", ["car-3.roof", "car-2.inside", "car-1.inside", "locomotive.inside", "stagecoach.roof"])
def test_farther_or_on_the_same_level_there_is_no_way(to: str) -> None:
    game = climbing("roof | | | tuco | |\ninside | M | mei | doc | |")
    assert refusal(game, ChangeFloor("mei", to)) == ("floor-change.up", "mei.diagonal")


@pytest.mark.clause("mei.diagonal")
def test_nobody_else_has_it_and_mei_neither_without_powers() -> None:
    sketch = "roof | | mei | |\ninside | M | doc | tuco |"
    other = climbing(sketch, "doc")
    assert refusal(other, ChangeFloor("doc", "car-2.roof")) == ("floor-change.up",)
    plain = climbing(sketch, powers=False)
    assert refusal(plain, ChangeFloor("mei", "car-2.inside")) == ("floor-change.down",)
    assert answers(plain, "mei") == [ChangeFloor("mei", "car-1.inside")]


@pytest.mark.clause("mei.meeting-no-diagonal")
@pytest.mark.parametrize("bandit", ["mei", "doc"])
def test_whoever_the_marshal_comes_to_flees_straight_up(bandit: str) -> None:
    other = "doc" if bandit == "mei" else "mei"
    game = board(f"roof | tuco {other} | | | |\ninside | | M | {bandit} | |", pile=["tuco-marshal"], modules=MODULES)
    verdict = accepted(game, MoveMarshal("tuco", "car-2.inside"))
    assert told(verdict, BanditMoved) == [BanditMoved(bandit, "car-2.inside", "car-2.roof", "flight")]
    (cites,) = (cites for event, cites in verdict.events if isinstance(event, BanditMoved))
    assert ("mei.meeting-no-diagonal" in cites) == (bandit == "mei")


@pytest.mark.clause("mei.meeting-no-diagonal")
def test_without_her_power_she_flees_like_anybody() -> None:
    game = board("roof | tuco | | |\ninside | doc | M | mei |", pile=["tuco-marshal"], modules=MODULES, powers=False)
    verdict = accepted(game, MoveMarshal("tuco", "car-2.inside"))
    (cites,) = (cites for event, cites in verdict.events if isinstance(event, BanditMoved))
    assert "mei.meeting-no-diagonal" not in cites


@pytest.mark.clause("ruling.mei.into-the-marshal")
def test_she_may_climb_down_to_the_marshal_and_flees_to_his_roof() -> None:
    game = climbing("roof | | | mei |\ninside | tuco | M | doc |")
    verdict = accepted(game, ChangeFloor("mei", "car-1.inside"))
    assert told(verdict, BanditMoved) == [
        BanditMoved("mei", "car-2.roof", "car-1.inside", "climb"),
        BanditMoved("mei", "car-1.inside", "car-1.roof", "flight"),
    ]
    assert [event.bandit for event in told(verdict, NeutralBulletGiven)] == ["mei"]
    climb, flight = (cites for event, cites in verdict.events if isinstance(event, BanditMoved))
    assert climb == ("mei.diagonal", "ruling.mei.into-the-marshal")
    assert "mei.meeting-no-diagonal" in flight


@pytest.mark.clause("ruling.mei.into-the-marshal")
def test_straight_down_to_the_marshal_she_goes_like_anybody() -> None:
    game = climbing("roof | | mei | |\ninside | tuco | M | doc |")
    verdict = accepted(game, ChangeFloor("mei", "car-1.inside"))
    climb, _ = (cites for event, cites in verdict.events if isinstance(event, BanditMoved))
    assert climb == ("floor-change.down",)


COACH = """
    car    |      | mail       | dining | baggage | stagecoach |
    roof   | tuco |            |        |         | {roof}     |
    inside | M    | {car}      | doc    |         | {inside}   |
    beside |      | stagecoach |        |         |            |
"""


def beside(place: str, pile: str = "mei-floor-change") -> Game:
    words = {"roof": "", "car": "", "inside": ""} | {place: "mei"}
    return board(COACH.format(**words), pile=[pile], modules=WITH_COACH)


@pytest.mark.clause("mei.stagecoach-no-diagonal")
def test_from_the_facing_car_no_diagonal_leads_to_the_stagecoach() -> None:
    game = beside("car")
    ways = ["mail.roof", "locomotive.roof", "dining.roof"]
    assert answers(game, "mei") == [ChangeFloor("mei", place) for place in ways]
    assert refusal(game, ChangeFloor("mei", "stagecoach.roof")) == ("floor-change.up", "mei.stagecoach-no-diagonal")


@pytest.mark.clause("mei.stagecoach-no-diagonal")
@pytest.mark.parametrize(("place", "way", "to"), [("roof", "inside", "mail.inside"), ("inside", "roof", "mail.roof")])
def test_from_the_stagecoach_no_diagonal_leads_to_the_train(place: str, way: str, to: str) -> None:
    game = beside(place)
    assert list(legal(game, "mei")) == [ChangeFloor("mei", f"stagecoach.{way}")]
    straight = "floor-change.down" if place == "roof" else "floor-change.up"
    assert refusal(game, ChangeFloor("mei", to)) == (straight, "stagecoach.stairs", "mei.stagecoach-no-diagonal")
