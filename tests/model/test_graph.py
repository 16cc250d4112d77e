"""The graphs of several modules become one, unless they disagree."""

from typing import Any

import attrs
import pytest

from colt_rules.model.graph import Graph, GraphConflict, join, kept
from colt_rules.model.record import changed

EMPTY = Graph(
    moves={},
    sight={},
    pushes={},
    stairs={},
    knocked={},
    patrol={},
    forward={},
    backward={},
    insides=(),
    roofs=(),
)
MANY = ("moves", "sight", "pushes", "patrol")
RELATIONS = [field.name for field in attrs.fields(Graph) if field.name not in ("insides", "roofs")]


def graph(**relations: Any) -> Graph:
    return changed(EMPTY, **relations)


def test_one_graph_is_itself() -> None:
    only = graph(moves={"a": ("b",)})
    assert join([only]) is only


@pytest.mark.parametrize("relation", RELATIONS)
def test_what_either_says_is_said_by_both(relation: str) -> None:
    x, y = (("x",), ("y",)) if relation in MANY else ("x", "y")
    both = join([graph(**{relation: {"a": x}}), graph(**{relation: {"b": y}})])
    assert getattr(both, relation) == {"a": x, "b": y}
    assert all(not getattr(both, name) for name in RELATIONS if name != relation)


@pytest.mark.parametrize("relation", MANY)
def test_where_there_can_be_many_answers_those_of_the_modules_add_up(relation: str) -> None:
    both = join([graph(**{relation: {"a": ("x", "y")}}), EMPTY, graph(**{relation: {"a": ("y", "z")}})])
    assert getattr(both, relation) == {"a": ("x", "y", "z")}


@pytest.mark.parametrize("relation", [name for name in RELATIONS if name not in MANY])
def test_where_there_is_one_answer_two_are_an_error_that_names_them(relation: str) -> None:
    with pytest.raises(GraphConflict, match=f"two modules disagree on {relation} of a: x and y"):
        join([graph(**{relation: {"a": "x"}}), EMPTY, graph(**{relation: {"a": "y"}})])


def test_the_same_answer_twice_is_no_conflict() -> None:
    assert join([graph(stairs={"a": "x"}), graph(stairs={"a": "x"})]) == graph(stairs={"a": "x"})


def test_insides_and_roofs_follow_one_another() -> None:
    both = join([graph(insides=("a",), roofs=("b",)), graph(insides=("c",), roofs=("d", "e"))])
    assert (both.insides, both.roofs) == (("a", "c"), ("b", "d", "e"))


def test_joining_leaves_the_parts_alone() -> None:
    one = graph(moves={"a": ("b",)})
    join([one, graph(moves={"c": ("d",)})])
    assert one.moves == {"a": ("b",)}


def test_a_board_is_made_once_for_each_board_it_is_made_from_and_each_else() -> None:
    made: list[str] = []

    @kept
    def with_roof(before: Graph, name: str) -> Graph:
        made.append(name)
        return changed(before, roofs=(*before.roofs, name))

    first, equal = graph(), graph()
    assert with_roof(first, "a") is with_roof(first, "a")
    assert with_roof(first, "a") is not with_roof(equal, "a")
    assert with_roof(first, "b").roofs == ("b",)
    assert made == ["a", "a", "b"]


def test_boards_are_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.model.graph.KEPT", 2)
    again = kept(lambda before, number: changed(before, roofs=(f"{number}",)))
    first = graph()
    kept_once = again(first, 1)
    assert [again(first, number).roofs for number in (2, 3)] == [("2",), ("3",)]
    assert again(first, 1) == kept_once
    assert again(first, 1) is not kept_once
