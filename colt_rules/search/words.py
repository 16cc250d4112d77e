"""Normalises words for the search: lower case, no diacritics, stems, no stop words."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from attrs import frozen

from colt_rules.registry.strict import read_toml

STEMMERS = {"en": "english", "ru": "russian", "fr": "french", "pl": "polish"}
_WORD = re.compile(r"[^\W_]+")
SHORTEST_STEM = 3
"""In letters: what remains of shorter words without an ending is ambiguous."""


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
    base = irregular_forms(lang).get(folded(word), word)
    return str(_stemmer(lang).stemWord(base.lower().replace("ё", "е")))


@cache
def irregular_forms(lang: str) -> Mapping[str, str]:
    """By folded form: the verb or number that it belongs to, in its basic form."""
    listed = read_toml(Path(__file__).with_name("irregular_forms.toml"))[lang]
    return {folded(form): base for base, forms in listed.items() for form in forms.split()}


@cache
def _stemmer(lang: str) -> Any:
    import snowballstemmer  # imported on first use, because it is slow to import

    return snowballstemmer.stemmer(STEMMERS[lang])


@frozen(slots=False)
class Vocabulary:
    """The words of some texts in one language, each with its stem."""

    lang: str
    stems: Mapping[str, str]
    """By folded word: the stem of the word with its diacritics."""

    @cached_property
    def terms_known(self) -> frozenset[str]:
        """All stems."""
        return frozenset(self.stems.values())

    @cached_property
    def endings(self) -> frozenset[str]:
        """What follows the stem in some word: by these, other forms of words are recognised without a stemmer."""
        found = {word.removeprefix(stem) for word, stem in self.stems.items() if word.startswith(stem)}
        return frozenset(found - {""})

    @classmethod
    def of(cls, texts: Iterable[str], lang: str) -> "Vocabulary":
        """The vocabulary of some texts."""
        stems: dict[str, str] = {}
        for word in (word for text in texts for word in words_of(text)):
            stems.setdefault(folded(word), stem(word, lang))
        known = frozenset(stems.values())
        more = {form: stem(base, lang) for form, base in irregular_forms(lang).items()}
        return cls(lang, {form: stem for form, stem in more.items() if stem in known} | stems)

    def terms(self, text: str) -> list[str]:
        """The stems of the words in a text, without stop words."""
        words = [word for word in words_of(text) if folded(word) not in stop_words(self.lang)]
        return [self.stems.get(folded(word)) or stem(word, self.lang) for word in words]

    def wanted(self, question: str) -> list[str]:
        """The terms that a question asks for, as the browser finds them; its stop words only if it has no others."""
        asked = [folded(word) for word in words_of(question)]
        telling = [word for word in asked if word not in stop_words(self.lang)]
        return list(dict.fromkeys(map(self._recognised, self._joined(telling) or asked)))

    def compounds(self, text: str) -> list[str]:
        """The stems of neighbouring words in a text that other texts write as one, so that both ways are found."""
        words = [word for word in map(folded, words_of(text)) if word not in stop_words(self.lang)]
        return [stem for before, word in pairwise(words) if (stem := self._compound(before, word))]

    def _joined(self, words: Sequence[str]) -> list[str]:
        """The words, with two that the texts write as one ("mail bag") in one."""
        joined: list[str] = []
        for word in words:
            if joined and self._compound(joined[-1], word):
                joined[-1] += word
            else:
                joined.append(word)
        return joined

    def _compound(self, before: str, word: str) -> str:
        """The stem of two folded words written as one, if the texts have it."""
        stem = self._recognised(before + word)
        is_long = len(before) >= SHORTEST_STEM and len(stem) >= len(before) + SHORTEST_STEM
        return stem if is_long and stem in self.terms_known else ""

    def _recognised(self, word: str) -> str:
        """The stem of a folded word, as in the texts if it is there."""
        return self.stems.get(word) or self.without_ending(word)

    def without_ending(self, word: str) -> str:
        """The longest stem that the word begins with, if an ending follows it; else the word itself."""
        begins = (word[:end] for end in range(len(word), min(len(word), SHORTEST_STEM) - 1, -1))
        return next((stem for stem in begins if self._is_form(word, stem)), word)

    def ends(self, word: str) -> frozenset[int]:
        """The lengths at which a word may end, if an ending follows there or nothing."""
        shortest = min(len(word), SHORTEST_STEM)
        return frozenset(end for end in range(shortest, len(word)) if word[end:] in self.endings) | {len(word)}

    def _is_form(self, word: str, stem: str) -> bool:
        return stem in self.terms_known and (stem == word or word.removeprefix(stem) in self.endings)
