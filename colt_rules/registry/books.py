"""The rulebooks, cut into passages: where everything comes from, without a sentence of theirs.

A passage is known by book and lines, `pl-base:262-263`, and by the hash of its text, so that whoever owns the
text can see that it is the one meant.
"""

import hashlib
import re
import unicodedata
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
    """What a passage is. Only a rule must be answered by clauses."""

    RULE = "rule"
    COMPONENT = "component"
    EXAMPLE = "example"
    FLAVOUR = "flavour"
    HEADING = "heading"
    CREDIT = "credit"
    NOISE = "noise"


@cache
def span(lines: str) -> tuple[int, int]:
    """First and last line of `262-263` or `262`; anything else is a `ValueError`."""
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
    """A passage as it is written in the file of its book."""

    lines: str = field(validator=_is_span)
    kind: PassageKind = field(metadata={"key": "is"})
    section: str = ""
    clauses: tuple[str, ...] = ()
    module: str = ""
    open: str = ""
    """What in it has no clause yet, whatever clauses it has; `module` says which module it waits for."""
    note: Localized | None = None
    sha256: str


@frozen(kw_only=True)
class Passage(_Entry):
    """A run of lines of one book that belong together."""

    book: str

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
        """Whether it still waits for a clause: it says for what, or it is a rule and has none at all."""
        return bool(self.open) or (self.kind is PassageKind.RULE and not self.clauses)

    @property
    def size(self) -> int:
        """How many lines it has."""
        return self.last - self.first + 1


@frozen(kw_only=True)
class Book:
    """One rulebook: which text it is and how it is cut."""

    id: str
    name: Localized
    """In a few words, as people call it."""
    title: Localized
    language: str
    """What it is written in, such as ``pl`` or ``ja``: any language, not only the four of our own texts."""
    year: int | None
    file: str
    lines: int
    sha256: str
    to_come: tuple[str, ...] = ()
    """The modules that it tells of and that are not built: only their rules may be without clauses."""
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
    to_come: tuple[str, ...] = ()
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
                findings.add(path.as_posix(), "id", f'expected "{path.stem}", as the file, got "{written.id}"')
            facts = asdict(written, recurse=False)
            entries: tuple[_Entry, ...] = facts.pop("passage")
            books[written.id] = Book(
                **facts,
                passages=tuple(Passage(book=written.id, **asdict(entry, recurse=False)) for entry in entries),
            )
    if not paths:
        findings.add(folder.as_posix(), "", "expected a TOML file for each book, got none")
    findings.raise_any()
    return books


def split(text: str) -> list[str]:
    """The lines of a text; a last line counts with or without its newline."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def normalise(text: str) -> str:
    """The text as it is hashed: composed letters, single spaces, no empty lines.

    So a copy that was saved by another editor, with other line ends or indents, is still the same text.
    """
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).split("\n"))
    return "\n".join(line for line in lines if line)


def digest(text: str) -> str:
    """The sha256 of the normalised text, in hexadecimal."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()
