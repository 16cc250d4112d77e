"""The referee's texts exist in four languages, with the grammar of each."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.log.errors import Departure
from colt_rules.pictures.words import PHRASES
from colt_rules.players.play import modules_of, variants
from colt_rules.referee.audit import audit
from colt_rules.referee.picture_words import words_in
from colt_rules.referee.prose import all_prose, departure_meaning, tell, text, translated, where
from colt_rules.referee.sentences import parsed
from colt_rules.referee.vocabulary import picture_texts, teller, vocabulary
from colt_rules.registry.clauses import ClauseKind
from colt_rules.registry.components import Confidence
from colt_rules.registry.errors import SpecError
from colt_rules.registry.texts import texts_in
from colt_rules.research.recorded import LeftOut
from colt_rules.rules.rulebook import rulebook
from tests.cli.reading import english_words
from tests.logs import lines_of, played

CODE = Path(__file__).parents[2] / "colt_rules"
OTHERS = LANGUAGES[1:]
HELD = re.compile(r"\{(\w+)")
BY_VALUE = {
    "what": ("clause", "ruling", "term", "component"),
    "kind": [kind.value for kind in ClauseKind],
    "confidence": get_args(Confidence),
    "left-out": get_args(LeftOut),
    "verbs": ("move", "floor-change", "fire", "robbery", "punch", "ride"),
}
"""By table of texts that no code names individually: the keys that must have a text."""


def test_every_text_is_there_in_every_language_and_can_be_filled() -> None:
    for key, one in all_prose().items():
        assert not one.missing, key
        for lang in LANGUAGES if key != "keys.round" else ():
            parsed(text(lang, key))


ONLY_THERE = {
    "audit.kind": {"plain"},
    "log.kind": {"plain"},
    "demo.game": {"modules"},
    "refusal.out-of-turn": {"actor"},
    "picture.facing": {"id"},
    "picture.carries": {"bandit"},
    "picture.owns": {"bandit"},
}
"""Fields that only other languages use.

They name a kind in words, modules where English has a variant, and a name in one of their cases.
"""


def test_no_language_names_what_english_does_not_know() -> None:
    """The fields of a text are those that the code passes; a misspelt name would be empty."""
    for key, one in all_prose().items():
        known = set(HELD.findall(one.en)) | ONLY_THERE.get(key, set())
        for lang in OTHERS:
            assert set(HELD.findall(one.in_language(lang))) <= known, (key, lang)


def test_every_text_is_said_somewhere() -> None:
    folders = ("referee/*.py", "research/*.py", "playing/*.py", "archive/*.py", "cli/**/*.py", "pictures/*.py")
    files = [path for folder in folders for path in CODE.glob(folder)]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files).replace("_", "-")
    for key in all_prose():
        table, _, name = key.partition(".")
        word = name.removesuffix("-does") if table == "keys" else re.sub("^(ask|try|phase)-", "", name)
        word = re.sub("-(about|of)$", "", word) if table == "ask" else word  # of a question, of a column
        assert table in ("message", "departure", *BY_VALUE) or re.search(rf"\b{word}\b", code), key


def test_what_has_a_fixed_set_of_values_has_a_text_for_each_and_no_other() -> None:
    for table, values in BY_VALUE.items():
        assert {name for at, _, name in (key.partition(".") for key in all_prose()) if at == table} == set(values)


@pytest.mark.parametrize(
    ("lang", "counted"),
    [
        ("en", ["1 command", "2 commands", "5 commands", "12,345 commands"]),
        ("ru", ["1 команда", "2 команды", "5 команд", "12\u00a0345 команд"]),
        ("fr", ["1 commande", "2 commandes", "5 commandes", "12\u202f345 commandes"]),
        ("pl", ["1 polecenie", "2 polecenia", "5 poleceń", "12\u00a0345 poleceń"]),
    ],
)
def test_numbers_come_with_the_form_of_the_noun_that_fits_them(lang: str, counted: list[str]) -> None:
    told = [tell(lang, "what-if.nothing-changes", commands=number) for number in (1, 2, 5, 12345)]
    assert all(words in sentence for words, sentence in zip(counted, told, strict=True)), told


def test_names_come_in_the_case_that_the_language_asks_for() -> None:
    assert tell("ru", "exception.kept-from", bandit="belle") == "из-за него нельзя было выбрать Красотку"
    assert tell("pl", "exception.kept-from", bandit="doc") == "przez niego nie można było wybrać Doca"
    assert tell("fr", "replay.header", **_agreed(), role="referee").endswith("vue de l'arbitre")


def _agreed() -> dict[str, object]:
    return {"game": "g", "edition": "ru-full", "modules": ("base",), "seats": ("tuco",), "events": 3}


def test_english_has_ids_where_other_languages_have_names() -> None:
    assert tell("en", "replay.header", **_agreed(), role="tuco") == "g: ru-full, base; tuco; 3 events; as tuco sees it"
    assert tell("ru", "replay.header", **_agreed(), role="tuco").endswith("Туко; 3 записи; смотрит Туко")


# --- English texts of the layers below


def test_what_a_picture_says_in_english_is_what_the_file_has() -> None:
    plain = {key: re.sub(r":id\}", "}", all_prose()[f"picture.{key}"].en) for key in PHRASES}
    assert plain == PHRASES
    assert {key for key in all_prose() if key.startswith("picture.")} == {f"picture.{key}" for key in PHRASES}


def _damaged() -> Iterator[bytes]:
    lines = lines_of(played())
    yield b"".join([*lines[:20], *lines[21:]])
    yield b"".join([*lines[:20], lines[21], lines[20], *lines[22:]])
    yield b"".join([*lines[:-2], lines[-1]])
    yield b"".join(lines[:30]) + b'{"nonsense":1}\n' + b"".join(lines[31:])


@pytest.mark.parametrize("lang", OTHERS)
def test_what_is_wrong_with_a_log_is_said_in_every_language(lang: str) -> None:
    for pieces in _damaged():
        for one in audit([pieces]).log:
            told = [
                where(one, lang),
                departure_meaning(one.kind, lang),
                translated(one.expected, lang),
                translated(one.meaning, lang),
            ]
            told += [] if one.kind == "malformed" else [translated(one.got, lang)]
            assert not english_words("\n".join(told), lang), told


def test_a_departure_as_a_whole_is_recognised() -> None:
    one = Departure("chain", 61, 9, 27, "a line with the hash abc", "def", (), "the table steps was changed")
    assert translated(str(one), "ru") == (
        "строка 61, команда 9, запись 27: ожидалось: строка с хешем abc; получено: def; изменена таблица steps"
    )
    assert translated("something that nobody has a text for", "ru") == "something that nobody has a text for"
    assert translated(str(one), "en") == str(one)


def test_what_modules_say_in_a_picture_is_there_in_every_language() -> None:
    for one in picture_texts():
        assert not one.missing, one.en
        assert all(set(HELD.findall(one.in_language(lang))) <= set(HELD.findall(one.en)) for lang in OTHERS), one.en
    assert translated("Tuco, Belle to keep cards", "ru") == "оставляют карты: Туко, Красотка"


@pytest.mark.parametrize("lang", OTHERS)
def test_every_decision_and_every_car_has_a_name(lang: str) -> None:
    words = vocabulary(lang)["words"]
    decisions = {kind for agreed in variants() for kind in rulebook(modules_of(*agreed)).choices}
    assert decisions <= words["decision"].keys()
    assert words["car"].keys() - {"none", "hidden"} <= words["sign"].keys()
    assert words_in(lang).sign("first-class") != "first-class"
    assert words_in(lang).worth(None) == "? $"
    assert teller(lang).word("fire", "decision") != "fire"


def test_two_files_cannot_have_a_text_of_the_same_key(tmp_path: Path) -> None:
    table = '[message]\nno-game = {en = "a", ru = "a", fr = "a", pl = "a"}\n'
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text(table, encoding="utf-8")
    with pytest.raises(SpecError, match=r"two\.toml: message\.no-game: another file has a text of this key too"):
        texts_in(sorted(tmp_path.glob("*.toml")))
