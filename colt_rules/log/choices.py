"""Lazy answers as data: commands in which an object stands for every possible value of a field.

The adapter protocol and ``colt explain --json`` use them, because a choice may have millions of answers.
"""

from collections.abc import Sequence
from typing import Any

import attrs
import msgspec
from msgspec import UNSET, UnsetType

from colt_rules.commands import COMMAND_NAMES, COMMANDS
from colt_rules.decisions import Answers, Described, Either, Lazy, OneOf, Rows, Ways
from colt_rules.log.codec import check_type, command_object, read_command, read_thoroughly, shown, to_data
from colt_rules.log.errors import Malformed

LONGEST = 100
"""The maximum number of items and the maximum length of a row."""


class AnyRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """In place of a list: every list of these items. Equal lists count once."""

    of: tuple[str, ...]
    """The items of the list; they may repeat."""
    lengths: tuple[int, ...]
    sorted: bool | UnsetType = UNSET
    """Whether only sorted lists count. The default is false."""
    repeated: bool | UnsetType = UNSET
    """Whether an item may occur any number of times. By default it occurs at most as often as in ``of``."""
    needed: tuple[str, ...] | UnsetType = UNSET
    """The items that every list contains. The default is none."""


class AnyOne(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """In place of a text: each of these texts."""

    one_of: tuple[str, ...]


def ways_of(answers: Answers) -> list[dict[str, Any]]:
    """The answers as few objects, each standing for one or more commands."""
    if isinstance(answers, Described):
        return ways_of(answers.ways)
    if isinstance(answers, Either):
        return [way for part in answers.parts for way in ways_of(part)]
    if isinstance(answers, Ways):
        fields = {name: to_data(_described(value)) for name, value in answers.fields.items()}
        return [{"type": COMMAND_NAMES[answers.kind], "actor": answers.actor, **fields}] if answers else []
    return list(map(command_object, answers))


def _described(value: Any) -> Any:
    if isinstance(value, Rows):
        needed = tuple(sorted(value.needed))
        return AnyRow(value.items, value.lengths, value.in_order or UNSET, value.repeated or UNSET, needed or UNSET)
    return AnyOne(tuple(value)) if isinstance(value, OneOf) else value


def read_ways(ways: Sequence[Any]) -> Lazy[Any]:
    """The answers that these objects describe, lazily; raises ``Malformed`` for anything else."""
    return Either(*(_read(way, f"ways[{number}]") for number, way in enumerate(ways)))


def _read(way: Any, where: str) -> Ways:
    if not isinstance(way, dict):
        raise Malformed(where, "a command", shown(way), "send an object with the fields of a command")
    try:
        kind = COMMANDS[check_type("command", way.get("type"), COMMANDS)]
        fields = {name: _read_field(value, name) for name, value in way.items() if name not in ("type", "actor")}
        read_command({**way, **{name: _sample(value) for name, value in fields.items()}})
    except Malformed as error:
        raise _within(where, "command", error) from None
    values = {name: tuple(value) if value.__class__ is list else value for name, value in fields.items()}
    return Ways(kind, way["actor"], **{field.name: values[field.name] for field in attrs.fields(kind)[1:]})


def _read_field(value: Any, name: str) -> Any:
    """The value of a field, or the values that an object in its place stands for."""
    if not isinstance(value, dict):
        return value
    try:
        if "one_of" in value:
            one: AnyOne = read_thoroughly(AnyOne, value, name)
            return OneOf(one.one_of)
        row: AnyRow = read_thoroughly(AnyRow, value, name)
    except Malformed as error:
        raise _within(name, name, error) from None
    if len(row.of) > LONGEST or not all(0 <= length <= LONGEST for length in row.lengths):
        expected = f"at most {LONGEST} items, and lengths from 0 to {LONGEST}"
        raise Malformed(name, expected, "more", "list the commands instead")
    return Rows(row.of, row.lengths, in_order=bool(row.sorted), repeated=bool(row.repeated), needed=row.needed or ())


def _within(where: str, root: str, error: Malformed) -> Malformed:
    """The error with its path relative to the whole; ``root`` itself becomes ``where``."""
    path = where if error.path == root else f"{where}.{error.path}"
    return Malformed(path, error.expected, error.got, error.advice)


def _sample(value: Any) -> Any:
    """A sample value of the field's type."""
    if isinstance(value, Rows):
        return list(value.items[:1])
    return next(iter(value), "") if isinstance(value, OneOf) else value
