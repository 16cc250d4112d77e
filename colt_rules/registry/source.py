"""Compares a user's text of a rulebook with the hashes of the book's passages."""

import re
from collections.abc import Mapping

from attrs import frozen

from colt_rules.registry.books import Book, Passage, digest, split

MOST_BYTES = 10_000_000
"""Larger files are not read: no book comes near this size."""

_HASH = re.compile(r'^(sha256\s*=\s*)"[^"\n]*"', re.MULTILINE)


@frozen
class PassageDifference:
    """A passage whose text differs; `found_at` are the lines where it is instead if it only moved, else ``""``."""

    passage: Passage
    found_at: str


@frozen(kw_only=True)
class TextComparison:
    """The result of comparing a text with a book."""

    book: Book
    lines: int
    same_words: bool
    differences: tuple[PassageDifference, ...]
    other: str
    """The id of the other book that the text matches better, or ``""``."""

    @property
    def foreign(self) -> bool:
        """Whether no passage matches, in place or moved, so that listing each passage would be useless."""
        return len(self.differences) == len(self.book.passages) and not any(one.found_at for one in self.differences)

    @property
    def same(self) -> bool:
        """Whether the text is the same as the book's, line by line."""
        return self.same_words and not self.differences and self.lines == self.book.lines


def compare(text: str, book: Book, books: Mapping[str, Book]) -> TextComparison:
    """Compare a text with a book as a whole and by passage and, if it differs, with the other books."""
    lines = split(text)
    shift = len(lines) - book.lines
    differences = []
    for passage in book.passages:
        if _digest(lines, passage, 0) != passage.sha256:
            moved = shift and _digest(lines, passage, shift) == passage.sha256
            differences.append(PassageDifference(passage, _lines(passage, shift) if moved else ""))
    same_words = digest(text) == book.sha256
    return TextComparison(
        book=book,
        lines=len(lines),
        same_words=same_words,
        differences=tuple(differences),
        other="" if same_words else _other(lines, digest(text), book, books),
    )


def with_hashes(toml: str, book: Book, text: str) -> str:
    """The TOML file of a book with its hashes replaced by the hashes of this text."""
    lines = split(text)
    hashes = iter([digest(text), *(_digest(lines, passage, 0) for passage in book.passages)])
    found = len(_HASH.findall(toml))
    if found != 1 + len(book.passages):
        raise ValueError(f"expected {1 + len(book.passages)} lines that begin with sha256, got {found}")
    return _HASH.sub(lambda match: f'{match[1]}"{next(hashes)}"', toml)


def _digest(lines: list[str], passage: Passage, shift: int) -> str:
    return digest("\n".join(lines[max(passage.first - 1 + shift, 0) : max(passage.last + shift, 0)]))


def _lines(passage: Passage, shift: int) -> str:
    first, last = passage.first + shift, passage.last + shift
    return f"{first}" if first == last else f"{first}-{last}"


def _other(lines: list[str], sha256: str, book: Book, books: Mapping[str, Book]) -> str:
    """The id of the book that shares more passages with the text than `book` does, or ``""``."""

    def shared(candidate: Book) -> int:
        if candidate.sha256 == sha256:
            return len(candidate.passages) + 1
        return sum(_digest(lines, passage, 0) == passage.sha256 for passage in candidate.passages)

    best = max(books.values(), key=shared)
    return best.id if shared(best) > shared(book) else ""
