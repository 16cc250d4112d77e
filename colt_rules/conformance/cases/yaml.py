"""YAML as people mean it: what looks like a text is a text, and a key given twice is an error.

Plain YAML turns `no` into false and `12:30` into a number, and lets the last of two equal keys win without a word.
Here only whole numbers, `true`, `false` and `null` are anything else than text.
"""

import json
import re
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

from colt_rules.registry.errors import Problem, SpecError


@frozen
class Document:
    """One YAML document: plain data, and where it begins."""

    data: Any
    file: str
    line: int


DEEPEST = 100
"""Levels of a document; a case has ten. What reads YAML calls itself for each, and would end where the stack ends."""


class _Loader(yaml.CSafeLoader):
    """The loader of PyYAML with fewer conversions and no doubled keys."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012  # as in the base class

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """A mapping whose keys are texts, each given once."""
        seen = set()
        for key, _ in node.value:
            if key.tag != "tag:yaml.org,2002:str":
                raise yaml.constructor.ConstructorError(None, None, "expected a key that is a text", key.start_mark)
            if key.value in seen:
                problem = f"expected each key once, got {key.value!r} twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep=True)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """A value that is what it looks like: a tag would make something else of it."""
        plain = not getattr(node, "style", None)
        if node.tag != self.resolve(node.__class__, node.value, (plain, not plain)):  # type: ignore[no-untyped-call]  # no types there
            raise yaml.constructor.ConstructorError(None, None, f"expected no tag, got {node.tag}", node.start_mark)
        return super().construct_object(node, deep)


for _tag, _pattern, _first in (
    ("null", r"null|~|", ["n", "~", ""]),
    ("bool", r"true|false", ["t", "f"]),
    ("int", r"-?(0|[1-9][0-9]*)", [*"-0123456789"]),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), _first)


def read_documents(path: Path) -> list[Document]:
    """Every document of a YAML file; a file that is missing or not YAML is a `SpecError` with the line."""
    file = path.as_posix()
    try:
        return parse_documents(path.read_text(encoding="utf-8"), file)
    except OSError as error:
        raise SpecError([Problem(file, "", f"expected a YAML file, got none: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        raise SpecError([Problem(file, f"byte {error.start}", "expected UTF-8, got other bytes")]) from error


def parse_documents(text: str, file: str) -> list[Document]:
    """Every document of a YAML text."""
    documents = []
    loader = _Loader(text)
    try:
        _check_depth(text)
        while loader.check_node() and (node := loader.get_node()):
            data = loader.construct_document(node)
            json.dumps(data)  # an alias inside its own anchor has no end
            documents.append(Document(data, file, node.start_mark.line + 1))
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}" if error.problem_mark else "end of file"
        raise SpecError([Problem(file, line, f"not the YAML we read: {error.problem}")]) from error
    except yaml.YAMLError as error:
        raise SpecError([Problem(file, "", f"not YAML: {str(error).splitlines()[0]}")]) from error
    except ValueError as error:
        raise SpecError([Problem(file, "", "expected YAML with an end, got an alias inside its own anchor")]) from error
    finally:
        loader.dispose()
    return documents


def _check_depth(text: str) -> None:
    """Refuse what is nested too deep before anything goes down into it.

    It is counted, because how deep an interpreter lets a program go is another number in each version of Python, and
    the reader in C is not even asked.
    """
    heights = [0]  # of what stands so far in each collection that is open, outermost first
    opened: list[str | None] = []  # their anchors
    anchors: dict[str | None, int] = {None: 0}
    for event in yaml.parse(text, _Loader):
        height = 0
        if isinstance(event, yaml.CollectionStartEvent):
            heights.append(0)
            opened.append(event.anchor)
        elif isinstance(event, yaml.CollectionEndEvent):
            height = heights.pop() + 1
            anchors[opened.pop()] = height
        elif isinstance(event, yaml.AliasEvent):
            height = anchors.get(event.anchor, 0)
        heights[-1] = max(heights[-1], height)
        if len(heights) - 1 + height > DEEPEST:
            problem = f"expected at most {DEEPEST} levels, got YAML that is nested too deep"
            raise yaml.constructor.ConstructorError(None, None, problem, event.start_mark)


# --- writing


class _Dumper(yaml.SafeDumper):
    """Writes as people would: a text of several lines as a block, a short list or table on one line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Lists are indented below their key."""
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
    """The outermost table, which is never on one line."""


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(dict, _table)
_Dumper.add_representer(
    _Page, lambda dumper, page: dumper.represent_mapping("tag:yaml.org,2002:map", page.items(), flow_style=False)
)


def write_document(data: dict[str, Any]) -> str:
    """A table as a YAML document that people like to read."""
    return yaml.dump(_Page(data), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
