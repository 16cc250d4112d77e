"""Words as a search compares them: without capitals, marks and endings, and without those that say nothing."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from colt_rules.registry.strict import read_toml

STEMMERS = {"en": "english", "ru": "russian", "fr": "french", "pl": "polish"}
_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """The words of a text, as they are written."""
    return _WORD.findall(unicodedata.normalize("NFC", text))


@cache
def folded(word: str) -> str:
    """A word without capitals and without marks on its letters: many people type none."""
    letters = unicodedata.normalize("NFD", word.lower().replace("ł", "l").replace("œ", "oe"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def stop_words(lang: str) -> frozenset[str]:
    """The words of a language that are in every question and say nothing about what it asks for, folded."""
    listed = read_toml(Path(__file__).with_name("stop_words.toml"))
    return frozenset(folded(word) for word in listed[lang].split())


@cache
def stem(word: str, lang: str) -> str:
    """A word without its ending, folded."""
    return folded(str(_stemmer(lang).stemWord(word.lower().replace("ё", "е"))))


@cache
def _stemmer(lang: str) -> Any:
    import snowballstemmer  # where nothing is searched nobody has to wait for it

    return snowballstemmer.stemmer(STEMMERS[lang])


@frozen
class Vocabulary:
    """The words of some texts in one language, each with its stem."""

    lang: str
    stems: Mapping[str, str]
    """By folded word: who types no marks on letters means the word that has them."""

    @classmethod
    def of(cls, texts: Iterable[str], lang: str) -> "Vocabulary":
        """The vocabulary of some texts."""
        stems: dict[str, str] = {}
        for word in (word for text in texts for word in words_of(text)):
            stems.setdefault(folded(word), stem(word, lang))
        return cls(lang, stems)

    def terms(self, text: str) -> list[str]:
        """The stems of the words in a text that say something."""
        words = [word for word in words_of(text) if folded(word) not in stop_words(self.lang)]
        return [self.stems.get(folded(word)) or stem(word, self.lang) for word in words]
