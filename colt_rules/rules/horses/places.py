"""Beside which car one can mount and get off, and how far a Ride goes."""

from functools import lru_cache
from typing import Any

from colt_rules.model.graph import Graph, cached_board
from colt_rules.model.names import Car, Place, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Numbers, Rules

BESIDE = "beside"
"""From a place: the car whose horses can be mounted from there."""
RIDE = "ride"
"""From a place: every place where a Ride that begins there can end."""
BOARDED = "boarded"
"""From a car that can be boarded in the attack: the place where one gets in; the front car first."""
GALLOP: Numbers = {
    "ride.distance": 3,
}
"""How many cars a Ride can cover."""


def places(rules: Rules, game: Game, graph: Graph) -> Graph:
    """The board with the ways on horseback along the train."""
    return _on_horseback(graph, game.train, rules.number(GALLOP))


@cached_board
def _on_horseback(graph: Graph, train: tuple[Car, ...], gallop: int) -> Graph:
    return changed(graph, relations={**graph.relations, **along_the_train(train, gallop)})


@lru_cache(maxsize=1024)
@clause("ride.mount", *GALLOP, "ride.dismount", "attack.cars-only", "ruling.ride.locomotive")
def along_the_train(train: tuple[Car, ...], gallop: int) -> dict[str, dict[Place, Any]]:
    """From inside and roof of any car, the locomotive among them, a Ride ends inside one that is at most three away.

    In the attack the cars behind the locomotive can be boarded.
    """
    reached = {car: _near(train, index, gallop) for index, car in enumerate(train)}
    levels = [(place, car) for car in train for place in (inside(car), roof(car))]
    return {
        BESIDE: dict(levels),
        RIDE: {place: reached[car] for place, car in levels},
        BOARDED: {car: inside(car) for car in train[1:]},
    }


def _near(train: tuple[Car, ...], index: int, gallop: int) -> tuple[Place, ...]:
    """The insides that can be reached from beside this car: it first, then ahead, then behind, nearest first."""
    ahead, behind = train[max(0, index - gallop) : index][::-1], train[index + 1 : index + 1 + gallop]
    return tuple(map(inside, (train[index], *ahead, *behind)))
