"""Plain data for people to read: indented JSON, and the differences of two values."""

import json
from collections.abc import Iterator
from typing import Any

import attrs

from colt_rules.conformance.protocol.naming import by_name

WIDTH = 100
MOST = 5_000
"""A longer text is cut: an engine may answer with anything, and a page must stay usable."""


class Absent:
    """Marks that one of two values has nothing at a path, not even null."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()


@attrs.frozen
class ValueDifference:
    """A path in two values, like ``figures.tuco.place``, and the value of each there."""

    path: str
    expected: Any
    got: Any


def differences(expected: Any, got: Any, *, named_only: bool = False, path: str = "") -> Iterator[ValueDifference]:
    """The differences of two values, as deep inside as possible.

    With ``named_only`` only the keys of an expected object are compared.
    """
    if named_only and isinstance(expected, dict) and isinstance(got, list):
        got = by_name(got)
    if isinstance(expected, dict) and isinstance(got, dict):
        more = [] if named_only else [key for key in got if key not in expected]
        pairs = [(key, expected.get(key, ABSENT), got.get(key, ABSENT)) for key in (*expected, *more)]
    elif isinstance(expected, list) and isinstance(got, list):
        pairs = [
            (str(index), (expected[index : index + 1] or [ABSENT])[0], (got[index : index + 1] or [ABSENT])[0])
            for index in range(max(len(expected), len(got)))
        ]
    else:
        if not _same(expected, got):
            yield ValueDifference(path, expected, got)
        return
    for key, one, other in pairs:
        yield from differences(one, other, named_only=named_only, path=f"{path}.{key}" if path else key)


def _same(expected: Any, got: Any) -> bool:
    """Whether two values are equal and of the same type: in JSON, true is not 1."""
    return type(expected) is type(got) and bool(expected == got)


def pretty(value: Any) -> str:
    """A value as JSON with sorted keys; what fits on one line stays on one line."""
    text = repr(value) if value is ABSENT else _laid_out(value, "")
    if len(text) > MOST:
        return f"{text[:MOST]}\n... and {len(text) - MOST:,} characters more: the JSON Lines report has them"
    return text


def _laid_out(value: Any, indent: str) -> str:
    line = json.dumps(value, sort_keys=True, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        rows = [f"{json.dumps(key, ensure_ascii=False)}: {_laid_out(value[key], deeper)}" for key in sorted(value)]
    else:
        rows = [_laid_out(item, deeper) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    inner = ",\n".join(deeper + row for row in rows)
    return f"{opening}\n{inner}\n{indent}{closing}"
