"""The documents to search, and the index that ranks them for a question.

The command line asks the index itself; the browser gets the same scores of every word (`scores`) and adds them up in
the same way, so both answer a question alike. The formula is BM25+ for each field, with the weights of `ranking.toml`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from attrs import frozen

from colt_rules.search.ranking import ranking
from colt_rules.search.words import Vocabulary

WORDS_OF_OTHERS = ("question_words", "synonyms")
"""The fields with words that the document itself does not contain, so that their frequency means nothing."""
NAMED_KINDS = ("term", "thing")
"""The kinds of documents whose names are those of their subjects; an expansion has topics such as "The end"."""


@frozen(kw_only=True)
class Document:
    """Something to find, in one language."""

    id: str
    kind: str
    title: str
    text: str
    question_words: tuple[str, ...] = ()
    """The words in which people ask for the document."""
    synonyms: tuple[str, ...] = ()
    """Synonyms of what it is about."""
    names: str = ""
    """The words of its id."""
    called: tuple[str, ...] = ()
    """The names of the document: a query that is exactly one of them puts it first."""
    special: tuple[str, ...] = ()
    """The keys of ``special`` in the ranking: why it is asked for less often than others of its kind."""
    subject: str = ""
    """What it is only about, such as a character or an expansion; empty for what concerns every game."""

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
        texts = (text for one in self.documents for text in (*one.fields().values(), *one.called))
        self.vocabulary = Vocabulary.of(texts, lang)

    def search(self, question: str) -> list[Match]:
        """The results for a question, best first; documents with exactly this name come before all others."""
        wanted = self.vocabulary.wanted(question)
        found: dict[int, list[float]] = {}
        for term in wanted:
            for number, score in self._scores_of(term).items():
                found.setdefault(number, []).append(score)
        named = {subject for term in wanted for subject in self.subjects.get(term, ())}
        scores = {number: self._score(number, each, len(wanted), named) for number, each in found.items()}
        called = self.called.get(" ".join(wanted), ())
        order = sorted(scores, key=lambda number: (number not in called, -scores[number], number))
        return [Match(self.documents[number], scores[number]) for number in order]

    def _score(self, number: int, scores: Sequence[float], wanted: int, named: Set[str]) -> float:
        """The score of a document from those of its terms, for a question of so many that names these subjects."""
        subject = self.documents[number].subject
        is_named = not subject or subject in named
        factor = (ranking().complete if len(scores) == wanted else 1) * (1 if is_named else ranking().unnamed)
        return sum(scores) * len(scores) * factor

    def _scores_of(self, term: str) -> dict[int, float]:
        """By the number of a document: what a term of a question says for it."""
        found: dict[int, float] = {}
        for other, share in self._meant(term).items():
            for number, score in self.scores[other].items():
                found[number] = max(found.get(number, 0), score * share)
        return found

    def _meant(self, term: str) -> Mapping[str, float]:
        """The terms of the index that a term of a question means, each with its share of the score.

        A term that no document has means those that begin with it or, with or without an ending, differ by a slip.
        """
        if term in self.scores:
            return {term: 1}
        ends = self.vocabulary.ends(term)
        return {other: share for other in self.scores if (share := _resemblance(term, other, ends))}

    @cached_property
    def scores(self) -> Mapping[str, Mapping[int, float]]:
        """By term: what it says for each document that has it, by the number of the document."""
        scale = ranking().scale
        return {
            term: {number: scale.score(level) for number, level in levels.items()}
            for term, levels in self.levels.items()
        }

    @cached_property
    def levels(self) -> Mapping[str, Mapping[int, int]]:
        """The same scores as whole numbers on the scale of the ranking, which take a letter each in the browser."""
        found: dict[str, dict[int, float]] = {}
        for field, weight in ranking().fields.items():
            texts = [self._terms(document.fields()[field], field) for document in self.documents]
            for term, number, score in _field_scores(texts):
                scores = found.setdefault(term, {})
                scores[number] = scores.get(number, 0) + score * weight * self.documents[number].weight
        return {term: _told_apart(scores) for term, scores in found.items()}

    def _terms(self, text: str, field: str) -> Counter[str]:
        terms = [*self.vocabulary.terms(text), *self.vocabulary.compounds(text)]
        return Counter(dict.fromkeys(terms, 1) if field in WORDS_OF_OTHERS else terms)

    @cached_property
    def subjects(self) -> Mapping[str, tuple[str, ...]]:
        """By term: the subjects that it names: it is their name, or speaks mostly for what is about them."""
        found: dict[str, dict[str, None]] = {}
        for term, scores in self.scores.items():
            sums: dict[str, float] = {}
            for number, score in scores.items():
                subject = self.documents[number].subject
                sums[subject] = sums.get(subject, 0) + score
            least = sums.get("", 0) * ranking().naming
            found[term] = {subject: None for subject, total in sums.items() if subject and total >= least}
        for document in self.documents:
            is_named = document.subject and document.kind in NAMED_KINDS
            for term in self.vocabulary.terms(" ".join(document.called)) if is_named else ():
                found[term][document.subject] = None
        return {term: tuple(subjects) for term, subjects in found.items() if subjects}

    @cached_property
    def called(self) -> Mapping[str, Sequence[int]]:
        """By the terms of a name, joined by spaces: the numbers of the documents with that name."""
        found: dict[str, list[int]] = {}
        for number, document in enumerate(self.documents):
            names = (" ".join(dict.fromkeys(self.vocabulary.terms(name))) for name in document.called)
            for name in filter(None, dict.fromkeys(names)):
                found.setdefault(name, []).append(number)
        return found


# --- the formula


def _field_scores(texts: Sequence[Counter[str]]) -> Iterator[tuple[str, int, float]]:
    """The BM25+ of each term in one field of each document: the term, the number of the document and the score."""
    have = Counter(term for text in texts for term in text)
    usual = max(sum(map(len, texts)) / max(len(texts), 1), 1e-9)
    formula = ranking().formula
    rare = {term: math.log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for term, count in have.items()}
    for number, text in enumerate(texts):
        flat = formula.saturation * (1 - formula.length + formula.length * len(text) / usual)
        for term, times in text.items():
            yield term, number, rare[term] * (formula.least + times * (formula.saturation + 1) / (times + flat))


def _told_apart(scores: Mapping[int, float]) -> dict[int, int]:
    """The scores of a term on the scale, by the number of the document, without the faint ones."""
    least = ranking().faint * max(scores.values())
    return {number: ranking().scale.level(score) for number, score in sorted(scores.items()) if score >= least}


def _resemblance(term: str, other: str, ends: Set[int]) -> float:
    """How much an unknown term resembles a known one: 0 unless it begins it or has few wrong letters up to an end."""
    meant = ranking().meant
    if other.startswith(term):
        return meant.beginning * len(other) / (len(other) + meant.longer * (len(other) - len(term)))
    most = math.floor(len(term) * meant.slips + 0.5)
    distance = _distance(term, other, most, ends)
    return meant.slip * len(other) / (len(other) + distance) if distance <= most else 0


def _distance(one: str, other: str, most: int, ends: Set[int]) -> int:
    """The number of letters to insert, delete, replace or swap with the next, if one word ends at any of its ends.

    More than ``most`` is not counted.
    """
    least = most + 1
    earlier: list[int] = []
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, against in enumerate(other, 1):
            now.append(min(before[column] + 1, now[-1] + 1, before[column - 1] + (letter != against)))
            if row > 1 < column and letter == other[column - 2] and one[row - 2] == against:
                now[-1] = min(now[-1], earlier[column - 2] + 1)
        if min(now) > most:
            break
        if row in ends:
            least = min(least, now[-1])
        earlier, before = before, now
    return least
