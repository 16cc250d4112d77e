"""What a role sees, in words, with hidden things called hidden. tests/site checks that all fields have words."""

from typing import Any

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.referee.view_fields import describe_fields, describe_row, unknown_fields
from colt_rules.referee.vocabulary import teller, view_fields

HAND = {"seats": {"tuco": {"hand": None, "hand_size": 6, "deck": ["tuco-fire", "neutral-bullet"]}}}
FLOOR = {"floor": {"mail.roof": {"purse-1": {"kind": "purse", "value": None}, "jewel-2": {"value": 500}}}}
LOOT = {"bandits": {"doc": {"tokens": [{"token": "purse-1", "kind": "purse", "value": 1000}]}}}
PILE = {"round": {"pile": [{"seat": "ghost", "card": None, "face_down": True}]}}
ASKED = {"awaiting": [{"actor": "player-2", "kind": "first-player", "subject": ""}], "teams": []}


@pytest.mark.parametrize(
    ("shows", "en", "ru", "fr", "pl"),
    [
        (
            HAND,
            "Tuco (hand: hidden, cards in hand: 6, deck: Fire, a neutral bullet)",
            "Туко (рука: скрыто, карт в руке: 6, колода: «Выстрел», нейтральная пуля)",
            "Tuco (main\u202f: non visible, cartes en main\u202f: 6, paquet\u202f: Tir, Balle neutre)",
            "Tuco (Ręka: ukryte, kart na Ręce: 6, talia: „Strzał”, Neutralny Pocisk)",
        ),
        (
            FLOOR,
            "the roof of the mail car (purse 1 (worth: hidden), jewel 2 (worth: $500))",
            "крыша почтового вагона (кошелёк 1 (стоимость: скрыто), драгоценность 2 (стоимость: 500\u00a0$))",
            "le toit du Wagon postal (la Bourse 1 (valeur\u202f: non visible), le Bijou 2 (valeur\u202f: 500\u00a0$))",
            "dach Wagonu pocztowego (Worek 1 (wartość: ukryte), Klejnot 2 (wartość: 500\u00a0$))",
        ),
        (
            LOOT,
            "Doc (loot: purse 1 (worth: $1,000))",
            "Док (добыча: кошелёк 1 (стоимость: 1000\u00a0$))",
            "Doc (butin\u202f: la Bourse 1 (valeur\u202f: 1000\u00a0$))",
            "Doc (Łup: Worek 1 (wartość: 1000\u00a0$))",
        ),
        (
            PILE,
            "pile: Ghost, a card, face down",
            "общая стопка: Призрак, карта, рубашкой вверх",
            "pile commune\u202f: Ghost, une carte, face cachée",
            "wspólny stos: Ghost, karta, zakryta",
        ),
        (
            ASKED,
            "to decide: player 2 (first player); teams: none",
            "решает: игрок 2 (первый игрок); команды: нет",
            "à décider\u202f: le joueur 2 (Premier Joueur)\u202f; équipes\u202f: rien",
            "decyduje: gracz 2 (Pierwszy gracz); drużyny: brak",
        ),
    ],
)
def test_a_view_in_words(shows: dict[str, Any], en: str, ru: str, fr: str, pl: str) -> None:
    assert [describe_fields(shows, lang) for lang in LANGUAGES] == [en, ru, fr, pl]


def test_a_row_is_told_as_the_sentence_of_chance_tells_it() -> None:
    assert describe_row("deck", ["doc-fire", "neutral-bullet"], "doc", "ru") == "«Выстрел», нейтральная пуля"
    assert describe_row("train", ["mail", "dining"], "", "pl") == "Wagon pocztowy, Wagon restauracyjny"
    assert describe_row("first-player", ["doc", "tuco"], "", "fr") == "Doc, Tuco"


def test_a_field_without_words_is_told() -> None:
    assert unknown_fields({"seats": {"tuco": {"hat": 1}}, "pile": []}) == {"hat"}


def test_every_field_is_called_something_in_all_languages_or_in_none() -> None:
    for name, field in view_fields().items():
        assert {lang for lang in LANGUAGES if field.get(lang)} in (set(), set(LANGUAGES)), name
        for kind in (*field.get("kind", "").split(), field.get("keys", "")):
            assert not kind or kind in ("money", "own") or kind in teller("ru").vocabulary["words"], (name, kind)
