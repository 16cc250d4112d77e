"""The registry answers queries about the specification."""

import shutil
from pathlib import Path

import pytest
from attrs import evolve

from colt_rules.registry.clauses import Clause
from colt_rules.registry.errors import SpecError
from colt_rules.registry.localized import Localized
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
        assert caught.value.similar[0] == "fire.may"

    def test_the_beginning_of_an_id_suggests_what_goes_on_from_it(self, small: Registry) -> None:
        assert {"fire.may", "fire.others"} <= set(small.similar_ids("fire"))

    @pytest.mark.parametrize(
        ("id", "file"),
        [
            ("fire.may", "spec/clauses/base/fire.toml"),
            ("ruling.fire.wall", "spec/rulings.toml"),
            ("shot", "spec/glossary.toml"),
            ("locomotive", "spec/components/cars.toml"),
        ],
    )
    def test_an_entry_is_found_by_id_and_has_a_file(self, small: Registry, id: str, file: str) -> None:
        assert small.entry(id).id == id
        assert small.file_of(small.entry(id)) == file

    def test_a_retired_id_is_an_entry_too(self, small: Registry) -> None:
        renamed = with_clause(small, evolve(small.clauses["fire.may"], aliases=("fire.can",)))
        assert renamed.entry("fire.can").id == "fire.may"

    @pytest.mark.parametrize(
        ("typo", "meant"), [("shto", "shot"), ("locomotiv", "locomotive"), ("fire.mya", "fire.may")]
    )
    def test_suggestions_for_an_entry_are_of_every_kind(self, small: Registry, typo: str, meant: str) -> None:
        with pytest.raises(UnknownId, match=rf"no clause, ruling, term or component .*{meant}"):
            small.entry(typo)

    def test_a_term_cannot_be_cited(self, small: Registry) -> None:
        with pytest.raises(UnknownId, match="no clause or ruling"):
            small.find("shot")

    def test_file_of_names_the_file_that_defines_a_component(self, real: Registry) -> None:
        for fact in real.facts():
            assert f'id = "{fact.id}"\n' in Path(real.file_of(fact)).read_text(encoding="utf-8")

    def test_what_a_module_adds_comes_after_what_the_box_has(self, real: Registry) -> None:
        box, *more = real.components["strongbox"]
        assert real.entry("neutral") is real.box.bullet_cards["neutral"]
        assert box == real.box.tokens["strongbox"]
        added = [extras for extras in real.extras.values() if "strongbox" in extras.tokens]
        assert more == [extras.tokens["strongbox"] for extras in added] != []
        files = [real.folder / "components" / extras.module / "tokens.toml" for extras in added]
        assert [real.file_of(one) for one in more] == [file.as_posix() for file in files]
        assert real.file_of(box) == (real.folder / "components/tokens.toml").as_posix()

    def test_a_ruling_is_no_clause(self, small: Registry) -> None:
        with pytest.raises(UnknownId):
            small.clause("ruling.fire.wall")


class TestPassages:
    def test_of_a_clause(self, small: Registry) -> None:
        assert [passage.key for passage in small.passages_of("ghost.fire")] == ["ru-full:4-5"]

    def test_of_a_ruling_are_those_of_the_clauses_it_completes(self, small: Registry) -> None:
        assert [passage.key for passage in small.passages_of("ruling.fire.wall")] == ["ru-full:3"]

    def test_of_an_edition_are_those_of_its_books(self, real: Registry) -> None:
        assert {passage.book for passage in real.passages_of("fire.target")} == {
            *("ru-full", "pl-base", "ru-base", "ru-base-b")
        }
        assert {passage.book for passage in real.passages_of("fire.target", "ru-base")} == {"ru-base", "ru-base-b"}
        assert real.passages_of("fire.target", "fr-horses") == ()


class TestHolds:
    def test_a_clause_named_by_an_edition_holds_only_there(self, small: Registry) -> None:
        assert not small.holds("ghost.fire", "ru-full")
        assert small.holds("ghost.fire", "ru-base")

    def test_a_replaced_clause_does_not_hold_in_the_edition(self, small: Registry) -> None:
        assert small.holds("fire.others", "ru-full")
        assert not small.holds("fire.others", "ru-base")

    def test_all_others_hold_wherever_their_module_is_played(self, small: Registry) -> None:
        assert small.holds("fire.may", "ru-base")
        team = with_clause(small, evolve(small.clauses["fire.may"], module="team"))
        assert not team.holds("fire.may", "ru-base")

    def test_an_exception_holds_where_there_is_something_to_be_an_exception_to(self, small: Registry) -> None:
        boarding = evolve(small.clauses["fire.may"], id="team.fire", module="team")
        sparing = evolve(small.clauses["fire.may"], id="fire.sparing", exception_to=("team.fire",))
        both = with_clause(with_clause(small, boarding), sparing)
        assert not both.holds("fire.sparing", "ru-base")
        wider = evolve(small.editions["ru-full"], modules=("base", "team"))
        played = evolve(both, editions={**both.editions, "ru-full": wider})
        assert played.holds("fire.sparing", "ru-full")
        assert played.only(sparing) == ("ru-full",)
        nearer = evolve(sparing, exception_to=("team.fire", "fire.may"))
        assert with_clause(both, nearer).holds("fire.sparing", "ru-base")

    def test_a_ruling_about_two_modules_holds_where_both_are_played(self, small: Registry) -> None:
        other = evolve(small.clauses["ghost.fire"], id="team.fire", module="team")
        ruling = evolve(small.rulings["ruling.fire.wall"], completes=("fire.may", "team.fire"))
        both = evolve(with_clause(small, other), rulings={ruling.id: ruling})
        assert both.holds("fire.may", "ru-full")
        assert not both.holds(ruling.id, "ru-full")
        playing = evolve(both.editions["ru-full"], modules=("base", "team"))
        assert evolve(both, editions={**both.editions, "ru-full": playing}).holds(ruling.id, "ru-full")

    def test_a_ruling_holds_where_a_clause_does_that_it_completes(self, small: Registry) -> None:
        ruling = evolve(small.rulings["ruling.fire.wall"], completes=("fire.others",))
        moved = evolve(small, rulings={ruling.id: ruling})
        assert moved.holds(ruling.id, "ru-full")
        assert not moved.holds(ruling.id, "ru-base")

    @pytest.mark.parametrize(
        ("id", "editions"),
        [
            ("fire.target", {"ru-full", "ru-base", "pl-base", "fr-horses"}),
            ("tuco.upward-only", {"ru-base"}),
            ("tuco.through-the-roof", {"ru-full", "pl-base", "fr-horses"}),
            ("setup.rounds.station-always", {"pl-base", "fr-horses"}),
            ("setup.rounds.station-optional", {"ru-full", "ru-base"}),
            ("duo.train", {"ru-full", "ru-base", "fr-horses"}),
            ("team.pairs", {"ru-full", "fr-horses"}),
            ("team.partner-card.stays", {"ru-full"}),
            ("ruling.duo.placement-in-turn", {"pl-base"}),
            ("ruling.duo.ghost-and-doc", {"pl-base"}),
            ("ruling.edition.modules", {"ru-full", "ru-base", "pl-base", "fr-horses"}),
            ("ruling.team.ghost", {"ru-full", "fr-horses"}),
            ("ruling.whisky.cheyenne", {"ru-full", "fr-horses"}),
        ],
    )
    def test_where_the_rules_of_the_game_hold(self, real: Registry, id: str, editions: set[str]) -> None:
        known = {"ru-full", "ru-base", "pl-base", "fr-horses"}
        assert {edition for edition in known if real.holds(id, edition)} == editions


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


def test_a_term_is_about_what_it_names_and_what_is_named_after_it(small: Registry) -> None:
    fire = evolve(small.terms["shot"], id="fire", term=Localized("Feuer"), see=())
    assert evolve(small, terms={"fire": fire}).about(fire) == (
        "fire.may",
        "fire.others",
        "ghost.fire",
        "ruling.fire.wall",
    )


class TestLoad:
    def test_the_specification_of_the_project_can_be_loaded_and_is_loaded_once(self) -> None:
        assert registry() is registry()
        assert {"ru-full", "ru-base", "ru-base-b", "fr-horses", "pl-base"} <= set(registry().books)

    def test_problems_of_all_files_are_reported_at_once(self, tmp_path: Path) -> None:
        spec = Path(shutil.copytree(spec_folder(), tmp_path / "spec"))
        broken = [
            "books/pl-base.toml",
            "clauses/base/08-fire.toml",
            "components/cars.toml",
            "components/horses/flasks.toml",
            "components/stagecoach/hostages.toml",
            "editions/pl-base.toml",
            "glossary.toml",
            "rulings.toml",
        ]
        for file in broken:
            with (spec / file).open("a", encoding="utf-8") as toml:
                toml.write("\noops\n")
        with pytest.raises(SpecError) as caught:
            load(spec)
        assert set(broken) <= {Path(p.file).relative_to(spec).as_posix() for p in caught.value.problems}

    def test_synonyms_are_lists_of_texts_in_the_four_languages(self, tmp_path: Path) -> None:
        spec = Path(shutil.copytree(spec_folder(), tmp_path / "spec"))
        glossary = spec / "glossary.toml"
        text = glossary.read_text(encoding="utf-8")
        assert [*load(spec).terms["train"].synonyms][:4] == ["railway", "choo-choo", "railroad", "состав"]
        glossary.write_text(
            text.replace(
                'synonyms.en = ["railway", "choo-choo", "railroad"]', 'synonyms.en = "railway"\nsynonyms.de = []'
            ),
            encoding="utf-8",
        )
        with pytest.raises(SpecError) as caught:
            load(spec)
        assert {problem.path for problem in caught.value.problems} == {
            "term[train].synonyms.en",
            "term[train].synonyms.de",
        }

    def test_a_missing_file_is_reported(self, tmp_path: Path) -> None:
        spec = Path(shutil.copytree(spec_folder(), tmp_path / "spec"))
        (spec / "rulings.toml").unlink()
        with pytest.raises(SpecError, match=r"rulings.toml: expected a TOML file, got none"):
            load(spec)

    def test_a_checkout_has_the_tests_beside_the_specification(self, tmp_path: Path) -> None:
        assert not is_checkout(tmp_path / "spec")
        (tmp_path / "tests").mkdir()
        assert is_checkout(tmp_path / "spec")
