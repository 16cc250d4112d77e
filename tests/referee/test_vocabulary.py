"""Names of things in four languages, those that a module adds, and unknown ones."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from colt_rules.modules import part_files, parts
from colt_rules.referee import vocabulary as all_words
from colt_rules.referee.vocabulary import name_of, teller
from colt_rules.registry.localized import Localized

TOLD = """
words.who.pilot = {en = "the pilot", fr = {nom = "le pilote", de = "du pilote"}}
words.car.balloon = {en = "the balloon", ru = {nom = "шар", gen = "шара", prep = "шаре"}}
words.place.aloft = {en = {nom = "high above", from = "from high above"}}
words.place."balloon.basket" = {en = {nom = "inside the basket", into = "into the basket"}}
words.token."ballast-*" = {en = "sandbag {rest:number}"}
"""


def called(id: str | tuple[str, ...], kind: str, form: str = "", lang: str = "en", **data: str) -> str:
    return teller(lang).worded(id, kind, form, data)


@pytest.fixture
def _with_a_balloon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    (tmp_path / "sentences.toml").write_text(TOLD, encoding="utf-8")
    ours = part_files("sentences.toml")
    cards = {"rise-plus": "Rise +", "bullet-cork": "Cork"}
    part = SimpleNamespace(NAMED={"action": {id: SimpleNamespace(name=Localized(name)) for id, name in cards.items()}})
    monkeypatch.setattr(
        all_words,
        "part_files",
        lambda name: {**ours, "toy": tmp_path / "sentences.toml"} if name == "sentences.toml" else {},
    )
    monkeypatch.setattr(all_words, "parts", lambda name: [*parts(name), ("silent", SimpleNamespace()), ("toy", part)])
    caches = [made for made in vars(all_words).values() if hasattr(made, "cache_clear")]
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("_with_a_balloon")
def test_a_module_says_what_its_things_are_called() -> None:
    assert called("balloon", "car") == "the balloon"
    assert called("balloon.roof", "place", "at") == "on the roof of the balloon"
    assert called("aloft", "place", "at") == called("aloft", "place", "into") == "high above"
    assert called("aloft", "place", "from") == "from high above"
    assert called("balloon.inside", "place", "from") == "from inside the balloon"
    assert called("balloon.inside", "place", "into") == "into the balloon"
    assert called("balloon.basket", "place", "into") == "into the basket"
    assert called("balloon.roof", "place", "from", "ru") == "с крыши шара"
    assert called("balloon.inside", "place", "at", "ru") == "в шаре"
    assert called("ballast-2", "token") == "sandbag 2"
    assert name_of("pilot") == "the pilot"
    assert called("pilot-rise-plus", "own") == "the pilot's Rise +"
    assert called("pilot-rise-plus", "own", seat="pilot") == "Rise +"
    assert called("pilot-bullet-cork", "own") == "the pilot's bullet card Cork"
    assert called("pilot-bullet-3", "own", lang="fr") == "la Balle n°\u00a03 du pilote"


def test_what_nobody_knows_stays_as_it_is() -> None:
    assert (called("balloon", "car"), called("aloft", "place", "at")) == ("balloon", "inside aloft")
    assert called("ballast-2", "token") == "ballast 2"
    assert (name_of("pilot"), called("pilot-rise-plus", "own")) == ("pilot", "pilot-rise-plus")
    assert name_of("pilot", "ru") == "pilot"
    assert called("aloft", "place", "at", "pl") == "w aloft"
    assert called("pilot-rise", "own", lang="fr") == "pilot-rise"
    assert name_of("tuco", "la") == "Tuco"


@pytest.mark.parametrize(
    ("lang", "here", "there", "thence"),
    [
        ("ru", "на крыше почтового вагона", "в вагон-ресторан", "из вагона второго класса"),
        ("fr", "sur le toit du Wagon postal", "dans le Wagon-restaurant", "du Wagon de deuxième classe"),
        ("pl", "na dachu Wagonu pocztowego", "do Wagonu restauracyjnego", "z Wagonu drugiej klasy"),
    ],
)
def test_places_have_their_cases(lang: str, here: str, there: str, thence: str) -> None:
    assert called("mail.roof", "place", "at", lang) == here
    assert called("dining.inside", "place", "into", lang) == there
    assert called("second-class.inside", "place", "from", lang) == thence


@pytest.mark.parametrize(
    ("lang", "token", "card", "several"),
    [
        ("en", "Belle's first purse", "Ghost's Floor change", "Belle, player 2 and chance"),
        ("ru", "начальный кошелёк Красотки", "«Лестница» Призрака", "Красотка, игрок 2 и случай"),
        ("fr", "la Bourse de départ de Belle", "Changement d'étage de Ghost", "Belle, le joueur 2 et le hasard"),
        ("pl", "startowy Worek Belle", "„Zmiana poziomu” Ghosta", "Belle, gracz 2 i los"),
    ],
)
def test_tokens_cards_and_rows(lang: str, token: str, card: str, several: str) -> None:
    assert called("purse-belle", "token", lang=lang) == token
    assert called("ghost-floor-change", "own", lang=lang) == card
    assert called(("belle", "player-2", "chance"), "who", lang=lang) == several
