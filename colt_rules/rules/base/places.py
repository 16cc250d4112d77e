"""The train as a graph: its places and the relations between them."""

from functools import lru_cache
from itertools import pairwise

from colt_rules.model.graph import Graph
from colt_rules.model.names import Car, Place, inside, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Numbers, Rules

ROOF_RUN: Numbers = {
    "move.roof.one-to-three": 3,
}
"""The maximum number of cars that a Move on the roofs covers."""


def places(rules: Rules, game: Game, graph: Graph) -> Graph:
    """The graph of the game's train, from which every board starts."""
    return train_graph(game.train, rules.number(ROOF_RUN))


@lru_cache(maxsize=1024)
@clause("train.inside-or-roof", "train.locomotive-is-a-car")
def train_graph(train: tuple[Car, ...], roof_run: int) -> Graph:
    """Each car of the train, including the locomotive, has two places: inside and roof."""
    insides = tuple(inside(car) for car in train)
    roofs = tuple(roof(car) for car in train)
    return Graph(
        moves=_walks(insides) | _runs(roofs, roof_run),
        sight=_looks_inside(insides) | _looks_along(roofs),
        pushes=_pushes(insides) | _pushes(roofs),
        stairs=dict(zip(insides + roofs, roofs + insides, strict=True)),
        knocked=_knocks(insides) | _knocks(roofs),
        patrol=_beat(insides),
        forward=dict(zip(insides[1:] + roofs[1:], insides[:-1] + roofs[:-1], strict=True)),
        backward=dict(zip(insides[:-1] + roofs[:-1], insides[1:] + roofs[1:], strict=True)),
        insides=insides,
        roofs=roofs,
    )


def _rays(level: tuple[Place, ...]) -> dict[Place, tuple[tuple[Place, ...], tuple[Place, ...]]]:
    """By place: the places of the same level ahead of it and behind it, nearest first."""
    return {place: (level[:index][::-1], level[index + 1 :]) for index, place in enumerate(level)}


def _near(level: tuple[Place, ...]) -> dict[Place, tuple[Place, ...]]:
    """By place: the next place of the same level ahead of it and the next one behind it."""
    return {place: ahead[:1] + behind[:1] for place, (ahead, behind) in _rays(level).items()}


@clause("move.inside.adjacent")
def _walks(insides: tuple[Place, ...]) -> dict[Place, tuple[Place, ...]]:
    """Inside, a Move goes to an adjacent car."""
    return _near(insides)


@clause(*ROOF_RUN)
def _runs(roofs: tuple[Place, ...], most: int) -> dict[Place, tuple[Place, ...]]:
    """On the roofs, a Move goes at least one car and at most ``most`` cars, ahead or behind."""
    return {place: ahead[:most] + behind[:most] for place, (ahead, behind) in _rays(roofs).items()}


@clause("fire.inside.adjacent")
def _looks_inside(insides: tuple[Place, ...]) -> dict[Place, tuple[tuple[Place, ...], ...]]:
    """Inside, a shot reaches only the adjacent cars."""
    return {place: (ahead[:1], behind[:1]) for place, (ahead, behind) in _rays(insides).items()}


@clause("fire.roof.any-distance")
def _looks_along(roofs: tuple[Place, ...]) -> dict[Place, tuple[tuple[Place, ...], ...]]:
    """On the roofs, a shot reaches any distance."""
    return dict(_rays(roofs))


@clause("punch.push.adjacent", "punch.push.train-ends", "punch.push.same-level")
def _pushes(level: tuple[Place, ...]) -> dict[Place, tuple[Place, ...]]:
    """A push lands in an adjacent car on the same level; at either end of the train only one car is adjacent."""
    return _near(level)


@clause("django.knock-back")
def _knocks(level: tuple[Place, ...]) -> dict[tuple[Place, Place], Place]:
    """Django's shot knocks the target back to the next place beyond it; at the last place it is not moved."""
    return {
        (shooter, target): beyond
        for shooter, rays in _rays(level).items()
        for ray in rays
        for target, beyond in pairwise(ray)
    }


@clause("marshal.move.adjacent", "marshal.inside-only")
def _beat(insides: tuple[Place, ...]) -> dict[Place, tuple[Place, ...]]:
    """The Marshal moves inside the train only, one car at a time."""
    return _near(insides)
