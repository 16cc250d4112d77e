"""Redacted logs: a game as one role may see it, line by line, with its own chain.

It has a line for each line of the complete log, with the same numbers and versions. What the role may not see is
omitted and named in ``hidden``; of other actors' commands it shows that they were given and, unless secret, their type.
It contains no hash of the complete log: where little is hidden, one could guess values until the hash matches.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal

import attrs
import msgspec

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS
from colt_rules.log.chain import Chain
from colt_rules.log.codec import (
    check_type,
    check_version,
    plain,
    read_part,
    read_thoroughly,
    shown,
    to_data,
    to_json,
)
from colt_rules.log.entries import (
    MADE_BY,
    NEWEST,
    REDACTED_FORMAT,
    Batch,
    CommandEntry,
    Count,
    EventEntry,
    Hash,
    Head,
    Name,
    Recording,
    SpecVersion,
    check_name,
    check_spec,
    closing_of,
    hash_of,
    lines_of,
)
from colt_rules.log.errors import LogError, LogProblem, Malformed
from colt_rules.log.lines import LogReader, WrongFormat
from colt_rules.log.replay import replay
from colt_rules.model.messages import fields_added_since, in_version, newest_names
from colt_rules.model.names import Cites, Number, Seat
from colt_rules.views.commands import SeenCommand, view_command
from colt_rules.views.events import ADDED, SOMETIMES, SeenEvent, view_event
from colt_rules.views.roles import REFEREE, UnknownRole, known_role

REDACTED_FORMAT_VERSION: Final = 1


class RedactedHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"role": "as"}):
    """The first line of a redacted log."""

    role: str
    """The role that it is for: a seat or ``spectator``."""
    game: Name
    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    """The seats, clockwise."""
    spec: SpecVersion
    """The version of the specification, as in the complete log."""
    made_by: str = MADE_BY
    format: Literal["colt-rules-redacted-log"] = REDACTED_FORMAT
    version: Literal[1] = REDACTED_FORMAT_VERSION


class RedactedCommand(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"number": "command", "version": "v"}
):
    """A command as the role may see it: complete if the role gave it, else its actor and, if public, its type."""

    actor: str
    number: Count
    data: Mapping[str, Any]
    hidden: tuple[str, ...]
    """The names of the omitted fields; only ``type`` if the type of the command is secret."""
    prev: Hash
    type: str | None
    version: int | None

    @property
    def seq(self) -> int:
        """Distinguishes it from an event, whose number is at least 1."""
        return 0


class RedactedEvent(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"number": "command", "version": "v"}
):
    """An event as the role may see it; ``data`` may have additional fields, such as the number of hidden cards."""

    actor: str
    cites: Cites
    number: Count
    data: Mapping[str, Any]
    hidden: tuple[str, ...]
    """The names of the omitted fields."""
    prev: Hash
    seq: Count
    type: str
    version: int


def redacted(log: Recording, role: str) -> Iterator[bytes]:
    """The lines of the log for this role, without line feeds; a broken chain raises ``LogError``.

    An unknown role raises ``UnknownRole``, and so does the referee, whose log would be the complete one. A broken chain
    is refused because the new chain would hide it.
    """
    _check_chain(log)
    game = replay(log)
    if known_role(game, role) == REFEREE:
        raise UnknownRole("expected a seat or spectator; the referee sees everything, which is the log itself")
    header = log.header
    facts = (header.game, header.edition, header.modules, header.seats, header.spec, header.made_by)
    line = to_json(RedactedHeader(role, *facts))
    yield line
    commands = events = 0
    first = {entry.command: entry.event for entry in reversed(log.events)}
    for entry in log.entries:
        redacted: RedactedCommand | RedactedEvent
        if isinstance(entry, CommandEntry):
            redacted = _command(entry, view_command(entry.command, role, game, first.get(entry.number)), hash_of(line))
            commands += 1
        else:
            seen = view_event(entry.event, role, game, entry.cites)
            data, hidden = _as_logged(entry, seen)
            redacted = RedactedEvent(
                entry.actor, seen.cites, entry.command, data, hidden, hash_of(line), entry.seq, entry.type,
                entry.version,
            )  # fmt: skip
            events += 1
        line = to_json(redacted)
        yield line
    yield to_json(closing_of(Head(commands, events, hash_of(line))))


def _command(entry: CommandEntry, seen: SeenCommand, prev: str) -> RedactedCommand:
    """The command reduced to what the role sees. If the type is secret, so is the version, which would reveal it."""
    if seen.type is None:
        return RedactedCommand(entry.actor, entry.number, {}, SECRET_KIND, prev, None, None)
    data: Mapping[str, Any] = to_data(entry.data) if seen.command else {}
    hidden = () if seen.command else tuple(sorted(entry.data.__struct_fields__))
    return RedactedCommand(entry.actor, entry.number, data, hidden, prev, entry.type, entry.version)


def _as_logged(entry: EventEntry, seen: SeenEvent) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """The visible data and the hidden fields of an event, under the names of the version in which it was logged."""
    then = {name: old for old, name in newest_names(entry.newest, entry.version).items()}
    later = fields_added_since(entry.newest, entry.version)
    data = {then.get(name, name): value for name, value in seen.data.items() if name not in later}
    return data, tuple(sorted(then.get(name, name) for name in seen.hidden if name not in later))


SECRET_KIND = ("type",)
"""What is hidden of a command whose type is secret: its fields would reveal the type."""


def _check_chain(log: Recording) -> None:
    first, *lines = lines_of(log)
    chain = Chain(Head(0, 0, hash_of(first)))
    found = chain.follow(Batch(2, lines, log.entries))
    found += chain.close(log.closing)
    if found:
        raise LogError(
            [LogProblem(one.line, f"expected {one.expected}, got {one.got}; {one.meaning}") for one in found]
        )


class RedactedReader(LogReader):
    """Reads a redacted log piece by piece; its chain is verified like that of a complete log."""

    def _read_fast(self, text: bytes) -> list[Any]:
        return []

    def _read_header(self, line: bytes) -> Any:
        given = plain(line, "line")
        version = given.get("version") if isinstance(given, dict) and given.get("format") == REDACTED_FORMAT else None
        if version.__class__ is int and version > REDACTED_FORMAT_VERSION:
            expected = shown(REDACTED_FORMAT_VERSION)
            raise WrongFormat("version", expected, shown(version), "upgrade colt-rules and read the file again")
        header = read_thoroughly(RedactedHeader, line, "line")
        check_name(header.game)
        check_spec(header.spec)
        return header

    def _read_entry(self, line: bytes) -> Any:
        return read_redacted(line)


def read_redacted(line: bytes) -> RedactedCommand | RedactedEvent:
    """The command or event in a line of a redacted log."""
    given = plain(line, "line")
    if isinstance(given, dict) and "seq" not in given and given.get("type", "") is None:
        return _read_secret(line)
    type = check_type("command and event", given.get("type") if isinstance(given, dict) else None, NEWEST)
    check_version(type, given.get("v"), NEWEST)
    entry: RedactedCommand | RedactedEvent = read_thoroughly(
        RedactedEvent if type in EVENTS else RedactedCommand, line, "line"
    )
    some = SOMETIMES.get(EVENTS[type], {}) if type in EVENTS else {}
    names = _names(type, given["v"])
    if sorted((*entry.data, *entry.hidden)) not in (sorted(names), sorted(names.keys() - some)):
        raise Malformed(
            "hidden",
            f"each of {', '.join(names) or 'no field'} once, here or in data",
            "other fields",
            "use an intact copy",
        )
    for name, value in entry.data.items():
        read_part(names[name], value, f"data.{name}")
    return entry


def _read_secret(line: bytes) -> RedactedCommand:
    """A command whose type is secret: nothing else of it may be shown."""
    entry: RedactedCommand = read_thoroughly(RedactedCommand, line, "line")
    if entry.hidden != SECRET_KIND:
        raise Malformed("hidden", "type alone", shown(list(entry.hidden)), "use an intact copy")
    for name, got in (("data", dict(entry.data) or None), ("v", entry.version)):
        if got is not None:
            raise Malformed(name, "nothing, because the type is hidden", shown(got), "use an intact copy")
    return entry


def is_redacted(first: bytes) -> bool:
    """Whether a log that starts with these bytes is redacted."""
    return f'"format":"{REDACTED_FORMAT}"'.encode() in first.partition(b"\n")[0]


@cache
def _names(type: str, version: int) -> dict[str, Any]:
    """By name: the type of each value that a version of a command or event can show; some only for some events."""
    if type in COMMANDS:
        return {name: kind for name, kind in _fields(in_version(COMMANDS[type], version)).items() if name != "actor"}
    cls = EVENTS[type]
    added = dict.fromkeys(ADDED.get(cls, {}), Number) | dict.fromkeys(SOMETIMES.get(cls, {}), str)
    return _fields(in_version(cls, version)) | added


def _fields(cls: Any) -> dict[str, Any]:
    return {field.name: field.type for field in attrs.fields(cls)}
