"""What a log consists of: a header, then each command followed by the events it led to, chained by hashes.

Every entry is one line of canonical JSON; each line holds the sha256 of the line before it. So any change, cut or
reordering is detected, and the last hash identifies the whole log.

Headers and entries are msgspec structs, not records, so that msgspec reads and writes a whole file in one call. Each
version of each command and event type has its own entry class, derived from ``CommandEntry`` or ``EventEntry``. An
entry of an earlier version keeps the data as written; ``event`` and ``command`` convert it to the newest version.
Entries contain no reference cycles, so the garbage collector can skip them (``gc=False``).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, TypeVar, Union, cast

import msgspec

from colt_rules import __version__
from colt_rules.commands import COMMAND_NAMES, COMMAND_VERSIONS, COMMANDS, Command
from colt_rules.events import EVENT_NAMES, EVENTS, VERSIONS, Cited, Event
from colt_rules.log.codec import SHAPES, shape_of, to_json
from colt_rules.log.errors import Malformed
from colt_rules.model.messages import fields_added_since, in_version, upcast
from colt_rules.model.names import Cites, Seat
from colt_rules.model.record import changed, record
from colt_rules.registry.corrections import VERSION_PATTERN
from colt_rules.registry.published import corrections

FORMAT: Final = "colt-rules-log"
REDACTED_FORMAT: Final = "colt-rules-redacted-log"
"""The format of a log that shows a game to one role."""
FORMAT_VERSION: Final = 1
MADE_BY = f"colt-rules {__version__}"

_NAME = re.compile("^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", re.ASCII)

Count = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Total = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Hash = Annotated[str, msgspec.Meta(min_length=64, max_length=64, extra_json_schema={"pattern": "^[0-9a-f]{64}$"})]
Signature = Annotated[
    str, msgspec.Meta(min_length=128, max_length=128, extra_json_schema={"pattern": "^[0-9a-f]{128}$"})
]
Name = Annotated[str, msgspec.Meta(extra_json_schema={"pattern": _NAME.pattern})]
SpecVersion = Annotated[str, msgspec.Meta(extra_json_schema={"pattern": VERSION_PATTERN})]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a log: what it is about. ``GameStarted`` repeats edition, modules and seats."""

    game: Name
    """The name of the game: letters, digits, dot, hyphen and underscore."""
    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    """The seats, clockwise."""
    spec: SpecVersion
    """The version of the specification that it was written with, such as 1.1.0."""
    made_by: str = MADE_BY
    """The program that wrote it."""
    format: Literal["colt-rules-log"] = FORMAT
    version: Literal[1] = FORMAT_VERSION


CommandClass: TypeAlias = type[Command]
EventClass: TypeAlias = type[Event]
"""Named here: in a class with a property `type`, Python 3.14 finds that property when it evaluates `type[Event]`."""


class CommandEntry(
    msgspec.Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="type",
    rename={"number": "command", "version": "v"},
):
    """A command that was accepted."""

    seq: ClassVar[int] = 0
    """Distinguishes it from an event, whose number is at least 1."""
    cites: ClassVar[Cites] = ()
    """A command cites no clauses."""
    newest: ClassVar[CommandClass]
    """The class of its type."""
    logged: ClassVar[CommandClass]
    """The class of its type in this version."""
    actor: str
    number: Count
    """The number of the command, counted from 1."""
    data: Any
    """The fields of the command except its actor."""
    prev: Hash
    """The sha256 of the line before, in hex."""
    version: int

    @property
    def type(self) -> str:
        """The name of its type."""
        return str(self.__struct_config__.tag)

    @property
    def command(self) -> Command:
        """The command itself, in the newest version."""
        return upcast(self.newest, self.version, self.logged(self.actor, *msgspec.structs.astuple(self.data)))


class EventEntry(
    msgspec.Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="type",
    rename={"number": "command", "version": "v"},
):
    """An event that followed from a command."""

    newest: ClassVar[EventClass]
    """The class of its type."""
    actor: str
    """The actor who gave the command."""
    cites: Cites
    """The clauses that it cites."""
    number: Count
    """The number of its command."""
    data: Event
    """The fields of the event."""
    prev: Hash
    """The sha256 of the line before, in hex."""
    seq: Count
    """The number of the event, counted from 1."""
    version: int

    @property
    def type(self) -> str:
        """The name of its type."""
        return str(self.__struct_config__.tag)

    @property
    def event(self) -> Event:
        """The event itself, in the newest version."""
        return upcast(self.newest, self.version, self.data)

    @property
    def command(self) -> int:
        """The number of the command, under its name in the line."""
        return self.number


class Link(msgspec.Struct, frozen=True, gc=False, rename={"number": "command"}):
    """The part of a line that its place in the chain depends on."""

    actor: str
    number: int
    prev: str
    type: str
    seq: int = 0


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signature by which the owner of a key vouches for the log of a finished game."""

    key: Hash
    """The public key (Ed25519), in hex."""
    signature: Signature
    """The signature of the statement that ``seals`` describes, in hex."""


class Closing(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="EndOfLog",
    rename={"version": "v"},
):
    """The last line of a file: the counts, so that missing lines are detected. The game itself may go on later."""

    commands: Total
    events: Total
    prev: Hash
    """The sha256 of the line before, in hex."""
    seals: tuple[Seal, ...] = ()
    """The seals; empty unless the game is over and somebody has signed it."""
    version: Literal[1] = 1


Entry: TypeAlias = CommandEntry | EventEntry
AnEntry = TypeVar("AnEntry", CommandEntry, EventEntry)


def _entry_class(base: type[AnEntry], name: str, version: int, holds: Any, **classes: type) -> type[AnEntry]:
    """The entry class for one version of a type of command or event."""
    called = f"{name}Line" if version == NEWEST[name] else f"{name}V{version}Line"
    fields = [("data", holds), ("version", Literal[version])]
    namespace = {"__doc__": base.__doc__, **classes}
    made: Any = msgspec.defstruct(called, fields, bases=(base,), tag=name, namespace=namespace)
    return cast("type[AnEntry]", made)


def _command_entry(name: str, version: int) -> type[CommandEntry]:
    newest = COMMANDS[name]
    logged = in_version(newest, version)
    holds = SHAPES[name] if logged is newest else shape_of(logged)
    return _entry_class(CommandEntry, name, version, holds, newest=newest, logged=logged)


def _event_entry(name: str, version: int) -> type[EventEntry]:
    newest = EVENTS[name]
    return _entry_class(EventEntry, name, version, in_version(newest, version), newest=newest)


NEWEST: dict[str, int] = {**COMMAND_VERSIONS, **VERSIONS}
"""The newest version of every type; commands and events share no names."""
_COMMAND_ENTRIES = {
    (name, version): _command_entry(name, version)
    for name, newest in COMMAND_VERSIONS.items()
    for version in range(1, newest + 1)
}
_EVENT_ENTRIES = {
    (name, version): _event_entry(name, version)
    for name, newest in VERSIONS.items()
    for version in range(1, newest + 1)
}
ENTRIES: dict[tuple[str, int], type[Entry]] = {**_COMMAND_ENTRIES, **_EVENT_ENTRIES}
"""The entry class of every version of every type."""
COMMAND_ENTRIES = {name: _COMMAND_ENTRIES[name, newest] for name, newest in COMMAND_VERSIONS.items()}
EVENT_ENTRIES = {name: _EVENT_ENTRIES[name, newest] for name, newest in VERSIONS.items()}
"""The entry classes of the newest versions, which this program writes."""
ANY_ENTRY: Any = Union[(*COMMAND_ENTRIES.values(), *EVENT_ENTRIES.values())]
"""The union of these, distinguished by ``type``."""


@record
class Recording:
    """A log in memory."""

    header: Header
    entries: tuple[Entry, ...]
    """The entries in order: each command before its events."""
    closing: Closing
    """The last line."""

    @property
    def commands(self) -> list[CommandEntry]:
        """The entries of commands."""
        return [entry for entry in self.entries if isinstance(entry, CommandEntry)]

    @property
    def events(self) -> list[EventEntry]:
        """The entries of events."""
        return [entry for entry in self.entries if isinstance(entry, EventEntry)]


@record
class Head:
    """The end of a log: its numbers of commands and events, and the hash of its last line."""

    commands: int
    events: int
    hash: str


@record
class Batch:
    """Consecutive lines of a log and their entries."""

    number: int
    """The number of the first line, counted from 1."""
    lines: list[bytes]
    """The lines as written, without line feeds."""
    entries: Sequence[Entry | Link | None]
    """One for each line: links if only the chain is checked, None for a malformed line."""
    well_formed: bool = True
    """Whether no line is malformed."""


def new_header(game: str, edition: str, modules: tuple[str, ...], seats: tuple[Seat, ...]) -> Header:
    """The header of a new log."""
    check_name(game)
    return Header(game, edition, modules, seats, corrections().version)


def check_name(game: str) -> None:
    """Raise ``Malformed`` if the name of a game is not a plain word, because it may become a file name."""
    if not _NAME.fullmatch(game):
        expected = "a name of 1 to 100 letters, digits, '.', '-' and '_', the first a letter or digit"
        raise Malformed("game", expected, ascii(game[:60]), "give it another name")


def check_spec(version: str) -> None:
    """Raise ``Malformed`` if a version of the specification is malformed."""
    if not re.fullmatch(VERSION_PATTERN, version, re.ASCII):
        raise Malformed("spec", "three numbers such as 1.1.0", ascii(version[:60]), "correct the program that wrote it")


def hash_of(line: bytes | bytearray) -> str:
    """The hash of a line that the next line holds: the sha256 of its bytes without the line feed."""
    return sha256(line).hexdigest()


def beginning(header: Header) -> Head:
    """The end of a log with only its header."""
    return Head(0, 0, hash_of(to_json(header)))


def closing_of(head: Head, seals: tuple[Seal, ...] = ()) -> Closing:
    """The last line of a file that ends at ``head``."""
    return Closing(head.commands, head.events, head.hash, seals)


def extend(head: Head, command: Command, events: Iterable[Cited]) -> tuple[list[Entry], list[bytes], Head]:
    """The entries of a command and its events, appended to a log; their lines; the new end of the log."""
    number, actor = head.commands + 1, command.actor
    name = COMMAND_NAMES[command.__class__]
    data = SHAPES[name](*(getattr(command, field) for field in SHAPES[name].__struct_fields__))
    entries: list[Entry] = [
        COMMAND_ENTRIES[name](number=number, actor=actor, data=data, prev=head.hash, version=COMMAND_VERSIONS[name])
    ]
    lines = [to_json(entries[0])]
    for seq, (event, cites) in enumerate(events, head.events + 1):
        name = EVENT_NAMES[event.__class__]
        entries.append(
            EVENT_ENTRIES[name](
                seq=seq,
                data=event,
                cites=cites,
                number=number,
                actor=actor,
                prev=hash_of(lines[-1]),
                version=VERSIONS[name],
            )
        )
        lines.append(to_json(entries[-1]))
    return entries, lines, Head(number, head.events + len(entries) - 1, hash_of(lines[-1]))


def in_versions_of(events: Iterable[Event], logged: Iterable[EventEntry]) -> list[Event]:
    """The events reduced to what the versions of these log entries can express.

    A field that such a version lacks gets the value that it has in ``EventEntry.event``.
    """
    earlier = {
        entry.newest: fields_added_since(entry.newest, entry.version) for entry in logged if entry.newest.earlier
    }
    return [changed(event, **more) if (more := earlier.get(event.__class__)) else event for event in events]


def recording(header: Header, steps: Iterable[tuple[Command, Iterable[Cited]]]) -> Recording:
    """The log of a game, from its commands, each with its events."""
    head = beginning(header)
    entries: list[Entry] = []
    for command, events in steps:
        more, _, head = extend(head, command, events)
        entries += more
    return Recording(header, tuple(entries), closing_of(head))


def lines_of(recording: Recording) -> Iterator[bytes]:
    """The lines of a log except the closing line, as written, without line feeds."""
    yield to_json(recording.header)
    yield from map(to_json, recording.entries)
