"""The time machine as part of the board: one place next to both the roof and the inside of the locomotive."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from colt_rules.model.graph import Graph, cached_board
from colt_rules.model.names import LOCOMOTIVE, Car, Cites, Place, car_of, inside, roof
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.places import ROOF_RUN
from colt_rules.rules.horses.places import BESIDE, GALLOP, RIDE
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.rules.stagecoach.places import NO_KNOCK_BACK, ON_TOP
from colt_rules.rules.time_machine.model import MACHINE

CAB = inside(LOCOMOTIVE)
TOP = roof(LOCOMOTIVE)
NOT_THE_MARSHAL: Cites = ("time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")
DJANGO_INSIDE = "ruling.time-machine.django-inside"
BY_HAPPENING = "ruling.time-machine.happenings"
NO_CAR = f"{BY_HAPPENING}=never"


def places(rules: Rules, game: Game, graph: Graph) -> Graph:
    """The board with the time machine; without changes before the time machine is placed."""
    if not part_of(game, "time-machine"):
        return graph
    coach, house_rules = stagecoach_of(game), game.options.rulings
    knocked, no_car = f"{DJANGO_INSIDE}=into-it" in house_rules, NO_CAR in house_rules
    reach = rules.number(ROOF_RUN), rules.number(GALLOP)
    return _in_front(graph, coach.car, coach.shotgun == TOP, knocked, no_car, *reach)


@cached_board
@clause(
    "time-machine.one-place",
    "time-machine.braking",
    "time-machine.not-the-marshal",
    "ruling.time-machine.marshal-stays",
    "ruling.time-machine.happenings",
)
def _in_front(
    graph: Graph, coach: Car, guarded: bool, knocked_from_the_cab: bool, no_car: bool, roof_run: int, gallop: int
) -> Graph:
    """The time machine is a single place: it is not inside the train, not on a roof, and closed to the Marshal.

    So happenings that affect insides and roofs do not reach it, but braking moves bandits on the locomotive's roof into
    it.
    Bandits there are in company as in a car, unless a house rule says that the time machine does not count as one.
    """
    return changed(
        graph,
        moves=_moves(graph, coach, roof_run),
        sight=_sight(graph, guarded),
        pushes=_pushes(graph),
        stairs={**graph.stairs, MACHINE: MACHINE},
        knocked={**graph.knocked, **_knocked(graph, knocked_from_the_cab)},
        unmoved={**graph.unmoved, **_unmoved(graph)},
        forward={**graph.forward, TOP: MACHINE},
        patrol={**graph.patrol, MACHINE: ()},
        relations=_on_horseback(graph, gallop),
        closed={**graph.closed, MACHINE: {MARSHAL: NOT_THE_MARSHAL}},
        no_company={**graph.no_company, **({MACHINE: (BY_HAPPENING,)} if no_car else {})},
    )


@clause("time-machine.move", "ruling.time-machine.like-a-roof")
def _moves(graph: Graph, coach: Car, most: int) -> Mapping[Place, tuple[Place, ...]]:
    """A Move leads between the time machine and the cab; for a Move on the roofs it is one more roof at the head."""
    near = (CAB, *graph.roofs[:most], *((ON_TOP,) if _is_near(graph, coach, most) else ()))
    return {**graph.moves, **{place: (*graph.moves[place], MACHINE) for place in near}, MACHINE: near}


def _is_near(graph: Graph, coach: Car, most: int) -> bool:
    """Whether the stagecoach faces a car from which the rest of a Move reaches the time machine after the crossing."""
    return bool(coach) and roof(coach) in graph.roofs[: most - 1]


@clause("time-machine.fire", "time-machine.fire.line-of-sight", "time-machine.fire.stagecoach")
def _sight(graph: Graph, guarded: bool) -> Mapping[Place, tuple[tuple[Place, ...], ...]]:
    """The time machine and the cab are in each other's line of fire; along the roofs it is one more roof at the head.

    From the roof of the stagecoach it can be aimed at like a roof, past everybody. If the Shotgun is on the
    locomotive's
    roof, no line of fire goes past him.
    """
    sight = {**graph.sight, CAB: (*graph.sight[CAB], (MACHINE,)), TOP: (*graph.sight[TOP], (MACHINE,))}
    along: tuple[Place, ...] = (TOP,)
    if not guarded:
        sight |= {place: tuple(map(_lengthened, graph.sight[place])) for place in graph.roofs[1:]}
        along = (TOP, *_behind(graph))
    if ON_TOP not in graph.sight:
        return {**sight, MACHINE: ((CAB,), along)}
    return {**sight, ON_TOP: (*graph.sight[ON_TOP], (MACHINE,)), MACHINE: ((CAB,), along, (ON_TOP,))}


def _lengthened(line: tuple[Place, ...]) -> tuple[Place, ...]:
    """A line of fire that reaches the roof of the locomotive goes on to the time machine."""
    return (*line, MACHINE) if line[-1:] == (TOP,) else line


def _behind(graph: Graph) -> tuple[Place, ...]:
    """The roofs toward the tail that are in the line of fire from the locomotive's roof."""
    return next((line for line in graph.sight[TOP] if line[:1] == graph.roofs[1:2]), ())


@clause("time-machine.push-in", "time-machine.push-out")
def _pushes(graph: Graph) -> Mapping[Place, tuple[Place, ...]]:
    """A push leads into the time machine from the locomotive's roof and from the cab, and out of it only to the cab."""
    return {
        **graph.pushes,
        TOP: (*graph.pushes[TOP], MACHINE),
        CAB: (*graph.pushes[CAB], MACHINE),
        MACHINE: (CAB,),
    }


@clause("time-machine.django", "ruling.time-machine.django-inside", "ruling.time-machine.django-from-it")
def _knocked(graph: Graph, from_the_cab: bool) -> Mapping[tuple[Place, Place], Place]:
    """A target on the locomotive's roof that Django hits from another roof lands in the time machine.

    A target that he hits from the time machine moves toward the tail. By a house rule, a target in the cab that he hits
    from inside the first car lands in the time machine too.
    """
    lines = (graph.roofs, tuple(inside(car_of(place)) for place in graph.roofs[:2]))
    back = {(MACHINE, target): beyond for line in lines for target, beyond in pairwise(line)}
    ahead = {(shooter, TOP): MACHINE for shooter in graph.roofs[1:]}
    return {**back, **ahead, **({(lines[1][1], CAB): MACHINE} if from_the_cab else {})}


def _unmoved(graph: Graph) -> Mapping[tuple[Place, Place], Cites]:
    """Between the roof of the stagecoach and the time machine, Django's shot moves nobody."""
    return dict.fromkeys(((ON_TOP, MACHINE), (MACHINE, ON_TOP)), NO_KNOCK_BACK) if ON_TOP in graph.sight else {}


@clause("time-machine.ride", "ruling.time-machine.horses", "ruling.time-machine.attack")
def _on_horseback(graph: Graph, most: int) -> Mapping[str, Mapping[Place, Any]]:
    """A Ride can end in the time machine if it is at most three cars away; the horse stops beside the locomotive.

    Horses beside the locomotive can be mounted from the time machine. In the attack it cannot be boarded.
    """
    if RIDE not in graph.relations:
        return graph.relations
    near = {car_of(place) for place in graph.roofs[:most]}
    beside, rides = graph.relations[BESIDE], graph.relations[RIDE]
    ways = {place: (*ends, MACHINE) if beside[place] in near else ends for place, ends in rides.items()}
    from_it = (MACHINE, *(end for end in rides[CAB] if beside[end] in near))
    return {**graph.relations, BESIDE: {**beside, MACHINE: LOCOMOTIVE}, RIDE: {**ways, MACHINE: from_it}}
