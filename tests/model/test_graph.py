"""A board that is made out of another one is kept."""

import pytest

from colt_rules.model.graph import NO_GRAPH, Graph, kept
from colt_rules.model.record import changed


def test_a_board_is_made_once_for_each_board_it_is_made_from_and_each_else() -> None:
    made: list[str] = []

    @kept
    def with_roof(before: Graph, name: str) -> Graph:
        made.append(name)
        return changed(before, roofs=(*before.roofs, name))

    first, equal = NO_GRAPH, changed(NO_GRAPH)
    assert with_roof(first, "a") is with_roof(first, "a")
    assert with_roof(first, "a") is not with_roof(equal, "a")
    assert with_roof(first, "b").roofs == ("b",)
    assert made == ["a", "a", "b"]


def test_boards_are_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.model.graph.KEPT", 2)
    again = kept(lambda before, number: changed(before, roofs=(f"{number}",)))
    kept_once = again(NO_GRAPH, 1)
    assert [again(NO_GRAPH, number).roofs for number in (2, 3)] == [("2",), ("3",)]
    assert again(NO_GRAPH, 1) == kept_once
    assert again(NO_GRAPH, 1) is not kept_once
