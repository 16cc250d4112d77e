"""The documents to search and the command line's index of them, SQLite full-text search.

The browser searches the same documents with MiniSearch. Both rank by BM25 with the weights of `ranking.toml`; their
formulas differ, so the order of results may differ.
"""

import math
import sqlite3
from collections.abc import Iterable
from difflib import get_close_matches
from weakref import finalize

from attrs import frozen

from colt_rules.search.ranking import ranking
from colt_rules.search.words import Vocabulary

WORDS_OF_OTHERS = ("question_words", "synonyms")
"""The fields with words that the document itself does not contain, so that their frequency means nothing."""


@frozen(kw_only=True)
class Document:
    """Something to find, in one language."""

    id: str
    kind: str
    title: str
    text: str
    question_words: tuple[str, ...] = ()
    """The words in which people ask for it."""
    synonyms: tuple[str, ...] = ()
    """Synonyms of what it is about."""
    names: str = ""
    """The words of its id."""
    called: tuple[str, ...] = ()
    """Its names: a query that is exactly one of them puts the document first."""
    special: tuple[str, ...] = ()
    """Why it is asked for less often than others of its kind: keys of ``special`` in the ranking."""

    def fields(self) -> dict[str, str]:
        """The text to index, by field."""
        others = {name: " ".join(getattr(self, name)) for name in WORDS_OF_OTHERS}
        return {"title": self.title, **others, "id": self.names, "text": self.text}

    @property
    def weight(self) -> float:
        """The factor on its score, independent of the question."""
        return ranking().kinds[self.kind] * math.prod(ranking().special[way] for way in self.special)


@frozen
class Match:
    """A search result."""

    document: Document
    score: float


class Index:
    """A full-text index of documents in one language."""

    def __init__(self, documents: Iterable[Document], lang: str) -> None:
        self.documents = tuple(documents)
        self.vocabulary = vocabulary_of(self.documents, lang)
        self._terms = frozenset(self.vocabulary.stems.values())
        self._called = called(self.documents, self.vocabulary)
        fields = ranking().fields
        self._query = (
            f"SELECT rowid, bm25(found, {', '.join(map(str, fields.values()))}) FROM found WHERE found MATCH ?"
        )
        # The index may be collected in another thread; Python 3.13 warns of an unclosed database.
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, self._database.close)
        self._database.execute(f"CREATE VIRTUAL TABLE found USING fts5({', '.join(fields)}, content='')")
        rows = ((number, *self._row(document)) for number, document in enumerate(self.documents))
        places = ", ".join("?" for _ in ("rowid", *fields))
        self._database.executemany(f"INSERT INTO found (rowid, {', '.join(fields)}) VALUES ({places})", rows)

    def _row(self, document: Document) -> Iterable[str]:
        texts = document.fields()
        return (" ".join(terms_of(self.vocabulary, field, texts[field])) for field in ranking().fields)

    def search(self, question: str) -> list[Match]:
        """The results for a question, best first; documents with exactly this name come before all others."""
        terms = list(dict.fromkeys(self.vocabulary.terms(question)))
        called = self._called.get(" ".join(terms), ())
        rows = self._database.execute(self._query, (" OR ".join(map(self._meant, terms)),)).fetchall() if terms else []
        # SQLite gives the best match the lowest rank.
        found = {number: -rank * self.documents[number].weight for number, rank in rows}
        order = sorted(found, key=lambda number: (number not in called, -found[number], number))
        return [Match(self.documents[number], found[number]) for number in order]

    def _meant(self, term: str) -> str:
        """The SQLite query for a term: itself or, if no document has it, words that start with or resemble it."""
        if term in self._terms:
            return f'"{term}"'
        close = get_close_matches(term, self._terms, n=5, cutoff=0.8)
        return " OR ".join((f'"{term}" *', *(f'"{other}"' for other in close)))


def vocabulary_of(documents: Iterable[Document], lang: str) -> Vocabulary:
    """The vocabulary of all indexed words of documents."""
    return Vocabulary.of((text for one in documents for text in (*one.fields().values(), *one.called)), lang)


def terms_of(vocabulary: Vocabulary, field: str, text: str) -> list[str]:
    """The terms of a field to index."""
    terms = vocabulary.terms(text)
    return list(dict.fromkeys(terms)) if field in WORDS_OF_OTHERS else terms


def called(documents: Iterable[Document], vocabulary: Vocabulary) -> dict[str, list[int]]:
    """By the terms of a name, joined by spaces: the numbers of the documents with that name."""
    found: dict[str, list[int]] = {}
    for number, document in enumerate(documents):
        names = (" ".join(dict.fromkeys(vocabulary.terms(name))) for name in document.called)
        for name in filter(None, dict.fromkeys(names)):
            found.setdefault(name, []).append(number)
    return found
