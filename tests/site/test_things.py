"""Everything with a name in the game has a page with the clauses about it."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.addresses import entry_at, thing_at
from colt_rules.site.page import Page
from colt_rules.site.pages.things import KINDS, mentions, pages, things, things_by_term
from tests.site.reading import reader


@pytest.fixture(scope="module")
def english() -> dict[str, Page]:
    return {page.address: page for page in pages(reader("en"))}


def test_every_component_has_a_page(english: dict[str, Page]) -> None:
    assert {thing.id for thing in things(registry())} >= set(registry().components)
    assert {thing.kind for thing in things(registry())} == set(KINDS)
    assert all(thing.address in english for thing in things(registry()))


@pytest.mark.parametrize("id", sorted(registry().box.characters))
def test_a_character_names_the_clauses_of_its_power(english: dict[str, Page], id: str) -> None:
    body = english[thing_at("character", id)].body
    powers = [clause for clause in registry().clauses if clause.startswith(f"{id}.")]
    assert powers
    assert all(f"/{entry_at(power)})" in body for power in powers)


def test_belle_is_an_exception_to_fire_and_punch(english: dict[str, Page]) -> None:
    made = english["things/character/belle.md"].body.partition("{#exceptions}")[2].partition("\n## ")[0]
    assert entry_at("fire.target") in made
    assert entry_at("punch.target") in made


def test_a_happening_lists_its_cards(english: dict[str, Page]) -> None:
    body = english["things/happening/braking.md"].body
    assert "[Braking, 2–4 players](/things/round-card/braking.2-4.md)" in body
    assert "[Braking, 5–6 players](/things/round-card/braking.5-6.md)" in body


def test_what_is_assumed_is_marked(english: dict[str, Page]) -> None:
    assert (
        '>Polski</span> | <span lang="pl">Bankier</span> | <span class="assumed">assumed</span> |'
        in english["things/hostage/banker.md"].body
    )


def test_a_thing_of_several_boxes_has_one_page() -> None:
    (strongbox,) = (thing for thing in things(registry()) if thing.id == "strongbox")
    assert sorted(strongbox.facts) == ["base", "cursed-loot", "stagecoach"]


def test_clauses_that_only_speak_of_a_thing_are_found() -> None:
    assert "duo.teams.drawn" in mentions(registry())["belle"]


def test_the_word_for_a_thing_is_not_always_its_id() -> None:
    words = things_by_term(registry())
    assert [thing.address for thing in words["old-whisky"]] == ["things/flask/old.md"]
    assert [thing.address for thing in words["marshal-action"]] == ["things/action-card/marshal.md"]


def test_pages_are_the_same_in_all_languages(english: dict[str, Page]) -> None:
    for lang in LANGUAGES:
        assert [page.address for page in pages(reader(lang))] == list(english)


def test_a_remark_about_sources_is_folded(english: dict[str, Page]) -> None:
    banker = english[thing_at("hostage", "banker")].body
    head, fold, remark = banker.partition('<details class="fold"')
    assert fold
    assert "PILIP" not in head
    assert "PILIP" in remark.partition("</details>")[0]
