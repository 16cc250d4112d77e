"""The command line ranks by field, by kind and by the number of matching words."""

from typing import Any

import pytest
from attrs import evolve

from colt_rules.search.index import Document, Index
from colt_rules.search.ranking import ranking


def one(id: str, title: str = "", text: str = "", kind: str = "clause", **more: Any) -> Document:
    return Document(id=id, kind=kind, title=title, text=text, **more)


def order(question: str, *documents: Document) -> str:
    return "".join(found.document.id for found in Index(documents, "en").search(question))


def test_a_word_in_the_title_counts_more_than_one_in_the_text() -> None:
    assert order("roof", one("a", "car", "roof"), one("b", "roof", "car")) == "ba"


def test_a_clause_comes_before_a_ruling_that_says_the_same() -> None:
    assert order("roof", one("a", "the roof", kind="ruling"), one("b", "the roof")) == "ba"


def test_a_rule_comes_before_its_exception() -> None:
    assert order("roof", one("a", "the roof", special=("exception",)), one("b", "the roof")) == "ba"


def test_what_has_all_words_comes_before_what_has_one_of_them_often() -> None:
    assert order("shoot roof", one("a", "roof roof", "roof"), one("b", "car", "shoot on the roof")) == "ba"


def test_an_exact_name_comes_first() -> None:
    called = one("a", "Marshal", kind="term", called=("sheriff",))
    assert order("the sheriff", one("b", "sheriff sheriff", "sheriff"), evolve(called, synonyms=("sheriff",))) == "ab"


def test_other_words_count_less_than_those_of_the_title() -> None:
    assert order("roof", one("a", "car", synonyms=("roof",)), one("b", "roof", "roof")) == "ba"


def test_an_unknown_word_is_matched_as_a_prefix_or_a_typo() -> None:
    documents = one("a", "strongbox"), one("b", "car")
    assert order("strong", *documents) == order("strongbix", *documents) == "a"
    assert order("xylophone", *documents) == ""


@pytest.mark.parametrize(("question", "why"), [("rofo", "two letters swapped"), ("raofs", "a slip before an ending")])
def test_a_slip_is_recognised_in_a_short_word(question: str, why: str) -> None:
    documents = one("a", "roof"), one("b", "cars and wheels")
    assert order(question, *documents) == "a", why


def test_a_word_is_found_as_one_and_as_two() -> None:
    documents = one("a", "break out of the cell"), one("b", "breakout")
    assert sorted(order("break out", *documents)) == sorted(order("breakout", *documents)) == ["a", "b"]


def test_equal_results_keep_their_order() -> None:
    assert order("roof", one("a", "roof"), one("b", "roof")) == "ab"


def test_every_kind_and_every_special_case_has_a_weight() -> None:
    assert {"clause", "ruling", "topic", "term", "thing", "guide", "contract"} <= set(ranking().kinds)
    assert ranking().kinds["clause"] >= ranking().kinds["ruling"]
    assert all(0 < weight <= 1 for weight in ranking().special.values())
