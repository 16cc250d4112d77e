"""Normalises words for the search: lower case, no diacritics, stems, no stop words."""

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
    """The words of a text, as written."""
    return _WORD.findall(unicodedata.normalize("NFC", text))


@cache
def folded(word: str) -> str:
    """A word in lower case without diacritics, which many people do not type."""
    letters = unicodedata.normalize("NFD", word.lower().replace("ł", "l").replace("œ", "oe"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def stop_words(lang: str) -> frozenset[str]:
    """The stop words of a language, folded."""
    listed = read_toml(Path(__file__).with_name("stop_words.toml"))
    return frozenset(folded(word) for word in listed[lang].split())


@cache
def stem(word: str, lang: str) -> str:
    """The stem of a word, folded."""
    return folded(stem_as_written(word, lang))


@cache
def stem_as_written(word: str, lang: str) -> str:
    """The stem of a word with its diacritics, in lower case; Russian texts use ё and е interchangeably."""
    return str(_stemmer(lang).stemWord(word.lower().replace("ё", "е")))


@cache
def _stemmer(lang: str) -> Any:
    import snowballstemmer  # imported on first use, because it is slow to import

    return snowballstemmer.stemmer(STEMMERS[lang])


@frozen
class Vocabulary:
    """The words of some texts in one language, each with its stem."""

    lang: str
    stems: Mapping[str, str]
    """By folded word: the stem of the word with its diacritics."""

    @classmethod
    def of(cls, texts: Iterable[str], lang: str) -> "Vocabulary":
        """The vocabulary of some texts."""
        stems: dict[str, str] = {}
        for word in (word for text in texts for word in words_of(text)):
            stems.setdefault(folded(word), stem(word, lang))
        return cls(lang, stems)

    def terms(self, text: str) -> list[str]:
        """The stems of the words in a text, without stop words."""
        words = [word for word in words_of(text) if folded(word) not in stop_words(self.lang)]
        return [self.stems.get(folded(word)) or stem(word, self.lang) for word in words]
