"""Open decisions: the rows that chance is asked for, and the cards that players pick out."""

from collections import Counter
from functools import partial
from itertools import combinations, permutations
from math import factorial

from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.commands import Command, Deal, DrawCards
from colt_rules.decisions import Arrangements, Selections
from colt_rules.rules.expert.commands import KeepCards

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
@settings(max_examples=300, deadline=None)
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


def test_a_row_laid_out_by_anybody_but_chance_is_not_contained() -> None:
    assert Deal("doc", "deck", "doc", ("b", "a")) not in Arrangements("deck", "doc", ("a", "b"), 2)


def test_the_row_that_a_dealer_lays_out_is_an_answer() -> None:
    rows = Arrangements("purses", "", ("$250", "$300", "$250"), 2)
    assert rows.deal(("$250", "$250")) == Deal("chance", "purses", "", ("$250", "$250"))
    assert rows.deal(("$250", "$250")) in rows
    assert Counter(rows.items) == Counter({"$250": 2, "$300": 1})


def test_a_deck_of_ten_is_counted_without_being_listed() -> None:
    deck = ("move",) * 2 + ("floor-change",) * 2 + ("fire",) * 2 + ("robbery",) * 2 + ("punch", "marshal")
    assert len(Arrangements("deck", "doc", deck, 10)) == factorial(10) // 2**4


def test_a_thick_deck_has_more_rows_than_len_can_tell_and_is_still_something_to_choose_from() -> None:
    rows = Arrangements("deck", "doc", tuple(map(str, range(30))), 30)
    assert rows.number == factorial(30)
    assert rows
    assert not Arrangements("deck", "doc", ("a",), 2)


# --- any of some cards


def keeping(cards: tuple[str, ...]) -> Selections:
    return Selections(partial(KeepCards, "doc"), cards)


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
def test_where_only_so_many_can_be_chosen_larger_choices_are_neither_listed_nor_contained(
    items: tuple[str, ...], most: int
) -> None:
    some = Selections(partial(KeepCards, "doc"), items, most)
    listed = [repr(command) for command in some]
    assert len(listed) == len(some) == len(set(listed))
    assert set(listed) == {repr(KeepCards("doc", cards)) for cards in every_choice(items) if len(cards) <= most}
    assert all((KeepCards("doc", cards) in some) == (len(cards) <= most) for cards in every_choice(items))


def test_in_words_a_choice_says_how_many_it_can_be() -> None:
    assert str(keeping(("b", "a"))) == "KeepCards with any of a, b, sorted"
    assert str(Selections(partial(KeepCards, "doc"), ("b", "a"), 1)) == "KeepCards with at most 1 of a, b, sorted"
