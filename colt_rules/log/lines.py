"""The interchange file: JSON Lines, one canonical line for the header, each command and each event, and the end.

A fast path decodes many lines at once and encodes them again. If the bytes differ, a slow path reads line by line and
collects what is wrong.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, Union

import msgspec

from colt_rules.events import EVENTS, VERSIONS, Event
from colt_rules.log.codec import (
    NOT_JSON,
    check_type,
    check_version,
    plain,
    read_thoroughly,
    shown,
    to_json,
    to_lines,
)
from colt_rules.log.entries import (
    ANY_ENTRY,
    ENTRIES,
    FORMAT,
    FORMAT_VERSION,
    NEWEST,
    REDACTED_FORMAT,
    Batch,
    Closing,
    CommandEntry,
    Entry,
    EventEntry,
    Header,
    Link,
    Recording,
    check_name,
    check_spec,
    lines_of,
)
from colt_rules.log.errors import LogError, LogProblem, Malformed

LONGEST_LINE = 1_000_000
"""The maximum length of a line in bytes. Lines of real games have a few hundred."""

MOST_EVENTS = 100_000
"""The maximum number of events of one command. Commands of real games have a few dozen at most."""

MOST_PROBLEMS = 100
"""The maximum number of problems that are collected."""

BLOCK = 65_536
"""How many bytes to read at once: few enough to stay in the processor's cache."""

_decode_header = msgspec.json.Decoder(Header).decode
_decode_closing = msgspec.json.Decoder(Closing).decode
_decode_links = msgspec.json.Decoder(Link).decode_lines
_decode_lines = msgspec.json.Decoder(ANY_ENTRY).decode_lines
_decode_events = msgspec.json.Decoder(
    Union[  # noqa: UP007 - made from a list
        tuple(
            msgspec.defstruct(name, [("data", cls), ("v", Literal[VERSIONS[name]])], tag_field="type", tag=name)
            for name, cls in EVENTS.items()
        )
    ]
).decode_lines
"""Decodes only the events of lines."""


def write_lines(recording: Recording, file: BinaryIO) -> None:
    """Write a log to a file. A log that was read from a file is written byte for byte the same."""
    for line in lines_of(recording):
        file.write(line + b"\n")
    file.write(to_json(recording.closing) + b"\n")


def read_lines(path: Path) -> Recording:
    """The log in a file; raises ``LogError`` with every malformed line.

    It does not check numbers, hashes and rules; ``verifying`` does.
    """
    with path.open("rb") as file:
        return read_stream(file)


def read_stream(file: BinaryIO) -> Recording:
    """The log in an open file; see ``read_lines``."""
    return parse_lines(pieces_of(file))


def parse_lines(pieces: Iterable[bytes]) -> Recording:
    """The log in these pieces of whole lines."""
    reader = LogReader(pieces)
    entries: list[Entry] = []
    for batch in reader:
        entries += [entry for entry in batch.entries if isinstance(entry, CommandEntry | EventEntry)]
    if reader.header is None or reader.closing is None or reader.problems:
        raise LogError(reader.problems)
    return Recording(reader.header, tuple(entries), reader.closing)


class WrongFormat(Malformed):
    """The first line is not the header of a log, so reading stops."""


class LogReader:
    """Reads a log piece by piece: the header at once, the rest as batches of lines on iteration.

    Malformed lines are collected in ``problems``. Nothing that was read is kept. With ``links`` only the part of each
    line that the chain needs is decoded.
    """

    def __init__(self, pieces: Iterable[bytes], links: bool = False) -> None:
        self._links = links
        self.problems: list[LogProblem] = []
        self.header: Header | None = None
        self.closing: Closing | None = None
        """The closing line, once everything has been read."""
        self._events = 0
        """The number of events since the last command."""
        self._pieces = iter(pieces)
        piece = next(self._pieces, b"")
        if strange := _strange(piece):
            raise LogError([LogProblem(1, strange)])
        self.first, feed, others = piece.partition(b"\n")
        """The line of the header, without its line feed."""
        if others:
            self._pieces = chain([others], self._pieces)
        try:
            self.header = self._read_header(_ended(self.first + feed))
        except WrongFormat as error:
            raise LogError([LogProblem(1, str(error))]) from error
        except Malformed as error:
            self._tell(1, str(error))

    def __iter__(self) -> Iterator[Batch]:
        number = 2
        for piece in self._pieces:
            # In a sound log only the last line is a closing line, and a closing line does not decode as an entry.
            text, ending, more = _parted(piece, piece.rfind(b"\n", 0, -1) + 1)
            entries = self._read_fast(text) if text.endswith(b"\n") else []
            if not entries:
                text, ending, more = _parted(piece)
            *lines, torn = text.split(b"\n")
            batch = Batch(number, lines, entries) if entries else self._read_slowly(number, lines)
            if self._is_endless(batch):
                self._tell(
                    number, f"expected at most {MOST_EVENTS:,} events of one command, got more; this is not a log"
                )
                return
            number += len(lines)
            del piece, text, lines, entries  # see below
            yield batch
            del batch  # so that the next one reuses its memory, which is still in the processor's cache
            if torn:
                self._tell(number, str(_torn(torn)))
                return
            if ending:
                self._close(number, ending)
                if more or next(self._pieces, b""):
                    self._tell(number + 1, f"expected nothing after the closing line, got more; {_CHANGED}")
                return
            if len(self.problems) >= MOST_PROBLEMS:
                self.problems.append(LogProblem(number, "too many problems: no line from here on was checked"))
                return
        if self.header:
            self._tell(number, f"expected the closing line, got the end of the file; {_CUT}")

    def _is_endless(self, batch: Batch) -> bool:
        """Whether a command has too many events: readers keep them in memory until the next command."""
        after = next((at for at, entry in enumerate(reversed(batch.entries)) if entry and not entry.seq), None)
        self._events = self._events + len(batch.entries) if after is None else after
        return self._events > MOST_EVENTS

    def _read_slowly(self, number: int, lines: list[bytes]) -> Batch:
        """The batch of these lines, some of which may be malformed."""
        read = [self._read(at, line) for at, line in enumerate(lines, number)]
        return Batch(number, lines, read, None not in read)

    def _read(self, number: int, line: bytes) -> Entry | Link | None:
        try:
            return self._read_entry(line)
        except Malformed as error:
            self._tell(number, str(error))
            return None

    def _read_fast(self, text: bytes) -> Sequence[Entry | Link]:
        return _read_links(text) if self._links else _read_many(text)

    def _read_header(self, line: bytes) -> Header:
        return read_header(line)

    def _read_entry(self, line: bytes) -> Entry | Link:
        if self._links and (links := _read_links(line + b"\n")):
            return links[0]
        return read_entry(line)

    def _close(self, number: int, line: bytes) -> None:
        try:
            if isinstance(given := plain(line, "line"), dict):
                check_version("EndOfLog", given.get("v"), {"EndOfLog": 1})
            self.closing = read_closing(line)
        except Malformed as error:
            self._tell(number, str(error))

    def _tell(self, number: int, message: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(LogProblem(number, message))


def events_in(number: int, steps: Sequence[bytes | bytearray]) -> list[Event]:
    """The events in these texts, each the lines of a command and its events; ``number`` is that of the first line.

    For lines that were checked before and have not changed since: only the events are decoded. Raises ``LogError`` if
    that fails all the same.
    """
    try:
        return [line.data for line in _decode_events(b"".join([step.partition(b"\n")[2] for step in steps]))]
    except NOT_JSON:
        pass  # an event is of an earlier version, or malformed
    events = []
    for at, line in enumerate(b"".join(steps).split(b"\n")[:-1], number):
        try:
            entry = read_entry(line)
        except Malformed as error:
            raise LogError([LogProblem(at, str(error))]) from error
        if isinstance(entry, EventEntry):
            events.append(entry.event)
    return events


def entries_in(text: bytes) -> list[Entry]:
    """The commands and events in these whole lines, which were checked before and have not changed since."""
    try:
        entries: list[Entry] = _decode_lines(text)
        return entries
    except NOT_JSON:  # one is of an earlier version
        return [read_entry(line) for line in text.split(b"\n")[:-1]]


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """A file in pieces of whole lines, the first line alone; the last line, or one too long, may lack its line feed."""
    piece = file.readline(LONGEST_LINE + 1)
    while piece.endswith(b"\n"):
        yield piece
        piece = file.read(BLOCK)
        if piece and not piece.endswith(b"\n"):
            piece += file.readline(LONGEST_LINE + 1)
    if piece:
        yield piece


def _strange(text: bytes) -> str:
    """Why a text cannot be a log, judged by its first bytes; ``""`` if it may be one."""
    for beginning, what in _STRANGE.items():
        if text.startswith(beginning):
            return f"expected a log as JSON Lines, got {what}"
    if text.partition(b"\n")[0].endswith(b"\r"):
        return _CRLF
    return ""


_CRLF = "expected lines that end with LF alone, got CRLF; some program has changed the file: use an intact copy"
_UTF16 = "UTF-16; some program has changed the file: use an intact copy, or save it as UTF-8 without BOM and with LF"
_STRANGE = {
    b"SQLite format 3\x00": "a SQLite file; if it is a store, list its games with `colt --log FILE log list`",
    b"\xef\xbb\xbf": "a byte order mark (BOM) first; some program has changed the file: use an intact copy",
    b"\x1f\x8b": "a gzip file; unpack it first",
    b"PK\x03\x04": "a zip file; unpack it first",
    b"\xff\xfe": _UTF16,
    b"\xfe\xff": _UTF16,
}
"""By first bytes: files that people mistake for a log."""


def _read_many(piece: bytes) -> list[Entry]:
    """The entries in all these lines, or an empty list if one of them needs the slow path."""
    try:
        entries: list[Entry] = _decode_lines(piece)
        return entries if to_lines(entries) == piece else []
    except NOT_JSON:
        return []


def _read_links(piece: bytes) -> list[Link]:
    """The links in all these lines, or an empty list if one of them is not a link."""
    try:
        links = _decode_links(piece)
        return links if len(links) == piece.count(b"\n") and _CLOSES not in piece else []
    except NOT_JSON:
        return []


_CLOSES = b'"type":"EndOfLog"'
_CUT = "the file was cut: use an intact copy"
_CHANGED = "some program has changed the file: use an intact copy"


def _parted(piece: bytes, after: int = 0) -> tuple[bytes, bytes, bytes]:
    """The text before the first closing line from ``after`` on, that line, and the rest; all text if it is torn."""
    at = piece.find(_CLOSES, after)
    if at < 0:
        return piece, b"", b""
    start = piece.rfind(b"\n", 0, at) + 1
    ending, feed, more = piece[start:].partition(b"\n")
    return (piece[:start], ending, more) if feed else (piece, b"", b"")


def _torn(line: bytes) -> Malformed:
    """The error for a last line without a line feed."""
    if len(line) > LONGEST_LINE:
        return Malformed("line", f"at most {LONGEST_LINE:,} bytes", "more", "this file is not a log")
    return Malformed("line", "a line feed at its end", "the end of the file", _CUT)


def _ended(line: bytes) -> bytes:
    """The first line without its line feed."""
    if line.endswith(b"\n"):
        return line[:-1]
    if not line:
        raise Malformed("line", "the header of a log", "an empty file", "use an intact copy")
    raise _torn(line)


def read_header(line: bytes) -> Header:
    """The header in a line without its line feed."""
    try:
        header = _decode_header(line)
        if to_json(header) == line:
            check_name(header.game)
            check_spec(header.spec)
            return header
    except NOT_JSON:
        pass
    given = plain(line, "line")
    if isinstance(given, dict):
        if given.get("format", FORMAT) != FORMAT:
            what = "this log is redacted for one role" if given["format"] == REDACTED_FORMAT else "this is not a log"
            raise WrongFormat("format", shown(FORMAT), shown(given["format"]), f"{what}; name a complete log")
        version = given.get("version")
        if version.__class__ is int and version > FORMAT_VERSION:
            raise WrongFormat(
                "version", shown(FORMAT_VERSION), shown(version), "upgrade colt-rules and read the file again"
            )
    read: Header = read_thoroughly(Header, line, "line")
    check_name(read.game)
    check_spec(read.spec)
    return read


def read_closing(line: bytes) -> Closing:
    """The closing entry in a line without its line feed."""
    try:
        closing = _decode_closing(line)
        if to_json(closing) == line:
            return closing
    except NOT_JSON:
        pass
    read: Closing = read_thoroughly(Closing, line, "line")
    return read


def read_entry(line: bytes) -> Entry:
    """The command or event, of any version, in a line without its line feed."""
    if line.endswith(b"\r"):
        raise Malformed("line", "LF alone at its end", "CRLF", _CHANGED)
    if not line:
        raise Malformed("line", "a command or an event", "an empty line", "use an intact copy")
    given = plain(line, "line")
    if not isinstance(given, dict):
        raise Malformed("line", "an object", shown(given), "use an intact copy, or correct the program that wrote it")
    name = check_type("command and event", given.get("type"), NEWEST)
    check_version(name, given.get("v"), NEWEST)
    entry: Entry = read_thoroughly(ENTRIES[name, given["v"]], line, "line")
    return entry
