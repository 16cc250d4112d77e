"""Reads hand-written data without converting any value, and reports every error at once.

Plain cattrs turns `"5"`, `5.7` and `true` into an integer and splits a string into a list of letters. Here a value
has the type of its field, or it is a problem with file, path, what was expected and what was found.

A field whose key in the data is not its Python name sets it with `attrs.field(metadata={"key": "difference"})`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import Any, Literal, Protocol, TypeVar, Union, get_args, get_origin

import tomli
from attrs import AttrsInstance, fields, has
from cattrs import Converter
from cattrs.errors import (
    CattrsError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, mapping_structure_factory, override

from colt_rules.registry.errors import Findings, Problem, SpecError

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; raises `SpecError`, with the line, if the file is missing or not TOML."""
    file = path.as_posix()
    try:
        return tomli.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError([Problem(file, "", f"expected a TOML file, got none: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        raise SpecError([Problem(file, f"byte {error.start}", "expected UTF-8, got other bytes")]) from error
    except tomli.TOMLDecodeError as error:
        what, _, where = str(error).rpartition(" (at ")
        line = re.match(r"line \d+", where)
        raise SpecError([Problem(file, line.group() if line else "end of file", f"not TOML: {what}")]) from error


def structure(data: Any, cls: type[T], file: str, path: str = "") -> T:
    """`data` as a `cls`, with nothing converted or ignored; raises `SpecError` with all problems."""
    try:
        return _converter.structure(data, cls)
    except (CattrsError, ValueError) as error:
        raise SpecError(_problems(error, data, cls, file, path)) from error


def structure_file(path: Path, cls: type[T]) -> T:
    """The whole TOML file `path` as a `cls`."""
    return structure(read_toml(path), cls, path.as_posix())


class HasId(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str: ...


Named = TypeVar("Named", bound=HasId)


def read_items(path: Path, key: str, cls: type[Named]) -> dict[str, Named]:
    """The `[[key]]` tables of a TOML file, by id, in order; any other key is a problem."""
    file = path.as_posix()
    data = read_toml(path)
    findings = Findings()
    for other in sorted(data.keys() - {key}):
        findings.add(file, other, f"expected only {key}, got another key")
    items: dict[str, Named] = {}
    several: Any = GenericAlias(tuple, (cls, ...))
    with findings.gather():
        items = by_id(structure(data.get(key), several, file, key), file, key)
    findings.raise_any()
    return items


def by_id(items: Iterable[Named], file: str, path: str) -> dict[str, Named]:
    """The items by id, in order; raises `SpecError` if two have the same id."""
    found: dict[str, Named] = {}
    findings = Findings()
    for item in items:
        if item.id in found:
            findings.add(file, f"{path}[{item.id}]", "expected a unique id, got one that is already used")
        found.setdefault(item.id, item)
    findings.raise_any()
    return found


class _Unexpected(ValueError):
    """A value of the wrong type for its field."""

    def __init__(self, expected: str, value: Any) -> None:
        super().__init__(f"expected {expected}, got {_found(value)}")


def _found(value: Any) -> str:
    """A value in the words of the person who wrote it."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return f'the text "{value}"'
        case int() | float():
            return f"the number {value}"
        case Mapping():
            return f"a table with {', '.join(map(str, value)) or 'no keys'}"
        case list() | tuple():
            return f"a list of {len(value)}"
        case _:
            return f"{value!r}"


_SCALARS = {int: "a whole number", str: "a text", bool: "true or false", float: "a number with a point"}


def _expected(type_: Any) -> str:
    """A type in the words of the person who writes the data."""
    origin, args = get_origin(type_), get_args(type_)
    if type_ in _SCALARS:
        return _SCALARS[type_]
    if origin in (Union, UnionType):
        return " or ".join(_expected(arg) for arg in args if arg is not NoneType)
    if origin is Literal:
        return f"one of {', '.join(map(str, args))}"
    if isinstance(type_, type) and issubclass(type_, Enum):
        return f"one of {', '.join(str(member.value) for member in type_)}"
    if _is_fixed(type_):
        return f"a list of {len(args)}"
    if _is_list(type_):
        return "a list"
    if isinstance(type_, type) and has(type_):
        return f"a table with {', '.join(_keys(type_).values())}"
    return "a table"


def _keys(cls: type[AttrsInstance]) -> dict[str, str]:
    """The key in the data for each attribute of a class."""
    return {attribute.name: attribute.metadata.get("key", attribute.name) for attribute in fields(cls)}


def _scalar(type_: type) -> Hook:
    def take(value: Any, _: Any) -> Any:
        # Not isinstance: to Python, True is an int.
        if type(value) is not type_:
            raise _Unexpected(_expected(type_), value)
        return value

    return take


def _is_choice(type_: Any) -> bool:
    return get_origin(type_) is Literal or (isinstance(type_, type) and issubclass(type_, Enum))


def _choice(type_: Any, _: Converter) -> Hook:
    members = {arg: arg for arg in get_args(type_)} or {member.value: member for member in type_}

    def take(value: Any, _: Any) -> Any:
        for key, member in members.items():
            if type(value) is type(key) and value == key:
                return member
        raise _Unexpected(_expected(type_), value)

    return take


def _is_list(type_: Any) -> bool:
    return (get_origin(type_) or type_) in (list, tuple, set, frozenset, Sequence)


def _is_fixed(type_: Any) -> bool:
    return get_origin(type_) is tuple and Ellipsis not in get_args(type_)


def _list(type_: Any, converter: Converter) -> Hook:
    origin = get_origin(type_) or type_
    build = tuple if origin is Sequence else origin
    args = get_args(type_) or (Any,)
    fixed = _is_fixed(type_)

    def take(value: Any, _: Any) -> Any:
        if not isinstance(value, list | tuple) or (fixed and len(value) != len(args)):
            raise _Unexpected(_expected(type_), value)
        taken, errors = [], []
        for index, item in enumerate(value):
            item_type = args[index] if fixed else args[0]
            try:
                taken.append(converter.structure(item, item_type))
            except (CattrsError, ValueError) as error:
                error.add_note(IterableValidationNote(f"item {index}", index, item_type))
                errors.append(error)
        if errors:
            raise IterableValidationError("list", errors, origin)
        return build(taken)

    return take


def _is_table(type_: Any) -> bool:
    return (get_origin(type_) or type_) in (dict, Mapping) or (isinstance(type_, type) and has(type_))


def _table(type_: Any, converter: Converter) -> Hook:
    inner: Hook
    if isinstance(type_, type) and has(type_):
        renamed = {name: override(rename=key) for name, key in _keys(type_).items() if name != key}
        inner = make_dict_structure_fn(type_, converter, **renamed)  # type: ignore[arg-type]  # its overrides are keywords
    else:
        inner = mapping_structure_factory(type_, converter)

    def take(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise _Unexpected(_expected(type_), value)
        return inner(value, type_)

    return take


def _problems(error: BaseException, value: Any, type_: Any, file: str, path: str) -> Iterator[Problem]:
    """Each problem inside a cattrs error. An error of the program, not of the data, is re-raised."""
    match error:
        case ClassValidationError():
            noted, others = error.group_exceptions()
            keys = _keys(error.cl)
            for cause, note in noted:
                key = keys.get(note.name, note.name)
                below = f"{path}.{key}".lstrip(".")
                if key not in value:
                    yield Problem(file, below, f"expected {_expected(note.type)}, got nothing")
                else:
                    yield from _problems(cause, value[key], note.type, file, below)
            for cause in others:
                yield from _problems(cause, value, error.cl, file, path)
        case IterableValidationError():
            noted_items, others = error.group_exceptions()
            for cause, item_note in noted_items:
                below, item = _item(value, item_note.index, path)
                yield from _problems(cause, item, item_note.type, file, below)
            for cause in others:
                yield from _problems(cause, value, type_, file, path)
        case ForbiddenExtraKeysError():
            known = ", ".join(_keys(error.cl).values())
            for key in sorted(error.extra_fields):
                yield Problem(file, f"{path}.{key}".lstrip("."), f"expected one of the keys {known}, got another")
        case ValueError():
            yield Problem(file, path, str(error))
        case _:
            raise error


def _item(value: Any, index: int | str, path: str) -> tuple[str, Any]:
    """The path of an item and the item. The path names an item by its id, if it has one, else by its index."""
    if isinstance(value, Mapping):
        return f"{path}.{index}".lstrip("."), value[index]
    item = value[index]
    label = item.get("id") if isinstance(item, Mapping) else None
    return f"{path}[{label if isinstance(label, str) else index}]", item


def _strict_converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    for type_ in _SCALARS:
        converter.register_structure_hook(type_, _scalar(type_))
    # cattrs would treat a StrEnum as str and accept any text.
    converter.register_structure_hook(StrEnum, lambda value, type_: _choice(type_, converter)(value, type_))
    converter.register_structure_hook_factory(_is_choice, _choice)
    converter.register_structure_hook_factory(_is_list, _list)
    converter.register_structure_hook_factory(_is_table, _table)
    return converter


_converter = _strict_converter()
