"""The lines of a book are counted by kind."""

import pytest
from attrs import evolve

from colt_rules.registry.books import Book, PassageKind
from colt_rules.registry.coverage import Share, coverage
from colt_rules.registry.registry import Registry


@pytest.fixture
def book(small: Registry) -> Book:
    return small.books["ru-full"]


def test_passages_and_lines_are_counted_by_kind(book: Book) -> None:
    counted = coverage(book)
    assert counted.kinds[PassageKind.RULE] == Share(2, 3)
    assert counted.kinds[PassageKind.HEADING] == Share(1, 2)
    assert counted.kinds[PassageKind.NOISE] == Share(0, 0)
    assert counted.total == Share(4, 6)
    assert counted.answered == Share(2, 3)
    assert counted.open == {}


def test_rules_of_a_module_to_come_are_open_until_they_have_clauses(book: Book) -> None:
    head, one, two, credit = book.passages
    waiting = evolve(two, clauses=(), module="expert")
    partly = evolve(one, module="expert")
    counted = coverage(evolve(book, passages=(head, partly, waiting, credit)))
    assert counted.open == {"expert": Share(1, 2)}
    assert counted.answered == Share(1, 1)


def test_clauses_do_not_close_a_passage_that_says_what_is_open(book: Book) -> None:
    head, one, two, credit = book.passages
    partly = evolve(two, module="expert", open="Nor at your horse.")
    counted = coverage(evolve(book, passages=(head, one, partly, credit)))
    assert counted.open == {"expert": Share(1, 2)}
    assert counted.answered == Share(1, 1)


def test_a_passage_that_is_no_rule_is_open_only_if_it_says_so(book: Book) -> None:
    head, one, two, credit = book.passages
    named, silent = evolve(head, module="expert", open="Who fires first."), evolve(credit, module="expert")
    counted = coverage(evolve(book, passages=(named, one, two, silent)))
    assert counted.open == {"expert": Share(1, 2)}
    assert counted.answered == Share(2, 3)


def test_a_rule_without_clause_and_module_is_open_in_the_base_game(book: Book) -> None:
    head, one, two, credit = book.passages
    counted = coverage(evolve(book, passages=(head, one, evolve(two, clauses=()), credit)))
    assert counted.open == {"base": Share(1, 2)}


def test_a_book_is_complete_when_every_line_is_in_one_passage(book: Book) -> None:
    head, one, two, credit = book.passages
    assert coverage(book).complete
    assert not coverage(evolve(book, passages=(head, two, credit))).complete
    assert not coverage(evolve(book, passages=(head, one, one, two, credit))).complete
    assert not coverage(evolve(book, lines=7)).complete
