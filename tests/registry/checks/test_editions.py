"""An edition states its differences, their passages and the reasons."""

from typing import Any

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.registry.editions import Edition, EditionDifference
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from tests.registry.altered import (
    EDITION,
    everywhere,
    told,
    with_clause,
    with_difference,
    with_edition,
    with_wording,
)


class TestEditions:
    @pytest.mark.parametrize("lang", LANGUAGES)
    @pytest.mark.parametrize("key", ["name", "title"])
    def test_a_name_and_a_title_in_all_languages(self, small: Registry, key: str, lang: str) -> None:
        changes: dict[str, Any] = {key: evolve(Localized("a", "b", "c", "d"), **{lang: ""})}
        assert told(with_edition(small, **changes)) == [f"{EDITION}: {key}.{lang}: expected a text, got nothing"]

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"books": ("ru-full", "de-base")}, 'books: expected one of ru-full, got "de-base"'),
            ({"modules": ("base", "hroses")}, 'modules: expected one of base, got "hroses"'),
            ({"modules": ("base", "base")}, 'modules: expected each once, got "base" 2 times'),
        ],
    )
    def test_its_books_and_modules_are_known(self, small: Registry, changes: dict[str, Any], message: str) -> None:
        assert told(with_edition(small, **changes)) == [f"{EDITION}: {message}"]

    @pytest.mark.parametrize("key", ["books", "modules"])
    def test_it_has_books_and_modules(self, small: Registry, key: str) -> None:
        changes: dict[str, Any] = {"differences": (), "wordings": (), key: ()}
        bare = with_edition(small, **changes)
        known = "ru-full" if key == "books" else "base"
        assert told(bare) == [f"{EDITION}: {key}: expected some of {known}, got none"]

    def test_the_baseline_has_no_difference(self, small: Registry) -> None:
        other = EditionDifference(clause="fire.may", note=everywhere("No."))
        assert told(with_edition(small, "ru-full", differences=(other,))) == [
            "spec/editions/ru-full.toml: difference: expected none, because this edition is the baseline, got some"
        ]


def test_an_edition_is_its_book_its_file_and_its_clause(real: Registry) -> None:
    """No existing file has to name a new edition, even one in a language that our texts do not have."""
    clause, other = "move.roof.one-to-three", "move.roof.as-a-toy"
    (passage, *_) = real.passages_of(clause)
    book = evolve(
        real.books["ru-full"],
        id="toy-base",
        language="de",
        lines=1,
        passages=(evolve(passage, book="toy-base", lines="1", clauses=(other,)),),
    )
    difference = EditionDifference(clause=other, instead_of=(clause,), note=everywhere("A shorter run."))
    title = everywhere("Toy")
    edition = Edition(
        id="toy-base", books=("toy-base",), modules=("base",), name=title, title=title, differences=(difference,)
    )
    wider = evolve(
        real,
        books={**real.books, book.id: book},
        clauses={**real.clauses, other: evolve(real.clauses[clause], id=other)},
        editions={**real.editions, edition.id: edition},
    )
    assert told(wider) == []
    assert wider.only(wider.clauses[other]) == ("toy-base",)
    assert set(wider.only(wider.clauses[clause])) == {id for id in real.editions if real.holds(clause, id)}
    assert [passage.key for passage in wider.passages_of(other, "toy-base")] == ["toy-base:1"]


class TestDifferences:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            (
                {"clause": "ghost.fier"},
                'difference[ghost.fier].clause: expected an id of the specification, got "ghost.fier"; '
                "did you mean ghost.fire?",
            ),
            (
                {"instead_of": ("fire.otters",)},
                'difference[ghost.fire].instead_of: expected an id of the specification, got "fire.otters"; '
                "did you mean fire.others?",
            ),
            (
                {"instead_of": ("fire.may", "fire.may")},
                'difference[ghost.fire].instead_of: expected each once, got "fire.may" 2 times',
            ),
            (
                {"instead_of": ("ghost.fire",)},
                'difference[ghost.fire].instead_of: expected a clause that would hold here, got "ghost.fire", '
                "which never does",
            ),
            ({"note": Localized("a", "b", "c", " ")}, "difference[ghost.fire].note.pl: expected a text, got nothing"),
        ],
    )
    def test_each_error_is_reported(self, small: Registry, changes: dict[str, Any], message: str) -> None:
        assert told(with_difference(small, **changes)) == [f"{EDITION}: {message}"]

    def test_a_passage_of_another_book(self, small: Registry) -> None:
        book = evolve(small.books["ru-full"], id="ru-base", lines=0, passages=())
        other = evolve(with_edition(small, books=("ru-base",)), books={**small.books, "ru-base": book})
        assert told(other) == [
            f"{EDITION}: difference[ghost.fire].clause: expected a clause that a passage of ru-base names, got none",
            f'{EDITION}: wording[0].passages: expected a passage of ru-base, got "ru-full:3"',
        ]

    def test_one_clause_is_one_difference(self, small: Registry) -> None:
        (difference,) = small.editions["ru-base"].differences
        assert told(with_edition(small, differences=(difference, difference))) == [
            f'{EDITION}: difference: expected each once, got "ghost.fire" 2 times'
        ]

    def test_a_clause_of_a_module_that_the_edition_does_not_play(self, small: Registry) -> None:
        assert told(with_clause(small, "ghost.fire", module="team")) == [
            f"{EDITION}: difference[ghost.fire].clause: expected a clause of base, got one of team"
        ]

    def test_what_it_replaces_is_of_a_module_that_the_edition_plays(self, small: Registry) -> None:
        general = with_clause(small, "ghost.fire", exception_to=())
        assert told(with_clause(general, "fire.others", module="team")) == [
            f'{EDITION}: difference[ghost.fire].instead_of: expected a clause that would hold here, got "fire.others", '
            "which never does"
        ]


class TestWordings:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"clauses": ()}, "clauses: expected a clause that it is about, got none"),
            (
                {"clauses": ("fire.mya",)},
                'clauses: expected an id of the specification, got "fire.mya"; did you mean fire.may?',
            ),
            ({"clauses": ("fire.may", "fire.may")}, 'clauses: expected each once, got "fire.may" 2 times'),
            ({"note": Localized("a", "", "c", "d")}, "note.ru: expected a text, got nothing"),
            ({"passages": ()}, "passages: expected a passage of ru-full that says so, got none"),
            ({"passages": ("ru-full:9",)}, 'passages: expected a passage of a book, got "ru-full:9"'),
            (
                {"passages": ("ru-full:5",)},
                'passages: expected a passage of a book, got "ru-full:5"; did you mean ru-full:4-5?',
            ),
            (
                {"passages": ("ru-full:x",)},
                'passages: expected a passage of a book, got "ru-full:x"; '
                'expected lines as "262" or "262-263", got "x"',
            ),
            (
                {"passages": ("de-base:1",)},
                'passages: expected a passage of a book, got "de-base:1"; the books are ru-full',
            ),
        ],
    )
    def test_each_error_is_reported(self, small: Registry, changes: dict[str, Any], message: str) -> None:
        assert told(with_wording(small, **changes)) == [f"{EDITION}: wording[0].{message}"]
