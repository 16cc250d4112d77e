"""What a log consists of: a header, then each command followed by the events it led to, chained by hashes.

Every entry has one line, its canonical JSON; each line holds the sha256 of the line before it. So a log cannot be
changed, cut in the middle or put in another order unseen, and its last hash stands for all of it.

Headers and entries are msgspec structs and no records: a struct is its own line, so that a whole file is read and
written in one go. Each type of command and event has an entry class of its own, made from these two. Nothing in them
leads back to themselves, so the garbage collector need not look at them (``gc=False``).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, TypeVar, Union, cast

import msgspec
from msgspec import UNSET, UnsetType

from colt_rules import __version__
from colt_rules.commands import COMMAND_NAMES, COMMANDS, Command
from colt_rules.events import EVENT_NAMES, EVENTS, VERSIONS, Cited, Event
from colt_rules.log.codec import COMMAND_VERSIONS, SHAPES, to_json
from colt_rules.log.errors import Malformed
from colt_rules.model.names import Cites, Seat
from colt_rules.model.record import record
from colt_rules.registry.corrections import FIRST_VERSION, VERSION_PATTERN
from colt_rules.registry.published import corrections

FORMAT: Final = "colt-rules-log"
REDACTED_FORMAT: Final = "colt-rules-redacted-log"
"""Of a log that shows a game as one role may see it."""
FORMAT_VERSION: Final = 2
"""Version 1 had no closing line: whether such a file was cut after a command, nobody can tell."""
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
    version: Literal[1, 2] = FORMAT_VERSION
    spec: SpecVersion | UnsetType = UNSET
    """The version of the specification by which it was written, such as 1.1.0; the oldest logs do not say it."""

    @property
    def closes(self) -> bool:
        """Whether the log has a closing line."""
        return self.version > 1

    @property
    def spec_version(self) -> str:
        """The version of the specification, also where it is not said."""
        return FIRST_VERSION if self.spec is UNSET else self.spec


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
    """No event has this number."""
    cites: ClassVar[Cites] = ()
    """A command is no answer and rests on no clause."""
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
        return _COMMAND_OF[self.__class__](self.actor, *msgspec.structs.astuple(self.data))


class EventEntry(
    msgspec.Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="type",
    rename={"event": "data", "number": "command", "version": "v"},
):
    """An event that followed from a command."""

    actor: str
    """Who gave the command."""
    cites: Cites
    """The clauses it rests on."""
    number: Count
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

    @property
    def command(self) -> int:
        """The same, under the name that it has in the line."""
        return self.number


class Link(msgspec.Struct, frozen=True, gc=False, rename={"number": "command"}):
    """As much of a line as its place in the chain needs."""

    actor: str
    number: int
    prev: str
    type: str
    seq: int = 0


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The word of a key's owner that a finished game is as it stands in the log."""

    key: Hash
    """The public key (Ed25519), in hex."""
    signature: Signature
    """Of the statement that ``seals`` describes, in hex."""


class Closing(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="EndOfLog",
    rename={"version": "v"},
):
    """The last line of a file: how much there is, so that nothing can be missing. A game may go on after it."""

    commands: Total
    events: Total
    prev: Hash
    """The sha256 of the line before, in hex."""
    seals: tuple[Seal, ...] = ()
    """Empty unless the game is over and somebody has signed it."""
    version: Literal[1] = 1


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
_COMMAND_OF = {entry: COMMANDS[name] for name, entry in COMMAND_ENTRIES.items()}
EVENT_ENTRIES: dict[str, type[EventEntry]] = {
    name: _entry_class(EventEntry, name, VERSIONS[name], "event", cls) for name, cls in EVENTS.items()
}
ENTRIES: dict[str, type[Entry]] = {**COMMAND_ENTRIES, **EVENT_ENTRIES}
ANY_ENTRY: Any = Union[(*ENTRIES.values(),)]
"""The union of all entry classes, told apart by ``type``: no command and event share a name."""


@record
class Recording:
    """A log in memory."""

    header: Header
    entries: tuple[Entry, ...]
    """In their order: each command before its events."""
    closing: Closing | None
    """What its last line, or the store, says about its end; a file of version 1 says nothing."""
    written: Mapping[int, bytes] = {}
    """By index: the lines of entries that were lifted from an older version, as they were written."""

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


@record
class Batch:
    """Some lines of a log that follow one another, and what they say."""

    number: int
    """Of the first line, counted from 1."""
    lines: list[bytes]
    """As they were written, without their line feeds."""
    entries: Sequence[Entry | Link | None]
    """One for each line; links where nothing but the chain is asked for; nothing for a line that is malformed."""
    whole: bool = True
    """Whether no line is malformed."""


def new_header(game: str, edition: str, modules: tuple[str, ...], seats: tuple[Seat, ...]) -> Header:
    """The header of a log that begins now."""
    check_name(game)
    return Header(game, edition, modules, seats, spec=corrections().version)


def check_name(game: str) -> None:
    """Refuse a name of a game that is no plain word: it may become a file name."""
    if not _NAME.fullmatch(game):
        expected = "a name of 1 to 100 letters, digits, '.', '-' and '_', the first a letter or digit"
        raise Malformed("game", expected, ascii(game[:60]), "give it another name")


def check_spec(version: str | UnsetType) -> None:
    """Refuse a version of the specification that is none."""
    if version is not UNSET and not re.fullmatch(VERSION_PATTERN, version, re.ASCII):
        raise Malformed("spec", "three numbers such as 1.1.0", ascii(version[:60]), "correct the program that wrote it")


def hash_of(line: bytes | bytearray) -> str:
    """What the next line says about this one: the sha256 of its bytes without the line feed."""
    return sha256(line).hexdigest()


def beginning(header: Header) -> Head:
    """The end of a log that has nothing but its header."""
    return Head(0, 0, hash_of(to_json(header)))


def closing_of(head: Head, seals: tuple[Seal, ...] = ()) -> Closing:
    """The last line of a file that ends there."""
    return Closing(head.commands, head.events, head.hash, seals)


def extend(head: Head, command: Command, events: Iterable[Cited]) -> tuple[list[Entry], list[bytes], Head]:
    """The entries for a command and its events at the end of a log, their lines, and where the log ends then."""
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
                event=event,
                cites=cites,
                number=number,
                actor=actor,
                prev=hash_of(lines[-1]),
                version=VERSIONS[name],
            )
        )
        lines.append(to_json(entries[-1]))
    return entries, lines, Head(number, head.events + len(entries) - 1, hash_of(lines[-1]))


def recording(header: Header, steps: Iterable[tuple[Command, Iterable[Cited]]]) -> Recording:
    """The log of a game: its commands, each with what it led to."""
    head = beginning(header)
    entries: list[Entry] = []
    for command, events in steps:
        more, _, head = extend(head, command, events)
        entries += more
    return Recording(header, tuple(entries), closing_of(head))


def lines_of(recording: Recording) -> Iterator[bytes]:
    """The lines of a log but its closing line, as they were written, each without its line feed."""
    yield to_json(recording.header)
    for index, entry in enumerate(recording.entries):
        yield recording.written.get(index) or to_json(entry)
