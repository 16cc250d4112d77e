"""Searches the specification: clauses, rulings, terms and components."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property

from attrs import evolve, frozen

from colt_rules.languages import LANGUAGES
from colt_rules.modules import MODULES
from colt_rules.registry.clauses import Clause
from colt_rules.registry.components import Character
from colt_rules.registry.registry import Citable, Entry, Registry
from colt_rules.search.index import Document, Index, Match
from colt_rules.search.synonyms import SynonymIndex, groups
from colt_rules.search.words import folded, words_of


def documents(registry: Registry, lang: str) -> Iterator[Document]:
    """A document for each clause, ruling, term and component, with its id, in the order of the files."""
    synonyms = SynonymIndex(groups(registry, lang), lang)
    for entry in registry.citable():
        title, text = entry.title.in_language(lang), entry.text.in_language(lang)
        kind = "clause" if isinstance(entry, Clause) else "ruling"
        is_exception = isinstance(entry, Clause) and entry.exception_to
        yield evolve(
            _document(synonyms, kind, entry.id, title, text),
            special=("exception",) if is_exception else (),
            subject=_subject(registry, entry),
        )
    for term in registry.terms.values():
        title = term.term.in_language(lang)
        others = tuple(getattr(term.synonyms, lang))
        yield Document(
            id=term.id,
            kind="term",
            title=title,
            text=term.meaning.in_language(lang),
            synonyms=others,
            names=_names(term.id),
            called=(title.partition(" (")[0], *others),
            subject=_character(registry, term.id),
        )
    words = {term.term.in_language(lang) for term in registry.terms.values()}
    for id, facts in registry.components.items():
        title = facts[0].name.in_language(lang)
        document = evolve(_document(synonyms, "thing", id, title, ""), subject=_character(registry, id))
        yield (evolve(document, special=("namesake",)) if title in words else evolve(document, called=(title,)))


def _subject(registry: Registry, entry: Citable) -> str:
    """The expansion, variant or character that an entry is only about, if any."""
    clauses = [entry] if isinstance(entry, Clause) else [registry.clause(id) for id in entry.completes]
    if MODULES[0] not in (modules := [clause.module for clause in clauses]):
        return modules[0]
    return _character(registry, _names(entry.id).partition(" ")[0])


def _character(registry: Registry, id: str) -> str:
    """The id, if it is that of a character."""
    return id if any(isinstance(fact, Character) for fact in registry.components.get(id, ())) else ""


def _document(synonyms: SynonymIndex, kind: str, id: str, title: str, text: str) -> Document:
    words = dict.fromkeys([*synonyms.of(title), *synonyms.about(id)])
    return Document(
        id=id,
        kind=kind,
        title=title,
        text=text,
        question_words=synonyms.question_words(id),
        synonyms=tuple(words),
        names=_names(id),
    )


def _names(id: str) -> str:
    """The words of an id, without the prefix of rulings."""
    return id.removeprefix("ruling.").replace(".", " ").replace("-", " ")


# --- search on the command line


@frozen
class Hit:
    """A search result, with the file that defines it."""

    what: str
    id: str
    title: str
    text: str
    file: str
    score: float = 0
    only: tuple[str, ...] = ()
    """The editions in which it holds, or empty if it holds in all that play its module."""


_WHAT = {"thing": "component"}
"""The public names of kinds whose names differ."""


class Finder:
    """Searches a specification in the language of the question."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._indexes: dict[str, Index] = {}

    def search(self, question: str, lang: str = "en") -> list[Hit]:
        """The results for a question in any language, best first, shown in ``lang``.

        A question that is an id puts the entry with that id first.
        """
        asked = self.language_of(question, lang)
        found = sorted(self.index(asked).search(question), key=lambda found: found.document.id != question.strip())
        return [self._hit(one, lang) for one in found]

    def language_of(self, question: str, lang: str) -> str:
        """The language with the most of these words, or of words with the same beginnings; ``lang`` wins a tie."""
        words = [folded(word) for word in words_of(question)]
        languages = dict.fromkeys([lang, *LANGUAGES])

        def known(one: str) -> tuple[int, ...]:
            there = self._written[one]
            begun = (sum(any(other.startswith(word[:size]) for other in there) for word in words) for size in (99, 4))
            return sum(word in there for word in words), *begun

        return max(languages, key=known)

    def index(self, lang: str) -> Index:
        """The index of a language."""
        if lang not in self._indexes:
            self._indexes[lang] = Index(documents(self.registry, lang), lang)
        return self._indexes[lang]

    def spellings(self, question: str) -> dict[str, list[str]]:
        """By word of the question that no known word starts with: the known words that resemble it, if any."""
        known = {word: written for there in self._written.values() for word, written in there.items()}
        close = {
            word.lower(): [known[other] for other in get_close_matches(folded(word), known, cutoff=0.75)]
            for word in words_of(question)
            if not any(other.startswith(folded(word)) for other in known)
        }
        return {word: others for word, others in close.items() if others}

    @cached_property
    def _written(self) -> dict[str, dict[str, str]]:
        """By language: every searchable word as spelt, by its folded form."""
        return {
            lang: {folded(word): word.lower() for text in self._texts(lang) for word in words_of(text)}
            for lang in LANGUAGES
        }

    def _texts(self, lang: str) -> Iterator[str]:
        registry = self.registry
        for entry in registry.citable():
            yield from (getattr(entry.title, lang), getattr(entry.text, lang))
            if lang == LANGUAGES[0]:
                yield _names(entry.id)
        for term in registry.terms.values():
            yield from (getattr(term.term, lang), getattr(term.meaning, lang))
        yield from (getattr(fact.name, lang) for fact in registry.facts())
        for group in groups(registry, lang):
            yield from (*group.words, *group.question_words)

    def _hit(self, found: Match, lang: str) -> Hit:
        document, registry = found.document, self.registry
        title, text, entry = self._shown(document, lang)
        only = registry.only(entry) if isinstance(entry, Clause) else ()
        what = _WHAT.get(document.kind, document.kind)
        return Hit(what, document.id, title, text, registry.file_of(entry), round(found.score, 2), only)

    def _shown(self, document: Document, lang: str) -> tuple[str, str, Entry]:
        """The title and text of a document in ``lang``, and its entry."""
        if document.kind == "term":
            term = self.registry.terms[document.id]
            return term.term.in_language(lang), term.meaning.in_language(lang), term
        if document.kind == "thing":
            fact = self.registry.components[document.id][0]
            return fact.name.in_language(lang), fact.note.in_language(lang) if fact.note else "", fact
        entry = self.registry.find(document.id)
        return entry.title.in_language(lang), entry.text.in_language(lang), entry
