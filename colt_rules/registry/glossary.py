"""The words of the game and of this project, in four languages: one thing, one word."""

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from colt_rules.registry.localized import LANGUAGES, Localized
from colt_rules.registry.strict import read_items


@frozen(kw_only=True)
class Synonyms:
    """Other words for a thing: those of other translations, and those that people try first."""

    en: tuple[str, ...] = ()
    ru: tuple[str, ...] = ()
    fr: tuple[str, ...] = ()
    pl: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        for lang in LANGUAGES:
            yield from getattr(self, lang)


@frozen(kw_only=True)
class Term:
    """A word with its meaning, and the clauses that say what holds for the thing."""

    id: str
    term: Localized
    meaning: Localized
    see: tuple[str, ...] = ()
    also: Synonyms = Synonyms()
    """Only a search uses these; they are never shown: one thing, one word."""


@frozen(kw_only=True)
class Everyday:
    """Words that people say at the table, which are no terms, and the entries that answer those who say them."""

    id: str
    words: Synonyms = Synonyms()
    """They mean the same, wherever they are said."""
    asked: Synonyms = Synonyms()
    """They lead to the entries, and say nothing of others."""
    see: tuple[str, ...] = ()


def load_everyday(path: Path) -> dict[str, Everyday]:
    """The everyday words of a file, by id."""
    return read_items(path, "everyday", Everyday)


def load_terms(path: Path) -> dict[str, Term]:
    """The terms of a file, by id."""
    return read_items(path, "term", Term)
