"""The rulebooks, divided into passages, without any of their text.

A passage is identified by book and lines, such as `pl-base:262-263`, and by the hash of its text, so that owners of a
book can check that they have the same text.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from attrs import Attribute, asdict, field, frozen

from colt_rules.registry.errors import Findings
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_LINES = re.compile(r"([1-9]\d*)(?:-([1-9]\d*))?")


class PassageKind(Enum):
    """The kind of a passage. Only a rule must have clauses."""

    RULE = "rule"
    COMPONENT = "component"
    EXAMPLE = "example"
    FLAVOUR = "flavour"
    HEADING = "heading"
    CREDIT = "credit"
    NOISE = "noise"


@cache
def span(lines: str) -> tuple[int, int]:
    """The first and last line of `262-263` or `262`; raises `ValueError` for any other form."""
    match = _LINES.fullmatch(lines)
    if not match or int(match[2] or match[1]) < int(match[1]):
        raise ValueError(f'expected lines as "262" or "262-263", got "{lines}"')
    return int(match[1]), int(match[2] or match[1])


def _is_span(_: Any, __: "Attribute[str]", value: str) -> None:
    span(value)


def _is_language(_: Any, __: "Attribute[str]", value: str) -> None:
    if not _LANGUAGE.fullmatch(value):
        raise ValueError(f'expected a language as "pl" or "de-AT", got "{value}"')


@frozen(kw_only=True)
class _Entry:
    """A passage as its book's file has it."""

    lines: str = field(validator=_is_span)
    kind: PassageKind = PassageKind.RULE
    section: str | None = None
    """The book's heading above the passage; if left out, that of the passage before; empty for no heading."""
    clauses: tuple[str, ...] = ()
    module: str = ""
    open: str = ""
    """The part that has no clause yet, even if other parts have; `module` names the module that will state it."""
    note: Localized | None = None
    sha256: str


@frozen(kw_only=True)
class Passage(_Entry):
    """Consecutive lines of one book that belong together."""

    book: str
    section: str
    """The heading of the book above the passage; empty if there is none."""

    @property
    def key(self) -> str:
        """Book and lines, as clauses cite it."""
        return f"{self.book}:{self.lines}"

    @property
    def first(self) -> int:
        """The first line, counted from 1."""
        return span(self.lines)[0]

    @property
    def last(self) -> int:
        """The last line."""
        return span(self.lines)[1]

    @property
    def is_open(self) -> bool:
        """Whether it still lacks a clause: `open` says for what, or it is a rule without any clause."""
        return bool(self.open) or (self.kind is PassageKind.RULE and not self.clauses)

    @property
    def size(self) -> int:
        """The number of lines."""
        return self.last - self.first + 1


@frozen(kw_only=True)
class Book:
    """One rulebook: its text's identity and its passages."""

    id: str
    name: Localized
    """A short name."""
    title: Localized
    language: str
    """The language of the book, such as ``pl`` or ``ja``; not limited to the four of our own texts."""
    year: int | None
    file: str
    lines: int
    sha256: str
    planned_modules: tuple[str, ...] = ()
    """The modules it describes that are not implemented; only their rules may lack clauses."""
    passages: tuple[Passage, ...]


@frozen(kw_only=True)
class _BookFile:
    id: str
    name: Localized
    title: Localized
    language: str = field(validator=_is_language)
    year: int | None = None
    file: str
    lines: int
    sha256: str
    planned_modules: tuple[str, ...] = ()
    passage: tuple[_Entry, ...]


def load_books(folder: Path) -> dict[str, Book]:
    """The books of a folder, one file each, by id."""
    books: dict[str, Book] = {}
    findings = Findings()
    paths = sorted(folder.glob("*.toml"))
    for path in paths:
        with findings.gather():
            written = structure_file(path, _BookFile)
            if written.id != path.stem:
                findings.add(
                    path.as_posix(), "id", f'expected "{path.stem}", as in the name of the file, got "{written.id}"'
                )
            facts = asdict(written, recurse=False)
            entries: tuple[_Entry, ...] = facts.pop("passage")
            books[written.id] = Book(**facts, passages=tuple(_passages(written.id, entries)))
    if not paths:
        findings.add(folder.as_posix(), "", "expected a TOML file for each book, got none")
    findings.raise_any()
    return books


def _passages(book: str, entries: Iterable[_Entry]) -> Iterator[Passage]:
    section = ""
    for entry in entries:
        section = section if entry.section is None else entry.section
        yield Passage(**asdict(entry, recurse=False) | {"book": book, "section": section})


def by_heading(passages: Iterable[Passage]) -> dict[str, dict[str, list[Passage]]]:
    """Passages by book and heading: readers find a heading in their copy of the book, but not a line of our text."""
    found: dict[str, dict[str, list[Passage]]] = {}
    for passage in passages:
        found.setdefault(passage.book, {}).setdefault(passage.section, []).append(passage)
    return found


def places(passages: Iterable[Passage]) -> dict[str, list[str]]:
    """By book: the places of the passages in it, a heading each."""
    return {
        book: [place(heading, [passage.lines for passage in found]) for heading, found in headings.items()]
        for book, headings in by_heading(passages).items()
    }


def place(heading: str, lines: Iterable[str]) -> str:
    """A heading of a book and in brackets the lines of our text; the lines alone if there is no heading."""
    joined = ", ".join(lines)
    return f"{heading} ({joined})" if heading else joined


def split(text: str) -> list[str]:
    """The lines of a text; a newline at the end does not start another line."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def normalise(text: str) -> str:
    """The text in the form that is hashed: NFC, single spaces, no empty lines.

    So a copy with other line ends or indents, saved by another editor, has the same hash.
    """
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).split("\n"))
    return "\n".join(line for line in lines if line)


def digest(text: str) -> str:
    """The sha256 of the normalised text, in hexadecimal."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()
