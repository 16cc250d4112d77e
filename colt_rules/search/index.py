"""An index that can be searched here, and in a browser by the library MiniSearch: one ranking, from the same numbers.

The formula is the library's: BM25+ by fields, times what a document counts, times how many of the words it has,
and more if it has all of them. What is called just so comes before all else. The tests hold this against the library.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from colt_rules.search.ranking import Ranking, ranking
from colt_rules.search.words import Vocabulary, Wanted

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


@frozen
class Found:
    """A document that answers a question."""

    document: Document
    score: float
    complete: bool
    """Whether it has all words of the question."""
    called: bool
    """Whether the question is its name."""


@frozen
class Index:
    """Documents of one language by their words."""

    documents: tuple[Document, ...]
    vocabulary: Vocabulary
    postings: Mapping[str, Mapping[int, Mapping[int, int]]]
    """By term, field and document: how often."""
    lengths: tuple[tuple[int, ...], ...]
    """By document and field: how many different words."""
    ranking: Ranking = field(factory=ranking)

    @classmethod
    def of(cls, documents: Iterable[Document], lang: str) -> "Index":
        """The index of some documents."""
        known = tuple(documents)
        texts = [document.fields() for document in known]
        called = (name for document in known for name in document.called)
        vocabulary = Vocabulary.of((*(text for fields in texts for text in fields.values()), *called), lang)
        postings: dict[str, dict[int, dict[int, int]]] = {}
        lengths = []
        for number, fields in enumerate(texts):
            counts = [Counter(terms_of(vocabulary, name, fields[name])) for name in ranking().fields]
            lengths.append(tuple(map(len, counts)))
            for at, count in enumerate(counts):
                for term, often in count.items():
                    postings.setdefault(term, {}).setdefault(at, {})[number] = often
        return cls(known, vocabulary, postings, tuple(lengths))

    def search(self, question: str) -> list[Found]:
        """What answers a question, best first; what is called so comes before all else."""
        wanted = self.vocabulary.wanted(question)
        called = self.called.get(_key(word.term for word in wanted), ())
        scores: dict[int, float] = {}
        matched: Counter[int] = Counter()
        for word in wanted:
            for number, score in self._scores(word).items():
                scores[number] = scores.get(number, 0.0) + score
                matched[number] += 1
        found = [
            self._found(number, score * matched[number], matched[number] == len(wanted), number in called)
            for number, score in sorted(scores.items())
        ]
        return sorted(found, key=lambda one: (not one.called, -one.score))

    def _found(self, number: int, score: float, complete: bool, called: bool) -> Found:
        return Found(self.documents[number], score * (self.ranking.complete if complete else 1), complete, called)

    def _scores(self, wanted: Wanted) -> dict[int, float]:
        """What each document gets for a word."""
        scores: dict[int, float] = {}
        for term, weight in self._terms(wanted):
            for at, boost in enumerate(self.ranking.fields.values()):
                there = self.postings[term].get(at, {})
                for number, often in there.items():
                    score = (
                        weight
                        * boost
                        * self.weights[number]
                        * self._bm25(often, len(there), self.lengths[number][at], at)
                    )
                    scores[number] = scores.get(number, 0.0) + score
        return scores

    def _terms(self, wanted: Wanted) -> Iterator[tuple[str, float]]:
        """The terms of the index that a word means, each with its weight."""
        if wanted.term in self.postings:
            yield wanted.term, 1.0
        if wanted.known:
            return
        size, unknown = len(wanted.term), self.ranking.unknown
        slips = math.floor(size * unknown.slips + 0.5)
        for term in self.postings:
            if term == wanted.term:
                continue
            if term.startswith(wanted.term):
                yield term, unknown.prefix * len(term) / (len(term) + 0.3 * (len(term) - size))
            elif (distance := _distance(wanted.term, term, slips)) <= slips:
                yield term, unknown.fuzzy * len(term) / (len(term) + distance)

    def _bm25(self, often: int, matching: int, length: int, at: int) -> float:
        bm25, total = self.ranking.bm25, len(self.documents)
        rarity = math.log(1 + (total - matching + 0.5) / (matching + 0.5))
        loss = 1 - bm25.b + bm25.b * length / self._averages[at]
        return rarity * (bm25.d + often * (bm25.k + 1) / (often + bm25.k * loss))

    @cached_property
    def weights(self) -> list[float]:
        """By document: what it counts whatever is asked."""
        kinds, special = self.ranking.kinds, self.ranking.special
        return [kinds[one.kind] * math.prod(special[way] for way in one.special) for one in self.documents]

    @cached_property
    def called(self) -> dict[str, list[int]]:
        """By their terms in a row: the documents that are called so."""
        called: dict[str, list[int]] = {}
        for number, document in enumerate(self.documents):
            keys = (_key(self.vocabulary.terms(name)) for name in document.called)
            for key in filter(None, dict.fromkeys(keys)):
                called.setdefault(key, []).append(number)
        return called

    @cached_property
    def _averages(self) -> list[float]:
        return [sum(column) / len(self.lengths) for column in zip(*self.lengths, strict=True)]


def terms_of(vocabulary: Vocabulary, field: str, text: str) -> list[str]:
    """What an index has of a field."""
    terms = list(vocabulary.terms(text))
    return list(dict.fromkeys(terms)) if field in WORDS_OF_OTHERS else terms


def _key(terms: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(terms))


def _distance(one: str, other: str, most: int) -> int:
    """How many letters have to be changed, added or left out to make one word of another; beyond ``most`` just more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, row = row, [i]
        for j, wanted in enumerate(other, 1):
            row.append(min(before[j - 1] + (letter != wanted), before[j] + 1, row[j - 1] + 1))
        if min(row) > most:
            return most + 1
    return row[-1]
