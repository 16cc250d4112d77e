"""Compares what an engine said with what was expected: one comparison for each kind of check.

Each takes what was expected and what the engine answered, and returns None if they agree, or a sentence.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from colt_rules.conformance.protocol.bookkeeping import in_rows, plain_event, plain_events
from colt_rules.conformance.protocol.naming import by_name
from colt_rules.log.codec import to_json


def events_differ(pattern: list[Any], events: list[Any]) -> str | None:
    """Whether the events are those of the pattern, in order, where ``any`` stands for any number of them."""
    pattern, events = [entry if "any" in entry else plain_event(entry) for entry in pattern], plain_events(events)
    reach = _matched(pattern, events)
    if reach is None:
        return None
    entry, at = reach
    wanted = _entry(pattern[entry]) if entry < len(pattern) else "no more events"
    came = events[at]["type"] if at < len(events) else "no more events"
    near = _nearest_difference(pattern[entry], events[at:]) if entry < len(pattern) else ""
    return f"expected {wanted} as event {at + 1}, got {came}{near}"


def _matched(pattern: list[Any], events: list[Any]) -> tuple[int, int] | None:
    """None if the events fit; else how far into the pattern and the events a fit can be found at best."""
    places, best, index = {0}, (0, 0), 0
    for row in in_rows(pattern):
        if "any" in row[0]:
            places = set(range(min(places), len(events) + 1))
        else:
            fits = {place + len(row) for place in places if _fit(row, events[place : place + len(row)])}
            if not fits:
                return index, min(places)
            places, best = fits, (index + len(row), max(fits))
        index += len(row)
    return None if len(events) in places else (len(pattern), max(best[1], min(places)))


def _fit(row: list[Any], events: list[Any]) -> bool:
    """Whether each entry of a row stands for another one of as many events, in whatever order."""
    if not row or len(row) != len(events):
        return not row and not events
    first, *rest = row
    return any(_fits(first, event) and _fit(rest, events[:at] + events[at + 1 :]) for at, event in enumerate(events))


def _fits(entry: Any, event: Any) -> bool:
    return bool(entry["type"] == event["type"]) and _data_differs(entry, event) is None


def _data_differs(entry: Any, event: Any) -> str | None:
    return part_differs(entry["data"], event["data"])


def _entry(entry: Any) -> str:
    fields = " ".join(f"{name}={value}" for name, value in entry["data"].items())
    return f"{entry['type']} {fields}".strip()


def _nearest_difference(entry: Any, events: list[Any]) -> str:
    """How the first event of that type differs, if there is one and it does."""
    for event in events:
        if event["type"] == entry["type"]:
            difference = _data_differs(entry, event)
            return f"; the next {entry['type']}: {difference}" if difference else ""
    return ""


def part_differs(part: Any, whole: Any, path: str = "") -> str | None:
    """Where ``whole`` is not what ``part`` says of it.

    An object looks at the keys it names only; a list of objects can be looked into by name; all else must be equal.
    Nothing (null) is also what is not there.
    """
    where = path or "it"
    if isinstance(part, dict) and isinstance(whole, list):
        whole = by_name(whole)
    if isinstance(part, dict) and isinstance(whole, dict):
        for key, expected in part.items():
            difference = part_differs(expected, whole.get(key), f"{path}.{key}" if path else key)
            if difference:
                return difference
        return None
    if to_json(part) == to_json(whole):
        return None
    return f"{where}: expected {brief(part)}, got {brief(whole)}"


def whole_differs(expected: Any, got: Any, path: str = "") -> str | None:
    """Where two values first differ; neither may have more than the other."""
    if to_json(expected) == to_json(got):  # as nearly always: at once, without going through them
        return None
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in sorted(expected.keys() | got.keys()):
            deeper = f"{path}.{key}" if path else key
            if key not in got:
                return f"{deeper}: expected it, got nothing there"
            if key not in expected:
                return f"{deeper}: expected nothing there, got something"
            if difference := whole_differs(expected[key], got[key], deeper):
                return difference
        return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        differences = (
            whole_differs(one, two, f"{path}[{at}]") for at, (one, two) in enumerate(zip(expected, got, strict=True))
        )
        return next((difference for difference in differences if difference), None)
    return part_differs(expected, got, path)


def options_differ(expected: Any, commands: Sequence[Any] | None, rows: Any) -> str | None:
    """Whether an actor can choose what was expected: order does not count."""
    if "rows" in expected:
        if rows is None:
            return "expected rows that chance can deal, got a list of commands"
        wanted, came = ({**each, "items": sorted(each["items"])} for each in (expected["rows"], rows))
        return part_differs(wanted, came)
    if commands is None:
        return "expected a list of commands, got rows that chance can deal"
    came = Counter(map(to_json, commands))
    if "are" in expected:
        wanted = Counter(map(to_json, expected["are"]))
        missing, strange, doubled = wanted - came, Counter(set(came) - set(wanted)), (came - wanted) & wanted
    else:
        doubled = Counter[bytes]()
        missing = Counter(set(map(to_json, expected["include"]))) - came
        strange = came & Counter(set(map(to_json, expected["exclude"])))
    differences = [f"missing {_listed(missing)}"] if missing else []
    differences += [f"not legal but listed: {_listed(strange)}"] if strange else []
    differences += [f"listed more than once: {_listed(doubled)}"] if doubled else []
    return "; ".join(differences) or None


def _listed(commands: Counter[bytes]) -> str:
    return ", ".join(command.decode() for command in sorted(commands))


def secrets_leak(paths: list[list[str]], view: Any) -> str | None:
    """Whether something is in the view that its role may not see. A key may have a point in it, as places have."""
    for path in paths:
        value = view
        for key in path:
            value = _step(value, key)
        if value is not None:
            return f"{'.'.join(path)}: expected nothing, for this role may not see it; got {brief(value)}"
    return None


def _step(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list):
        return value[int(key)] if key.isdigit() and int(key) < len(value) else by_name(value).get(key)
    return None


def clauses_differ(expected: list[str], got: Sequence[str]) -> str | None:
    """Whether exactly these clauses are cited, in any order."""
    missing, strange = sorted(set(expected) - set(got)), sorted(set(got) - set(expected))
    differences = [f"missing {', '.join(missing)}"] if missing else []
    differences += [f"too many: {', '.join(strange)}"] if strange else []
    return "; ".join(differences) or None


def citations_differ(expected: dict[str, list[str]], events: list[Any]) -> str | None:
    """Whether every event of each type rests on exactly these clauses, and there is one."""
    for type, clauses in expected.items():
        cited = [event.get("cites", []) for event in events if event["type"] == type]
        if not cited:
            return f"expected a {type}, got none"
        for cites in cited:
            if difference := clauses_differ(clauses, cites):
                return f"{type}: {difference}"
    return None


def brief(value: Any) -> str:
    """A value in one line, not too long."""
    text = to_json(value).decode()
    return text if len(text) <= 200 else f"{text[:197]}..."
