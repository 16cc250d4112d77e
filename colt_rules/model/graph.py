"""The board as a graph: places and the relations that actions ask for.

Each module makes the graph with its places out of the graph without them. No action does arithmetic on car numbers.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVarTuple

from attrs import Factory

from colt_rules.model.names import Bandit, Cites, Place
from colt_rules.model.record import record


@record
class Graph:
    """Who can go, see and be pushed where."""

    moves: Mapping[Place, tuple[Place, ...]]
    """From a place: every place where one Move can end."""
    sight: Mapping[Place, tuple[tuple[Place, ...], ...]]
    """From a place: each line of fire, nearest place first."""
    pushes: Mapping[Place, tuple[Place, ...]]
    """From a place: where a push can land."""
    stairs: Mapping[Place, Place]
    """The other level of the same car."""
    knocked: Mapping[tuple[Place, Place], Place]
    """From a shooter's place and a target's place: the next place in the direction of the shot, if there is one."""
    patrol: Mapping[Place, tuple[Place, ...]]
    """From the Marshal's place: where he can go in one step."""
    forward: Mapping[Place, Place]
    """One step toward the head of the train, on the same level."""
    backward: Mapping[Place, Place]
    """One step toward the tail of the train, on the same level."""
    insides: tuple[Place, ...]
    """The insides of the train, head first."""
    roofs: tuple[Place, ...]
    """The roofs of the train, head first."""
    unmoved: Mapping[tuple[Place, Place], Cites] = Factory(dict)
    """From a shooter's place and a target's place: why nothing lies beyond, where that is not an end of the train."""
    relations: Mapping[str, Mapping[Place, Any]] = Factory(dict)
    """By name: relations that only a module asks for."""
    closed: Mapping[Place, Mapping[Bandit, Cites]] = Factory(dict)
    """By place that is not for everybody: who never gets there, and why."""
    no_company: Mapping[Place, Cites] = Factory(dict)
    """By place where it does not count who is alone or with whom, because it is no car: why."""

    def has_one_level(self, place: Place) -> bool:
        """Whether a place belongs to no level: its stairs lead nowhere."""
        return self.stairs.get(place) == place


NO_GRAPH = Graph({}, {}, {}, {}, {}, {}, {}, {}, (), ())
"""The board before any module has added a place."""


Else = TypeVarTuple("Else")
KEPT = 4096
"""How many boards of one module are kept."""


def kept(make: Callable[[Graph, *Else], Graph]) -> Callable[[Graph, *Else], Graph]:
    """Make a board out of another only once: the same object, with the same else, gives the same object again.

    Boards are asked for all the time, and each module's is made from that of the module before it.
    """
    boards: dict[tuple[Any, ...], tuple[Graph, Graph]] = {}

    @wraps(make)
    def board(graph: Graph, *rest: *Else) -> Graph:
        key = (graph.roofs, *rest)
        known = boards.get(key)
        if known is None or known[0] is not graph:  # boards are alike in their roofs and may differ in all else
            if len(boards) >= KEPT:
                boards.clear()
            known = boards[key] = (graph, make(graph, *rest))
        return known[1]

    return board
