"""The stagecoach as part of the board: two places beside the train, and the Shotgun in lines of fire."""

from collections.abc import Mapping

from colt_rules.model.graph import Graph, cached_board
from colt_rules.model.names import Car, Cites, Place, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.places import ROOF_RUN
from colt_rules.rules.horses.places import BESIDE, RIDE
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of

WITHIN = inside(COACH)
ON_TOP = roof(COACH)

NO_KNOCK_BACK: Cites = ("stagecoach.roof.no-knock-back",)
LIKE_A_CAR = "ruling.happenings.stagecoach"
NOTHING_BEYOND: Cites = ("ruling.stagecoach.django-inside",)


def places(rules: Rules, game: Game, graph: Graph) -> Graph:
    """The board with the stagecoach at its current car; without changes before the stagecoach is placed."""
    coach = stagecoach_of(game)
    no_car = f"{LIKE_A_CAR}=never" in game.options.rulings
    return _beside(graph, coach.car, coach.shotgun, no_car, rules.number(ROOF_RUN)) if coach.car else graph


@cached_board
@clause(
    "stagecoach.two-places",
    "stagecoach.stairs",
    "stagecoach.not-the-marshal",
    "ruling.happenings.stagecoach",
    "ruling.stagecoach.like-a-car",
)
def _beside(train: Graph, car: Car, shotgun: Place, no_car: bool, roof_run: int) -> Graph:
    """The stagecoach has an inside and a roof with stairs between them, and neither belongs to the train.

    So happenings that affect insides or roofs do not reach it, nor does the Marshal. Who is alone there is decided as
    in a
    car, unless a house rule says that it is not one.
    """
    return changed(
        train,
        moves=_moves(train, car, roof_run),
        sight=_sight(train, car, shotgun),
        pushes=_pushes(train, car),
        stairs={**train.stairs, WITHIN: ON_TOP, ON_TOP: WITHIN},
        unmoved={**train.unmoved, **_unmoved(train, car)},
        relations={**train.relations, BESIDE: _mounts(train, car), RIDE: _rides(train, car)},
        no_company={**train.no_company, **(dict.fromkeys((WITHIN, ON_TOP), (LIKE_A_CAR,)) if no_car else {})},
    )


@clause("stagecoach.roof.move", "stagecoach.inside.not-by-move")
def _moves(train: Graph, car: Car, most: int) -> Mapping[Place, tuple[Place, ...]]:
    """A Move on the roofs can cross to or from the stagecoach's roof as one car; its inside has no neighbour."""
    here = train.roofs.index(roof(car))
    near = [train.roofs[index] for index in _by_distance(here, len(train.roofs)) if abs(index - here) < most]
    return {
        **train.moves,
        **{place: (*train.moves[place], ON_TOP) for place in near},
        WITHIN: (),
        ON_TOP: tuple(near),
    }


def _by_distance(here: int, count: int) -> list[int]:
    """The cars of the train, nearest first; of two equally near cars the car ahead comes first."""
    return sorted(range(count), key=lambda index: (abs(index - here), index))


@clause("stagecoach.inside.fire", "stagecoach.roof.fire")
def _sight(train: Graph, car: Car, shotgun: Place) -> Mapping[Place, tuple[tuple[Place, ...], ...]]:
    """Bandits inside the stagecoach and inside the car it faces can aim at each other.

    A bandit on the roof of the stagecoach and a bandit on any roof of the train can also aim at each other. Nobody in
    between blocks these shots.
    """
    sight = {**train.sight, **_cut(train, shotgun)}
    for place in (inside(car), *train.roofs):
        opposite = ON_TOP if place in train.roofs else WITHIN
        sight[place] = (*sight[place], (opposite,))
    return {**sight, WITHIN: ((inside(car),),), ON_TOP: tuple((place,) for place in train.roofs)}


@clause("shotgun.blocks-sight", "shotgun.inactive")
def _cut(train: Graph, shotgun: Place) -> Mapping[Place, tuple[tuple[Place, ...], ...]]:
    """Along the roofs of the train no line of fire goes past the Shotgun; on the stagecoach he blocks none."""
    if shotgun not in train.roofs:
        return {}
    return {
        place: tuple(line[: line.index(shotgun) + 1] if shotgun in line else line for line in train.sight[place])
        for place in train.roofs
    }


@clause("stagecoach.inside.push", "stagecoach.roof.push")
def _pushes(train: Graph, car: Car) -> Mapping[Place, tuple[Place, ...]]:
    """A push can cross between the stagecoach and the car it faces, on either level.

    No other push leads out of the stagecoach.
    """
    return {
        **train.pushes,
        inside(car): (*train.pushes[inside(car)], WITHIN),
        roof(car): (*train.pushes[roof(car)], ON_TOP),
        WITHIN: (inside(car),),
        ON_TOP: (roof(car),),
    }


@clause("stagecoach.roof.no-knock-back", "ruling.stagecoach.django-inside")
def _unmoved(train: Graph, car: Car) -> Mapping[tuple[Place, Place], Cites]:
    """A target that Django hits across to or from the stagecoach stays: there is no car beyond in that direction."""
    across = {pair: NO_KNOCK_BACK for place in train.roofs for pair in ((place, ON_TOP), (ON_TOP, place))}
    return {**across, (inside(car), WITHIN): NOTHING_BEYOND, (WITHIN, inside(car)): NOTHING_BEYOND}


@clause("ruling.ride.from-the-stagecoach", "ride.go-between")
def _mounts(train: Graph, car: Car) -> Mapping[Place, Car]:
    """The horses beside the car that the stagecoach faces can be mounted from its inside and its roof too."""
    return {**train.relations[BESIDE], WITHIN: car, ON_TOP: car}


@clause("ride.into-stagecoach", "ride.go-between")
def _rides(train: Graph, car: Car) -> Mapping[Place, tuple[Place, ...]]:
    """A Ride that can stop beside the car that the stagecoach faces can end inside the stagecoach."""
    rides: dict[Place, tuple[Place, ...]] = {
        place: (*ends, WITHIN) if inside(car) in ends else ends for place, ends in train.relations[RIDE].items()
    }
    return {**rides, WITHIN: rides[inside(car)], ON_TOP: rides[inside(car)]}
