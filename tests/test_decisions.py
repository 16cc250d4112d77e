"""Open decisions: the rows that chance is asked for, and other choices among too many answers to list them."""

import random
import time
from collections import Counter
from itertools import combinations, islice, permutations, product
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.commands import AgreeOnRoundCards, Command, Deal, DrawCards
from colt_rules.decisions import Arrangements, Either, OneOf, Rows, Ways, any_of, either
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.marshal.commands import NameTurns
from tests.conftest import few_or

ITEMS = st.lists(st.sampled_from("abcd"), max_size=6).map(tuple)


def every_row(items: tuple[str, ...], count: int) -> set[tuple[str, ...]]:
    return set(permutations(items, count))


def outcome(command: Command) -> tuple[str, ...]:
    assert isinstance(command, Deal)
    return command.outcome


@given(ITEMS, st.data())
@settings(max_examples=150, deadline=None)
def test_every_different_row_is_listed_once_and_counted(items: tuple[str, ...], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(items)))
    rows = Arrangements("deck", "doc", items, count)
    listed = list(rows)
    assert {outcome(command) for command in listed} == every_row(items, count)
    assert len(listed) == len(rows) == len(every_row(items, count))
    assert all(command == Deal("chance", "deck", "doc", outcome(command)) for command in listed)


@given(ITEMS, st.lists(st.sampled_from("abcde"), max_size=7).map(tuple), st.data())
@settings(max_examples=few_or(300), deadline=None)
def test_a_row_is_contained_exactly_if_it_is_listed(
    items: tuple[str, ...], row: tuple[str, ...], data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, len(items)))
    rows = Arrangements("deck", "doc", items, count)
    assert (Deal("chance", "deck", "doc", row) in rows) == (row in every_row(items, count))


def test_only_an_answer_to_this_question_is_contained() -> None:
    rows = Arrangements("deck", "doc", ("a", "b"), 2)
    assert Deal("chance", "deck", "doc", ("b", "a")) in rows
    assert Deal("chance", "deck", "tuco", ("b", "a")) not in rows
    assert Deal("chance", "purses", "doc", ("b", "a")) not in rows
    assert DrawCards("doc") not in rows
    assert None not in rows


def test_a_row_of_any_actor_but_chance_is_not_contained() -> None:
    assert Deal("doc", "deck", "doc", ("b", "a")) not in Arrangements("deck", "doc", ("a", "b"), 2)


def test_the_row_that_a_dealer_lays_out_is_an_answer() -> None:
    rows = Arrangements("purses", "", ("$250", "$300", "$250"), 2)
    assert rows.deal(("$250", "$250")) == Deal("chance", "purses", "", ("$250", "$250"))
    assert rows.deal(("$250", "$250")) in rows
    assert Counter(rows.items) == Counter({"$250": 2, "$300": 1})


def test_a_deck_of_ten_is_counted_without_being_listed() -> None:
    deck = ("move",) * 2 + ("floor-change",) * 2 + ("fire",) * 2 + ("robbery",) * 2 + ("punch", "marshal")
    assert len(Arrangements("deck", "doc", deck, 10)) == factorial(10) // 2**4


def test_a_large_deck_has_more_rows_than_len_can_return_and_is_true() -> None:
    rows = Arrangements("deck", "doc", tuple(map(str, range(30))), 30)
    assert rows.number == factorial(30)
    assert rows
    assert rows[factorial(30) - 1] in rows
    assert not Arrangements("deck", "doc", ("a",), 2)


@given(ITEMS, st.data())
@settings(max_examples=50, deadline=None)
def test_a_row_can_be_asked_for_by_its_number(items: tuple[str, ...], data: st.DataObject) -> None:
    rows = Arrangements("deck", "doc", items, data.draw(st.integers(0, len(items))))
    assert [rows[number] for number in range(len(rows))] == list(rows) == rows[:]


# --- rows of any kind


@st.composite
def rows(draw: st.DrawFn) -> Rows:
    items = draw(st.lists(st.sampled_from("cabd"), max_size=5))
    return Rows(
        items,
        sorted(draw(st.sets(st.integers(0, 5)))),
        in_order=draw(st.booleans()),
        repeated=draw(st.booleans()),
        needed=draw(st.sets(st.sampled_from("ab"))),
    )


def every_one_of(rows: Rows) -> set[tuple[str, ...]]:
    """What a row is, tried on all that there could be."""
    return {
        row
        for length in rows.lengths
        for row in product("abcd", repeat=length)
        if set(row) <= set(rows.items)
        if rows.repeated or not Counter(row) - Counter(rows.items)
        if rows.needed <= set(row)
        if not rows.in_order or list(row) == sorted(row)
    }


@given(rows())
@settings(max_examples=few_or(300), deadline=None)
def test_rows_are_listed_once_counted_and_found_by_their_number(rows: Rows) -> None:
    listed = list(rows)
    assert set(listed) == every_one_of(rows)
    assert len(listed) == len(rows) == len(set(listed))
    assert [rows[number] for number in range(len(rows))] == listed
    assert bool(rows) == bool(listed)


@given(rows(), st.lists(st.sampled_from("abcde"), max_size=5).map(tuple))
@settings(max_examples=few_or(300), deadline=None)
def test_rows_contain_what_they_list(rows: Rows, row: tuple[str, ...]) -> None:
    assert (row in rows) == (row in every_one_of(rows))
    assert all(one in rows for one in rows)


def test_rows_can_be_cut_and_counted_from_the_end_like_a_list() -> None:
    rows = Rows("abc", [2])
    assert rows[1:3] == [("a", "c"), ("b", "a")]
    assert rows[-1] == ("c", "b")
    with pytest.raises(IndexError, match="expected a number below 6, got 6"):
        rows[6]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (any_of("ba"), "any of a, b, sorted"),
        (any_of("ba", 1), "at most 1 of a, b, sorted"),
        (Rows("ab", [0, 2]), "0 or 2 of a, b"),
        (Rows("ab", range(1, 6), repeated=True), "1 to 5 of a, b, repeated or not"),
        (Rows("abc", [2], needed="c"), "2 of a, b, c, always with c"),
        (Rows((), [0]), "any of nothing"),
    ],
)
def test_rows_are_described_in_words(rows: Rows, words: str) -> None:
    assert str(rows) == words


# --- commands that hold rows


def agreements(rounds: str, stations: str) -> Ways:
    return Ways(
        AgreeOnRoundCards,
        "table",
        rounds=Rows(rounds, [7], in_order=True),
        stations=Rows(stations, [3], in_order=True),
    )


def test_a_command_with_two_rows_has_every_one_of_both() -> None:
    ways = agreements("abcdefgh", "wxyz")
    seven, three = list(combinations("abcdefgh", 7)), list(combinations("wxyz", 3))
    assert list(ways) == [AgreeOnRoundCards("table", one, other) for one, other in product(seven, three)]
    assert list(ways) == [ways[number] for number in range(len(ways))]
    assert AgreeOnRoundCards("table", seven[2], three[0]) in ways
    assert AgreeOnRoundCards("table", seven[2], three[0][:2]) not in ways
    assert AgreeOnRoundCards("tuco", seven[2], three[0]) not in ways
    assert DrawCards("table") not in ways


def test_a_field_with_one_value_out_of_some() -> None:
    ways = Ways(NameTurns, "table", card=OneOf(("x", "y")), turns=Rows("ab", [1], repeated=True))
    assert [(one.card, one.turns) for one in ways if isinstance(one, NameTurns)] == [
        ("x", ("a",)),
        ("x", ("b",)),
        ("y", ("a",)),
        ("y", ("b",)),
    ]
    assert NameTurns("table", "y", ("b",)) in ways
    assert NameTurns("table", "z", ("b",)) not in ways
    assert str(ways) == "NameTurns by table card=(one of x, y) turns=(1 of a, b, repeated or not)"


def test_answers_of_several_choices_come_one_after_the_other() -> None:
    keep, draw = keeping(("a", "b")), [DrawCards("doc")]
    both = either(draw, keep)
    assert list(both) == [both[number] for number in range(5)] == [*draw, *keep]
    assert DrawCards("doc") in both
    assert KeepCards("doc", ("b",)) in both
    assert KeepCards("doc", ("c",)) not in both
    assert str(both) == "DrawCards by doc; KeepCards by doc cards=(any of a, b, sorted)"
    assert either(draw, draw) == [*draw, *draw]
    assert not Either([], Ways(KeepCards, "doc", cards=Rows("ab", [3])))


def test_a_million_answers_are_not_created_in_advance() -> None:
    """More than a table with all boxes has, 1,633,633; listed they take a second and half a gigabyte."""
    began = time.process_time()
    ways = agreements("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnop")
    assert len(ways) == comb(26, 7) * comb(16, 3) > 300_000_000
    assert ways[len(ways) // 2] in ways
    assert all(random.choice(ways) in ways for _ in range(20))
    assert len(list(islice(ways, 1_000))) == 1_000
    assert time.process_time() - began < 1


# --- any of some cards


def keeping(cards: tuple[str, ...], most: int | None = None) -> Ways:
    return Ways(KeepCards, "doc", cards=any_of(cards, most))


def every_choice(items: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {tuple(sorted(some)) for count in range(len(items) + 1) for some in combinations(items, count)}


@given(ITEMS)
@settings(max_examples=100, deadline=None)
def test_every_different_choice_is_listed_once_in_sorted_order_and_counted(items: tuple[str, ...]) -> None:
    listed = list(keeping(items))
    assert len(listed) == len(keeping(items)) == len(every_choice(items))
    assert set(map(repr, listed)) == {repr(KeepCards("doc", some)) for some in every_choice(items)}


@given(ITEMS, st.lists(st.sampled_from("abcde"), max_size=7).map(tuple))
@settings(max_examples=200, deadline=None)
def test_a_choice_is_contained_exactly_if_it_is_listed(items: tuple[str, ...], some: tuple[str, ...]) -> None:
    assert (KeepCards("doc", some) in keeping(items)) == (some in every_choice(items))


def test_only_a_choice_of_this_player_is_contained() -> None:
    assert KeepCards("doc", ("a", "b")) in keeping(("b", "a"))
    assert KeepCards("doc", ("b", "a")) not in keeping(("b", "a"))
    assert KeepCards("tuco", ("a", "b")) not in keeping(("b", "a"))
    assert DrawCards("doc") not in keeping(("b", "a"))
    assert None not in keeping(())


def test_none_at_all_is_a_choice_too() -> None:
    assert list(keeping(())) == [KeepCards("doc", ())]
    assert KeepCards("doc", ()) in keeping(("a",))


@given(ITEMS, st.integers(0, 7))
@settings(max_examples=100, deadline=None)
def test_choices_above_the_maximum_are_neither_listed_nor_contained(items: tuple[str, ...], most: int) -> None:
    some = keeping(items, most)
    listed = [repr(command) for command in some]
    assert len(listed) == len(some) == len(set(listed))
    assert set(listed) == {repr(KeepCards("doc", cards)) for cards in every_choice(items) if len(cards) <= most}
    assert all((KeepCards("doc", cards) in some) == (len(cards) <= most) for cards in every_choice(items))


def test_in_words_a_choice_says_how_many_it_can_be() -> None:
    assert str(keeping(("b", "a"))) == "KeepCards by doc cards=(any of a, b, sorted)"
    assert str(keeping(("b", "a"), 1)) == "KeepCards by doc cards=(at most 1 of a, b, sorted)"
