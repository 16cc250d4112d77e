"""Documents that can be found, and the index in which the command line finds them: full-text search by SQLite.

A browser searches the same documents with the library MiniSearch. Both libraries rank by BM25 and take the weights of
`ranking.toml`; their formulas differ, and so may the order of what they find.
"""

import math
import sqlite3
from collections.abc import Iterable
from difflib import get_close_matches
from weakref import finalize

from attrs import frozen

from colt_rules.search.ranking import ranking
from colt_rules.search.words import Vocabulary

WORDS_OF_OTHERS = ("asked", "about")
"""The fields whose words stand nowhere in a document: there is nothing to count how often."""


@frozen(kw_only=True)
class Document:
    """Something that can be found, in one language."""

    id: str
    kind: str
    title: str
    text: str
    asked: tuple[str, ...] = ()
    """In which words people ask for it."""
    about: tuple[str, ...] = ()
    """Other words for what it is about."""
    names: str = ""
    """Words of its id, where people know them."""
    called: tuple[str, ...] = ()
    """What it is called: whoever types just that means it before all else."""
    special: tuple[str, ...] = ()
    """In which ways it is less often asked for than others of its kind: see ``special`` in the ranking."""

    def fields(self) -> dict[str, str]:
        """What is indexed of it, by field."""
        others = {name: " ".join(getattr(self, name)) for name in WORDS_OF_OTHERS}
        return {"title": self.title, **others, "id": self.names, "text": self.text}

    @property
    def weight(self) -> float:
        """What it counts, whatever is asked."""
        return ranking().kinds[self.kind] * math.prod(ranking().special[way] for way in self.special)


@frozen
class Found:
    """A document that answers a question."""

    document: Document
    score: float


class Index:
    """Documents of one language by their words."""

    def __init__(self, documents: Iterable[Document], lang: str) -> None:
        self.documents = tuple(documents)
        self.vocabulary = vocabulary_of(self.documents, lang)
        self._terms = frozenset(self.vocabulary.stems.values())
        self._called = called(self.documents, self.vocabulary)
        fields = ranking().fields
        self._query = (
            f"SELECT rowid, bm25(found, {', '.join(map(str, fields.values()))}) FROM found WHERE found MATCH ?"
        )
        # Whichever thread drops the index closes its database: Python 3.13 warns of one that was left open.
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, self._database.close)
        self._database.execute(f"CREATE VIRTUAL TABLE found USING fts5({', '.join(fields)}, content='')")
        rows = ((number, *self._row(document)) for number, document in enumerate(self.documents))
        places = ", ".join("?" for _ in ("rowid", *fields))
        self._database.executemany(f"INSERT INTO found (rowid, {', '.join(fields)}) VALUES ({places})", rows)

    def _row(self, document: Document) -> Iterable[str]:
        texts = document.fields()
        return (" ".join(terms_of(self.vocabulary, field, texts[field])) for field in ranking().fields)

    def search(self, question: str) -> list[Found]:
        """What answers a question, best first; what is called so comes before all else."""
        terms = list(dict.fromkeys(self.vocabulary.terms(question)))
        called = self._called.get(" ".join(terms), ())
        rows = self._database.execute(self._query, (" OR ".join(map(self._meant, terms)),)).fetchall() if terms else []
        # SQLite ranks the best lowest.
        found = {number: -rank * self.documents[number].weight for number, rank in rows}
        order = sorted(found, key=lambda number: (number not in called, -found[number], number))
        return [Found(self.documents[number], found[number]) for number in order]

    def _meant(self, term: str) -> str:
        """What SQLite is to look for: a word, or, if it is nowhere, what begins with it and what looks like it."""
        if term in self._terms:
            return f'"{term}"'
        close = get_close_matches(term, self._terms, n=5, cutoff=0.8)
        return " OR ".join((f'"{term}" *', *(f'"{other}"' for other in close)))


def vocabulary_of(documents: Iterable[Document], lang: str) -> Vocabulary:
    """The words by which documents are found."""
    return Vocabulary.of((text for one in documents for text in (*one.fields().values(), *one.called)), lang)


def terms_of(vocabulary: Vocabulary, field: str, text: str) -> list[str]:
    """What an index has of a field."""
    terms = vocabulary.terms(text)
    return list(dict.fromkeys(terms)) if field in WORDS_OF_OTHERS else terms


def called(documents: Iterable[Document], vocabulary: Vocabulary) -> dict[str, list[int]]:
    """By their terms in a row: the numbers of the documents that are called so."""
    found: dict[str, list[int]] = {}
    for number, document in enumerate(documents):
        names = (" ".join(dict.fromkeys(vocabulary.terms(name))) for name in document.called)
        for name in filter(None, dict.fromkeys(names)):
            found.setdefault(name, []).append(number)
    return found
