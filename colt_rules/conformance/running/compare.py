"""Compares an engine's answers with the expectations: one comparison for each kind of check.

Each takes the expectation and the answer, and returns None if they agree, or a sentence.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from colt_rules.conformance.protocol.bookkeeping import in_rows, plain_event, plain_events
from colt_rules.conformance.protocol.naming import by_name
from colt_rules.log.choices import read_ways
from colt_rules.log.codec import command_object, read_command, to_json
from colt_rules.log.errors import Malformed


def events_differ(pattern: list[Any], events: list[Any]) -> str | None:
    """How the events differ from the pattern, in order; ``any`` matches any number of events."""
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
    """None if the events match; else how far into the pattern and the events the best match gets."""
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
    """Whether the entries of a row match as many events one to one, in any order."""
    if not row or len(row) != len(events):
        return not row and not events
    first, *rest = row
    return any(_fits(first, event) and _fit(rest, events[:at] + events[at + 1 :]) for at, event in enumerate(events))


def _fits(entry: Any, event: Any) -> bool:
    return bool(entry["type"] == event["type"]) and part_differs(entry["data"], event["data"]) is None


def _entry(entry: Any) -> str:
    fields = " ".join(f"{name}={value}" for name, value in entry["data"].items())
    return f"{entry['type']} {fields}".strip()


def _nearest_difference(entry: Any, events: list[Any]) -> str:
    """How the first event of that type differs, if there is one and it does."""
    for event in events:
        if event["type"] == entry["type"]:
            difference = part_differs(entry["data"], event["data"])
            return f"; the next {entry['type']}: {difference}" if difference else ""
    return ""


def part_differs(part: Any, whole: Any, path: str = "") -> str | None:
    """Where ``whole`` differs from what ``part`` states about it.

    An object checks only the keys it names; a list of objects can be addressed by name; everything else must be equal.
    Null also matches what is absent. An empty object within another states that there is nothing.
    """
    where = path or "it"
    if part == {} and path:
        return f"{where}: expected nothing, got {brief(whole)}" if whole else None
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
    if to_json(expected) == to_json(got):  # nearly always equal, which this finds fastest
        return None
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in sorted(expected.keys() | got.keys()):
            deeper = f"{path}.{key}" if path else key
            if key not in got:
                return f"{deeper}: expected {brief(expected[key])}, got nothing"
            if key not in expected:
                return f"{deeper}: expected nothing, got {brief(got[key])}"
            if difference := whole_differs(expected[key], got[key], deeper):
                return difference
        return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return next(filter(None, (whole_differs(one, two, f"{path}[{at}]") for at, (one, two) in pairs)), None)
    return part_differs(expected, got, path)


def options_differ(expected: Any, got: Any) -> str | None:
    """How an actor's options differ from the expected ones, whatever their order, listed or described.

    Described commands are not expanded. Both sides are counted, and all listed commands and ``SAMPLED`` of the
    described ones, evenly spaced, are looked up on the other side.
    """
    if "rows" in expected:
        if "rows" not in got:
            return "expected the field `rows` (the orders in which chance can deal), got a list of commands"
        wanted, came = ({**each, "items": sorted(each["items"])} for each in (expected["rows"], got["rows"]))
        return part_differs(wanted, came)
    if "rows" in got:
        return "expected a list of commands, got the field `rows` (the orders in which chance can deal)"
    missing, strange = options_parting(expected, got)
    differences = [f"missing {_listed(missing)}"] if missing else []
    differences += [f"not legal but listed: {_listed(strange)}"] if strange else []
    if "include" not in expected:
        asked, there = _Offer.of(expected), _Offer.of(got)
        once = asked.listed or Counter(set(there.listed))
        doubled = (there.listed - once) & once
        differences += [f"listed more than once: {_listed(doubled)}"] if doubled else []
        if not differences and asked.number != there.number:
            return f"expected {asked.number:,} commands, got {there.number:,}"
    return "; ".join(differences) or None


def options_parting(expected: Any, got: Any) -> tuple[list[bytes], list[bytes]]:
    """The missing commands, and the commands listed but not legal; if commands are described, examples of them."""
    there = _Offer.of(got)
    if "include" in expected:
        missing = [one for one in set(map(to_json, expected["include"])) if one not in there]
        return missing, [one for one in set(map(to_json, expected["exclude"])) if one in there]
    asked = _Offer.of(expected)
    missing = [one for one in asked.listed - there.listed if one not in there.described]
    strange = [one for one in there.listed if one not in asked]
    return [*missing, *asked.not_in(there)], [*strange, *there.not_in(asked)]


SAMPLED = 1_000
"""How many described commands are looked up on the other side."""
EXAMPLES = 3
"""How many of the missing commands are named."""


class _Described:
    """Commands described by ways, each as its canonical JSON."""

    def __init__(self, ways: Sequence[Any]) -> None:
        self.commands = read_ways(ways)

    def __contains__(self, command: bytes) -> bool:
        try:
            return read_command(command) in self.commands
        except Malformed:
            return False

    def __iter__(self) -> Iterator[bytes]:
        """All commands or, if there are many, an evenly spaced sample."""
        many = self.commands.number
        numbers = range(many) if many <= SAMPLED else (at * (many - 1) // (SAMPLED - 1) for at in range(SAMPLED))
        return (to_json(command_object(self.commands.at(number))) for number in numbers)


@frozen
class _Offer:
    """An actor's options: listed commands and described commands."""

    listed: Counter[bytes]
    described: _Described

    @classmethod
    def of(cls, options: Any) -> "_Offer":
        commands = options.get("are", options.get("commands", ()))
        return cls(Counter(map(to_json, commands)), _Described(options.get("ways", ())))

    @property
    def number(self) -> int:
        """The number of commands."""
        return self.listed.total() + self.described.commands.number

    def __contains__(self, command: bytes) -> bool:
        return command in self.listed or command in self.described

    def not_in(self, other: "_Offer") -> Iterator[bytes]:
        """Examples of described commands that the other side lacks."""
        return islice((one for one in self.described if one not in other), EXAMPLES)


def _listed(commands: Iterable[bytes]) -> str:
    return ", ".join(command.decode() for command in sorted(commands))


def secrets_leak(paths: list[list[str]], view: Any) -> str | None:
    """Where the view shows what its role may not see. A key may contain a point, as places do."""
    for path in paths:
        value = view
        for key in path:
            value = _step(value, key)
        if value is not None:
            return f"{'.'.join(path)}: expected nothing, since this role may not see it; got {brief(value)}"
    return None


def _step(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list):
        return value[int(key)] if key.isdigit() and int(key) < len(value) else by_name(value).get(key)
    return None


def clauses_differ(expected: list[str], got: Sequence[str]) -> str | None:
    """How the cited clauses differ from the expected ones, whatever their order."""
    missing, strange = sorted(set(expected) - set(got)), sorted(set(got) - set(expected))
    differences = [f"missing {', '.join(missing)}"] if missing else []
    differences += [f"too many: {', '.join(strange)}"] if strange else []
    return "; ".join(differences) or None


def citations_differ(expected: dict[str, list[str]], events: list[Any]) -> str | None:
    """Which event of these types is missing or does not cite exactly these clauses."""
    for type, clauses in expected.items():
        cited = [event.get("cites", []) for event in events if event["type"] == type]
        if not cited:
            return f"expected a {type}, got none"
        for cites in cited:
            if difference := clauses_differ(clauses, cites):
                return f"{type}: {difference}"
    return None


def brief(value: Any) -> str:
    """A value as JSON on one line, shortened if it is long."""
    text = to_json(value).decode()
    return text if len(text) <= 200 else f"{text[:197]}..."
