"""Each comparison: what agrees, and the message for each kind of difference."""

from typing import Any

import pytest

from colt_rules.conformance.running.compare import (
    brief,
    citations_differ,
    clauses_differ,
    events_differ,
    options_differ,
    part_differs,
    secrets_leak,
    whole_differs,
)

ANYTHING = {"any": True}


def entry(type: str, **data: Any) -> dict[str, Any]:
    return {"type": type, "data": data}


def taken(token: str) -> dict[str, Any]:
    """An event that comes in any order among consecutive ones of its type."""
    return entry("LootTaken", token=token)


A, B, C = entry("A", x=1), entry("B", x=1, y=2), entry("C")


@pytest.mark.parametrize(
    ("pattern", "events"),
    [
        ([], []),
        ([entry("A")], [A]),
        ([entry("A", x=1), entry("B", y=2)], [A, B]),
        ([ANYTHING], []),
        ([ANYTHING], [A, B, C]),
        ([ANYTHING, entry("B"), ANYTHING], [B]),
        ([ANYTHING, entry("B"), ANYTHING], [A, A, B, C]),
        ([entry("A"), ANYTHING, entry("C")], [A, C, B, C]),
        ([ANYTHING, entry("B"), entry("C")], [B, A, B, C]),
        ([entry("B", x=None, y=2)], [entry("B", y=2)]),
        ([taken("purse"), taken("jewel")], [taken("jewel"), taken("purse")]),
        ([entry("LootTaken"), taken("jewel"), taken("purse")], [taken("jewel"), taken("purse"), taken("mailbag")]),
        ([ANYTHING, taken("purse"), ANYTHING], [A, taken("purse"), taken("jewel")]),
    ],
)
def test_events_that_fit_the_pattern_agree(pattern: list[Any], events: list[Any]) -> None:
    assert events_differ(pattern, events) is None


@pytest.mark.parametrize(
    ("pattern", "events", "told"),
    [
        ([entry("A")], [], "expected A as event 1, got no more events"),
        ([entry("A")], [C], "expected A as event 1, got C"),
        ([entry("A")], [A, C], "expected no more events as event 2, got C"),
        ([], [A], "expected no more events as event 1, got A"),
        ([entry("A", x=2)], [A], "expected A x=2 as event 1, got A; the next A: x: expected 2, got 1"),
        ([entry("A"), entry("C")], [C, A], "expected A as event 1, got C"),
        ([ANYTHING, entry("A")], [B, C], "expected A as event 1, got B"),
        ([entry("A"), ANYTHING, entry("C", x=1)], [A, B, C], "expected C x=1 as event 2, got B; the next C: x: "),
        ([ANYTHING, entry("A")], [A, B], "expected no more events as event 2, got B"),
        ([entry("B", z=True)], [B], "z: expected true, got null"),
        ([taken("purse"), A, taken("jewel")], [taken("jewel"), A, taken("purse")], "token: expected "),
        (
            [taken("jewel"), taken("purse")],
            [taken("jewel"), taken("jewel")],
            "expected LootTaken token=jewel as event 1",
        ),
        ([taken("jewel")], [taken("jewel"), taken("purse")], "expected no more events as event 2, got LootTaken"),
    ],
)
def test_events_that_do_not_fit_are_told_by_the_first_that_differs(
    pattern: list[Any], events: list[Any], told: str
) -> None:
    assert told in (events_differ(pattern, events) or "")


def test_an_event_that_comes_too_early_is_told_without_a_difference_where_there_is_none() -> None:
    told = events_differ([A, B], [A, C, B])
    assert told is not None
    assert told.startswith("expected B x=1 y=2 as event 2, got C")
    assert "None" not in told


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ({}, {"a": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}),
        ({"a": None}, {}),
        ([1, 2], [1, 2]),
        ({"tuco": {"bullets": 1}}, [{"bandit": "ghost", "bullets": 2}, {"bandit": "tuco", "bullets": 1}]),
        ({"tuco": {"hand_size": 1}}, [{"seat": "tuco", "hand_size": 1}]),
        ({"purse-1": {"value": None}}, [{"token": "purse-1", "kind": "purse", "value": None}]),
        ({"doc": {"kind": "move"}}, [{"actor": "doc", "kind": "move", "subject": ""}]),
        ({"doc": None}, [{"actor": "tuco"}]),
        ({"doc": None}, []),
        ({"floor": {}}, {"floor": {}}),
        ({"floor": {}, "tokens": {}}, {"tokens": []}),
    ],
)
def test_a_part_agrees_with_a_whole_that_holds_it(part: Any, whole: Any) -> None:
    assert part_differs(part, whole) is None


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [
        (1, 2, "it: expected 1, got 2"),
        (1, True, "it: expected 1, got true"),
        (1, 1.0, "it: expected 1, got 1.0"),
        ("1", 1, 'it: expected "1", got 1'),
        ({"a": 1}, {}, "a: expected 1, got null"),
        ({"a": None}, {"a": 0}, "a: expected null, got 0"),
        ({"a": []}, {"a": None}, "a: expected [], got null"),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [2, 1]}}, "a.b: expected [1,2], got [2,1]"),
        ([{"a": 1}], [{"a": 1, "b": 2}], 'it: expected [{"a":1}], got [{"a":1,"b":2}]'),
        ({"tuco": {"x": 1}}, [{"bandit": "tuco", "x": 2}], "tuco.x: expected 1, got 2"),
        ({"tuco": {"x": 1}}, [{"bandit": "doc", "x": 1}], 'tuco: expected {"x":1}, got null'),
        ({"tuco": {"x": 1}}, [{"name": "tuco", "x": 1}], 'tuco: expected {"x":1}, got null'),
        ({"a": 1}, "text", 'it: expected {"a":1}, got "text"'),
        (
            {"floor": {}},
            {"floor": {"mail.inside": ["jewel-1"]}},
            'floor: expected nothing, got {"mail.inside":["jewel-1"]}',
        ),
    ],
)
def test_where_a_whole_is_not_what_the_part_says_is_told(part: Any, whole: Any, told: str) -> None:
    assert part_differs(part, whole) == told


def test_two_wholes_agree_only_with_nothing_more_and_nothing_less() -> None:
    assert whole_differs({"a": {"b": [1]}}, {"a": {"b": [1]}}) is None
    assert whole_differs({"a": {"b": 1}}, {"a": {}}) == "a.b: expected 1, got nothing"
    assert whole_differs({"a": {}}, {"a": {"b": 1}}) == "a.b: expected nothing, got 1"
    assert whole_differs({"a": {"b": None}}, {"a": {}}) == "a.b: expected null, got nothing"
    assert whole_differs({"a": [1]}, {"a": [1, 2]}) == "a: expected [1], got [1,2]"
    assert whole_differs({"a": 1}, None) == 'it: expected {"a":1}, got null'


MOVE, FIRE = {"type": "Move", "to": "a"}, {"type": "Fire", "target": "b"}


@pytest.mark.parametrize(
    ("expected", "commands"),
    [
        ({"are": []}, []),
        ({"are": [MOVE, FIRE]}, [FIRE, {"to": "a", "type": "Move"}]),
        ({"include": [MOVE], "exclude": []}, [FIRE, MOVE]),
        ({"include": [], "exclude": [MOVE]}, [FIRE]),
    ],
)
def test_options_agree_in_any_order(expected: Any, commands: list[Any]) -> None:
    assert options_differ(expected, {"commands": commands}) is None


@pytest.mark.parametrize(
    ("expected", "commands", "told"),
    [
        ({"are": [MOVE]}, [], 'missing {"to":"a","type":"Move"}'),
        ({"are": []}, [FIRE], 'not legal but listed: {"target":"b","type":"Fire"}'),
        ({"are": [MOVE]}, [FIRE], 'missing {"to":"a","type":"Move"}; not legal but listed: {"target":"b"'),
        ({"include": [MOVE], "exclude": []}, [FIRE], 'missing {"to":"a","type":"Move"}'),
        ({"include": [], "exclude": [FIRE]}, [FIRE], 'not legal but listed: {"target":"b","type":"Fire"}'),
        ({"are": []}, None, "expected a list of commands, got the field `rows` (the orders in which chance can deal)"),
    ],
)
def test_options_that_differ_are_told(expected: Any, commands: Any, told: str) -> None:
    rows = {"what": "deck", "subject": "", "items": [], "count": 0}
    got = {"rows": rows} if commands is None else {"commands": commands}
    assert (options_differ(expected, got) or "").startswith(told)


def test_an_option_that_is_listed_twice_is_not_called_illegal() -> None:
    told = options_differ({"are": [MOVE]}, {"commands": [MOVE, MOVE]})
    assert told is not None
    assert "not legal" not in told


def test_rows_agree_whatever_the_order_of_their_items() -> None:
    rows = {"what": "deck", "subject": "tuco", "items": ["a", "b", "b"], "count": 2}
    assert options_differ({"rows": rows}, {"rows": {**rows, "items": ["b", "a", "b"]}}) is None
    assert options_differ({"rows": rows}, {"rows": {**rows, "count": 3}}) == "count: expected 2, got 3"
    assert options_differ({"rows": rows}, {"rows": {**rows, "items": ["a", "b"]}}) == (
        'items: expected ["a","b","b"], got ["a","b"]'
    )
    told = "expected the field `rows` (the orders in which chance can deal), got a list of commands"
    assert options_differ({"rows": rows}, {"commands": [MOVE]}) == told


def keeping(*cards: str) -> dict[str, Any]:
    return {"type": "KeepCards", "actor": "tuco", "cards": list(cards)}


def any_of(*cards: str, **more: Any) -> dict[str, Any]:
    row = {"of": list(cards), "lengths": list(range(len(cards) + 1)), "sorted": True, **more}
    return {"type": "KeepCards", "actor": "tuco", "cards": row}


ALL_OF_TWO = [keeping(), keeping("a"), keeping("b"), keeping("a", "b")]


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"are": ALL_OF_TWO}, {"ways": [any_of("a", "b")]}),
        ({"ways": [any_of("a", "b")]}, {"commands": ALL_OF_TWO[::-1]}),
        ({"ways": [any_of("a", "b")]}, {"ways": [any_of("b", lengths=[1]), any_of("a"), keeping("a", "b")]}),
        ({"ways": [any_of(*"abcdefghijklmnopqrst")]}, {"ways": [any_of(*"tsrqponmlkjihgfedcba")]}),
        ({"include": [keeping("b")], "exclude": [keeping("c"), MOVE]}, {"ways": [any_of("a", "b")]}),
    ],
)
def test_it_does_not_matter_whether_options_are_listed_or_described(expected: Any, got: Any) -> None:
    assert options_differ(expected, got) is None


@pytest.mark.parametrize(
    ("expected", "got", "told"),
    [
        ({"are": ALL_OF_TWO}, {"ways": [any_of("a")]}, 'missing {"actor":"tuco","cards":["a","b"]'),
        (
            {"are": ALL_OF_TWO[:2]},
            {"ways": [any_of("a", "b")]},
            'not legal but listed: {"actor":"tuco","cards":["a","b',
        ),
        ({"ways": [any_of("a", "b")]}, {"commands": ALL_OF_TWO[:3]}, 'missing {"actor":"tuco","cards":["a","b"]'),
        ({"ways": [any_of("a")]}, {"commands": [keeping(), keeping("a"), keeping("a")]}, "listed more than once"),
        ({"ways": [any_of("a", "b")]}, {"ways": [any_of("a", "b"), keeping("a")]}, "expected 4 commands, got 5"),
        ({"include": [keeping("c")], "exclude": []}, {"ways": [any_of("a")]}, "missing"),
        ({"include": [], "exclude": [keeping("a")]}, {"ways": [any_of("a")]}, "not legal but listed"),
        ({"ways": [any_of(*"abcdefghijklmnopqrst")]}, {"ways": [any_of(*"abcdefghijklmnopqrs")]}, "missing"),
        ({"ways": [any_of(*"abcdefghijklmnopqrs")]}, {"ways": [any_of(*"abcdefghijklmnopqrst")]}, "not legal but"),
    ],
)
def test_options_that_are_described_otherwise_are_told(expected: Any, got: Any, told: str) -> None:
    assert (options_differ(expected, got) or "").startswith(told)


def test_a_secret_is_told_by_its_place() -> None:
    view = {"seats": [{"hand": None}, {"hand": ["tuco-fire"]}], "rounds": None}
    assert secrets_leak([["seats", "0", "hand"], ["rounds"]], view) is None
    assert secrets_leak([["seats", "0", "hand"], ["seats", "1", "hand"]], view) == (
        'seats.1.hand: expected nothing, since this role may not see it; got ["tuco-fire"]'
    )
    assert secrets_leak([["seats", "7", "hand"], ["elsewhere", "0"]], view) is None


def test_a_secret_is_found_at_a_place_with_a_point_in_its_name() -> None:
    view = {"floor": {"dining.inside": [{"token": "purse-1", "value": 300}]}}
    assert secrets_leak([["floor", "dining.inside", "0", "value"]], view) == (
        "floor.dining.inside.0.value: expected nothing, since this role may not see it; got 300"
    )


def test_clauses_agree_as_sets() -> None:
    assert clauses_differ(["a", "b"], ["b", "a", "a"]) is None
    assert clauses_differ(["b", "a"], ["c"]) == "missing a, b; too many: c"
    assert clauses_differ([], ["c"]) == "too many: c"


def test_every_event_of_a_type_must_rest_on_the_same_clauses() -> None:
    one, two = {**A, "cites": ["a"]}, {**A, "cites": ["a", "b"]}
    assert citations_differ({"A": ["a"]}, [one, C, one]) is None
    assert citations_differ({"A": ["a"]}, [one, two]) == "A: too many: b"
    assert citations_differ({"A": ["a", "b"]}, [two, one]) == "A: missing b"
    assert citations_differ({"B": ["a"]}, [one]) == "expected a B, got none"


def test_a_long_value_is_cut() -> None:
    assert brief("x" * 10) == '"xxxxxxxxxx"'
    assert brief("x" * 1000) == '"' + "x" * 196 + "..."
