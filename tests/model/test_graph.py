"""Boards derived from other boards are cached."""

import pytest

from colt_rules.model.graph import NO_GRAPH, Graph, cached_board
from colt_rules.model.record import changed


def test_a_board_is_made_once_for_the_same_arguments() -> None:
    made: list[str] = []

    @cached_board
    def with_roof(before: Graph, name: str) -> Graph:
        made.append(name)
        return changed(before, roofs=(*before.roofs, name))

    first, equal = NO_GRAPH, changed(NO_GRAPH)
    assert with_roof(first, "a") is with_roof(first, "a")
    assert with_roof(first, "a") is not with_roof(equal, "a")
    assert with_roof(first, "b").roofs == ("b",)
    assert made == ["a", "a", "b"]


def test_the_cache_of_boards_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.model.graph.CACHE_SIZE", 2)
    again = cached_board(lambda before, number: changed(before, roofs=(f"{number}",)))
    kept_once = again(NO_GRAPH, 1)
    assert [again(NO_GRAPH, number).roofs for number in (2, 3)] == [("2",), ("3",)]
    assert again(NO_GRAPH, 1) == kept_once
    assert again(NO_GRAPH, 1) is not kept_once
