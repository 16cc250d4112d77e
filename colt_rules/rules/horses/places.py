"""The board for riders: where a horse can be mounted, and where a Ride can end."""

from functools import lru_cache
from typing import Any

from colt_rules.model.graph import Graph, cached_board
from colt_rules.model.names import Car, Place, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Numbers, Rules

BESIDE = "beside"
"""By place: the car whose horses can be mounted from there."""
RIDE = "ride"
"""By place: every place where a Ride that begins there can end."""
BOARDED = "boarded"
"""By car that can be boarded in the attack: the place where bandits get in; the front car first."""
GALLOP: Numbers = {
    "ride.distance": 3,
}
"""The maximum number of cars that a Ride covers."""


def places(rules: Rules, game: Game, graph: Graph) -> Graph:
    """The board with the relations for riding along the train."""
    return _on_horseback(graph, game.train, rules.number(GALLOP))


@cached_board
def _on_horseback(graph: Graph, train: tuple[Car, ...], gallop: int) -> Graph:
    return changed(graph, relations={**graph.relations, **along_the_train(train, gallop)})


@lru_cache(maxsize=1024)
@clause("ride.mount", *GALLOP, "ride.dismount", "attack.cars-only", "ruling.ride.locomotive")
def along_the_train(train: tuple[Car, ...], gallop: int) -> dict[str, dict[Place, Any]]:
    """A Ride from a car or its roof, or from the locomotive, ends inside a car at most three cars away.

    In the attack only the cars behind the locomotive can be boarded.
    """
    reached = {car: _near(train, index, gallop) for index, car in enumerate(train)}
    levels = [(place, car) for car in train for place in (inside(car), roof(car))]
    return {
        BESIDE: dict(levels),
        RIDE: {place: reached[car] for place, car in levels},
        BOARDED: {car: inside(car) for car in train[1:]},
    }


def _near(train: tuple[Car, ...], index: int, gallop: int) -> tuple[Place, ...]:
    """The insides that can be reached from beside this car.

    The car itself comes first, then the cars ahead, then those behind, nearest first.
    """
    ahead, behind = train[max(0, index - gallop) : index][::-1], train[index + 1 : index + 1 + gallop]
    return tuple(map(inside, (train[index], *ahead, *behind)))
