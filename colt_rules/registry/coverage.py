"""Counts how many passages and lines of each book have clauses."""

from collections.abc import Iterable

from attrs import frozen

from colt_rules.registry.books import Book, Passage, PassageKind

BASE = "base"


@frozen
class Share:
    """A number of passages and their lines."""

    passages: int
    lines: int


@frozen(kw_only=True)
class Coverage:
    """The lines of a book by kind, and its passages that still lack a clause."""

    book: Book
    kinds: dict[PassageKind, Share]
    answered: Share
    """The rule passages with nothing left open."""
    open: dict[str, Share]
    """By module: the open passages of any kind. A passage that names no module counts for the base game."""
    total: Share

    @property
    def complete(self) -> bool:
        """Whether every line belongs to exactly one passage."""
        return covered(self.book)


def covered(book: Book) -> bool:
    """Whether the passages follow each other from the first line of the book to the last."""
    ends = [0, *(passage.last for passage in book.passages)]
    starts = [*(passage.first for passage in book.passages), book.lines + 1]
    return all(end + 1 == start for end, start in zip(ends, starts, strict=True))


def coverage(book: Book) -> Coverage:
    """The coverage of a book."""
    waiting = [passage for passage in book.passages if passage.is_open]
    modules = sorted({passage.module or BASE for passage in waiting})
    return Coverage(
        book=book,
        kinds={kind: _share(p for p in book.passages if p.kind is kind) for kind in PassageKind},
        answered=_share(p for p in book.passages if p.kind is PassageKind.RULE and not p.is_open),
        open={
            module: _share(passage for passage in waiting if (passage.module or BASE) == module) for module in modules
        },
        total=_share(book.passages),
    )


def _share(passages: Iterable[Passage]) -> Share:
    counted = list(passages)
    return Share(len(counted), sum(passage.size for passage in counted))
