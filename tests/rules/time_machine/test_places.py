"""The time machine on the board: what is near to it for what."""

import pytest

from colt_rules.commands import Fire, Move
from colt_rules.events import BanditMoved, BanditStayed, BulletGiven
from colt_rules.model.graph import Graph
from colt_rules.model.names import inside, roof
from colt_rules.model.parts import with_part
from colt_rules.model.record import changed
from colt_rules.rules.horses.places import BESIDE, BOARDED, RIDE
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.time_machine.machines import (
    CAB,
    MACHINE,
    ON_TOP,
    TOP,
    WITH_COACH,
    WITH_MARSHAL,
    WITHIN,
    graph,
    machine,
)
from tests.verdicts import accepted, answers, happens

TRAIN = ("locomotive", "a", "b", "c", "d")
LONG = """
    car    | locomotive | a   | b | c     | d    | time-machine |
    roof   |            |     |   |       |      |              |
    inside | M          | doc |   | ghost | tuco |              |
"""
"""Five cars and nobody near."""


def train() -> Graph:
    return graph(machine(LONG))


def coached(car: str, shotgun: str = ON_TOP) -> Graph:
    """The same train with the stagecoach beside this car and the Shotgun there."""
    game = machine(LONG, WITH_COACH)
    return graph(with_part(game, "stagecoach", changed(stagecoach_of(game), car=car, shotgun=shotgun)))


# --- one place


@pytest.mark.clause("time-machine.one-place", "time-machine.no-floor-change", "ruling.time-machine.happenings")
def test_it_is_one_place_and_neither_inside_nor_roof_of_the_train() -> None:
    board = train()
    assert board.has_one_level(MACHINE)
    assert not board.has_one_level(TOP)
    assert board.insides == tuple(map(inside, TRAIN))
    assert board.roofs == tuple(map(roof, TRAIN))


@pytest.mark.clause("time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")
def test_it_is_on_no_way_of_the_marshal_and_closed_to_his_figure() -> None:
    board = train()
    assert not board.patrol[MACHINE]
    assert board.patrol[CAB] == ("a.inside",)
    cites = ("time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")
    assert board.closed == {MACHINE: {"marshal": cites}}


@pytest.mark.clause("time-machine.one-place")
def test_the_same_board_is_made_only_once() -> None:
    game = machine(LONG)
    assert graph(game) is graph(changed(game, neutral=3))
    assert graph(game) is not graph(machine(LONG, WITH_COACH))


# --- Move


@pytest.mark.clause("time-machine.move", "ruling.time-machine.like-a-roof")
def test_the_cab_and_the_three_nearest_roofs_are_near_for_a_move_both_ways() -> None:
    board = train()
    near = (CAB, TOP, "a.roof", "b.roof")
    assert board.moves[MACHINE] == near
    assert tuple(place for place in (*board.insides, *board.roofs) if MACHINE in board.moves[place]) == near
    assert board.moves["a.inside"] == (CAB, "b.inside")


@pytest.mark.clause("ruling.time-machine.like-a-roof")
@pytest.mark.parametrize(("car", "near"), [("locomotive", True), ("a", True), ("b", False), ("d", False)])
def test_the_crossing_from_the_stagecoach_is_one_of_the_three_cars(car: str, near: bool) -> None:
    board = coached(car)
    assert (ON_TOP in board.moves[MACHINE]) == (MACHINE in board.moves[ON_TOP]) == near
    assert MACHINE not in board.moves[WITHIN]


@pytest.mark.clause("time-machine.move")
def test_a_move_rests_on_the_clause_for_roofs_or_for_insides_as_it_goes() -> None:
    game = machine(
        "car | | a | time-machine |\nroof | tuco | doc | |\ninside | | M | ghost |", pile=["tuco-move", "ghost-move"]
    )
    ((moved, cites), *_) = happens(game, Move("tuco", MACHINE))
    assert (moved, cites) == (
        BanditMoved("tuco", TOP, MACHINE, "move"),
        ("move.roof.one-to-three", "time-machine.move"),
    )
    then = accepted(game, Move("tuco", MACHINE)).after
    for to, own in ((CAB, "move.inside.adjacent"), (TOP, "move.roof.one-to-three")):
        ((_, cites), *_) = happens(then, Move("ghost", to))
        assert cites == (own, "time-machine.move")
    ((_, cites), *_) = happens(then, Move("ghost", "a.roof"))
    assert cites == ("move.roof.one-to-three", "time-machine.move", "ruling.time-machine.like-a-roof")


# --- Fire


@pytest.mark.clause("time-machine.fire", "time-machine.fire.line-of-sight")
def test_it_sees_the_cab_and_along_all_roofs_and_is_seen_from_there() -> None:
    board = train()
    assert board.sight[MACHINE] == ((CAB,), tuple(map(roof, TRAIN)))
    assert board.sight[CAB] == ((), ("a.inside",), (MACHINE,))
    assert board.sight["b.roof"] == (("a.roof", TOP, MACHINE), ("c.roof", "d.roof"))
    assert (MACHINE,) in board.sight[TOP]
    assert not [line for car in TRAIN[1:] for line in board.sight[inside(car)] if MACHINE in line]


@pytest.mark.clause("time-machine.fire.stagecoach")
@pytest.mark.parametrize("car", TRAIN)
def test_the_roof_of_the_stagecoach_sees_it_wherever_that_is_and_its_inside_does_not(car: str) -> None:
    board = coached(car)
    assert (MACHINE,) in board.sight[ON_TOP]
    assert (ON_TOP,) in board.sight[MACHINE]
    assert not [line for line in board.sight[WITHIN] if MACHINE in line]


@pytest.mark.clause("time-machine.fire.line-of-sight", "shotgun.blocks-sight")
@pytest.mark.parametrize(
    ("shotgun", "seen"), [(TOP, (TOP,)), ("a.roof", (TOP, "a.roof")), ("d.roof", tuple(map(roof, TRAIN)))]
)
def test_no_line_along_the_roofs_goes_past_the_shotgun(shotgun: str, seen: tuple[str, ...]) -> None:
    board = coached("a", shotgun)
    assert seen in board.sight[MACHINE]
    for place in board.roofs[1:]:
        reached = any(MACHINE in line for line in board.sight[place])
        assert reached == (place in seen)


@pytest.mark.clause("time-machine.fire", "tuco.through-the-roof")
def test_tuco_does_not_shoot_at_those_who_are_in_it_with_him() -> None:
    game = machine(
        "car | | a | time-machine |\nroof | | | |\ninside | doc | M | tuco ghost |", pile=["tuco-fire", "doc-move"]
    )
    assert answers(game, "tuco") == [Fire("tuco", "doc")]
    (given, cites), *_ = happens(game, Fire("tuco", "doc"))
    assert isinstance(given, BulletGiven)
    assert cites[-1] == "time-machine.fire"
    assert "fire.inside.adjacent" in cites


# --- pushes


@pytest.mark.clause("time-machine.push-in", "time-machine.push-out")
def test_a_push_leads_in_from_both_levels_of_the_locomotive_and_out_into_the_cab() -> None:
    board = train()
    assert board.pushes[TOP] == ("a.roof", MACHINE)
    assert board.pushes[CAB] == ("a.inside", MACHINE)
    assert board.pushes[MACHINE] == (CAB,)
    assert not [place for place in (*board.insides[1:], *board.roofs[1:]) if MACHINE in board.pushes[place]]


# --- Django and Braking


@pytest.mark.clause("time-machine.django", "ruling.time-machine.django-from-it", "ruling.time-machine.django-inside")
def test_beyond_the_locomotive_it_lies_for_shots_from_a_roof_and_from_it_the_train_lies_beyond() -> None:
    knocked = train().knocked
    assert {pair for pair, beyond in knocked.items() if beyond == MACHINE} == {(roof(car), TOP) for car in TRAIN[1:]}
    assert {pair: beyond for pair, beyond in knocked.items() if pair[0] == MACHINE} == {
        (MACHINE, TOP): "a.roof",
        (MACHINE, "a.roof"): "b.roof",
        (MACHINE, "b.roof"): "c.roof",
        (MACHINE, "c.roof"): "d.roof",
        (MACHINE, CAB): "a.inside",
    }
    assert not [pair for pair in knocked if pair[1] == MACHINE]


@pytest.mark.clause("ruling.time-machine.django-inside")
def test_by_a_claim_one_in_the_cab_is_knocked_into_it_as_well() -> None:
    sketch = "car | | a | b | time-machine |\nroof | | | doc | |\ninside | tuco | django | M | |"
    claim = "ruling.time-machine.django-inside=into-it"
    stays = happens(machine(sketch, pile=["django-fire"], rounds=["bridge.2-4"]), Fire("django", "tuco"))
    goes = happens(
        machine(sketch, pile=["django-fire"], rounds=["bridge.2-4"], rulings=[claim]), Fire("django", "tuco")
    )
    assert (
        BanditStayed("tuco", CAB, "knock"),
        ("django.train-end", "train.no-leaving", claim.partition("=")[0]),
    ) in stays
    assert (BanditMoved("tuco", CAB, MACHINE, "knock"), ("django.knock-back", claim.partition("=")[0])) in goes


@pytest.mark.clause("time-machine.django", "time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")
def test_djangos_shot_sends_bandits_there_and_not_the_marshal() -> None:
    sketch = """
        car    |              | a | b      | prison | time-machine |
        roof   | marshal tuco |   | django |        |              |
        inside |              |   |        | doc    |              |
    """
    game = machine(sketch, WITH_MARSHAL, pile=["django-fire"], rounds=["bridge.2-4"])
    there = (BanditMoved("tuco", TOP, MACHINE, "knock"), ("django.knock-back", "time-machine.django"))
    assert there in happens(game, Fire("django", "tuco"))
    ((_, _), (stayed, cites), *_) = happens(game, Fire("django", "marshal"))
    assert stayed == BanditStayed("marshal", TOP, "knock")
    assert cites[:2] == ("time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")


@pytest.mark.clause("time-machine.braking")
def test_it_lies_ahead_of_the_roof_of_the_locomotive_and_of_nothing_else() -> None:
    board = train()
    assert [place for place, ahead in board.forward.items() if ahead == MACHINE] == [TOP]
    assert MACHINE not in board.forward
    assert MACHINE not in board.backward
    assert MACHINE not in board.backward.values()


# --- horses


@pytest.mark.clause("time-machine.ride", "ruling.time-machine.horses")
def test_a_ride_covers_three_cars_and_it_is_one_beyond_the_locomotive() -> None:
    board = coached("d")
    rides = board.relations[RIDE]
    near = [car for car in TRAIN if MACHINE in rides[inside(car)]]
    assert near == ["locomotive", "a", "b"]
    assert [car for car in TRAIN if MACHINE in rides[roof(car)]] == near
    assert rides[MACHINE] == (MACHINE, CAB, "a.inside", "b.inside")
    assert board.relations[BESIDE][MACHINE] == "locomotive"
    assert MACHINE in coached("b").relations[RIDE][WITHIN]
    assert MACHINE not in board.relations[RIDE][WITHIN]


@pytest.mark.clause("ruling.time-machine.attack")
def test_in_the_attack_only_cars_are_boarded() -> None:
    assert tuple(coached("d").relations[BOARDED]) == TRAIN[1:]
