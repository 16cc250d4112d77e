"""The board as a graph: places and the relations that actions ask for.

Modules contribute graphs and ``join`` makes one of them. No action does arithmetic on car numbers.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from colt_rules.model.names import Place
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


class GraphConflict(ValueError):
    """Two modules give different answers for one relation."""


def join(graphs: Iterable[Graph]) -> Graph:
    """One graph out of those of several modules.

    Where a relation has many answers, those of the modules add up: a module can put its places next to the train.
    Where it has one, two different answers are an error.
    """
    first, *others = graphs
    if not others:
        return first
    parts = (first, *others)

    def many(relation: str) -> dict[Any, tuple[Any, ...]]:
        answers: dict[Any, tuple[Any, ...]] = {}
        for part in parts:
            for key, row in getattr(part, relation).items():
                answers[key] = tuple(dict.fromkeys((*answers.get(key, ()), *row)))
        return answers

    def one(relation: str) -> dict[Any, Any]:
        answers: dict[Any, Any] = {}
        for part in parts:
            for key, answer in getattr(part, relation).items():
                if answers.setdefault(key, answer) != answer:
                    raise GraphConflict(f"two modules disagree on {relation} of {key}: {answers[key]} and {answer}")
        return answers

    return Graph(
        moves=many("moves"),
        sight=many("sight"),
        pushes=many("pushes"),
        stairs=one("stairs"),
        knocked=one("knocked"),
        patrol=many("patrol"),
        forward=one("forward"),
        backward=one("backward"),
        insides=tuple(place for part in parts for place in part.insides),
        roofs=tuple(place for part in parts for place in part.roofs),
    )
