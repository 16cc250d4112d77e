"""The box has the expected contents, and an error in its files is reported with its place."""

import shutil
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import pytest
from attrs import field, frozen

from colt_rules.languages import LANGUAGES
from colt_rules.registry.components import Box, load_box
from colt_rules.registry.errors import Problem, SpecError
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.registry.strict import read_items, read_toml, structure

SPEC = Path(__file__).parents[2] / "spec"


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box(SPEC)


class TestBox:
    def test_six_cars_without_the_locomotive(self, box: Box) -> None:
        expected = ["baggage", "second-class", "first-class", "dining", "private-saloon", "mail"]
        assert expected == list(box.cars)

    def test_cars_hold_twelve_purses_and_six_jewels(self, box: Box) -> None:
        assert sum(car.purses for car in box.cars.values()) == 12
        assert 6 == sum(car.jewels for car in box.cars.values()) == box.jewels

    def test_no_two_cars_hold_the_same(self, box: Box) -> None:
        expected = {(1, 0), (1, 1), (0, 3), (3, 0), (3, 1), (4, 1)}
        assert expected == {(car.purses, car.jewels) for car in box.cars.values()}

    def test_the_locomotive_holds_one_of_two_strongboxes(self, box: Box) -> None:
        loco = box.locomotive
        assert (loco.purses, loco.jewels, loco.strongboxes) == (0, 0, 1)
        assert (box.strongboxes, box.strongbox_value) == (2, 1000)
        assert sum(car.strongboxes for car in box.cars.values()) == 0

    def test_eighteen_purses(self, box: Box) -> None:
        expected = (250,) * 8 + (300,) * 2 + (350,) * 2 + (400,) * 2 + (450,) * 2 + (500,) * 2
        assert expected == box.purse_values

    def test_purses_for_all_cars_and_six_players(self, box: Box) -> None:
        assert len(box.purse_values) == len(box.characters) + sum(car.purses for car in box.cars.values())

    def test_jewels_are_worth_500(self, box: Box) -> None:
        assert box.jewel_value == 500

    def test_ten_action_cards(self, box: Box) -> None:
        expected = {"move": 2, "floor-change": 2, "fire": 2, "robbery": 2, "punch": 1, "marshal": 1}
        assert expected == box.actions
        assert sum(box.actions.values()) == 10

    def test_six_bullets_the_fullest_first_and_thirteen_neutral_ones(self, box: Box) -> None:
        assert box.bullets == (6, 5, 4, 3, 2, 1)
        assert box.neutral_bullets == 13

    def test_six_characters_in_the_order_of_the_file(self, box: Box) -> None:
        expected = ["ghost", "cheyenne", "django", "tuco", "doc", "belle"]
        assert expected == list(box.characters)
        assert len({character.colour for character in box.characters.values()}) == 6


class TestRoundCards:
    @pytest.mark.parametrize("players", [(2, 4), (5, 6), None])
    def test_seven_cards_a_range_and_three_stations(self, box: Box, players: tuple[int, int] | None) -> None:
        cards = [card for card in box.round_cards.values() if card.players == players]
        assert len(cards) == (3 if players is None else 7)
        assert all(card.station == (players is None) for card in cards)

    def test_no_card_of_the_base_game_lets_a_card_be_kept(self, box: Box) -> None:
        assert {0} == {card.plans for card in box.round_cards.values()}

    def test_every_card_starts_with_a_standard_turn(self, box: Box) -> None:
        assert {"standard"} == {card.turns[0] for card in box.round_cards.values()}

    def test_every_station_has_the_same_four_turns(self, box: Box) -> None:
        stations = [card for card in box.round_cards.values() if card.station]
        assert {("standard", "standard", "tunnel", "standard")} == {card.turns for card in stations}

    @pytest.mark.parametrize("players", [(2, 4), (5, 6)])
    def test_each_range_has_every_happening_once_and_two_cards_without(
        self, box: Box, players: tuple[int, int]
    ) -> None:
        happenings = [card.happening for card in box.round_cards.values() if card.players == players]
        expected = {"angry-marshal", "swivel-arm", "braking", "take-it-all", "passengers-rebellion", None}
        assert expected == set(happenings)
        assert happenings.count(None) == 2


class TestProvenance:
    def test_every_source_is_used(self, real: Registry) -> None:
        used = {source.partition(":")[0] for fact in real.facts() for source in fact.sources}
        assert set(real.box.sources) <= used

    def test_a_confirmed_fact_has_two_sources(self, real: Registry) -> None:
        for fact in real.facts():
            origins = {source.partition(":")[0] for source in fact.sources}
            assert len(origins) >= 2 or fact.confidence != "confirmed", fact.id

    def test_every_name_is_there_in_four_languages(self, real: Registry) -> None:
        assert not [fact.id for fact in real.facts() if fact.name.missing]


class TestLocalized:
    def test_a_text_is_given_in_its_language(self) -> None:
        text = Localized("roof", "крыша", "toit", "dach")
        assert [text.in_language(lang) for lang in LANGUAGES] == ["roof", "крыша", "toit", "dach"]

    @pytest.mark.parametrize("lang", ["pl", "de", "missing", ""])
    def test_english_is_the_fallback(self, lang: str) -> None:
        assert Localized("roof", "крыша", "toit").in_language(lang) == "roof"


@pytest.fixture
def spoil(tmp_path: Path) -> Callable[[str, str, str], list[str]]:
    """Load the box with one text in one file replaced, and return the problems without the folder's name."""

    def load(file: str, old: str, new: str) -> list[str]:
        spec = shutil.copytree(SPEC, tmp_path / "spec")
        path = spec / "components" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(SpecError) as caught:
            load_box(spec)
        assert {path.as_posix()} == {problem.file for problem in caught.value.problems}
        return [f"{problem.path}: {problem.message}" for problem in caught.value.problems]

    return load


class TestSlips:
    @pytest.mark.parametrize(
        ("file", "old", "new", "expected"),
        [
            (
                "cars.toml",
                "purses = 4",
                'purses = "4"',
                'car[mail].purses: expected a whole number, got the text "4"',
            ),
            (
                "cars.toml",
                "purses = 4",
                "purses = 4.0",
                "car[mail].purses: expected a whole number, got the number 4.0",
            ),
            (
                "cars.toml",
                "strongboxes = 1",
                "strongboxes = true",
                "car[locomotive].strongboxes: expected a whole number, got true",
            ),
            ("cars.toml", "purses = 4\n", "", "car[mail].purses: expected a whole number, got nothing"),
            (
                "tokens.toml",
                "value = 300, count = 2",
                "value = 300, count = 3",
                "token[purse].values: expected 18 tokens as in count, got 19",
            ),
            (
                "round-cards.toml",
                "players = [2, 4]\n",
                "",
                "round_card[angry-marshal.2-4].players: expected a list of 2, got nothing",
            ),
            (
                "round-cards.toml",
                "players = [2, 4]",
                "players = [2, 3, 4]",
                "round_card[angry-marshal.2-4].players: expected a list of 2, got a list of 3",
            ),
            (
                "station-cards.toml",
                'happening = "pickpocketing"\n',
                "",
                "station_card[pickpocketing].happening: expected a text, got nothing",
            ),
            (
                "characters.toml",
                'name.fr = "Ghost"\n',
                "",
                "character[ghost].name.fr: expected a text, got nothing",
            ),
            (
                "characters.toml",
                'id = "belle"',
                'id = "ghost"',
                "character[ghost]: expected a unique id, got one that is already used",
            ),
            (
                "characters.toml",
                '"W_64OZ"',
                '"W_65OZ"',
                'character[ghost].sources: expected a book or an id of sources.toml before the colon, got "W_65OZ"',
            ),
            (
                "bullet-cards.toml",
                'id = "neutral"',
                'id = "neutrals"',
                ': expected an item with the id "neutral", got none',
            ),
        ],
    )
    def test_an_error_is_reported_with_its_place(
        self, spoil: Callable[[str, str, str], list[str]], file: str, old: str, new: str, expected: str
    ) -> None:
        assert [expected] == spoil(file, old, new)

    def test_an_unknown_key_is_refused(self, spoil: Callable[[str, str, str], list[str]]) -> None:
        (problem,) = spoil("characters.toml", 'colour = "white"', 'colour = "white"\ncolor = "white"')
        assert problem.startswith("character[ghost].color: expected one of the keys id, name, sources")

    def test_bad_toml_is_refused_with_its_line(self, spoil: Callable[[str, str, str], list[str]]) -> None:
        text = (SPEC / "components" / "cars.toml").read_text(encoding="utf-8")
        line = text[: text.index("purses = 0")].count("\n") + 1
        (problem,) = spoil("cars.toml", "purses = 0", "purses: 0")
        assert problem.startswith(f"line {line}: not TOML: ")

    def test_errors_in_several_files_are_reported_at_once(self, tmp_path: Path) -> None:
        spec = shutil.copytree(SPEC, tmp_path / "spec")
        (spec / "components" / "cars.toml").unlink()
        tokens = spec / "components" / "tokens.toml"
        tokens.write_text("seats = 6\n", encoding="utf-8")
        with pytest.raises(SpecError) as caught:
            load_box(spec)
        cars = (spec / "components" / "cars.toml").as_posix()
        expected = [
            f"{cars}: expected a TOML file, got none: No such file or directory",
            f"{tokens.as_posix()}: seats: expected only token, got another key",
            f"{tokens.as_posix()}: token: expected a list, got nothing",
        ]
        assert expected == str(caught.value).splitlines()


class Kind(Enum):
    EARLY = "early"
    LATE = "late"


@frozen
class Thing:
    id: str
    number: int
    kind: Kind = Kind.EARLY
    level: Literal["inside", "roof"] = "inside"
    tags: tuple[str, ...] = ()
    what: str | None = field(default=None, metadata={"key": "category"})
    even: int = field(default=0)

    @even.validator
    def _check_even(self, _: Any, value: int) -> None:
        if value % 2:
            raise ValueError(f"expected an even number, got {value}")


def refused(data: Any, cls: Any = Thing) -> list[Problem]:
    with pytest.raises(SpecError) as caught:
        structure(data, cls, "things.toml", "thing")
    return caught.value.problems


class TestStrict:
    def test_sound_data_is_not_converted(self) -> None:
        data = {"id": "a", "number": 5, "kind": "late", "level": "roof", "tags": ["x"], "category": "rule"}
        expected = Thing("a", 5, Kind.LATE, "roof", ("x",), "rule")
        assert expected == structure(data, Thing, "things.toml")

    @pytest.mark.parametrize("value", ["5", 5.0, True, None, [5], {"five": 5}])
    def test_only_a_whole_number_is_a_whole_number(self, value: Any) -> None:
        (problem,) = refused({"id": "a", "number": value})
        assert (problem.file, problem.path) == ("things.toml", "thing.number")
        assert problem.message.startswith("expected a whole number, got ")

    def test_a_text_is_not_a_list_of_letters(self) -> None:
        expected = Problem("things.toml", "thing.tags", 'expected a list, got the text "abc"')
        assert [expected] == refused({"id": "a", "number": 5, "tags": "abc"})

    def test_a_list_is_not_a_table(self) -> None:
        (problem,) = refused([])
        assert problem.message == "expected a table with id, number, kind, level, tags, category, even, got a list of 0"

    def test_a_renamed_key_is_reported_as_written(self) -> None:
        expected = Problem("things.toml", "thing.category", "expected a text, got the number 4")
        assert [expected] == refused({"id": "a", "number": 5, "category": 4})

    def test_what_a_class_forbids_is_a_problem_too(self) -> None:
        expected = Problem("things.toml", "thing", "expected an even number, got 3")
        assert [expected] == refused({"id": "a", "number": 5, "even": 3})

    def test_all_problems_are_reported_at_once(self) -> None:
        data = [{"id": "a", "kind": "later"}, {"id": "b", "number": 1, "level": "cellar"}, 7]
        expected = [
            ("thing[a].number", "expected a whole number, got nothing"),
            ("thing[a].kind", 'expected one of early, late, got the text "later"'),
            ("thing[b].level", 'expected one of inside, roof, got the text "cellar"'),
            (
                "thing[2]",
                "expected a table with id, number, kind, level, tags, category, even, got the number 7",
            ),
        ]
        assert expected == [(problem.path, problem.message) for problem in refused(data, tuple[Thing, ...])]

    def test_a_fault_of_the_program_is_not_a_problem_of_the_data(self) -> None:
        with pytest.raises(Exception, match="Unsupported type") as caught:
            structure({"a": 1}, complex, "things.toml")
        assert not isinstance(caught.value, SpecError)

    def test_items_are_read_by_id_in_their_order(self, tmp_path: Path) -> None:
        path = tmp_path / "things.toml"
        path.write_text('[[thing]]\nid = "b"\nnumber = 1\n[[thing]]\nid = "a"\nnumber = 2\n', encoding="utf-8")
        assert {"b": Thing("b", 1), "a": Thing("a", 2)} == read_items(path, "thing", Thing)
        assert list(read_items(path, "thing", Thing)) == ["b", "a"]

    def test_other_bytes_than_utf_8_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "things.toml"
        path.write_bytes(b'id = "\xff"')
        with pytest.raises(SpecError, match="byte 6: expected UTF-8, got other bytes"):
            read_toml(path)
