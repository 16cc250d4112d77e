"""Links terms of the glossary in texts, in any grammatical form.

Words are compared by their stems. What stems cannot show is in `links.toml`, here and in the folders of modules: which
terms are names, written with a capital letter, other forms of a term, and words that only look like one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from attrs import field, frozen

from colt_rules.modules import part_files
from colt_rules.registry.glossary import Synonyms, Term
from colt_rules.registry.strict import read_items
from colt_rules.search.words import stem_as_written
from colt_rules.site.addresses import term_at
from colt_rules.site.page import escaped, link

_WORD = re.compile(r"`[^`]*`|\w+")
"""A word; code in backticks counts as one word, which no term has."""
_BETWEEN = re.compile(r"[\s'’-]+")
"""What may separate two words of a term."""


@frozen(kw_only=True)
class _Hint:
    """What stems cannot show about a term."""

    id: str
    capitalized: tuple[str, ...] = ()
    """The languages in which it is a name: without a capital letter the word means something else."""
    forms: Synonyms = field(factory=Synonyms)
    """Forms of the term with another stem, and shorter names for it."""
    excluded: Synonyms = field(factory=Synonyms)
    """Words that share its stem but mean something else, alone or with the following words."""


@frozen
class _Form:
    """One way to write a term, as stems."""

    stems: tuple[str, ...]
    id: str
    hint: _Hint


@frozen
class _Place:
    """The position of a term in a text."""

    start: int
    end: int
    id: str


class Linker:
    """Finds terms in texts of one language."""

    def __init__(self, terms: Iterable[Term], lang: str) -> None:
        self.lang = lang
        self._forms: dict[str, list[_Form]] = {}
        """By the stem of the first word: the forms of terms, longest first; equal forms belong to the first term."""
        for form in (form for term in terms for form in _forms_of(term, lang)):
            self._forms.setdefault(form.stems[0], []).append(form)
        for forms in self._forms.values():
            forms.sort(key=lambda form: -len(form.stems))

    def linked(self, text: str, but: str = "") -> str:
        """The text as Markdown, with the first occurrence of each term linked, except for the term ``but``."""
        parts: list[str] = []
        seen = {but}
        end = 0
        for place in self._places(text):
            if place.id not in seen:
                seen.add(place.id)
                named = escaped(text[place.start : place.end])
                parts += [escaped(text[end : place.start]), link(named, term_at(place.id))]
                end = place.end
        return "".join([*parts, escaped(text[end:])])

    def found(self, text: str) -> tuple[str, ...]:
        """The ids of the terms in a text, in the order in which they first occur."""
        return tuple(dict.fromkeys(place.id for place in self._places(text)))

    def _places(self, text: str) -> Iterator[_Place]:
        words = list(_WORD.finditer(text))
        stems = [stem_as_written(word[0], self.lang) for word in words]
        at = 0
        while at < len(words):
            form = self._form_at(at, text, words, stems)
            size = len(form.stems) if form else 1
            if form:
                yield _Place(words[at].start(), words[at + size - 1].end(), form.id)
            at += size

    def _form_at(self, at: int, text: str, words: Sequence[re.Match[str]], stems: Sequence[str]) -> _Form | None:
        """The longest form that begins at this word."""
        for form in self._forms.get(stems[at], ()):
            end = at + len(form.stems)
            if (
                tuple(stems[at:end]) == form.stems
                and _joined(text, words[at:end])
                and _meant(text, words[at].start(), form, self.lang)
            ):
                return form
        return None


def _joined(text: str, words: Sequence[re.Match[str]]) -> bool:
    """Whether only spaces, apostrophes or hyphens separate these words."""
    return all(_BETWEEN.fullmatch(text, before.end(), after.start()) for before, after in pairwise(words))


def _meant(text: str, start: int, form: _Form, lang: str) -> bool:
    """Whether a form that begins here is the term, and not a word that only looks like it."""
    if lang in form.hint.capitalized and not text[start].isupper():
        return False
    return not _excluded(form.hint, lang).match(text, start)


def _forms_of(term: Term, lang: str) -> Iterator[_Form]:
    """The word of a term, without a remark in brackets, then its other forms."""
    hint = _hints().get(term.id) or _Hint(id=term.id)
    for written in (term.term.in_language(lang).partition(" (")[0], *getattr(hint.forms, lang)):
        yield _Form(tuple(stem_as_written(word[0], lang) for word in _WORD.finditer(written)), term.id, hint)


@cache
def _hints() -> dict[str, _Hint]:
    paths = (Path(__file__).with_suffix(".toml"), *part_files("links.toml").values())
    return {id: hint for path in paths for id, hint in read_items(path, "term", _Hint).items()}


@cache
def _excluded(hint: _Hint, lang: str) -> re.Pattern[str]:
    words = "|".join(re.escape(words) for words in getattr(hint.excluded, lang))
    return re.compile(rf"(?:{words})\b" if words else r"(?!)", re.IGNORECASE)
