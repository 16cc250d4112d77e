"""A book is covered by its passages, and every rule in it has a clause."""

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.registry.books import PassageKind
from colt_rules.registry.registry import Registry
from tests.registry.altered import BOOK, everywhere, told, with_passage


class TestCuts:
    def test_a_gap(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="1")) == [
            f"{BOOK}: passage[3].lines: expected line 2 next, got line 3"
        ]

    def test_an_overlap(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="1-3")) == [
            f"{BOOK}: passage[3].lines: expected line 4 next, got line 3 again"
        ]

    def test_the_first_line_left_out(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="2")) == [
            f"{BOOK}: passage[2].lines: expected line 1 next, got line 2"
        ]

    @pytest.mark.parametrize("lines", [5, 7])
    def test_another_end_than_that_of_the_book(self, small: Registry, lines: int) -> None:
        book = evolve(small.books["ru-full"], lines=lines)
        assert told(evolve(small, books={book.id: book})) == [
            f"{BOOK}: lines: expected passages up to line {lines}, got passages up to line 6"
        ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_note_without_a_language(small: Registry, lang: str) -> None:
    note = evolve(everywhere("A title."), **{lang: " "})
    assert told(with_passage(small, "1-2", note=note)) == [
        f"{BOOK}: passage[1-2].note.{lang}: expected a text, got nothing"
    ]


class TestHashes:
    @pytest.mark.parametrize("hash", ["", "12ab", "g" * 64, "A" * 64])
    def test_a_hash_of_another_form(self, small: Registry, hash: str) -> None:
        (problem,) = told(with_passage(small, "3", sha256=hash))
        assert problem.startswith(f'{BOOK}: passage[3].sha256: expected 64 digits of 0-9 and a-f, got "{hash}"')

    def test_a_hash_of_the_book_of_another_form(self, small: Registry) -> None:
        book = evolve(small.books["ru-full"], sha256="x")
        (problem,) = told(evolve(small, books={book.id: book}))
        assert problem.startswith(f"{BOOK}: sha256: expected 64 digits")


OR = ", or a planned module (airship, ferry)"


def waiting_for(registry: Registry, *modules: str) -> Registry:
    """The registry with a book that lists these modules as not implemented yet."""
    book = evolve(registry.books["ru-full"], planned_modules=modules)
    return evolve(registry, books={book.id: book})


def test_a_module_that_is_built_is_not_to_come(small: Registry) -> None:
    assert told(waiting_for(small, "ferry", "base")) == [
        f'{BOOK}: planned_modules: expected modules not implemented yet, got "base": remove it'
    ]
    assert told(waiting_for(small, "ferry", "ferry")) == [
        f'{BOOK}: planned_modules: expected each once, got "ferry" 2 times'
    ]


class TestRulePassagesWhileModulesAreToCome:
    @pytest.fixture
    def small(self, small: Registry) -> Registry:
        return waiting_for(small, "airship", "ferry")

    def test_a_rule_without_clause(self, small: Registry) -> None:
        bare = with_passage(small, "1-2", kind=PassageKind.RULE)
        assert told(bare) == [f"{BOOK}: passage[1-2].clauses: expected a clause for this rule{OR}, got none"]

    @pytest.mark.parametrize("module", ["airship", "ferry"])
    def test_a_rule_of_a_module_to_come_needs_none(self, small: Registry, module: str) -> None:
        assert told(with_passage(small, "1-2", kind=PassageKind.RULE, module=module)) == []

    @pytest.mark.parametrize(("at", "kind"), [("3", PassageKind.RULE), ("1-2", PassageKind.EXAMPLE)])
    def test_what_is_open_in_what_is_built(self, small: Registry, at: str, kind: PassageKind) -> None:
        assert told(with_passage(small, at, kind=kind, open="Twice.")) == [
            f'{BOOK}: passage[{at}].open: expected a clause{OR}, got none for "Twice."'
        ]

    def test_something_of_a_module_to_come_may_be_open_beside_clauses(self, small: Registry) -> None:
        assert told(with_passage(small, "3", open="Twice.", module="ferry")) == []

    def test_what_is_open_has_to_be_said(self, small: Registry) -> None:
        assert told(with_passage(small, "3", open=" ", module="ferry")) == [
            f"{BOOK}: passage[3].open: expected a text that says what has no clause yet, got an empty one"
        ]

    @pytest.mark.parametrize("module", ["base", "fery"])
    def test_any_other_module_is_an_error_and_excuses_nothing(self, small: Registry, module: str) -> None:
        assert told(with_passage(small, "1-2", kind=PassageKind.RULE, module=module)) == [
            f'{BOOK}: passage[1-2].module: expected no module{OR}, got "{module}"',
            f"{BOOK}: passage[1-2].clauses: expected a clause for this rule{OR}, got none",
        ]


class TestRulePassagesWhenAllIsBuilt:
    def test_a_rule_without_clause(self, small: Registry) -> None:
        bare = with_passage(small, "1-2", kind=PassageKind.RULE)
        assert told(bare) == [f"{BOOK}: passage[1-2].clauses: expected a clause for this rule, got none"]

    @pytest.mark.parametrize("module", ["base", "ferry"])
    def test_no_module_excuses_it(self, small: Registry, module: str) -> None:
        assert told(with_passage(small, "1-2", kind=PassageKind.RULE, module=module)) == [
            f'{BOOK}: passage[1-2].module: expected no module, got "{module}"',
            f"{BOOK}: passage[1-2].clauses: expected a clause for this rule, got none",
        ]

    def test_no_passage_may_stay_open(self, small: Registry) -> None:
        assert told(with_passage(small, "3", open="Twice.", module="ferry")) == [
            f'{BOOK}: passage[3].module: expected no module, got "ferry"',
            f'{BOOK}: passage[3].open: expected a clause, got none for "Twice."',
        ]
