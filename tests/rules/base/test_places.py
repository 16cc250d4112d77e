"""The train as a graph: which places there are and how they lie to one another."""

import pytest

from colt_rules.model.graph import Graph
from colt_rules.rules.base.places import train_graph

TRAIN = ("locomotive", "mail", "dining", "baggage")
LONGEST = ("locomotive", "one", "two", "three", "four", "five", "six")


def everywhere(graph: Graph) -> set[str]:
    return {*graph.insides, *graph.roofs}


@pytest.mark.clause("train.inside-or-roof")
def test_from_every_place_one_can_move_look_push_and_climb_and_there_are_no_others() -> None:
    graph = train_graph(TRAIN, 3)
    assert everywhere(graph) == set(graph.moves) == set(graph.sight) == set(graph.pushes) == set(graph.stairs)


@pytest.mark.clause("train.no-leaving")
@pytest.mark.parametrize("train", [TRAIN[:2], TRAIN, LONGEST])
def test_no_relation_leads_off_the_train(train: tuple[str, ...]) -> None:
    graph = train_graph(train, 3)
    reached = {
        *(place for row in graph.moves.values() for place in row),
        *(place for lines in graph.sight.values() for line in lines for place in line),
        *(place for row in graph.pushes.values() for place in row),
        *(place for row in graph.patrol.values() for place in row),
        *graph.knocked.values(),
        *graph.forward.values(),
        *graph.backward.values(),
        *graph.stairs.values(),
    }
    assert reached == everywhere(graph)
