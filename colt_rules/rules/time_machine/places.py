"""The time machine as part of the board: one place in front of the locomotive, near its roof and its inside at once."""

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
    """The board with the time machine as soon as it is there; before that, the board as it was."""
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
    """The time machine is a single place, neither inside nor on the roof of the train, and no way of the Marshal's.

    So what befalls insides and roofs passes it by; but from the roof of the locomotive one slides forward into it. Who
    is with whom counts as in a car, unless the table agrees that it is none.
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
    """It is the car ahead of the locomotive: one step from the cab, and on the roofs one more roof of a Move."""
    near = (CAB, *graph.roofs[:most], *((ON_TOP,) if _is_near(graph, coach, most) else ()))
    return {**graph.moves, **{place: (*graph.moves[place], MACHINE) for place in near}, MACHINE: near}


def _is_near(graph: Graph, coach: Car, most: int) -> bool:
    """Whether the stagecoach is beside a car from which the crossing leaves enough of a Move for the way."""
    return bool(coach) and roof(coach) in graph.roofs[: most - 1]


@clause("time-machine.fire", "time-machine.fire.line-of-sight", "time-machine.fire.stagecoach")
def _sight(graph: Graph, guarded: bool) -> Mapping[Place, tuple[tuple[Place, ...], ...]]:
    """It and the cab see each other, and along the roofs it is one more roof at the head, with all lines as they are.

    From the roof of the stagecoach it is seen like a roof, past everybody. The Shotgun on the roof of the locomotive
    guards it: past him no line goes.
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
    """A line that reaches the roof of the locomotive goes on to the time machine."""
    return (*line, MACHINE) if line[-1:] == (TOP,) else line


def _behind(graph: Graph) -> tuple[Place, ...]:
    """The roofs that can be seen from that of the locomotive, toward the tail, as far as nothing blocks the view."""
    return next((line for line in graph.sight[TOP] if line[:1] == graph.roofs[1:2]), ())


@clause("time-machine.push-in", "time-machine.push-out")
def _pushes(graph: Graph) -> Mapping[Place, tuple[Place, ...]]:
    """A push leads into it from the roof of the locomotive and from the cab, and out of it into the cab only."""
    return {
        **graph.pushes,
        TOP: (*graph.pushes[TOP], MACHINE),
        CAB: (*graph.pushes[CAB], MACHINE),
        MACHINE: (CAB,),
    }


@clause("time-machine.django", "ruling.time-machine.django-inside", "ruling.time-machine.django-from-it")
def _knocked(graph: Graph, from_the_cab: bool) -> Mapping[tuple[Place, Place], Place]:
    """From a roof Django's shot sends one on the roof of the locomotive into it; from it, one goes toward the tail.

    By a house rule his shot from inside the first car sends one in the cab into it as well.
    """
    lines = (graph.roofs, tuple(inside(car_of(place)) for place in graph.roofs[:2]))
    back = {(MACHINE, target): beyond for line in lines for target, beyond in pairwise(line)}
    ahead = {(shooter, TOP): MACHINE for shooter in graph.roofs[1:]}
    return {**back, **ahead, **({(lines[1][1], CAB): MACHINE} if from_the_cab else {})}


def _unmoved(graph: Graph) -> Mapping[tuple[Place, Place], Cites]:
    """Across between the roof of the stagecoach and the time machine Django's shot moves nobody."""
    return dict.fromkeys(((ON_TOP, MACHINE), (MACHINE, ON_TOP)), NO_KNOCK_BACK) if ON_TOP in graph.sight else {}


@clause("time-machine.ride", "ruling.time-machine.horses", "ruling.time-machine.attack")
def _on_horseback(graph: Graph, most: int) -> Mapping[str, Mapping[Place, Any]]:
    """A Ride can end in it where it is at most three cars away; the horse stops beside the locomotive.

    So the horses beside the locomotive can be mounted from it. In the attack nobody boards it.
    """
    if RIDE not in graph.relations:
        return graph.relations
    near = {car_of(place) for place in graph.roofs[:most]}
    beside, rides = graph.relations[BESIDE], graph.relations[RIDE]
    ways = {place: (*ends, MACHINE) if beside[place] in near else ends for place, ends in rides.items()}
    from_it = (MACHINE, *(end for end in rides[CAB] if beside[end] in near))
    return {**graph.relations, BESIDE: {**beside, MACHINE: LOCOMOTIVE}, RIDE: {**ways, MACHINE: from_it}}
