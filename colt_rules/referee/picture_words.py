"""What a picture of text says in the other languages."""

from functools import cache
from typing import Any

from colt_rules.model.names import Bandit, Card
from colt_rules.pictures.words import ENGLISH, Words
from colt_rules.referee.prose import ENGLISH as IN_ENGLISH
from colt_rules.referee.prose import said_anew, tell
from colt_rules.referee.vocabulary import teller

NOUNS = {"bullet": "bullets", "neutral bullet": "neutral-bullets"}
"""By what a picture counts in English: the noun of the vocabulary."""


@cache
def words_in(lang: str) -> Words:
    """The words of a picture in a language."""
    return ENGLISH if lang == IN_ENGLISH else _Told(lang)


class _Told(Words):
    """The words of a picture in another language than English."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._teller = teller(lang)

    def say(self, key: str, **data: Any) -> str:
        told = {name: str(value) for name, value in data.items()}
        return tell(self._lang, f"picture.{key}", **told)

    def called(self, name: str) -> str:
        word = self._teller.word(name, "who")
        return word if word != name else self.added(ENGLISH.called(name))

    def card(self, card: Card, owner: Bandit) -> str:
        return self._teller.worded(card, "own", data={"seat": owner})

    def number(self, number: int, what: str) -> str:
        if what in NOUNS:
            return self._teller.counted(number, NOUNS[what])
        return self.added(ENGLISH.number(number, what))

    def worth(self, value: int | None) -> str:
        return self.money("?" if value is None else value)

    def money(self, amount: int | str) -> str:
        return self._teller.filled("{amount:money}", {"amount": amount}) if amount != "?" else "? $"

    def sign(self, id: str) -> str:
        return self._teller.word(id, "sign")

    def turn(self, kind: str) -> str:
        return self._teller.word(kind, "turn")

    def decision(self, kind: str) -> str:
        return self._teller.word(kind, "decision")

    def round_card(self, card: str) -> str:
        return self._teller.word(card, "round")

    def added(self, words: str) -> str:
        return said_anew(words, self._lang)
