"""The interchange file: JSON Lines, one canonical line for the header, each command and each event."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec

from colt_rules.log.codec import not_canonical, read_event, read_logged_command, shown
from colt_rules.log.entries import (
    FORMAT,
    FORMAT_VERSION,
    CommandEntry,
    Entry,
    EventEntry,
    Header,
    Recording,
    check_name,
    header_line,
)
from colt_rules.log.errors import LogError, Malformed, Problem
from colt_rules.model.names import Cites, Seat

LONGEST_LINE = 1_000_000
"""In bytes. The lines of real games have some hundred."""

MOST_PROBLEMS = 100
"""A reader who has seen so many needs no more."""

Count = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class HeaderLine(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a log."""

    edition: str
    format: str
    game: str
    made_by: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    version: Count


class CommandLine(msgspec.Struct, forbid_unknown_fields=True):
    """A command that was accepted. ``data`` has the fields of its type but the actor."""

    actor: str
    command: Count
    data: msgspec.Raw
    prev: Hash
    type: str
    v: Count


class EventLine(msgspec.Struct, forbid_unknown_fields=True):
    """An event that followed from the command with this number. ``data`` has the fields of its type."""

    actor: str
    cites: Cites
    command: Count
    data: msgspec.Raw
    prev: Hash
    seq: Count
    type: str
    v: Count


_header = msgspec.json.Decoder(HeaderLine).decode
_command = msgspec.json.Decoder(CommandLine).decode
_event = msgspec.json.Decoder(EventLine).decode


def write_lines(recording: Recording, file: BinaryIO) -> None:
    """Write a log into a file. What was read is written again byte by byte."""
    file.write(header_line(recording.header) + b"\n")
    for entry in recording.entries:
        file.write(entry.line + b"\n")


def read_lines(path: Path) -> Recording:
    """The log in a file, or a ``LogError`` with everything that is wrong with its lines.

    Whether the log is a true one, its numbers, hashes and rules, is another question: ``replay.check`` answers it.
    """
    with path.open("rb") as file:
        return parse_lines(iter(partial(file.readline, LONGEST_LINE + 1), b""))


def parse_lines(lines: Iterable[bytes]) -> Recording:
    """The log in these lines, each with its line feed."""
    header: Header | None = None
    entries: list[Entry] = []
    problems: list[Problem] = []
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            if line[-1:] != b"\n":
                raise _unended(line)
            if number == 1:
                header = read_header(line[:-1])
            else:
                entries.append(read_entry(line[:-1]))
        except Malformed as error:
            problems.append(Problem(number, str(error)))
            if len(line) > LONGEST_LINE or len(problems) == MOST_PROBLEMS:
                problems.append(Problem(number, "nothing was read from here on"))
                break
    if number == 0:
        problems.append(Problem(1, "line: expected the header of a log, got an empty file; take another copy"))
    if problems or header is None:
        raise LogError(problems)
    return Recording(header, tuple(entries), None)


def read_header(line: bytes) -> Header:
    """The header in a line without its line feed."""
    try:
        form = _header(line)
    except _NOT_A_LINE as error:
        raise _not_a_line(line, error, "the header of a log") from None
    if form.format != FORMAT:
        raise Malformed("format", f'"{FORMAT}"', shown(form.format), "this file is something else")
    if form.version != FORMAT_VERSION:
        advice = "upgrade colt-rules, then read it again" if form.version > FORMAT_VERSION else "correct it"
        raise Malformed("version", str(FORMAT_VERSION), shown(form.version), advice)
    check_name(form.game)
    header = Header(form.game, form.edition, form.modules, form.seats, form.made_by)
    if header_line(header) != line:
        raise not_canonical("line", header_line(header), line)
    return header


def read_entry(line: bytes) -> Entry:
    """The command or event in a line without its line feed."""
    entry: Entry
    try:
        # Only as a key is it followed by a colon, and only events have it.
        if b'"cites":' in line:
            event = _event(line)
            data = bytes(event.data)
            entry = EventEntry(
                event.seq,
                read_event(event.type, event.v, data),
                event.cites,
                event.command,
                event.actor,
                event.v,
                data,
                event.prev,
            )
        else:
            command = _command(line)
            data = bytes(command.data)
            told = read_logged_command(command.type, command.v, command.actor, data)
            entry = CommandEntry(command.command, told, command.v, data, command.prev)
    except _NOT_A_LINE as error:
        raise _not_a_line(line, error, "a command or an event") from None
    if entry.line != line:
        raise not_canonical("line", entry.line, line)
    return entry


_NOT_A_LINE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


def _not_a_line(line: bytes, error: Exception, expected: str) -> Malformed:
    if not line:
        return Malformed("line", expected, "an empty line", "take it out")
    if isinstance(error, RecursionError):
        return Malformed("line", expected, "values nested too deep", "nothing in a log is nested so deep")
    return Malformed("line", expected, f"something else ({error})", "take another copy, or correct the program")


def _unended(line: bytes) -> Malformed:
    if len(line) > LONGEST_LINE:
        return Malformed("line", f"at most {LONGEST_LINE:,} bytes", "more", "this file is no log")
    return Malformed("line", "a line feed at its end", "the end of the file", "the file was cut: take another copy")
