"""Names of things in four languages, those that a module adds, and those that nobody knows."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from colt_rules.modules import part_files
from colt_rules.referee import vocabulary as all_words
from colt_rules.referee.vocabulary import teller, vocabulary
from colt_rules.referee.wording import at, car_name, card_name, name_of, names_of, off, to, token_name
from colt_rules.registry.localized import Localized

TOLD = """
words.who.pilot = {en = "the pilot", fr = {nom = "le pilote", de = "du pilote"}}
words.car.balloon = {en = "the balloon", ru = {nom = "шар", gen = "шара", prep = "шаре"}}
words.place.aloft = {en = {nom = "high above", from = "from high above"}}
words.place."balloon.basket" = {en = {nom = "inside the basket", into = "into the basket"}}
words.token."ballast-*" = {en = "sandbag {rest:number}"}
"""


@pytest.fixture
def _with_a_balloon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    (tmp_path / "told.toml").write_text(TOLD, encoding="utf-8")
    base = part_files("told.toml")["base"]
    cards = {"rise-plus": "Rise +", "bullet-cork": "Cork"}
    part = SimpleNamespace(NAMED={"action": {id: SimpleNamespace(name=Localized(name)) for id, name in cards.items()}})
    monkeypatch.setattr(
        all_words,
        "part_files",
        lambda name: {"base": base, "toy": tmp_path / "told.toml"} if name == "told.toml" else {},
    )
    monkeypatch.setattr(all_words, "parts", lambda name: [("silent", SimpleNamespace()), ("toy", part)])
    caches = (teller, vocabulary, all_words._all_told)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("_with_a_balloon")
def test_a_module_says_what_its_things_are_called() -> None:
    assert car_name("balloon") == "the balloon"
    assert (at("balloon.roof"), at("aloft")) == ("on the roof of the balloon", "high above")
    assert (off("balloon.inside"), to("balloon.inside")) == ("from inside the balloon", "into the balloon")
    assert (to("balloon.basket"), to("aloft"), off("aloft")) == ("into the basket", "high above", "from high above")
    assert (off("balloon.roof", "ru"), at("balloon.inside", "ru")) == ("с крыши шара", "в шаре")
    assert token_name("ballast-2") == "sandbag 2"
    assert name_of("pilot") == "the pilot"
    assert (card_name("pilot-rise-plus"), card_name("pilot-rise-plus", "pilot")) == ("the pilot's Rise +", "Rise +")
    assert card_name("pilot-bullet-cork") == "the pilot's bullet card Cork"
    assert card_name("pilot-bullet-3", lang="fr") == "la balle n°\u00a03 du pilote"


def test_what_nobody_knows_stays_as_it_is() -> None:
    assert (car_name("balloon"), at("aloft")) == ("balloon", "inside aloft")
    assert token_name("ballast-2", 0) == "ballast 2 ($0)"
    assert (name_of("pilot"), card_name("pilot-rise-plus")) == ("pilot", "pilot-rise-plus")
    assert (name_of("pilot", "ru"), at("aloft", "pl"), card_name("pilot-rise", lang="fr")) == (
        "pilot",
        "w aloft",
        "pilot-rise",
    )
    assert name_of("tuco", "la") == "Tuco"


@pytest.mark.parametrize(
    ("lang", "here", "there", "thence"),
    [
        ("ru", "на крыше почтового вагона", "в вагон-ресторан", "из вагона второго класса"),
        ("fr", "sur le toit du wagon postal", "dans le wagon-restaurant", "du wagon de deuxième classe"),
        ("pl", "na dachu wagonu pocztowego", "do wagonu restauracyjnego", "z wagonu drugiej klasy"),
    ],
)
def test_places_have_their_cases(lang: str, here: str, there: str, thence: str) -> None:
    assert at("mail.roof", lang) == here
    assert to("dining.inside", lang) == there
    assert off("second-class.inside", lang) == thence


@pytest.mark.parametrize(
    ("lang", "token", "card", "several"),
    [
        ("en", "Belle's first purse ($1,000)", "Ghost's Floor change", "Belle, player 2 and chance"),
        ("ru", "начальный кошелёк Красотки (1000\u00a0$)", "«Лестница» Призрака", "Красотка, игрок 2 и случай"),
        (
            "fr",
            "la première bourse de Belle (1000\u00a0$)",
            "Changement d'étage de Ghost",
            "Belle, le joueur 2 et le hasard",
        ),
        ("pl", "pierwszy worek Belle (1000\u00a0$)", "„Zmiana poziomu” Ghosta", "Belle, gracz 2 i los"),
    ],
)
def test_tokens_cards_and_rows(lang: str, token: str, card: str, several: str) -> None:
    assert token_name("purse-belle", 1000, lang) == token
    assert card_name("ghost-floor-change", lang=lang) == card
    assert names_of(("belle", "player-2", "chance"), lang) == several
