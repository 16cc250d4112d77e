"""Ride: along the train on horseback, and inside."""

from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionIdle, BanditMoved, CardRevealed
from colt_rules.kernel import settle
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.horses.events import HorseRidden
from colt_rules.rules.horses.model import horses_of
from tests.rules.sittings import cited
from tests.verdicts import accepted, answers, back, happens, lay, refusal

RIDDEN = ("ride.mount", "ride.distance", "attack.horses-nobodys", "ride.dismount")
SKETCH = """
    car    |       | mail | dining      | baggage | first-class | second-class |
    roof   |       | doc  |             |         |             | belle        |
    inside | ghost |      | tuco        |         |      M      |              |
    beside | horse |      | horse horse |         |             | horse        |
"""


def riding(bandit: str, sketch: str = SKETCH, **fields: Any) -> Game:
    """The Ride card of this bandit is to be carried out; nobody is where the Marshal is."""
    plain: dict[str, Any] = {"modules": ("base", "horses"), "pile": [f"{bandit}-ride"]}
    return board(sketch, **plain | fields)


def rides(seat: str, *cars: str) -> list[Ride]:
    return [Ride(seat, f"{car}.inside") for car in cars]


@pytest.mark.clause("ride.distance", "ride.dismount", "ruling.ride.locomotive")
@pytest.mark.parametrize(
    ("bandit", "cars"),
    [
        ("tuco", ("dining", "mail", "locomotive", "baggage", "first-class", "second-class")),
        ("ghost", ("locomotive", "mail", "dining", "baggage")),
        ("belle", ("second-class", "first-class", "baggage", "dining")),
    ],
)
def test_none_to_three_cars_either_way_as_far_as_the_train_goes(bandit: str, cars: tuple[str, ...]) -> None:
    game = riding(bandit)
    assert answers(game, bandit) == rides(bandit, *cars)


@pytest.mark.clause("ride.mount", "ride.distance", "ride.dismount", "attack.horses-nobodys")
def test_rider_and_horse_go_together_and_the_horse_stays_opposite() -> None:
    game = riding("belle")
    assert happens(game, Ride("belle", "baggage.inside")) == [
        (HorseRidden("belle", "horse-4", "second-class", "baggage"), RIDDEN),
        (BanditMoved("belle", "second-class.roof", "baggage.inside", "ride"), ("ride.dismount",)),
        back("belle-ride"),
    ]
    verdict = accepted(game, Ride("belle", "baggage.inside"))
    assert horses_of(verdict.after).stands == {**horses_of(game).stands, "horse-4": "baggage"}
    assert verdict.after.figures["belle"].place == "baggage.inside"


@pytest.mark.clause("ride.distance", "ride.dismount")
def test_without_going_anywhere_one_still_gets_off_inside() -> None:
    game = riding("belle")
    assert happens(game, Ride("belle", "second-class.inside"))[:2] == [
        (HorseRidden("belle", "horse-4", "second-class", "second-class"), RIDDEN),
        (BanditMoved("belle", "second-class.roof", "second-class.inside", "ride"), ("ride.dismount",)),
    ]
    inside = riding("tuco")
    verdict = accepted(inside, Ride("tuco", "dining.inside"))
    assert [event for event, _ in verdict.events if isinstance(event, BanditMoved)] == []
    assert (verdict.after.figures, horses_of(verdict.after)) == (inside.figures, horses_of(inside))


@pytest.mark.clause("ruling.ride.locomotive")
@pytest.mark.parametrize(("bandit", "to"), [("tuco", "locomotive.inside"), ("ghost", "mail.inside")])
def test_the_locomotive_is_a_car_for_riders(bandit: str, to: str) -> None:
    events = happens(riding(bandit), Ride(bandit, to))
    assert all("ruling.ride.locomotive" in cites for _, cites in events[:2])
    assert "ruling.ride.locomotive" not in happens(riding("tuco"), Ride("tuco", "mail.inside"))[0][1]


@pytest.mark.clause("ruling.ride.which-horse")
def test_of_several_horses_the_one_with_the_smallest_number_goes() -> None:
    (ridden, cites), *_ = happens(riding("tuco"), Ride("tuco", "mail.inside"))
    assert ridden == HorseRidden("tuco", "horse-2", "dining", "mail")
    assert "ruling.ride.which-horse" in cites


@pytest.mark.clause("ride.distance", "ride.dismount")
@pytest.mark.parametrize(
    ("bandit", "to", "cites"),
    [
        ("belle", "mail.inside", ("ride.distance",)),
        ("belle", "locomotive.inside", ("ride.distance",)),
        ("belle", "baggage.roof", ("ride.dismount",)),
        ("belle", "second-class.roof", ("ride.dismount",)),
        ("belle", "mail.roof", ("ride.distance", "ride.dismount")),
        ("ghost", "first-class.inside", ("ride.distance",)),
        ("ghost", "stagecoach.inside", ("ride.distance",)),
        ("ghost", "", ("ride.distance",)),
    ],
)
def test_not_farther_and_not_on_a_roof(bandit: str, to: str, cites: Cites) -> None:
    assert refusal(riding(bandit), Ride(bandit, to)) == cites


@pytest.mark.clause("ride.no-horse")
def test_where_no_horse_stands_the_card_does_nothing() -> None:
    game = riding("doc", pile=())
    revealed, idle, returned, *_ = settle(lay(game, "doc-ride")).events
    assert isinstance(revealed[0], CardRevealed)
    assert idle == (ActionIdle("doc", "ride"), ("stealin.obligatory", "ride.no-horse"))
    assert returned == back("doc-ride")


@pytest.mark.clause("ride.no-horse", "ride.mount")
def test_a_horse_can_come_and_go_before_the_card_is_carried_out() -> None:
    game = riding("ghost", pile=["ghost-ride", "doc-ride"])
    verdict = accepted(game, Ride("ghost", "mail.inside"))
    assert answers(verdict.after, "doc")[0] == Ride("doc", "mail.inside")
    away = accepted(game, Ride("ghost", "dining.inside"))
    assert "ride.no-horse" in cited(away, ActionIdle)


@pytest.mark.clause("ride.mount", "attack.horses-nobodys")
def test_anybody_mounts_from_the_roof_as_from_inside_whoever_came_on_the_horse() -> None:
    sketch = SKETCH.replace("| doc  |             |", "|      | doc         |")
    assert answers(riding("doc", sketch), "doc") == [Ride("doc", each.to) for each in answers(riding("tuco"), "tuco")]  # type: ignore[attr-defined]


@pytest.mark.clause("ride.dismount", "marshal.meeting.bandit-enters")
def test_who_gets_off_where_the_marshal_is_meets_him() -> None:
    game = riding("belle")
    verdict = accepted(game, Ride("belle", "first-class.inside"))
    assert verdict.after.figures["belle"].place == "first-class.roof"


@pytest.mark.clause("ride.planned")
def test_a_ride_is_carried_out_when_its_turn_comes() -> None:
    game = riding("ghost", pile=["tuco-ride", "ghost-ride"])
    verdict = accepted(game, Ride("tuco", "dining.inside"))
    assert verdict.awaiting[0].actor == "ghost"
    assert "ride.planned" in cited(verdict, CardRevealed)
