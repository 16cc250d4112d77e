"""The expectation and the engine's answer side by side, one line each; what the other side lacks is marked.

This is for answers that are lists: events, commands, clauses. States and views are compared by path instead.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from colt_rules.conformance.running.compare import part_differs
from colt_rules.conformance.running.results import Result

Line: TypeAlias = tuple[str, bool]
"""A text, and whether the other side lacks it."""
Sides: TypeAlias = tuple[list[Line], list[Line]]


def sides(result: Result) -> Sides | None:
    """Both sides of a result; None if they are not lists, or the engine gave no such answer."""
    makers = {
        "events": _events,
        "legal": _options,
        "cites": _citations,
        "clauses": _among,
        "view-clauses": _among,
        "refused-clauses": _clauses,
    }
    make: Callable[[Any, Any], Sides] | None = makers.get(result.kind)
    try:
        return make(result.expected, result.got) if make else None
    except (AttributeError, KeyError, TypeError):  # an answer of another type, such as a refusal
        return None


def _events(expected: Any, got: Any) -> Sides:
    def fits(entry: Any, event: Any) -> bool:
        return "any" in entry or (entry["type"] == event["type"] and part_differs(entry["data"], event["data"]) is None)

    open_ended = any("any" in entry for entry in expected)
    wanted = [
        ("..." if "any" in entry else _line(entry), not any(fits(entry, event) for event in got)) for entry in expected
    ]
    came = [(_line(event), not open_ended and not any(fits(entry, event) for entry in expected)) for event in got]
    return wanted, came


def _line(event: Any) -> str:
    return f"{event['type']} {_fields(event['data'])}".strip()


def _fields(data: dict[str, Any]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in data.items())


def _word(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_word, value))}]"
    return (
        {True: "yes", False: "no", None: "nothing"}.get(value, str(value))
        if not isinstance(value, dict)
        else _fields(value)
    )


def _options(expected: Any, got: Any) -> Sides:
    if "rows" in expected:
        return _compared([_fields(expected["rows"])], [_fields(got["rows"])])
    wanted = [_command(command) for form in ("are", "ways", "include") for command in expected.get(form, ())]
    unwanted = [_command(command) for command in expected.get("exclude", ())]
    came = [_command(command) for command in got.get("commands", got.get("ways"))]
    if "are" in expected or "ways" in expected:
        return _compared(wanted, came)
    listed = [(line, line not in came) for line in wanted] + [(f"not: {line}", line in came) for line in unwanted]
    return listed, [(line, line in unwanted) for line in came]


def _command(command: dict[str, Any]) -> str:
    rest = {name: value for name, value in command.items() if name not in ("type", "actor")}
    return f"{command['type']} by {command['actor']} {_fields(rest)}".strip()


def _citations(expected: Any, got: Any) -> Sides:
    return _compared(
        [f"{type}: {', '.join(sorted(ids))}" for type, ids in expected.items()],
        [f"{event['type']}: {', '.join(sorted(event.get('cites', ())))}" for event in got if event["type"] in expected],
    )


def _clauses(expected: Any, got: Any) -> Sides:
    return _compared(list(expected), list(got) if isinstance(got, list) else got["clauses"])


def _among(expected: Any, got: Any) -> Sides:
    """Clauses that must be cited, possibly among others."""
    wanted, came = _clauses(expected, got)
    return wanted, [(line, False) for line, _ in came]


def _compared(wanted: Iterable[str], came: Iterable[str]) -> Sides:
    wanted, came = list(wanted), list(came)
    return [(line, line not in came) for line in wanted], [(line, line not in wanted) for line in came]
