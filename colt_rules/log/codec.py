"""Events and commands as canonical JSON, read strictly and fast.

Canonical JSON: keys sorted, no spaces, UTF-8 not escaped more than JSON asks for, and only objects, lists, texts,
whole numbers of 64 bits, true, false and null. One value has one form, so it has one hash.

Reading has a fast way and a thorough one. The fast way decodes straight into the class and writes the result down
again: if that gives the same bytes, nothing was unknown, doubled, converted or dressed up. Anything else goes the
thorough way, which walks through the value beside the fields of its class and can say what is wrong and where. It
follows the classes, not the value, so no nesting is too deep for it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import attrs
import msgspec

from colt_rules.commands import COMMAND_NAMES, COMMANDS, Command
from colt_rules.events import EVENTS, VERSIONS, Event
from colt_rules.log.errors import Malformed, closest

COMMAND_VERSIONS: dict[str, int] = dict.fromkeys(COMMANDS, 1)
"""The schema version of each command type."""

LEAST, MOST = -(2**63), 2**63 - 1
"""Whole numbers outside these are refused: not every language could read them."""

to_json: Callable[[Any], bytes] = msgspec.json.Encoder(order="sorted").encode
"""The canonical bytes of a record or of plain data."""

_NOT_JSON = (msgspec.MsgspecError, ValueError, RecursionError)
_LONG_NUMBER = re.compile(rb"\d{19}").search
_UPGRADE = "it may come from a newer version of colt-rules: upgrade, then read it again"


def to_data(record: object) -> Any:
    """A record as plain data: dicts, lists, texts, whole numbers, booleans and nothing."""
    return msgspec.json.decode(to_json(record))


def digest(value: object) -> str:
    """The sha256 of the canonical JSON of a record, in hex."""
    return sha256(to_json(value)).hexdigest()


# --- events


def read_event(type: str, version: int, data: bytes | Mapping[str, Any]) -> Event:
    """The event of this type and version; bytes must be canonical JSON. Anything else is ``Malformed``."""
    if data.__class__ is bytes and type.__class__ is str and version.__class__ is int and version == VERSIONS.get(type):
        decode, has_numbers = _EVENTS[type]
        try:
            event = decode(data)
            if to_json(event) == data and not (has_numbers and _LONG_NUMBER(data)):
                return event
        except _NOT_JSON:
            pass  # the thorough way says what is wrong
    _known("event", type, version, VERSIONS)
    event = _strict(_plain(data, "data"), EVENTS[type], "data")
    _same(event, data, "data")
    return event


# --- commands


def read_command(obj: Any) -> Command:
    """The command that an object from outside, ``{"type": "Fire", "actor": ...}``, stands for, or ``Malformed``."""
    plain = _plain(obj, "command")
    if not isinstance(plain, Mapping):
        raise Malformed("command", "an object with a type", shown(plain), "send one JSON object a command")
    if "type" not in plain:
        raise Malformed("type", _one_of("command", COMMANDS), "nothing", "name the command's type")
    type = plain["type"]
    _known("command", type, COMMAND_VERSIONS.get(type) if type.__class__ is str else None, COMMAND_VERSIONS)
    return _strict({key: value for key, value in plain.items() if key != "type"}, COMMANDS[type], "")


def command_data(command: Command) -> bytes:
    """The canonical JSON of a command without its actor, who stands beside it in the log."""
    shape = _COMMANDS[COMMAND_NAMES[command.__class__]][1]
    return to_json(shape(*(getattr(command, name) for name in shape.__struct_fields__)))


def read_logged_command(type: str, version: int, actor: str, data: bytes) -> Command:
    """The command of this type and version that this actor gave; ``data`` as ``command_data`` writes it."""
    if type.__class__ is str and version.__class__ is int and version == COMMAND_VERSIONS.get(type):
        decode, _, has_numbers = _COMMANDS[type]
        try:
            shape = decode(data)
            if to_json(shape) == data and not (has_numbers and _LONG_NUMBER(data)):
                return COMMANDS[type](actor, *msgspec.structs.astuple(shape))
        except _NOT_JSON:
            pass
    _known("command", type, version, COMMAND_VERSIONS)
    plain = _plain(data, "data")
    if isinstance(plain, Mapping) and "actor" in plain:
        raise Malformed("data.actor", "no actor here", shown(plain["actor"]), "the actor stands beside the data")
    command = _strict({**plain, "actor": actor} if isinstance(plain, Mapping) else plain, COMMANDS[type], "data")
    _same({key: value for key, value in to_data(command).items() if key != "actor"}, data, "data")
    return command


# --- the fast way: one decoder a type


def _holds_numbers(type_: Any) -> bool:
    if attrs.has(type_):
        return any(_holds_numbers(field.type) for field in attrs.fields(type_))
    return type_ is int or any(map(_holds_numbers, get_args(type_)))


def _shape(cls: type[Command]) -> type[msgspec.Struct]:
    """The fields of a command without the actor, who comes first in every command."""
    actor, *others = attrs.fields(cls)
    assert actor.name == "actor"
    return msgspec.defstruct(cls.__name__, [(field.name, field.type) for field in others])


_EVENTS: dict[str, tuple[Callable[[Any], Any], bool]] = {
    name: (msgspec.json.Decoder(cls).decode, _holds_numbers(cls)) for name, cls in EVENTS.items()
}
_COMMANDS: dict[str, tuple[Callable[[Any], Any], type[msgspec.Struct], bool]] = {
    name: (msgspec.json.Decoder(shape).decode, shape, _holds_numbers(cls))
    for name, cls, shape in ((name, cls, _shape(cls)) for name, cls in COMMANDS.items())
}


# --- the thorough way: a value beside the fields of its class


def _known(what: str, type: Any, version: Any, versions: Mapping[str, int]) -> None:
    if type.__class__ is not str:
        raise Malformed("type", _one_of(what, versions), shown(type), f"name the {what}'s type")
    if type not in versions:
        near = closest(type, versions)
        raise Malformed("type", _one_of(what, versions), shown(type), f"did you mean {near}?" if near else _UPGRADE)
    if version.__class__ is not int or version != versions[type]:
        advice = _UPGRADE if version.__class__ is int and version > versions[type] else "correct the version"
        raise Malformed("v", f"version {versions[type]} of {type}", shown(version), advice)


def _one_of(what: str, names: Iterable[str]) -> str:
    return f"one of the {len(list(names))} {what} types"


def _plain(data: Any, path: str) -> Any:
    """Bytes as plain data; what is no bytes already is."""
    if not isinstance(data, bytes):
        return data
    try:
        return msgspec.json.decode(data)
    except UnicodeDecodeError:
        raise Malformed(path, "UTF-8", "other bytes", "write the text as UTF-8") from None
    except RecursionError:
        raise Malformed(path, "JSON", "values nested too deep", "nothing here is nested deeper than 5") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Malformed(path, "JSON", f"something else ({error})", "write it with a JSON library") from None


def _same(value: object, data: Any, path: str) -> None:
    """Refuse bytes that mean this value but are not its canonical form."""
    if isinstance(data, bytes) and to_json(value) != data:
        raise not_canonical(path, to_json(value), data)


def not_canonical(path: str, canonical: bytes, data: bytes) -> Malformed:
    """The complaint about JSON that says the right thing in another form than the canonical one."""
    start = next((i for i, (one, other) in enumerate(zip(canonical, data, strict=False)) if one != other), 0)
    start = max(0, min(start, len(data) - 1) - 20)
    wanted, came = (text[start : start + 60].decode(errors="replace") for text in (canonical, data))
    advice = "sort the keys, leave out spaces, escape only what must be, give each key once"
    return Malformed(path, f"canonical JSON, ...{wanted}", f"...{came}", advice)


def _strict(value: Any, type_: Any, path: str) -> Any:
    """The value as this type asks for it, nothing converted and nothing ignored."""
    if attrs.has(type_):
        return _strict_record(value, type_, path)
    origin, args = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType):
        (inner,) = (arg for arg in args if arg is not NoneType)
        return None if value is None else _strict(value, inner, path)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise Malformed(path, "a list", shown(value), "put it in [ ]")
        return tuple(_strict(item, args[0], f"{path}[{index}]") for index, item in enumerate(value))
    if value.__class__ is not type_:
        raise Malformed(path, _PLAIN[type_][0], shown(value), _PLAIN[type_][1])
    if type_ is int and not LEAST <= value <= MOST:
        raise Malformed(path, "a whole number of 64 bits", "a larger one", "no number of the game is that large")
    if type_ is str and not _is_unicode(value):
        raise Malformed(path, "a text", "half of a surrogate pair", "write the text as UTF-8")
    return value


def _strict_record(value: Any, cls: Any, path: str) -> Any:
    fields = {field.name: field for field in attrs.fields(cls)}
    listed = ", ".join(fields) or "none"
    if not isinstance(value, Mapping):
        raise Malformed(path or "command", f"an object with the fields {listed}", shown(value), "put it in { }")
    for key in value:
        if key not in fields:
            near = closest(key, fields) if key.__class__ is str else None
            advice = f"did you mean {near}?" if near else "take it out"
            raise Malformed(path or "command", f"the fields {listed}", f"also {shown(key)}", advice)
    below = {name: f"{path}.{name}" if path else name for name in fields}
    for name in fields:
        if name not in value:
            raise Malformed(below[name], _expected(fields[name].type), "nothing", "every field has to be there")
    return cls(*(_strict(value[name], field.type, below[name]) for name, field in fields.items()))


_PLAIN: dict[Any, tuple[str, str]] = {
    str: ("a text", "put it in quotes"),
    int: ("a whole number", "write it in digits, without quotes, point or exponent"),
    bool: ("true or false", "write one of the two, without quotes"),
}


def _expected(type_: Any) -> str:
    if attrs.has(type_):
        return "an object"
    if get_origin(type_) in (Union, UnionType):
        return " or ".join("null" if arg is NoneType else _expected(arg) for arg in get_args(type_))
    return "a list" if get_origin(type_) is tuple else _PLAIN[type_][0]


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def shown(value: Any) -> str:
    """What came, in a few words. Never the whole of it: it may be endless, or too deep to print."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return f"the number {value}" if LEAST <= value <= MOST else "a number beyond 64 bits"
        case float():
            return f"the number {value}"
        case str():
            return f"the text {_cut(ascii(value[:60]))}"
        case list() | tuple():
            return f"a list of {len(value)}"
        case Mapping():
            return f"an object with {len(value)} fields"
        case _:
            return f"a {value.__class__.__name__}"
