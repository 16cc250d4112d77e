"""What a log consists of: a header, then each command followed by the events it led to, chained by hashes.

Every entry has one line, its canonical JSON; each line holds the sha256 of the line before it. So a log cannot be
changed, cut in the middle or put in another order unseen, and its last hash stands for all of it.

Headers and entries are msgspec structs and no records: a struct is its own line, so that a whole file is read and
written in one go. Each type of command and event has an entry class of its own, made from these two.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, Union, cast

import msgspec

from colt_rules import __version__
from colt_rules.commands import COMMAND_NAMES, COMMANDS, Command
from colt_rules.events import EVENT_NAMES, EVENTS, VERSIONS, Cited, Event
from colt_rules.log.codec import COMMAND_VERSIONS, SHAPES, to_json
from colt_rules.log.errors import Malformed
from colt_rules.model.names import Cites, Seat
from colt_rules.model.record import record

FORMAT: Final = "colt-rules-log"
FORMAT_VERSION: Final = 1
MADE_BY = f"colt-rules {__version__}"

_NAME = re.compile("^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", re.ASCII)

Count = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Hash = Annotated[str, msgspec.Meta(min_length=64, max_length=64, extra_json_schema={"pattern": "^[0-9a-f]{64}$"})]
Name = Annotated[str, msgspec.Meta(extra_json_schema={"pattern": _NAME.pattern})]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a log: what it is about. Edition, modules and seats are said again by the first event."""

    game: Name
    """Letters, digits, dot, hyphen and underscore."""
    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    """Clockwise."""
    made_by: str = MADE_BY
    """The program that wrote it."""
    format: Literal["colt-rules-log"] = FORMAT
    version: Literal[1] = FORMAT_VERSION


class CommandEntry(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    rename={"number": "command", "version": "v"},
):
    """A command that was accepted."""

    actor: str
    number: Count
    """Counted from 1."""
    data: Any
    """The fields of the command but its actor."""
    prev: Hash
    """The sha256 of the line before, in hex."""
    version: int

    @property
    def type(self) -> str:
        """The name of its type."""
        return str(self.__struct_config__.tag)

    @property
    def command(self) -> Command:
        """The command itself."""
        return COMMANDS[self.type](self.actor, *msgspec.structs.astuple(self.data))


class EventEntry(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    rename={"event": "data", "version": "v"},
):
    """An event that followed from a command."""

    actor: str
    """Who gave the command."""
    cites: Cites
    """The clauses it rests on."""
    command: Count
    """The number of the command behind it."""
    event: Event
    prev: Hash
    """The sha256 of the line before, in hex."""
    seq: Count
    """Counted from 1."""
    version: int

    @property
    def type(self) -> str:
        """The name of its type."""
        return str(self.__struct_config__.tag)


Entry: TypeAlias = CommandEntry | EventEntry
AnEntry = TypeVar("AnEntry", CommandEntry, EventEntry)


def _entry_class(base: type[AnEntry], name: str, version: int, field: str, holds: Any) -> type[AnEntry]:
    """The entry class for one type of command or event, in the version that this program writes."""
    fields = [(field, holds), ("version", Literal[version])]
    made: Any = msgspec.defstruct(f"{name}Line", fields, bases=(base,), tag=name, namespace={"__doc__": base.__doc__})
    return cast("type[AnEntry]", made)


COMMAND_ENTRIES: dict[str, type[CommandEntry]] = {
    name: _entry_class(CommandEntry, name, COMMAND_VERSIONS[name], "data", shape) for name, shape in SHAPES.items()
}
EVENT_ENTRIES: dict[str, type[EventEntry]] = {
    name: _entry_class(EventEntry, name, VERSIONS[name], "event", cls) for name, cls in EVENTS.items()
}
ANY_ENTRY: Any = Union[(*COMMAND_ENTRIES.values(), *EVENT_ENTRIES.values())]
"""The union of all entry classes, told apart by ``type``: no command and event share a name."""


@record
class Recording:
    """A log in memory."""

    header: Header
    entries: tuple[Entry, ...]
    """In their order: each command before its events."""
    end: str | None
    """The hash of the last line as it was kept elsewhere; a file keeps none."""

    @property
    def commands(self) -> list[CommandEntry]:
        """The commands alone."""
        return [entry for entry in self.entries if isinstance(entry, CommandEntry)]

    @property
    def events(self) -> list[EventEntry]:
        """The events alone."""
        return [entry for entry in self.entries if isinstance(entry, EventEntry)]


@record
class Head:
    """Where a log ends: how many commands and events it has, and the hash of its last line."""

    commands: int
    events: int
    hash: str


def new_header(game: str, edition: str, modules: tuple[str, ...], seats: tuple[Seat, ...]) -> Header:
    """The header of a log that begins now."""
    check_name(game)
    return Header(game, edition, modules, seats)


def check_name(game: str) -> None:
    """Refuse a name of a game that is no plain word: it may become a file name."""
    if not _NAME.fullmatch(game):
        expected = "a name of 1 to 100 letters, digits, '.', '-' and '_', the first a letter or digit"
        raise Malformed("game", expected, ascii(game[:60]), "give it another name")


def hash_of(line: Header | Entry) -> str:
    """What the next line says about this one: the sha256 of its canonical JSON."""
    return sha256(to_json(line)).hexdigest()


def beginning(header: Header) -> Head:
    """The end of a log that has nothing but its header."""
    return Head(0, 0, hash_of(header))


def extend(head: Head, command: Command, events: Iterable[Cited]) -> tuple[list[Entry], Head]:
    """The entries for a command and its events at the end of a log, and where the log ends then."""
    number, actor = head.commands + 1, command.actor
    name = COMMAND_NAMES[command.__class__]
    data = SHAPES[name](*(getattr(command, field) for field in SHAPES[name].__struct_fields__))
    entries: list[Entry] = [
        COMMAND_ENTRIES[name](number=number, actor=actor, data=data, prev=head.hash, version=COMMAND_VERSIONS[name])
    ]
    for seq, (event, cites) in enumerate(events, head.events + 1):
        name = EVENT_NAMES[event.__class__]
        entries.append(
            EVENT_ENTRIES[name](
                seq=seq,
                event=event,
                cites=cites,
                command=number,
                actor=actor,
                prev=hash_of(entries[-1]),
                version=VERSIONS[name],
            )
        )
    return entries, Head(number, head.events + len(entries) - 1, hash_of(entries[-1]))


def recording(header: Header, steps: Iterable[tuple[Command, Iterable[Cited]]]) -> Recording:
    """The log of a game: its commands, each with what it led to."""
    head = beginning(header)
    entries: list[Entry] = []
    for command, events in steps:
        more, head = extend(head, command, events)
        entries += more
    return Recording(header, tuple(entries), head.hash)


def hashes(recording: Recording) -> Iterator[str]:
    """The hash of each line, the header's first."""
    yield hash_of(recording.header)
    yield from map(hash_of, recording.entries)
