"""Beside which car one can mount, and where a Ride can end."""

import pytest

from colt_rules.model.names import inside, roof
from colt_rules.rules.base.places import train_graph
from colt_rules.rules.horses.places import along_the_train, places
from colt_rules.rules.rulebook import rules_of
from tests.rules.horses.tables import attacking

TRAIN = ("locomotive", "a", "b", "c", "d", "e")


@pytest.mark.clause("ride.mount")
def test_inside_and_roof_are_beside_the_same_horses() -> None:
    beside = along_the_train(TRAIN, 3)["beside"]
    assert beside == {place: car for car in TRAIN for place in (inside(car), roof(car))}


@pytest.mark.clause("ride.distance", "ride.dismount", "ruling.ride.locomotive")
@pytest.mark.parametrize(
    ("car", "reached"),
    [
        ("locomotive", ("locomotive", "a", "b", "c")),
        ("a", ("a", "locomotive", "b", "c", "d")),
        ("c", ("c", "b", "a", "locomotive", "d", "e")),
        ("e", ("e", "d", "c", "b")),
    ],
)
def test_a_ride_ends_inside_a_car_at_most_three_away(car: str, reached: tuple[str, ...]) -> None:
    ride = along_the_train(TRAIN, 3)["ride"]
    assert ride[inside(car)] == ride[roof(car)] == tuple(map(inside, reached))


def test_every_car_behind_the_locomotive_is_boarded_on_its_inside() -> None:
    boarded = along_the_train(("locomotive", "mail", "dining"), 3)["boarded"]
    assert list(boarded.items()) == [("mail", "mail.inside"), ("dining", "dining.inside")]


@pytest.mark.clause("ride.mount")
def test_nothing_else_of_the_board_is_changed() -> None:
    game = attacking()
    plain = train_graph(game.train, 3)
    graph = places(rules_of(game), game, plain)
    assert set(graph.relations) == {"beside", "ride", "boarded"}
    assert (graph.moves, graph.sight, graph.pushes, graph.stairs) == (
        plain.moves,
        plain.sight,
        plain.pushes,
        plain.stairs,
    )
