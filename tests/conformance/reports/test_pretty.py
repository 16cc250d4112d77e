"""Differences are reported as deep inside as possible, and values are readable."""

import json
from typing import Any

import pytest

from colt_rules.conformance.reports.pretty import ABSENT, MOST, ValueDifference, differences, pretty


@pytest.mark.parametrize(
    ("expected", "got", "found"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, [("a.b", 1, 2)]),
        ([1, 2], [1, 3], [("1", 2, 3)]),
        ([1, 2], [1], [("1", 2, ABSENT)]),
        ([1], [1, None], [("1", ABSENT, None)]),
        ({"a": 1}, {"b": 1}, [("a", 1, ABSENT), ("b", ABSENT, 1)]),
        ({"a": None}, {}, [("a", None, ABSENT)]),
        (True, 1, [("", True, 1)]),
        ([{}], [[]], [("0", {}, [])]),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}, []),
    ],
)
def test_a_difference_is_told_where_it_is(expected: Any, got: Any, found: list[tuple[str, Any, Any]]) -> None:
    assert list(differences(expected, got)) == [ValueDifference(*row) for row in found]


def test_keys_that_nobody_named_can_be_left_alone() -> None:
    assert list(differences({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}, named_only=True)) == []
    assert len(list(differences({"a": 1}, {}, named_only=True))) == 1


def test_what_fits_is_in_a_line_and_all_is_json() -> None:
    value = {"b": ["x" * 60, "y" * 60, []], "a": 1, "c": {}}
    assert pretty({"b": 1, "a": [2]}) == '{"a": [2], "b": 1}'
    assert pretty(value).splitlines()[:3] == ["{", '  "a": 1,', '  "b": [']
    assert json.loads(pretty(value)) == value


def test_a_value_without_end_is_cut_and_says_so() -> None:
    text = pretty("x" * (MOST * 3))
    assert len(text) < MOST + 100
    assert text.endswith("characters more: the JSON Lines report has them")
