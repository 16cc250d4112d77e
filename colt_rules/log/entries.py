"""What a log consists of: a header, then each command followed by the events it led to, chained by hashes.

Every entry has one line, its canonical JSON; each line holds the sha256 of the line before it. So a log cannot be
changed, cut in the middle or put in another order unseen, and its last hash stands for all of it.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TypeAlias

from colt_rules import __version__
from colt_rules.commands import COMMAND_NAMES, Command
from colt_rules.events import EVENT_NAMES, VERSIONS, Cited, Event
from colt_rules.log.codec import COMMAND_VERSIONS, command_data, to_json
from colt_rules.log.errors import Malformed
from colt_rules.model.names import Cites, Seat
from colt_rules.model.record import record

FORMAT = "colt-rules-log"
FORMAT_VERSION = 1
MADE_BY = f"colt-rules {__version__}"

_GAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}").fullmatch


@record
class Header:
    """What a log is about. All of it but ``made_by`` and the game's name is said again by the first event."""

    game: str
    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    made_by: str


@record
class CommandEntry:
    """A command that was accepted: its number, counted from 1, and what its actor wanted."""

    number: int
    command: Command
    version: int
    data: bytes
    """The canonical JSON as it was written, whatever newer version it is read as."""
    prev: str

    @property
    def line(self) -> bytes:
        """The canonical line."""
        return b'{"actor":%b,"command":%d,"data":%b,"prev":"%b","type":"%b","v":%d}' % (
            to_json(self.command.actor),
            self.number,
            self.data,
            self.prev.encode(),
            COMMAND_NAMES[self.command.__class__].encode(),
            self.version,
        )


@record
class EventEntry:
    """An event: its number, counted from 1, what it rests on, and the command and actor behind it."""

    seq: int
    event: Event
    cites: Cites
    command: int
    actor: str
    version: int
    data: bytes
    """The canonical JSON as it was written, whatever newer version it is read as."""
    prev: str

    @property
    def line(self) -> bytes:
        """The canonical line."""
        return b'{"actor":%b,"cites":%b,"command":%d,"data":%b,"prev":"%b","seq":%d,"type":"%b","v":%d}' % (
            to_json(self.actor),
            to_json(self.cites),
            self.command,
            self.data,
            self.prev.encode(),
            self.seq,
            EVENT_NAMES[self.event.__class__].encode(),
            self.version,
        )


Entry: TypeAlias = CommandEntry | EventEntry


@record
class Recording:
    """A log in memory."""

    header: Header
    entries: tuple[Entry, ...]
    """In their order: each command before its events."""
    end: str | None
    """The hash of the last line as it was kept elsewhere; a file keeps none."""

    @property
    def events(self) -> list[EventEntry]:
        """The events alone."""
        return [entry for entry in self.entries if entry.__class__ is EventEntry]  # type: ignore[misc]

    @property
    def commands(self) -> list[CommandEntry]:
        """The commands alone."""
        return [entry for entry in self.entries if entry.__class__ is CommandEntry]  # type: ignore[misc]


@record
class Head:
    """Where a log ends: how many commands and events it has, and the hash of its last line."""

    commands: int
    events: int
    hash: str


def new_header(game: str, edition: str, modules: tuple[str, ...], seats: tuple[Seat, ...]) -> Header:
    """The header of a log that begins now; a game is named by letters, digits, dot, hyphen and underscore."""
    check_name(game)
    return Header(game, edition, modules, seats, MADE_BY)


def check_name(game: str) -> None:
    """Refuse a name of a game that is no plain word: it may become a file name."""
    if not _GAME(game):
        raise Malformed(
            "game", "a name of 1 to 100 letters, digits, '.', '-' and '_'", ascii(game[:60]), "give it another name"
        )


def header_line(header: Header) -> bytes:
    """The canonical line of a header."""
    return to_json(
        {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "game": header.game,
            "edition": header.edition,
            "modules": header.modules,
            "seats": header.seats,
            "made_by": header.made_by,
        }
    )


def hash_of(line: bytes) -> str:
    """What the next line says about this one."""
    return sha256(line).hexdigest()


def beginning(header: Header) -> Head:
    """The end of a log that has nothing but its header."""
    return Head(0, 0, hash_of(header_line(header)))


def extend(head: Head, command: Command, events: Iterable[Cited]) -> tuple[CommandEntry, list[EventEntry], Head]:
    """The entries for a command and its events at the end of a log, and where the log ends then."""
    number, actor = head.commands + 1, command.actor
    name = COMMAND_NAMES[command.__class__]
    first = CommandEntry(number, command, COMMAND_VERSIONS[name], command_data(command), head.hash)
    prev, seq, entries = hash_of(first.line), head.events, []
    for event, cites in events:
        seq += 1
        version = VERSIONS[EVENT_NAMES[event.__class__]]
        entry = EventEntry(seq, event, cites, number, actor, version, to_json(event), prev)
        entries.append(entry)
        prev = hash_of(entry.line)
    return first, entries, Head(number, seq, prev)


def recording(header: Header, steps: Iterable[tuple[Command, Iterable[Cited]]]) -> Recording:
    """The log of a game: its commands, each with what it led to."""
    head = beginning(header)
    entries: list[Entry] = []
    for command, events in steps:
        first, others, head = extend(head, command, events)
        entries += [first, *others]
    return Recording(header, tuple(entries), head.hash)


def hashes(recording: Recording) -> Iterator[str]:
    """The hash of each line, the header's first."""
    yield hash_of(header_line(recording.header))
    for entry in recording.entries:
        yield hash_of(entry.line)
