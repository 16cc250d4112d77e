"""Synonyms for the search, from the glossary and the list of everyday words."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from colt_rules.registry.registry import Registry
from colt_rules.search.words import stem, words_of


@frozen
class Group:
    """Words for one thing in one language, and the entries that are about it."""

    words: tuple[str, ...]
    entries: tuple[str, ...]
    question_words: tuple[str, ...] = ()
    """Words that find only these entries."""


def groups(registry: Registry, lang: str) -> Iterator[Group]:
    """All groups of a language: each term of the glossary with its synonyms, then the everyday words."""
    for term in registry.terms.values():
        name = term.term.in_language(lang).partition(" (")[0]
        yield Group((name, *getattr(term.synonyms, lang)), registry.about(term))
    for everyday in registry.everyday.values():
        yield Group(getattr(everyday.words, lang), everyday.see, getattr(everyday.question_words, lang))


class SynonymIndex:
    """The groups of a language, by the stems of their words."""

    def __init__(self, groups: Iterable[Group], lang: str) -> None:
        self.lang = lang
        self._about: dict[str, dict[str, None]] = {}
        self._question_words: dict[str, list[str]] = {}
        self._others: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
        """By the first stem of a word or phrase: all its stems, and its synonyms."""
        for group in groups:
            for id in group.entries:
                self._about.setdefault(id, {}).update(dict.fromkeys(group.words))
                self._question_words.setdefault(id, []).extend(group.question_words)
            forms = {word: self._stems(word) for word in group.words}
            for form in dict.fromkeys(forms.values()):
                others = tuple(word for word, stems in forms.items() if stems != form)
                self._others.setdefault(form[0], []).append((form, others))

    def about(self, id: str) -> tuple[str, ...]:
        """The words for what an entry is about."""
        return tuple(self._about.get(id, ()))

    def question_words(self, id: str) -> tuple[str, ...]:
        """The question words that find an entry."""
        return tuple(self._question_words.get(id, ()))

    def of(self, text: str) -> tuple[str, ...]:
        """The synonyms of every word and phrase in a text."""
        stems = self._stems(text)
        named = {
            word: None
            for at, first in enumerate(stems)
            for form, others in self._others.get(first, ())
            if stems[at : at + len(form)] == form
            for word in others
        }
        return tuple(named)

    def _stems(self, text: str) -> tuple[str, ...]:
        return tuple(stem(word, self.lang) for word in words_of(text))
