"""A book is covered by its passages, and every rule in it has a clause."""

import pytest
from attrs import evolve

from colt_rules.registry.books import PassageKind
from colt_rules.registry.checks.books import MODULES_TO_COME
from colt_rules.registry.registry import Registry
from tests.registry.altered import BOOK, told, with_passage


class TestCuts:
    def test_a_gap(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="1")) == [
            f"{BOOK}: passage[3].lines: expected line 2 next, got a gap of 1 before it"
        ]

    def test_an_overlap(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="1-3")) == [
            f"{BOOK}: passage[3].lines: expected line 4 next, got lines of the passages above again"
        ]

    def test_the_first_line_left_out(self, small: Registry) -> None:
        assert told(with_passage(small, "1-2", lines="2")) == [
            f"{BOOK}: passage[2].lines: expected line 1 next, got a gap of 1 before it"
        ]

    @pytest.mark.parametrize("lines", [5, 7])
    def test_another_end_than_that_of_the_book(self, small: Registry, lines: int) -> None:
        book = evolve(small.books["ru-full"], lines=lines)
        assert told(evolve(small, books={book.id: book})) == [
            f"{BOOK}: lines: expected passages up to line {lines}, got them up to line 6"
        ]


class TestHashes:
    @pytest.mark.parametrize("hash", ["", "12ab", "g" * 64, "A" * 64])
    def test_a_hash_of_another_form(self, small: Registry, hash: str) -> None:
        (problem,) = told(with_passage(small, "3", sha256=hash))
        assert problem.startswith(f'{BOOK}: passage[3].sha256: expected 64 digits of 0-9 and a-f, got "{hash}"')

    def test_that_of_the_book_too(self, small: Registry) -> None:
        book = evolve(small.books["ru-full"], sha256="x")
        (problem,) = told(evolve(small, books={book.id: book}))
        assert problem.startswith(f"{BOOK}: sha256: expected 64 digits")


class TestRulePassages:
    def test_a_rule_without_clause(self, small: Registry) -> None:
        bare = with_passage(small, "1-2", kind=PassageKind.RULE)
        assert told(bare) == [
            f"{BOOK}: passage[1-2].clauses: expected a clause for this rule, or a module, got neither"
        ]

    @pytest.mark.parametrize("module", sorted(MODULES_TO_COME))
    def test_a_rule_of_a_module_to_come_needs_none(self, small: Registry, module: str) -> None:
        assert told(with_passage(small, "1-2", kind=PassageKind.RULE, module=module)) == []

    @pytest.mark.parametrize(("at", "kind"), [("3", PassageKind.RULE), ("1-2", PassageKind.EXAMPLE)])
    def test_what_is_open_in_what_is_built(self, small: Registry, at: str, kind: PassageKind) -> None:
        assert told(with_passage(small, at, kind=kind, open="Twice.")) == [
            f'{BOOK}: passage[{at}].open: expected a clause for it, or a module, got "Twice." left open'
        ]

    def test_something_of_a_module_to_come_may_be_open_beside_clauses(self, small: Registry) -> None:
        assert told(with_passage(small, "3", open="Twice.", module="marshal")) == []

    def test_what_is_open_has_to_be_said(self, small: Registry) -> None:
        assert told(with_passage(small, "3", open=" ", module="marshal")) == [
            f"{BOOK}: passage[3].open: expected what has no clause yet, got nothing"
        ]

    @pytest.mark.parametrize("module", ["base", "horses", "mashral"])
    def test_any_other_module_is_a_slip(self, small: Registry, module: str) -> None:
        (problem,) = told(with_passage(small, "1-2", module=module))
        assert problem.startswith(f"{BOOK}: passage[1-2].module: expected a module still to come (cursed-loot, ")
        assert problem.endswith(f'got "{module}"')
