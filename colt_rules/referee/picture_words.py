"""The words of a picture in the other languages."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from colt_rules.model.names import Bandit, Car, Card
from colt_rules.pictures.scene import people
from colt_rules.pictures.things import OTHER_LETTERS, initials
from colt_rules.pictures.words import DRAWN, ENGLISH, Words
from colt_rules.referee.prose import tell, text, train_translations, translated
from colt_rules.referee.vocabulary import teller

NOUNS = {"bullet": "bullets", "neutral bullet": "neutral-bullets"}
"""By English noun whose number a picture states: the noun of the vocabulary."""
LONGEST = {"ru": 7, "fr": 8, "pl": 8}
"""How many letters of a name fit below a car; Russian letters are wide."""


@cache
def words_in(lang: str) -> Words:
    """The words of a picture in a language, in English if the language is only begun."""
    return _Told(lang) if lang in LONGEST else ENGLISH


class _Told(Words):
    """The words of a picture in a language other than English."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._teller = teller(lang)
        self.longest = LONGEST[lang]

    def say(self, key: str, **data: Any) -> str:
        told = {name: str(value) for name, value in data.items()}
        return tell(self.lang, f"picture.{key}", **told)

    def called(self, name: str) -> str:
        word = self._teller.word(name, "who")
        return word if word != name else self.added(ENGLISH.called(name))

    def person(self, bandit: Bandit) -> str:
        return self.added(ENGLISH.person(bandit)) if bandit in people() else self.called(bandit)

    def car(self, car: Car) -> str:
        name = self._teller.word(car, "car")
        return name if name == car else name[:1].upper() + name[1:]

    def card(self, card: Card, owner: Bandit) -> str:
        return self._teller.worded(card, "own", data={"seat": owner})

    def number(self, number: int, what: str) -> str:
        if what in NOUNS:
            return self._teller.counted(number, NOUNS[what])
        return self.added(ENGLISH.number(number, what)) if number > 1 else self.added(what)

    def worth(self, value: int | None) -> str:
        return self.money("?" if value is None else value)

    def money(self, amount: int | str) -> str:
        return self._teller.filled("{amount:money}", {"amount": amount}) if amount != "?" else "? $"

    def sign(self, id: str) -> str:
        return self._teller.word(id, "sign")

    def written(self, sign: str, id: str) -> str:
        word = self.sign(id) if sign else ""
        return word if word != id else self.added(sign)

    def turn(self, kind: str) -> str:
        return self._teller.word(kind, "turn")

    def decision(self, kind: str) -> str:
        return self._teller.word(kind, "decision")

    def round_card(self, card: str) -> str:
        return self._teller.word(card, "round")

    def added(self, words: str) -> str:
        return translated(words, self.lang)


def train_words(lang: str, names: Iterable[str]) -> dict[str, Any]:
    """What a browser needs to draw a train in another language, in which things have these names."""
    return {
        "picture": {key: text(lang, f"picture.{key}") for key in DRAWN},
        "labels": train_translations(lang, names),
        "longest": LONGEST[lang],
        "initials": dict(initials(lang)) if lang in OTHER_LETTERS else {},
    }
