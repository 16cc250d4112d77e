"""Strict YAML: what looks like a string is a string, and a duplicate key is an error.

Plain YAML reads `no` as false and `12:30` as a number, and silently keeps the last of two equal keys. Here only whole
numbers, `true`, `false` and `null` are not strings.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from attrs import define, frozen

from colt_rules.registry.errors import Problem, SpecError


@frozen
class Document:
    """One YAML document: plain data, its file and its first line."""

    data: Any
    file: str
    line: int


DEEPEST = 100
"""The deepest nesting allowed; a case has ten levels. Recursive code would otherwise exhaust the stack later."""

_NO_TEXTS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
"""Scalars that are not strings unless quoted, besides whole numbers."""
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_KINDS = {str: "str", int: "int", bool: "bool", type(None): "null", list: "seq", dict: "map"}
_TAGS = {kind: f"tag:yaml.org,2002:{name}" for kind, name in _KINDS.items()}
"""The tags that only repeat what the form of a value shows."""


def read_documents(path: Path, naming: str = "") -> list[Document]:
    """The documents of a YAML file that contain the text ``naming``; a missing or invalid file raises a `SpecError`."""
    file = path.as_posix()
    try:
        return parse_documents(_only(naming, path.read_text(encoding="utf-8")), file)
    except OSError as error:
        raise SpecError([Problem(file, "", f"expected a YAML file, got none: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        raise SpecError([Problem(file, f"byte {error.start}", "expected UTF-8, got other bytes")]) from error


def _only(naming: str, text: str) -> str:
    """Blank all documents that do not contain the text ``naming``, keeping line numbers."""
    documents = re.split(r"^(?=---$)", text, flags=re.MULTILINE) if naming else [text]
    return "".join(one if naming in one else "\n" * one.count("\n") for one in documents)


def parse_documents(text: str, file: str) -> list[Document]:
    """The documents of a YAML text."""
    loader = yaml.CSafeLoader(text)
    try:
        return list(_documents(loader, file))
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}" if error.problem_mark else "end of file"
        raise SpecError([Problem(file, line, f"not the YAML we read: {error.problem}")]) from error
    except yaml.YAMLError as error:
        raise SpecError([Problem(file, "", f"not YAML: {str(error).splitlines()[0]}")]) from error
    finally:
        loader.dispose()


def _documents(loader: yaml.CSafeLoader, file: str) -> Iterator[Document]:
    """Build the documents in one pass over the events of the C parser, without recursion.

    Levels are counted because the recursion limit differs between versions of Python, and the C parser has none.
    """
    opened: list[_Open] = []  # outermost first
    anchors: dict[str, _Open | _Complete] = {}
    event: _Event
    data: Any
    while (kind := (event := loader.get_event()).__class__) is not yaml.StreamEndEvent:
        if kind is yaml.ScalarEvent:
            data, start, height = _scalar(event), event, 0
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            new = _Open({} if kind is yaml.MappingStartEvent else [], event)
            opened.append(new)
            _check_tag(event, new.data)
            _check_depth(len(opened), event)
            if event.anchor is not None:
                anchors[event.anchor] = new
            continue
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            done = opened.pop()
            data, start, height = done.data, done.start, done.height
        elif kind is yaml.AliasEvent:
            data, start, height = _referred_to(event, anchors)
            _check_depth(len(opened) + height, event)
        else:
            anchors = {}  # the start or end of a document
            continue
        if start.anchor is not None:
            anchors[start.anchor] = data, start, height
        if opened:
            opened[-1].add(data, start, height)
        else:
            yield Document(data, file, start.start_mark.line + 1)


_Event: TypeAlias = Any
"""An event of PyYAML, whose type stubs are incomplete."""
_Complete: TypeAlias = tuple[Any, _Event, int]
"""Data, its first event, and its number of levels; a scalar has no levels."""


@define
class _Open:
    """A list or mapping whose end has not been read."""

    data: list[Any] | dict[str, Any]
    start: _Event
    height: int = 1
    key: str | None = None
    """The key whose value comes next; None where a key is expected."""

    def add(self, data: Any, start: _Event, height: int) -> None:
        """Add the next node: an item of a list, a key of a mapping, or the value of that key."""
        self.height = max(self.height, height + 1)
        if isinstance(self.data, list):
            self.data.append(data)
        elif self.key is not None:
            self.data[self.key] = data
            self.key = None
        elif not isinstance(data, str):
            raise _refusal("expected a key that is a text", start)
        elif data in self.data:
            raise _refusal(f"expected each key once, got {data!r} twice", start)
        else:
            self.key = data


def _scalar(event: _Event) -> str | int | bool | None:
    """The value of a scalar, by its form."""
    data: str | int | bool | None = event.value
    if not event.style:
        if data in _NO_TEXTS:
            data = _NO_TEXTS[event.value]
        elif _NUMBER.fullmatch(event.value):
            try:
                data = int(event.value)
            except ValueError as error:
                raise _refusal("expected a number, got more digits than Python reads", event) from error
    _check_tag(event, data)
    return data


def _referred_to(alias: _Event, anchors: dict[str, _Open | _Complete]) -> _Complete:
    """The node that an alias refers to."""
    found = anchors.get(alias.anchor)
    if found is None:
        raise _refusal(f"found undefined alias {alias.anchor!r}", alias)
    if isinstance(found, _Open):
        raise _refusal("found unconstructable recursive node", found.start)
    return found


def _check_tag(event: _Event, data: Any) -> None:
    """Refuse a tag that would change the type of a value."""
    if event.tag not in (None, "!") and event.tag != _TAGS[data.__class__]:
        raise _refusal(f"expected no tag, got {event.tag}", event)


def _check_depth(levels: int, event: _Event) -> None:
    if levels > DEEPEST:
        raise _refusal(f"expected at most {DEEPEST} levels, got YAML that is nested too deep", event)


def _refusal(problem: str, event: _Event) -> yaml.MarkedYAMLError:
    return yaml.constructor.ConstructorError(None, None, problem, event.start_mark)


# --- writing


class _Dumper(yaml.SafeDumper):
    """Writes multi-line strings as blocks, and short lists and mappings on one line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent lists below their key."""
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.Node:
    on_a_line = all(len(str(item)) <= 30 and not isinstance(item, dict | list) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=on_a_line)


def _table(dumper: yaml.SafeDumper, table: dict[str, Any]) -> yaml.Node:
    on_a_line = len(str(table)) <= 80 and not any(
        isinstance(value, dict) or "\n" in str(value) for value in table.values()
    )
    return dumper.represent_mapping("tag:yaml.org,2002:map", table.items(), flow_style=on_a_line)


class _Page(dict[str, Any]):
    """The outermost mapping, which is never written on one line."""


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(dict, _table)
_Dumper.add_representer(
    _Page, lambda dumper, page: dumper.represent_mapping("tag:yaml.org,2002:map", page.items(), flow_style=False)
)


def write_document(data: dict[str, Any]) -> str:
    """Write a mapping as a readable YAML document."""
    return yaml.dump(_Page(data), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
