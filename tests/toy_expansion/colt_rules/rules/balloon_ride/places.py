"""The balloon as part of the board: beside the locomotive, with an inside and a roof like a car."""

from colt_rules.events import BanditMoved, Event
from colt_rules.model.graph import Graph, cached_board
from colt_rules.model.names import LOCOMOTIVE, Cites, car_of, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.balloon_ride.model import BALLOON
from colt_rules.rules.module import Rules

INSIDE, ROOF = inside(BALLOON), roof(BALLOON)
ACROSS = {INSIDE: inside(LOCOMOTIVE), ROOF: roof(LOCOMOTIVE), inside(LOCOMOTIVE): INSIDE, roof(LOCOMOTIVE): ROOF}
"""By place: the place on the other side of the rope, on the same level."""


def places(rules: Rules, game: Game, graph: Graph) -> Graph:
    """The board with the balloon."""
    return _with_balloon(graph)


@cached_board
@clause("balloon.place")
def _with_balloon(graph: Graph) -> Graph:
    """For every action the locomotive and the balloon are adjacent, on both levels."""
    return changed(
        graph,
        moves={**graph.moves, **{here: (*graph.moves.get(here, ()), there) for here, there in ACROSS.items()}},
        sight={**graph.sight, **{here: (*graph.sight.get(here, ()), (there,)) for here, there in ACROSS.items()}},
        pushes={**graph.pushes, **{here: (*graph.pushes.get(here, ()), there) for here, there in ACROSS.items()}},
        stairs={**graph.stairs, INSIDE: ROOF, ROOF: INSIDE},
    )


@clause("balloon.place")
def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """A Move into the balloon or out of it also cites the clause that puts the balloon there."""
    across = isinstance(event, BanditMoved) and BALLOON in map(car_of, (event.start, event.to))
    return ("balloon.place",) if across else ()
