"""What is left of a player's choices when names are picked, and what a pick that is not allowed tries."""

from functools import partial
from shutil import which
from typing import Any

import pytest

from colt_rules.site.browser_scripts import SCRIPT
from tests.site.node import answered

pytestmark = pytest.mark.skipif(not which("node"), reason="needs node: apt-get install nodejs")

PROGRAM = f"""
import * as choosing from "{(SCRIPT / "choosing.mjs").as_uri()}";
const plain = (value) => (value instanceof Set ? [...value].sort() : value ?? null);
const answer = ([name, ...given]) => plain(choosing[name](...given));
"""
MOVES = [{"type": "Move", "actor": "tuco", "to": to} for to in ("mail.inside", "dining.inside")]
PUNCHES = [
    {"type": "Punch", "actor": "tuco", "target": target, "token": token, "to": to, "keep": False}
    for target, token in (("doc", "purse-1"), ("doc", ""), ("belle", "jewel-2"))
    for to in ("mail.inside", "dining.inside")
]
KEEPING = {
    "type": "KeepCards",
    "actor": "tuco",
    "cards": {"of": ["tuco-fire", "tuco-fire", "tuco-move"], "lengths": [0, 1, 2], "sorted": True},
}
KNOWN = {"bandits": ["tuco", "doc", "belle"]}


def told(name: str, *given: Any) -> Any:
    return answered(PROGRAM, [name, *given])


matching = partial(told, "matching")
pickable = partial(told, "pickable")


def test_a_field_with_several_values_is_written_out() -> None:
    way = {"type": "Fire", "actor": "tuco", "target": {"one_of": ["doc", "belle"]}}
    assert told("choicesOf", [way, MOVES[0]]) == [{**way, "target": "doc"}, {**way, "target": "belle"}, MOVES[0]]
    assert told("choicesOf", [KEEPING]) == [KEEPING]


def test_a_pick_leaves_the_choices_that_name_it() -> None:
    assert matching(MOVES, ["mail.inside"]) == MOVES[:1]
    assert matching(PUNCHES, ["doc", "dining.inside"]) == [PUNCHES[1], PUNCHES[3]]
    assert matching(PUNCHES, ["ghost"]) == []


def test_a_place_stands_for_its_car() -> None:
    boards = [{"type": "BoardCar", "actor": "tuco", "car": car} for car in ("mail", "dining")]
    assert matching(boards, ["mail.roof"]) == boards[:1]


def test_what_all_choices_name_need_not_be_picked() -> None:
    assert pickable(MOVES, []) == ["dining.inside", "mail.inside"]
    assert pickable(PUNCHES, ["belle"]) == ["dining.inside", "mail.inside"]
    assert pickable(MOVES[:1], []) == ["mail.inside"], "the only choice can still be tapped"


def test_a_second_pick_is_added_put_back_or_begins_anew() -> None:
    assert told("pickedAfter", PUNCHES, ["doc"], "mail.inside") == ["doc", "mail.inside"]
    assert told("pickedAfter", PUNCHES, ["doc", "mail.inside"], "doc") == ["mail.inside"]
    assert told("pickedAfter", PUNCHES, ["purse-1"], "jewel-2") == ["jewel-2"]
    assert told("pickedAfter", PUNCHES, ["doc"], "ghost") is None


@pytest.mark.parametrize(
    ("name", "sort"),
    [
        ("doc", "bandit"),
        ("mail.roof", "place"),
        ("purse-12", "token"),
        ("tuco-fire", "card"),
        ("tuco-bullet-3", "card"),
    ],
)
def test_a_name_shows_what_sort_of_thing_it_is(name: str, sort: str) -> None:
    assert told("sortOf", name, KNOWN) == sort


def test_a_pick_that_no_choice_names_is_tried_in_the_field_for_such_things() -> None:
    assert told("attempt", MOVES, [], "mail.roof", KNOWN) == {**MOVES[0], "to": "mail.roof"}
    assert told("attempt", PUNCHES, [], "tuco", KNOWN) == {**PUNCHES[0], "target": "tuco"}
    assert told("attempt", PUNCHES, ["belle"], "purse-9", KNOWN) == {**PUNCHES[4], "token": "purse-9"}
    assert told("attempt", MOVES, [], "doc", KNOWN) is None
    assert told("attempt", [KEEPING], [], "tuco-punch", KNOWN) is None


@pytest.mark.parametrize(
    ("items", "is_whole"),
    [
        ([], True),
        (["tuco-fire", "tuco-fire"], True),
        (["tuco-move", "tuco-move"], False),
        (["tuco-punch"], False),
        (["tuco-fire", "tuco-fire", "tuco-move"], False),
    ],
)
def test_a_list_is_whole_if_its_items_are_there_often_enough(items: list[str], is_whole: bool) -> None:
    _, field = told("openField", KEEPING)
    assert told("isWhole", field, items) == is_whole


def test_what_must_be_in_a_list_is_demanded_and_what_may_repeat_repeats() -> None:
    field = {"of": ["a", "b"], "lengths": [2], "needed": ["b"], "repeated": True}
    assert told("isWhole", field, ["b", "b"])
    assert not told("isWhole", field, ["a", "a"])


def test_an_open_choice_is_filled_in_sorted_only_where_order_does_not_count() -> None:
    assert told("filledIn", KEEPING, ["tuco-move", "tuco-fire"])["cards"] == ["tuco-fire", "tuco-move"]
    ordered = {"type": "KeepCards", "actor": "tuco", "cards": {"of": ["b", "a"], "lengths": [2]}}
    assert told("filledIn", ordered, ["b", "a"])["cards"] == ["b", "a"]
