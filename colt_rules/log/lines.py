"""The interchange file: JSON Lines, one canonical line for the header, each command and each event.

As with single values there is a fast way and a thorough one. The fast way reads many lines at once and writes them
again; if that does not give the same bytes, the thorough way goes line by line and gathers what is wrong.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import msgspec

from colt_rules.events import VERSIONS
from colt_rules.log.codec import (
    COMMAND_VERSIONS,
    NOT_JSON,
    check_type,
    check_version,
    has_long_number,
    plain,
    read_thoroughly,
    shown,
    to_json,
    to_lines,
)
from colt_rules.log.entries import (
    ANY_ENTRY,
    COMMAND_ENTRIES,
    EVENT_ENTRIES,
    FORMAT,
    FORMAT_VERSION,
    Entry,
    Header,
    Recording,
    check_name,
)
from colt_rules.log.errors import LogError, Malformed, Problem

LONGEST_LINE = 1_000_000
"""In bytes. The lines of real games have some hundred."""

MOST_PROBLEMS = 100
"""A reader who has seen so many needs no more."""

BLOCK = 65_536
"""So many bytes are read in one go: few enough to stay in the processor's cache."""

_decode_lines = msgspec.json.Decoder(ANY_ENTRY).decode_lines


def write_lines(recording: Recording, file: BinaryIO) -> None:
    """Write a log into a file. What was read from one is written again byte by byte."""
    file.write(to_json(recording.header) + b"\n" + to_lines(recording.entries))


def read_lines(path: Path) -> Recording:
    """The log in a file, or a ``LogError`` with everything that is wrong with its lines.

    Whether the log is a true one, its numbers, hashes and rules, is another question: ``replay.check`` answers it.
    """
    with path.open("rb") as file:
        return read_stream(file)


def read_stream(file: BinaryIO) -> Recording:
    """The log in an open file, as ``read_lines`` reads it."""
    return parse_lines(_pieces(file))


def parse_lines(pieces: Iterable[bytes], end: str | None = None) -> Recording:
    """The log in these pieces of whole lines. ``end`` is the hash of the last line, where it is known."""
    rest = iter(pieces)
    piece = next(rest, b"")
    if strange := _strange(piece):
        raise LogError([Problem(1, strange)])
    first, feed, others = piece.partition(b"\n")
    header: Header | None = None
    entries: list[Entry] = []
    problems: list[Problem] = []
    try:
        header = read_header(_ended(first + feed))
    except Malformed as error:
        problems.append(Problem(1, str(error)))
    number = 2
    for piece in chain([others] if others else [], rest):
        entries += _read_many(piece) or _read_each(piece, number, problems)
        number += piece.count(b"\n")
        if len(problems) >= MOST_PROBLEMS:
            problems.append(Problem(number, "no line was looked at from here on"))
            break
    if header is None or problems:
        raise LogError(problems)
    return Recording(header, tuple(entries), end)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """A file in pieces of whole lines; only the last one, or an endless line, may end without a line feed."""
    rest = b""
    while more := file.read(BLOCK):
        text = rest + more
        cut = text.rfind(b"\n") + 1
        if not cut and len(text) > LONGEST_LINE:
            yield text
            return
        if cut:
            yield text[:cut]
        rest = text[cut:]
    if rest:
        yield rest


def _strange(text: bytes) -> str:
    """What a text is that is no log from its first bytes on; empty if it may be one."""
    for beginning, what in _STRANGE.items():
        if text.startswith(beginning):
            return f"expected a log as JSON Lines, got {what}"
    if text.partition(b"\n")[0].endswith(b"\r"):
        return _CRLF
    return ""


_CRLF = "expected lines that end with LF alone, got CRLF; some program has changed the file: take another copy"
_UTF16 = "UTF-16; some program has changed the file: take another copy, or save it as UTF-8 without BOM and with LF"
_STRANGE = {
    b"SQLite format 3\x00": "a SQLite file; if it is a store, list its games with `colt --log FILE log list`",
    b"\xef\xbb\xbf": "a byte order mark (BOM) first; some program has changed the file: take another copy",
    b"\xff\xfe": _UTF16,
    b"\xfe\xff": _UTF16,
}
"""Files that people take for a log, by their first bytes."""


def _read_many(piece: bytes) -> list[Entry]:
    """The entries in all these lines, or none if one of them needs a closer look."""
    try:
        entries: list[Entry] = _decode_lines(piece)
        return entries if to_lines(entries) == piece and not has_long_number(piece) else []
    except NOT_JSON:
        return []


def _read_each(piece: bytes, number: int, problems: list[Problem]) -> list[Entry]:
    """The entries in those of these lines that hold one; what is wrong with the others."""
    entries: list[Entry] = []
    for at, line in enumerate(_split(piece), number):
        try:
            entries.append(read_entry(_ended(line)))
        except Malformed as error:
            problems.append(Problem(at, str(error)))
    return entries


def _split(piece: bytes) -> list[bytes]:
    """The lines of a piece with their line feeds. Python's own splitlines would also split at other ends of line."""
    *lines, last = piece.split(b"\n")
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _ended(line: bytes) -> bytes:
    """A line without its line feed."""
    if line.endswith(b"\r\n"):
        raise Malformed("line", "LF alone at its end", "CRLF", "some program has changed the file: take another copy")
    if line.endswith(b"\n"):
        return line[:-1]
    if not line:
        raise Malformed("line", "the header of a log", "an empty file", "take another copy")
    if len(line) > LONGEST_LINE:
        raise Malformed("line", f"at most {LONGEST_LINE:,} bytes", "more", "this file is no log")
    raise Malformed("line", "a line feed at its end", "the end of the file", "the file was cut: take another copy")


def read_header(line: bytes) -> Header:
    """The header in a line without its line feed."""
    given = plain(line, "line")
    if isinstance(given, dict):
        if given.get("format", FORMAT) != FORMAT:
            raise Malformed("format", shown(FORMAT), shown(given["format"]), "this file is something else")
        version = given.get("version")
        if version.__class__ is int and version > FORMAT_VERSION:
            raise Malformed(
                "version", shown(FORMAT_VERSION), shown(version), "upgrade colt-rules and read the file again"
            )
    header: Header = read_thoroughly(Header, line, "line")
    check_name(header.game)
    return header


def read_entry(line: bytes) -> Entry:
    """The command or event in a line without its line feed."""
    given = plain(line, "line")
    if not isinstance(given, dict):
        raise Malformed("line", "an object", shown(given), "take another copy, or correct the program")
    name = check_type("command and event", given.get("type"), _ENTRIES)
    check_version(name, given.get("v"), {**COMMAND_VERSIONS, **VERSIONS})
    entry: Entry = read_thoroughly(_ENTRIES[name], line, "line")
    return entry


_ENTRIES: dict[str, type[Entry]] = {**COMMAND_ENTRIES, **EVENT_ENTRIES}
