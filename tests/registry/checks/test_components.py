"""Components have known sources, clauses and terms."""

from typing import Any

import pytest
from attrs import evolve

from colt_rules.registry.check import check
from colt_rules.registry.glossary import Everyday, Synonyms
from colt_rules.registry.registry import Registry
from tests.registry.altered import told, with_extra


class TestComponents:
    @pytest.mark.parametrize("source", ["ru-full", "ru-full:", "ru-full:7", "ru-full:5-7", "ru-full:top"])
    def test_a_book_is_cited_inside_its_lines(self, small: Registry, source: str) -> None:
        box = evolve(small.box, locomotive=evolve(small.box.locomotive, sources=(source,)))
        assert told(evolve(small, box=box)) == [
            f'spec/components/cars.toml: locomotive.sources: expected lines of 1-6 after "ru-full:", got "{source}"'
        ]

    def test_an_unknown_source(self, small: Registry) -> None:
        box = evolve(small.box, locomotive=evolve(small.box.locomotive, sources=("NOBODY:1",)))
        (problem,) = told(evolve(small, box=box))
        assert problem.endswith('expected a book or an id of sources.toml, got "NOBODY:1"')

    @pytest.mark.parametrize("slip", [{"turns": ("standard", "swiching")}, {"happening": "breaking"}])
    def test_a_round_card_shows_only_terms_of_the_glossary(self, real: Registry, slip: dict[str, Any]) -> None:
        (name,) = slip
        word = "swiching" if name == "turns" else "breaking"
        card = evolve(real.box.round_cards["braking.2-4"], **slip)
        box = evolve(real.box, round_cards={**real.box.round_cards, card.id: card})
        station = evolve(real.extras["stagecoach"].round_cards["escape"], **slip)
        extras = with_extra(real, "stagecoach", round_cards={station.id: station})
        for spoilt, place in (
            (evolve(real, box=box), "round-cards.toml: braking.2-4"),
            (extras, "stagecoach/station-cards.toml: escape"),
        ):
            found = [str(one) for one in check(spoilt, {}, {}) if one.path.endswith(f".{name}")]
            assert len(found) == 1
            assert found[0].endswith(f'components/{place}.{name}: expected a term of the glossary, got "{word}"')

    @pytest.mark.parametrize(("source", "end"), [("NOBODY:1", "an id of sources.toml"), ("ru-full:9999", '"ru-full:"')])
    def test_what_a_module_adds_has_its_sources_too(self, real: Registry, source: str, end: str) -> None:
        horse = evolve(real.extras["horses"].pieces["horse"], sources=(source,))
        (found,) = [
            str(one)
            for one in check(with_extra(real, "horses", pieces={"horse": horse}), {}, {})
            if one.path == "horse.sources"
        ]
        assert "components/horses/pieces.toml: horse.sources: expected " in found
        assert found.endswith(f'{end}, got "{source}"')

    def test_a_card_of_a_module_has_an_id_of_its_own(self, real: Registry) -> None:
        ride = evolve(real.extras["horses"].action_cards["ride"], id="move")
        braking = evolve(real.extras["stagecoach"].round_cards["shotgun-rage.2-4"], id="braking.2-4")
        spoilt = with_extra(real, "horses", action_cards={"move": ride})
        spoilt = with_extra(spoilt, "stagecoach", round_cards={"braking.2-4": braking})
        found = [str(one) for one in check(spoilt, {}, {}) if "unique id" in one.message]
        folder = (real.folder / "components").as_posix()
        expected = "expected a unique id, got one already used in"
        assert found == [
            f"{folder}/horses/action-cards.toml: move: {expected} {folder}/action-cards.toml",
            f"{folder}/stagecoach/round-cards.toml: braking.2-4: {expected} {folder}/round-cards.toml",
        ]

    def test_what_is_added_is_added_by_a_module(self, small: Registry, real: Registry) -> None:
        emptied: dict[str, Any] = {table: {} for table in ("action_cards", "round_cards", "pieces", "flasks")}
        extras = evolve(real.extras["horses"], **emptied)
        assert told(evolve(small, extras={"base": extras})) == []
        assert told(evolve(small, extras={"hroses": extras})) == [
            'spec/components/hroses: expected the folder of one of base, got "hroses"'
        ]


class TestEverydayWords:
    def test_they_lead_to_what_exists(self, small: Registry) -> None:
        loud = Everyday(
            id="loud", question_words=Synonyms(en=("a",), ru=("b",), fr=("c",), pl=("d",)), see=("fire.may", "x.y")
        )
        (problem,) = told(evolve(small, everyday={"loud": loud}))
        assert problem.startswith("spec/everyday.toml: everyday[loud].see: expected an id of the specification")

    def test_they_are_there_in_every_language(self, small: Registry) -> None:
        words = Everyday(id="loud", words=Synonyms(en=("a",), ru=("b",)), question_words=Synonyms(pl=("d",)))
        assert told(evolve(small, everyday={"loud": words})) == [
            "spec/everyday.toml: everyday[loud]: expected `words` or `question_words` in fr, got neither"
        ]
