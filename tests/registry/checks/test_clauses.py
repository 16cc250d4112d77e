"""A clause has a source, a unique id and its texts, and names existing ids."""

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.registry.books import PassageKind
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from tests.registry.altered import BOOK, CLAUSES, RULINGS, everywhere, told, with_clause, with_passage, with_ruling


class TestPassages:
    def test_a_passage_names_an_unknown_clause(self, small: Registry) -> None:
        assert told(with_passage(small, "6", clauses=("fire.mya",))) == [
            f'{BOOK}: passage[6].clauses: expected an id of the specification, got "fire.mya"; did you mean fire.may?'
        ]

    def test_a_passage_names_a_clause_once(self, small: Registry) -> None:
        assert told(with_passage(small, "3", clauses=("fire.may", "fire.may"))) == [
            f'{BOOK}: passage[3].clauses: expected each once, got "fire.may" 2 times'
        ]


class TestClauses:
    def test_without_passage_and_note(self, small: Registry) -> None:
        bare = with_passage(small, "3", kind=PassageKind.EXAMPLE, clauses=())
        assert told(bare) == [
            f"{CLAUSES}: clause[fire.may]: expected a passage of spec/books that names it, "
            "or a note that says why none does; got neither"
        ]
        assert told(with_clause(bare, "fire.may", note=everywhere("From the box."))) == []

    @pytest.mark.parametrize("key", ["title", "text", "note"])
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_without_a_language(self, small: Registry, key: str, lang: str) -> None:
        text = evolve(Localized("a", "b", "c", "d"), **{lang: " "})
        assert told(with_clause(small, "fire.may", **{key: text})) == [
            f"{CLAUSES}: clause[fire.may].{key}.{lang}: expected a text, got nothing"
        ]

    @pytest.mark.parametrize("id", ["fire", "Fire.May", "fire..may", "fire.may!", "fire.-may"])
    def test_an_id_that_is_not_words(self, small: Registry, id: str) -> None:
        assert told(with_clause(small, "fire.may", aliases=(id,))) == [
            f'{CLAUSES}: clause[fire.may].aliases: expected words as in "fire.roof.line-of-sight", got "{id}"'
        ]

    def test_a_retired_id_that_is_taken(self, small: Registry) -> None:
        assert told(with_clause(small, "ghost.fire", aliases=("fire.may",))) == [
            f'{CLAUSES}: clause[ghost.fire].aliases: expected a unique id, got "fire.may" of clause[fire.may]'
        ]


class TestReferences:
    @pytest.mark.parametrize("key", ["exception_to", "see"])
    def test_a_clause_refers_to_an_unknown_one(self, small: Registry, key: str) -> None:
        assert told(with_clause(small, "fire.may", **{key: ("fire.otters",)})) == [
            f'{CLAUSES}: clause[fire.may].{key}: expected an id of the specification, got "fire.otters"; '
            "did you mean fire.others?"
        ]

    def test_see_may_name_a_ruling_but_exception_to_may_not(self, small: Registry) -> None:
        assert told(with_clause(small, "fire.may", see=("ruling.fire.wall",))) == []
        assert len(told(with_clause(small, "fire.may", exception_to=("ruling.fire.wall",)))) == 1

    def test_a_ruling_completes_an_unknown_clause(self, small: Registry) -> None:
        (problem,) = told(with_ruling(small, completes=("fire.may", "fire.walls")))
        assert problem.startswith(f"{RULINGS}: ruling[ruling.fire.wall].completes: expected an id of the specification")

    def test_a_term_refers_to_an_unknown_clause(self, small: Registry) -> None:
        term = evolve(small.terms["shot"], see=("fire.none",))
        (problem,) = told(evolve(small, terms={"shot": term}))
        assert problem.startswith("spec/glossary.toml: term[shot].see: expected an id of the specification")

    def test_a_cycle_of_exceptions_is_reported_once(self, small: Registry) -> None:
        circle = with_clause(small, "fire.others", exception_to=("ghost.fire",))
        assert told(circle) == [
            f"{CLAUSES}: clause[fire.others].exception_to: expected exceptions without a cycle, "
            "got fire.others -> ghost.fire -> fire.others"
        ]

    def test_an_exception_to_itself_is_a_cycle(self, small: Registry) -> None:
        (problem,) = told(with_clause(small, "fire.may", exception_to=("fire.may",)))
        assert problem.endswith("got fire.may -> fire.may")
