"""Words as a search compares them: without capitals, marks and endings, and without those that say nothing.

A program that searches needs no stemmer of its own: the vocabulary of an index has the stem of every word in it, and
the endings that its language has, by which other forms of these words are recognised.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from attrs import frozen

from colt_rules.registry.strict import read_toml

STEMMERS = {"en": "english", "ru": "russian", "fr": "french", "pl": "polish"}
_WORD = re.compile(r"[^\W_]+")
_MORE_ENDINGS = {
    "ru": re.compile(r"(?<=\wн)(?:ут|ул)$|(?<=[бвгджзклмпрстфхцчшщ]н)(?:ет|ем|еш)$"),
    "pl": re.compile(r"(?<=\w{4})(?:owan|owal|owa|ow|uj|aj|yc|ic|ac|eni|en|on|an|al|yl|il|i)$"),
}
"""What a stemmer leaves of endings: the Russian one those of verbs in -нуть, the Polish one those of verbs and of words
made from verbs."""
SHORTEST_STEM = 3
"""Letters that a word without an ending must have: what is left of shorter ones could be anything."""


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
def odd_forms(lang: str) -> Mapping[str, str]:
    """Forms that a stemmer takes for other words, each with the word that it is a form of."""
    listed = read_toml(Path(__file__).with_name("forms.toml"))
    return {form: word for word, forms in listed[lang].items() for form in forms.split()}


@cache
def stem(word: str, lang: str) -> str:
    """A word without its ending, folded."""
    written = word.lower().replace("ё", "е")
    found = folded(str(_stemmer(lang).stemWord(odd_forms(lang).get(written, written))))
    return _MORE_ENDINGS[lang].sub("", found) if lang in _MORE_ENDINGS else found


@cache
def _stemmer(lang: str) -> Any:
    import snowballstemmer  # where nothing is searched nobody has to wait for it

    return snowballstemmer.stemmer(STEMMERS[lang])


@frozen
class Wanted:
    """A word that somebody looks for."""

    term: str
    """As the index has it, if it does."""
    known: bool


@frozen
class Vocabulary:
    """The words of an index, each with its stem, and how other forms of them are recognised."""

    lang: str
    stems: Mapping[str, str]
    """By folded word."""
    endings: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str], lang: str) -> "Vocabulary":
        """The vocabulary of some texts, and forms of their words that nobody recognises by an ending."""
        stems: dict[str, str] = {}
        for word in (word for text in texts for word in words_of(text)):
            stems.setdefault(folded(word), stem(word, lang))
        endings = {word.removeprefix(base) for word, base in stems.items() if word.startswith(base) and word != base}
        known = set(stems.values())
        odd = {folded(form): stem(form, lang) for form in odd_forms(lang) if stem(form, lang) in known}
        return cls(lang, {**odd, **stems}, frozenset(endings))

    def terms(self, text: str) -> Iterator[str]:
        """What an index has of a text of its own: the stems of the words that say something."""
        silent = stop_words(self.lang)
        return (self.stems[word] for word in map(folded, words_of(text)) if word not in silent)

    def wanted(self, question: str) -> tuple[Wanted, ...]:
        """The words of a question that say something; if none does, all of them."""
        asked = [folded(word) for word in words_of(question)]
        telling = [word for word in asked if word not in stop_words(self.lang)]
        return tuple(dict.fromkeys(self._wanted(word) for word in telling or asked))

    def _wanted(self, word: str) -> Wanted:
        if word in self.stems:
            return Wanted(self.stems[word], known=True)
        for end in (len(word), *range(len(word) - 1, SHORTEST_STEM - 1, -1)):
            if word[:end] in self._known_stems and (end == len(word) or word[end:] in self.endings):
                return Wanted(word[:end], known=True)
        return Wanted(word, known=False)

    @cached_property
    def _known_stems(self) -> frozenset[str]:
        return frozenset(self.stems.values())
