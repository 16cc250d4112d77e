"""The registry answers questions about the specification."""

import shutil
from pathlib import Path

import pytest
from attrs import evolve

from colt_rules.registry.clauses import Clause
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import Branch, Registry, UnknownId, is_checkout, load, registry, spec_folder


def ids(branches: tuple[Branch, ...]) -> list[object]:
    return [(branch.clause.id, ids(branch.branches)) for branch in branches]


def with_clause(registry: Registry, clause: Clause) -> Registry:
    return evolve(registry, clauses={**registry.clauses, clause.id: clause})


class TestFind:
    def test_clauses_and_rulings_alike(self, small: Registry) -> None:
        assert small.find("fire.may") is small.clauses["fire.may"]
        assert small.find("ruling.fire.wall") is small.rulings["ruling.fire.wall"]

    def test_a_retired_id_still_leads_to_its_clause(self, small: Registry) -> None:
        renamed = with_clause(small, evolve(small.clauses["fire.may"], aliases=("fire.can",)))
        assert renamed.find("fire.can").id == "fire.may"
        assert renamed.clause("fire.can").id == "fire.may"

    def test_an_unknown_id_gets_suggestions(self, small: Registry) -> None:
        with pytest.raises(UnknownId, match=r"called 'fire.mya'; did you mean fire.may") as caught:
            small.find("fire.mya")
        assert caught.value.close[0] == "fire.may"

    def test_the_beginning_of_an_id_suggests_what_goes_on_from_it(self, small: Registry) -> None:
        assert {"fire.may", "fire.others"} <= set(small.close("fire"))

    def test_a_ruling_is_no_clause(self, small: Registry) -> None:
        with pytest.raises(UnknownId):
            small.clause("ruling.fire.wall")


class TestPassages:
    def test_of_a_clause(self, small: Registry) -> None:
        assert [passage.key for passage in small.passages_of("ghost.fire")] == ["ru-full:4-5"]

    def test_of_a_ruling_are_those_of_the_clauses_it_completes(self, small: Registry) -> None:
        assert [passage.key for passage in small.passages_of("ruling.fire.wall")] == ["ru-full:3"]

    def test_lead_back_to_their_clauses(self, small: Registry) -> None:
        assert [clause.id for clause in small.clauses_of("ru-full:4-5")] == ["fire.others", "ghost.fire"]


class TestExceptions:
    def test_are_a_tree_in_both_directions(self, small: Registry) -> None:
        ghost = small.clauses["ghost.fire"]
        deep = with_clause(small, evolve(ghost, id="ghost.sometimes", exception_to=("ghost.fire",)))
        assert ids(deep.exceptions("fire.others")) == [("ghost.fire", [("ghost.sometimes", [])])]
        assert ids(deep.exception_to("ghost.sometimes")) == [("ghost.fire", [("fire.others", [])])]

    def test_in_a_circle_are_followed_once(self, small: Registry) -> None:
        circle = with_clause(small, evolve(small.clauses["fire.others"], exception_to=("ghost.fire",)))
        assert ids(circle.exceptions("fire.others")) == [("ghost.fire", [])]


def test_rulings_are_found_by_the_clause_they_complete(small: Registry) -> None:
    assert [ruling.id for ruling in small.rulings_of("fire.may")] == ["ruling.fire.wall"]
    assert small.rulings_of("fire.others") == ()


class TestSearch:
    def test_finds_clauses_rulings_and_terms(self, small: Registry) -> None:
        assert {hit.what for hit in small.search("shots knall")} == {"clause"}
        assert [hit.id for hit in small.search("walls")] == ["ruling.fire.wall"]
        assert [hit.id for hit in small.search("noise")] == ["shot"]

    def test_the_title_weighs_more_than_the_text(self, real: Registry) -> None:
        assert real.search("line of sight roofs")[0].id == "fire.roof.line-of-sight"

    def test_a_glossary_word_leads_to_the_clauses_about_the_thing(self, small: Registry) -> None:
        assert [hit.id for hit in small.search("knall")] == ["shot", "fire.others"]

    def test_the_beginning_of_a_word_is_enough(self, small: Registry) -> None:
        assert [hit.id for hit in small.search("himse")] == ["ghost.fire"]

    def test_case_and_accents_do_not_matter(self, real: Registry) -> None:
        assert real.search("STRZAL") == real.search("strzał") != []

    def test_every_language_is_searched_and_one_is_shown(self, real: Registry) -> None:
        hit = next(hit for hit in real.search("Крыша", "fr") if hit.id == "roof")
        assert hit.title == real.terms["roof"].term.fr

    def test_a_second_word_narrows(self, small: Registry) -> None:
        assert [hit.id for hit in small.search("hit others")] == ["fire.others"]

    def test_nothing_is_found_for_nothing(self, small: Registry) -> None:
        assert small.search("") == small.search("xylophone") == []


class TestLoad:
    def test_the_specification_of_the_project_can_be_loaded_and_is_loaded_once(self) -> None:
        assert registry() is registry()
        assert {"ru-full", "ru-base", "ru-base-b", "fr-horses", "pl-base"} == set(registry().books)

    def test_every_problem_of_every_file_is_told_at_once(self, tmp_path: Path) -> None:
        spec = Path(shutil.copytree(spec_folder(), tmp_path / "spec"))
        broken = [
            "books/pl-base.toml",
            "clauses/base/08-fire.toml",
            "components/cars.toml",
            "glossary.toml",
            "rulings.toml",
        ]
        for file in broken:
            with (spec / file).open("a", encoding="utf-8") as toml:
                toml.write("\noops\n")
        with pytest.raises(SpecError) as caught:
            load(spec)
        assert set(broken) <= {Path(p.file).relative_to(spec).as_posix() for p in caught.value.problems}

    def test_a_missing_file_is_told(self, tmp_path: Path) -> None:
        spec = Path(shutil.copytree(spec_folder(), tmp_path / "spec"))
        (spec / "rulings.toml").unlink()
        with pytest.raises(SpecError, match=r"rulings.toml: expected a TOML file, got none"):
            load(spec)

    def test_a_checkout_has_the_tests_beside_the_specification(self, tmp_path: Path) -> None:
        assert not is_checkout(tmp_path / "spec")
        (tmp_path / "tests").mkdir()
        assert is_checkout(tmp_path / "spec")
