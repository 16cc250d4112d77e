"""The board as a graph: places and the relations between them that actions use.

Each module adds its places to the graph of the modules before it. No action does arithmetic on car numbers.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVarTuple

from attrs import Factory

from colt_rules.model.names import Bandit, Cites, Place
from colt_rules.model.record import record


@record
class Graph:
    """Where bandits can go, see and be pushed."""

    moves: Mapping[Place, tuple[Place, ...]]
    """From a place: every place where one Move can end."""
    sight: Mapping[Place, tuple[tuple[Place, ...], ...]]
    """From a place: each line of fire, nearest place first."""
    pushes: Mapping[Place, tuple[Place, ...]]
    """From a place: where a push can land."""
    stairs: Mapping[Place, Place]
    """The other level of the same car."""
    knocked: Mapping[tuple[Place, Place], Place]
    """By the shooter's place and the target's: the next place in the direction of the shot, if there is one."""
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
    """By the shooter's place and the target's: why there is no next place, unless the train ends there."""
    relations: Mapping[str, Mapping[Place, Any]] = Factory(dict)
    """By name: relations that only a module uses."""
    closed: Mapping[Place, Mapping[Bandit, Cites]] = Factory(dict)
    """By restricted place: the bandits that can never enter it, and why."""
    no_company: Mapping[Place, Cites] = Factory(dict)
    """By place where being alone or in company does not count, because it is not a car: the clauses that say so."""

    def has_one_level(self, place: Place) -> bool:
        """Whether a place has no other level: its stairs lead to itself."""
        return self.stairs.get(place) == place


NO_GRAPH = Graph({}, {}, {}, {}, {}, {}, {}, {}, (), ())
"""The board before any module has added a place."""


Else = TypeVarTuple("Else")
CACHE_SIZE = 4096
"""The size of each module's cache of boards."""


def cached_board(make: Callable[[Graph, *Else], Graph]) -> Callable[[Graph, *Else], Graph]:
    """Cache a function that derives one board from another, by the identity of the board and its other arguments.

    Boards are requested all the time, and each module's board derives from that of the module before it.
    """
    boards: dict[tuple[Any, ...], tuple[Graph, Graph]] = {}

    @wraps(make)
    def board(graph: Graph, *rest: *Else) -> Graph:
        key = (graph.roofs, *rest)
        known = boards.get(key)
        if known is None or known[0] is not graph:  # different boards can have the same roofs
            if len(boards) >= CACHE_SIZE:
                boards.clear()
            known = boards[key] = (graph, make(graph, *rest))
        return known[1]

    return board
