"""Events and commands as canonical JSON, read strictly.

Canonical JSON: sorted keys, no spaces, UTF-8 with no more escapes than JSON requires, and only objects, lists, texts,
64-bit integers, true, false and null. A value has one form and therefore one hash.

Reading compares a value with the fields of its class and reports what is wrong and where. It recurses over the
classes, not the value, so deep nesting cannot overflow it. ``lines`` has a faster way for whole logs.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import attrs
import msgspec
from msgspec import inspect as kinds

from colt_rules.commands import COMMAND_NAMES, COMMANDS, Command
from colt_rules.events import EVENTS, VERSIONS, Event
from colt_rules.log.errors import Malformed, closest
from colt_rules.model.messages import in_version, upcast
from colt_rules.safe_text import printable

LEAST, MOST = -(2**63), 2**63 - 1
"""Integers outside this range are refused: not every language can represent them."""

_encoder = msgspec.json.Encoder(order="sorted")
to_json: Callable[[Any], bytes] = _encoder.encode
"""The canonical bytes of a record or of plain data."""
to_lines: Callable[[Any], bytes] = _encoder.encode_lines
"""The canonical bytes of several values, each followed by a line feed."""

NOT_JSON = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for bytes that are not the expected JSON."""


def to_data(record: object) -> Any:
    """A record as plain data: dict, list, str, int, bool and None."""
    return msgspec.json.decode(to_json(record))


def digest(value: object) -> str:
    """The sha256 of the canonical JSON of a record, in hex."""
    return sha256(to_json(value)).hexdigest()


def read_event(type: str, version: int, data: bytes | Mapping[str, Any]) -> Event:
    """The event of this type and version, converted to the newest version; bytes must be canonical JSON.

    Raises ``Malformed`` for anything else.
    """
    cls = EVENTS[check_type("event", type, VERSIONS)]
    check_version(type, version, VERSIONS)
    event: Event = read_thoroughly(in_version(cls, version), data, "data")
    return upcast(cls, version, event)


def read_command(obj: Any) -> Command:
    """The command in an object such as ``{"type": "Fire", "actor": ...}``; raises ``Malformed``.

    Bytes are parsed as JSON and need not be canonical, because nothing is hashed yet. A ``Command`` is accepted as
    well, and its fields are checked in the same way.
    """
    if obj.__class__ in COMMAND_NAMES:
        obj = command_object(obj)
    given = plain(obj, "command")
    if not isinstance(given, dict):
        raise Malformed("command", "an object with a type", shown(given), "send each command as one JSON object")
    type = check_type("command", given.get("type"), COMMANDS)
    command: Command = read_thoroughly(COMMANDS[type], {key: given[key] for key in given if key != "type"}, "command")
    return command


def command_object(command: Command) -> dict[str, Any]:
    """A command as the plain object that ``read_command`` reads."""
    return {"type": COMMAND_NAMES[command.__class__], **to_data(command)}


# --- commands without their actor


def shape_of(cls: type[Command]) -> type[msgspec.Struct]:
    """A class for the fields of a command except the actor, which the log has beside them."""
    actor, *others = attrs.fields(cls)
    assert actor.name == "actor", "the actor comes first in every command"
    return msgspec.defstruct(
        f"{cls.__name__}Data",
        [(field.name, field.type) for field in others],
        forbid_unknown_fields=True,
        gc=False,
        namespace={"__doc__": cls.__doc__},
    )


SHAPES: dict[str, type[msgspec.Struct]] = {name: shape_of(cls) for name, cls in COMMANDS.items()}
"""By command type: the class for the fields of its newest version."""


# --- reading


def read_thoroughly(cls: type, data: Any, root: str) -> Any:
    """The value of this class, from plain data or canonical bytes; raises ``Malformed`` with the path from ``root``."""
    value = plain(data, root)
    read_part(cls, value, root)
    made: Any = msgspec.convert(value, cls)
    if isinstance(data, bytes) and to_json(made) != data:
        raise _not_canonical(root, to_json(made), data)
    return made


def read_part(kind: Any, value: Any, root: str) -> None:
    """Raise ``Malformed``, with the path from ``root``, if a value is not of this kind without conversion."""
    if not _test_of(kind)(value):
        _check(value, _kind(kind), "", root)


def plain(data: Any, root: str) -> Any:
    """Bytes parsed as JSON; anything else unchanged."""
    if not isinstance(data, bytes):
        return data
    try:
        return msgspec.json.decode(data)
    except UnicodeDecodeError:
        raise Malformed(root, "UTF-8", "other bytes", "write the text as UTF-8") from None
    except RecursionError:
        raise Malformed(root, "JSON", "values nested too deep", "nest at most 5 levels") from None
    except msgspec.MsgspecError as error:
        raise Malformed(root, "JSON", f"invalid JSON ({error})", "write it with a JSON library") from None


def check_type(what: str, type: Any, types: Collection[str]) -> str:
    """The type itself if this version knows it; raises ``Malformed`` if not."""
    if isinstance(type, str) and type in types:
        return type
    near = closest(type, types) if isinstance(type, str) else None
    raise Malformed(
        "type",
        f"one of the {len(types)} {what} types",
        shown(type),
        f"did you mean {near}?" if near else "if a newer version of colt-rules wrote it, upgrade and read it again",
    )


def check_version(type: str, version: Any, versions: Mapping[str, int]) -> None:
    """Raise ``Malformed`` for a version that the type does not have."""
    newest = versions[type]
    if version.__class__ is int and 1 <= version <= newest:
        return
    newer = version.__class__ is int and version > newest
    advice = (
        "upgrade colt-rules and read it again" if newer else "use an intact copy, or correct the program that wrote it"
    )
    wanted = f"version {newest} of {type}" + (" or an older one" if newest > 1 else "")
    raise Malformed("v", wanted, shown(version), advice)


@cache
def _kind(cls: Any) -> kinds.Type:
    return kinds.type_info(cls)


@cache
def _test_of(cls: Any) -> Callable[[Any], bool]:
    """A fast test whether a value is certainly of this kind; it does not say what is wrong or where."""
    return _test(_kind(cls))


def _test(kind: kinds.Type) -> Callable[[Any], bool]:
    """The conditions of ``_check`` as one function, built once for each kind; ``_check`` handles values that fail."""
    if isinstance(kind, kinds.Metadata):
        kind = kind.type
    match kind:
        case kinds.StructType() | kinds.DataclassType():
            return _test_of_fields(kind)
        case kinds.VarTupleType():
            item = _test(kind.item_type)
            return lambda value: value.__class__ in (list, tuple) and all(map(item, value))
        case kinds.DictType():
            key, item = _test(kind.key_type), _test(kind.value_type)
            return lambda value: value.__class__ is dict and all(map(key, value)) and all(map(item, value.values()))
        case kinds.UnionType():
            others = [each for each in kind.types if not isinstance(each, kinds.NoneType)]
            nothing = len(others) < len(kind.types)
            text, other = (_test(others[_scalar_of(sample, others)]) for sample in ("", None))
            return lambda value: (nothing and value is None) or (text if value.__class__ is str else other)(value)
        case kinds.AnyType():
            return lambda _: True
        case kinds.LiteralType():
            values = [(value.__class__, value) for value in kind.values]
            return lambda value: (value.__class__, value) in values
        case kinds.IntType():
            least, most = (LEAST if kind.ge is None else kind.ge), (MOST if kind.le is None else kind.le)
            return lambda value: value.__class__ is int and least <= value <= most
        case kinds.BoolType():
            return lambda value: value.__class__ is bool
        case kinds.StrType() if kind.min_length is None:
            return lambda value: value.__class__ is str and (value.isascii() or _is_unicode(value))
    return lambda _: False


def _test_of_fields(kind: kinds.StructType | kinds.DataclassType) -> Callable[[Any], bool]:
    """The test of an object. The tests of its fields are built on first use, because a class may contain itself."""
    tests: dict[str, Callable[[Any], bool]] = {}
    needed: set[str] = set()
    test_of = tests.get

    def test(value: Any) -> bool:
        if value.__class__ is not dict:
            return False
        if not tests:
            tests.update((field.encode_name, _test(field.type)) for field in kind.fields)
            if isinstance(kind, kinds.StructType) and kind.tag_field:
                tests[kind.tag_field] = _test(kinds.LiteralType((kind.tag,)))
            needed.update(tests.keys() - optional_fields(kind))
        for name, below in value.items():
            known = test_of(name) if name.__class__ is str else None
            if known is None or not known(below):
                return False
        return value.keys() >= needed

    return test


def _check(value: Any, kind: kinds.Type, path: str, root: str) -> None:
    """Raise ``Malformed`` if a value is not of this kind; nothing is converted or ignored."""
    where = path or root
    if isinstance(kind, kinds.Metadata):
        kind = kind.type
    match kind:
        case kinds.StructType() | kinds.DataclassType():
            fields = {field.encode_name: field.type for field in kind.fields}
            optional = optional_fields(kind)
            if isinstance(kind, kinds.StructType) and kind.tag_field:
                fields[kind.tag_field] = kinds.LiteralType((kind.tag,))
            _check_keys(value, fields, where)
            for name, below in fields.items():
                deeper = f"{path}.{name}" if path else name
                if name in value:
                    _check(value[name], below, deeper, root)
                elif name not in optional:
                    raise Malformed(deeper, _named(below), "nothing", "this field is required")
        case kinds.VarTupleType():
            if not isinstance(value, list | tuple):
                raise Malformed(where, "a list", shown(value), "put it in [ ]")
            for index, item in enumerate(value):
                _check(item, kind.item_type, f"{path}[{index}]", root)
        case kinds.DictType():
            if not isinstance(value, dict):
                raise Malformed(where, "an object", shown(value), "put it in { }")
            for key, item in value.items():
                _check(key, kind.key_type, f"{path}.{key}", root)
                _check(item, kind.value_type, f"{path}.{key}", root)
        case kinds.UnionType():
            others = [each for each in kind.types if not isinstance(each, kinds.NoneType)]
            if value is not None or len(others) == len(kind.types):
                _check(value, others[_scalar_of(value, others)], path, root)
        case kinds.AnyType():
            pass
        case kinds.LiteralType():
            if not any(value.__class__ is each.__class__ and value == each for each in kind.values):
                raise Malformed(where, _named(kind), shown(value), "no other value is allowed")
        case kinds.IntType():
            least, most = (LEAST if kind.ge is None else kind.ge), (MOST if kind.le is None else kind.le)
            if value.__class__ is not int:
                raise Malformed(
                    where, _named(kind), shown(value), "write it in digits, without quotes, point or exponent"
                )
            if not least <= value <= most:
                raise Malformed(
                    where, f"a whole number from {least} to {most}", shown(value), "use a number in this range"
                )
        case kinds.BoolType():
            if value.__class__ is not bool:
                raise Malformed(where, _named(kind), shown(value), "write one of the two, without quotes")
        case kinds.StrType():
            if value.__class__ is not str:
                raise Malformed(where, _named(kind), shown(value), "put it in quotes")
            if not _is_unicode(value):
                raise Malformed(where, _named(kind), "an unpaired surrogate", "write the text as UTF-8")
            if kind.min_length is not None and len(value) != kind.min_length:
                raise Malformed(where, f"a text of {kind.min_length} characters", shown(value), "copy the whole text")
        case _:
            raise NotImplementedError(f"the codec cannot check values of the type {kind}")


def optional_fields(kind: kinds.StructType | kinds.DataclassType) -> set[str]:
    """The fields that may be omitted: fields whose default is unset."""
    none = msgspec.NODEFAULT  # msgspec reports this as the default of a field that is unset
    return {
        field.encode_name
        for field in kind.fields
        if not field.required and field.default is none and field.default_factory is none
    }


def classes_of(type: Any) -> Iterator[type]:
    """The classes that values of this type consist of, itself first, with duplicates."""
    yield from _classes(_kind(type))


def _classes(kind: kinds.Type) -> Iterator[type]:
    match kind:
        case kinds.StructType() | kinds.DataclassType():
            yield kind.cls
            for field in kind.fields:
                yield from _classes(field.type)
        case kinds.UnionType():
            for each in kind.types:
                yield from _classes(each)
        case kinds.VarTupleType():
            yield from _classes(kind.item_type)
        case kinds.DictType():
            yield from _classes(kind.value_type)


def _scalar_of(value: Any, choices: list[kinds.Type]) -> int:
    """The index of the kind to check a value against: the text kind for a text, else the first."""
    texts = [index for index, kind in enumerate(choices) if isinstance(kind, kinds.StrType)]
    return texts[0] if texts and isinstance(value, str) else 0


def _check_keys(value: Any, fields: Collection[str], where: str) -> None:
    listed = ", ".join(fields)
    if not isinstance(value, dict):
        expected = f"an object with the fields {listed}" if fields else "an object without fields"
        raise Malformed(where, expected, shown(value), "put it in { }")
    for key in value:
        if key.__class__ is not str or key not in fields:
            near = closest(key, fields) if key.__class__ is str else None
            advice = f"did you mean {near}?" if near else "remove it"
            raise Malformed(where, f"no fields but {listed}" if fields else "no fields", shown(key), advice)


def _named(kind: kinds.Type) -> str:
    """A kind of value in words."""
    match kind:
        case kinds.StructType() | kinds.DataclassType():
            return "an object"
        case kinds.VarTupleType():
            return "a list"
        case kinds.UnionType():
            return " or ".join(_named(each) for each in kind.types)
        case kinds.LiteralType():
            return " or ".join(map(shown, kind.values))
        case kinds.IntType():
            return "a whole number"
        case kinds.BoolType():
            return "true or false"
        case kinds.NoneType():
            return "null"
        case _:
            return "a text"


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _not_canonical(root: str, canonical: bytes, data: bytes) -> Malformed:
    """The error for JSON with the right value but not in canonical form."""
    start = next((at for at, (one, two) in enumerate(zip(canonical, data, strict=False)) if one != two), 0)
    near = (text[max(0, start - 20) : start + 40].decode(errors="replace") for text in (canonical, data))
    wanted, came = map(printable, near)
    advice = "sort the keys, leave out spaces, escape only what must be, give each key once"
    return Malformed(root, f"canonical JSON, ...{wanted}...", f"...{came}...", advice)


def shown(value: Any) -> str:
    """A short description of a value, never all of it: it may be very large or too deep to print."""
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
            return f"the text {ascii(value) if len(value) <= 60 else ascii(value[:57]) + '...'}"
        case list() | tuple():
            return f"a list of {len(value)}"
        case dict():
            return f"an object with {len(value)} fields"
        case _:
            return f"a {value.__class__.__name__}"
