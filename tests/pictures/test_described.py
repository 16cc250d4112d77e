"""A drawn train is in its reader's language: its labels, and the description for those who cannot see it."""

from xml.etree import ElementTree as xml

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.languages import LANGUAGES
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.pictures import train_svg
from colt_rules.pictures.words import DRAWN, ENGLISH
from colt_rules.referee.picture_words import words_in
from colt_rules.rules.boxes import CARS
from tests.cli.reading import english_words
from tests.conftest import at_least, with_every_module
from tests.pictures.looking import SVG
from tests.site.javascript import positions

OTHERS = LANGUAGES[1:]
GAME = changed(
    board(
        """
        roof   | tuco        |           |       |
        inside | M strongbox | purse:450 | belle |
        """,
        loot={"belle": ["purse:1000", "jewel"]},
    ),
    train=("locomotive", "first-class", "dining"),
)


def texts(game: Game, lang: str) -> dict[str, list[str]]:
    """All texts in a picture, by tag."""
    found: dict[str, list[str]] = {}
    for one in xml.fromstring(train_svg(game, words=words_in(lang))).iter():
        if one.tag != f"{SVG}style":
            found.setdefault(one.tag.removeprefix(SVG), []).extend(filter(None, [one.text]))
    return found


@pytest.mark.parametrize(
    ("lang", "title", "begins"),
    [
        ("ru", "Поезд", "Локомотив. На крыше: Туко. Внутри: шериф, кейс (1000 $). Вагон первого класса. "),
        (
            "fr",
            "Le train",
            "La Locomotive. Sur le toit\u202f: Tuco. À l'intérieur\u202f: le Marshal, Cagnotte de 1000 $. ",
        ),
        ("pl", "Pociąg", "Lokomotywa. Na dachu: Tuco. W środku: Szeryf, Walizka (1000 $). Wagon pierwszej klasy. "),
    ],
)
def test_a_picture_is_described_in_the_language_of_its_reader(lang: str, title: str, begins: str) -> None:
    said = texts(GAME, lang)
    assert said["title"] == [title]
    assert said["desc"][0].replace("\u00a0", " ").startswith(begins)


def test_names_below_cars_are_parted_where_they_can_be() -> None:
    assert {"локомотив", "первый", "класс", "ресторан", "рядом с поездом"} <= {*texts(GAME, "ru")["text"]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_that_is_too_long_for_its_car_is_pressed_together(lang: str) -> None:
    words = words_in(lang)
    game = changed(GAME, train=("locomotive", *CARS))
    names = [
        one for one in xml.fromstring(train_svg(game, words=words)).iter(f"{SVG}text") if one.get("class") == "name"
    ]
    for one in names[:-1]:
        assert (one.get("textLength") == "88") == (len(one.text or "") > words.longest), one.text


@pytest.mark.parametrize("lang", at_least("pl", of=OTHERS))
@pytest.mark.parametrize("name", with_every_module())
def test_nothing_is_left_over_in_english(name: str, lang: str) -> None:
    said = {text for _, game in positions(name, 40) for all in texts(game, lang).values() for text in all}
    assert not english_words("\n".join(said), lang)
    own = {*DRAWN.values(), *(ENGLISH.car(car) for car in CARS)}
    assert not said & own
