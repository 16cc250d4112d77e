"""The terms of the game and of this project, one word for each thing in each of four languages."""

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from colt_rules.languages import LANGUAGES
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import read_items


@frozen(kw_only=True)
class Synonyms:
    """Other words for a thing: from other translations, and words that people try first."""

    en: tuple[str, ...] = ()
    ru: tuple[str, ...] = ()
    fr: tuple[str, ...] = ()
    pl: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        for lang in LANGUAGES:
            yield from getattr(self, lang)


@frozen(kw_only=True)
class Term:
    """A word, its meaning, and the clauses about the thing."""

    id: str
    term: Localized
    meaning: Localized
    see: tuple[str, ...] = ()
    synonyms: Synonyms = Synonyms()
    """Words that only the search uses. They are never shown, so that each thing keeps one word."""


@frozen(kw_only=True)
class Everyday:
    """Words that people use at the table but that are not terms, and the entries that they should find."""

    id: str
    words: Synonyms = Synonyms()
    """Synonyms of each other in every search."""
    question_words: Synonyms = Synonyms()
    """Words that find only the entries in `see`."""
    see: tuple[str, ...] = ()


def load_everyday(path: Path) -> dict[str, Everyday]:
    """The everyday words of a file, by id."""
    return read_items(path, "everyday", Everyday)


def load_terms(path: Path) -> dict[str, Term]:
    """The terms of a file, by id."""
    return read_items(path, "term", Term)
