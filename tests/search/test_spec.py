"""The specification is searched in any language, by any form of a word, and by synonyms."""

from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.registry.glossary import Everyday, Synonyms
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry, registry
from colt_rules.search.spec import Finder, Hit, documents
from tests.registry.conftest import real, small

__all__ = ["real", "small"]


@cache
def finder() -> Finder:
    """The finder for the project's specification, shared because its indexes take long to build."""
    return Finder(registry())


def ids(hits: list[Hit]) -> list[str]:
    return [hit.id for hit in hits]


def found(registry: Registry, words: str) -> list[str]:
    return ids(Finder(registry).search(words))


def test_clauses_rulings_and_terms_are_found(small: Registry) -> None:
    assert set(found(small, "shots knall")) >= {"fire.others", "shot"}
    assert found(small, "walls") == ["ruling.fire.wall"]
    assert found(small, "noise") == ["shot"]


@pytest.mark.parametrize("id", ["fire.target", "fire.no-target", "ruling.belle.blocks-sight"])
def test_the_entry_with_the_given_id_comes_first(id: str) -> None:
    assert finder().search(id)[0].id == finder().search(f" {id} ")[0].id == id


def test_the_title_weighs_more_than_the_text() -> None:
    assert finder().search("line of sight roofs")[0].id == "fire.roof.line-of-sight"


def test_a_glossary_word_leads_to_the_clauses_about_the_thing(small: Registry) -> None:
    assert found(small, "knall") == ["shot", "fire.others"]


def test_the_beginning_of_a_word_is_enough(small: Registry) -> None:
    assert found(small, "himse") == ["ghost.fire"]


def test_case_and_accents_do_not_matter() -> None:
    assert finder().search("STRZAL") == finder().search("strzał") != []


def test_every_language_is_searched_and_one_is_shown() -> None:
    hit = next(hit for hit in finder().search("Крыша", "fr") if hit.id == "roof")
    assert hit.title == registry().terms["roof"].term.fr


@pytest.mark.parametrize(
    ("words", "shown", "asked"),
    [
        ("кто победил", "en", "ru"),
        ("kto wygrywa", "fr", "pl"),
        ("qui gagne", "en", "fr"),
        ("Belle", "pl", "pl"),
        ("xylophone", "ru", "ru"),
        ("багажного", "en", "ru"),
    ],
)
def test_the_language_of_a_question_is_the_one_that_has_its_words(words: str, shown: str, asked: str) -> None:
    assert finder().language_of(words, shown) == asked


def test_what_has_all_words_comes_first(small: Registry) -> None:
    assert found(small, "hit others")[0] == "fire.others"


@pytest.mark.parametrize("word", ["report", "huk", "wystrzału"])
def test_a_synonym_leads_to_the_term_and_its_clauses(small: Registry, word: str) -> None:
    assert sorted(found(small, word)) == ["fire.others", "shot"]


def test_a_synonym_is_never_shown(small: Registry) -> None:
    (hit, _) = Finder(small).search("report")
    assert (hit.title, hit.text) == ("Knall", "A loud noise.")


def test_a_synonym_finds_texts_with_another_word_for_the_thing(small: Registry) -> None:
    walls = Everyday(id="wall", words=Synonyms(en=("wall", "partition")))
    assert found(evolve(small, everyday={"wall": walls}), "partition") == ["ruling.fire.wall"]


def test_asked_words_find_only_their_entries(small: Registry) -> None:
    loud = Everyday(id="loud", question_words=Synonyms(en=("how loud", "whisper")), see=("ghost.fire",))
    assert found(evolve(small, everyday={"loud": loud}), "loud") == ["ghost.fire", "shot"]
    assert "shot" not in found(evolve(small, everyday={"loud": loud}), "whisper")


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("Маршал", "marshal"),
        ("sheriff", "marshal"),
        ("marszałek", "marshal"),
        ("shérif", "marshal"),
        ("cash box", "strongbox"),
        ("сейф", "strongbox"),
        ("мешок", "purse"),
        ("bag", "purse"),
        ("ladder", "floor-change"),
        ("climb", "floor-change"),
        ("sharpshooter", "gunslinger"),
        ("переключение", "switching"),
    ],
)
def test_words_that_people_try_lead_to_the_term(words: str, id: str) -> None:
    assert finder().search(words)[0].id == id


def test_the_id_of_a_clause_is_translated_by_the_terms_in_it(small: Registry) -> None:
    fire = evolve(small.terms["shot"], id="fire", term=Localized("Feuer"), see=())
    assert {"fire", "fire.may", "ruling.fire.wall"} <= set(found(evolve(small, terms={"fire": fire}), "feuer"))


@pytest.mark.parametrize("id", ["fire.roof.line-of-sight", "ruling.belle.blocks-sight", "setup.deck.shuffled"])
def test_an_id_leads_to_what_it_is_the_id_of(id: str) -> None:
    assert finder().search(id)[0].id == id


def test_words_may_be_in_different_fields() -> None:
    assert "fire.roof.line-of-sight" in ids(finder().search("strzał dach"))


@pytest.mark.parametrize("word", ["крышами", "крышу", "dachem", "dachy", "dachami"])
def test_another_ending_is_found(word: str) -> None:
    assert "roof" in ids(finder().search(word))


def test_a_typo_is_found_and_a_different_word_is_not(small: Registry) -> None:
    assert "ghost.fire" in found(small, "himslf")
    assert found(small, "himy") == found(small, "hypothetically") == []


def test_a_typo_ranks_below_the_word_itself(small: Registry) -> None:
    """Even if the typo matches a title and the word only a text."""
    exact = evolve(small.clauses["fire.may"], id="a.exact", text=Localized("bandage"))
    slip = evolve(small.clauses["fire.may"], id="b.slip", title=Localized("bandige"), text=Localized("nothing"))
    both = evolve(small, clauses={one.id: one for one in (slip, exact)}, terms={}, rulings={})
    assert found(both, "bandages")[0] == "a.exact"


@pytest.mark.parametrize("words", ["baggage", "Багажный", "багажного", "wagon bagażowy"])
def test_components_are_found_with_the_file_that_defines_them(words: str) -> None:
    hit = finder().search(words)[0]
    file = (registry().folder / "components/cars.toml").as_posix()
    assert (hit.what, hit.id, hit.file) == ("component", "baggage", file)


def test_components_of_modules_are_found() -> None:
    hits = {hit.id: hit.file for hit in finder().search("пудель") if hit.what == "component"}
    assert hits == {"poodle": (registry().folder / "components/stagecoach/hostages.toml").as_posix()}


@pytest.mark.parametrize(
    ("word", "meant"), [("marshall", "marshal"), ("shooot", "shoot"), ("тунель", "туннель"), ("кеййс", "кейс")]
)
def test_a_typo_gets_suggestions_as_they_are_spelt(word: str, meant: str) -> None:
    told = finder().spellings(f"roof {word}")
    assert list(told) == [word]
    assert meant in told[word]


@pytest.mark.parametrize("words", ["marshal", "marsh", "Strzał", "strzal", "xylophone", ""])
def test_a_word_that_is_there_or_looks_like_none_gets_no_suggestions(words: str) -> None:
    assert finder().spellings(words) == {}


def test_an_empty_question_finds_nothing(small: Registry) -> None:
    assert found(small, "") == found(small, "xylophone") == []


def test_a_hit_names_the_editions_unless_a_clause_holds_everywhere() -> None:
    hits = {hit.id: hit.only for hit in finder().search("tuco roof")}
    assert hits["tuco.upward-only"] == ("ru-base",)
    assert hits["tuco.through-the-roof"] == tuple(edition for edition in registry().editions if edition != "ru-base")
    assert {hit.id: hit.only for hit in finder().search("strongbox")}["happening.take-it-all"] == ()


def test_what_is_only_about_a_character_or_an_expansion_is_known() -> None:
    found = {one.id: one for one in documents(registry(), "en")}
    assert found["fire.target"].special == found["fire.roof.line-of-sight"].special == ()
    assert found["belle.not-if-another"].special == ("exception",)
    subjects = {
        "fire.target": "",
        "belle.not-if-another": "belle",
        "ruling.belle.blocks-sight": "belle",
        "mei.diagonal": "mei",
        "hostage.poodle.ransom": "stagecoach",
        "ruling.arrest.takes-nothing": "marshal",
        "tuco": "tuco",
    }
    assert {id: found[id].subject for id in subjects} == subjects


@pytest.mark.parametrize(
    ("lang", "asked", "rule"),
    [
        ("ru", "стрелять с крыши", "fire.roof.line-of-sight"),
        ("ru", "можно ли шерифу на крышу", "marshal.inside-only"),
        ("en", "shoot from the roof", "fire.roof.any-distance"),
        ("fr", "tirer depuis le toit", "fire.roof.any-distance"),
        ("pl", "strzelać z dachu", "fire.roof.any-distance"),
    ],
)
def test_a_plain_rule_comes_before_that_of_a_character_or_an_expansion_nobody_named(
    lang: str, asked: str, rule: str
) -> None:
    first, *others = [match.document for match in finder().index(lang).search(asked)[:3]]
    assert first.subject == ""
    assert rule in {document.id for document in (first, *others)}


def test_a_character_that_is_named_comes_first() -> None:
    assert finder().search("стреляет ли Туко с крыши")[0].id.startswith("tuco.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_entry_term_and_component_can_be_found(lang: str) -> None:
    def all_of_them() -> Iterator[str]:
        known = registry()
        yield from (entry.id for entry in known.citable())
        yield from known.terms
        yield from known.components

    assert [one.id for one in documents(registry(), lang)] == list(all_of_them())


@pytest.mark.parametrize(
    "asked", ["must I punch", "обязан ли я стрелять", "dois-je voler", "czy muszę strzelać", "do I need to shoot"]
)
def test_a_question_whether_an_action_is_an_obligation_finds_the_clause_that_all_actions_share(asked: str) -> None:
    assert "stealin.obligatory" in ids(finder().search(asked))[:3]


def test_two_words_that_the_texts_write_as_one_are_one() -> None:
    index = finder().index("en")
    assert index.search("mail bag") == index.search("mailbag")
    assert index.search("the stage coach") == index.search("stagecoach")
