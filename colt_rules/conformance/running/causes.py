"""Groups similar failures: one fault of an engine fails many checks whose messages differ in names."""

import re
from collections.abc import Iterable
from functools import cache

from attrs import frozen

from colt_rules.conformance.notations import ROOFLESS, SKETCH
from colt_rules.conformance.running.results import BY_WEIGHT, CaseResult, Result
from colt_rules.model.names import LOCOMOTIVE
from colt_rules.modules import MODULES
from colt_rules.rules.rulebook import module

FIRST = ("legal", "refused", "events", "state", "fold", "whole", "view", "hidden")
"""The kinds of checks, the closest to the cause of a failure first; other kinds follow."""
COMMAND = re.compile(r'\{[^{}]*"type":"(\w+)"[^{}]*\}')
"""A command in JSON."""
FIELD = re.compile(r" \w+=(?:\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\S+)")
"""A field of an event in words."""
VALUES = re.compile(r"^((?:.*: )?[^: ]*): expected .*", re.DOTALL)
"""A message about values at a path, which differ from case to case."""
PLACE_IN_LIST = re.compile(r"(command|start) \d+|\[\d+\]")
EVENT = re.compile(
    r"expected (?P<expected>no more events|\w+).* as event \d+, got (?P<got>no more events|\w+)"
    r"(?:; the next \w+: (?P<path>[^:]*):.*)?$",
    re.DOTALL,
)
"""Where events begin to differ: two types, or two events of one type with different data."""
REFUSED = "expected the command to be accepted, got a refusal"
STANDS = "expected a refusal, got an accepted command"
"""The messages about wrong verdicts on a command."""


def shape_of(message: str) -> str:
    """A message without what differs between failures of one cause: names, numbers, values, list positions."""
    text = COMMAND.sub(r"\1", message)
    if event := EVENT.search(text):
        same = event["expected"] == event["got"] and event["path"]
        return f"{event['expected']}: {event['path']}" if same else f"expected {event['expected']}, got {event['got']}"
    if "got a refusal" in text:
        return REFUSED
    text = PLACE_IN_LIST.sub(lambda found: found[1] or "", text)
    text = VALUES.sub(r"\1", text)
    text = FIELD.sub("", text)
    text = re.sub(r"[\w-]+", lambda found: "*" if _is_name(found[0]) else found[0], text)
    return re.sub(r"\b(\w+)(?:, \1\b)+", r"\1", text)


def _is_name(word: str) -> bool:
    """Whether a word is a name or number of one game: a bandit, a car, a card, a token."""
    return any(sign.isdigit() for sign in word) or not _names().isdisjoint(word.split("-")) or word in _names()


@cache
def _names() -> frozenset[str]:
    """The names of all characters, cars and loot."""
    found = {*ROOFLESS, LOCOMOTIVE, "inside", "roof", *SKETCH.loot}
    for name in MODULES:
        components = module(name).components
        found |= {*components.characters, *components.cars}
    return frozenset(found)


@frozen
class FailureGroup:
    """Similar failures."""

    shape: str
    checks: tuple[tuple[CaseResult, Result], ...]
    """The failed checks; the first represents all of them."""


def causes(failed: Iterable[tuple[CaseResult, Result]]) -> list[FailureGroup]:
    """Group failures by their shape, the most common first.

    All failures of a case are grouped with the failure that is closest to the cause: a missing event is missing in the
    state and the views too.
    """
    by_case: dict[str, list[tuple[CaseResult, Result]]] = {}
    for case, result in failed:
        by_case.setdefault(case.case, []).append((case, result))
    groups: dict[tuple[str, str], list[tuple[CaseResult, Result]]] = {}
    for checks in by_case.values():
        checks.sort(key=lambda one: _nearness(one[1]))
        first = checks[0][1]
        groups.setdefault((first.status, shape_of(first.message)), []).extend(checks)
    found = [FailureGroup(shape, tuple(checks)) for (_, shape), checks in groups.items()]
    return sorted(found, key=lambda cause: -len(cause.checks))


def _nearness(result: Result) -> tuple[int, int]:
    kind = FIRST.index(result.kind) if result.kind in FIRST else len(FIRST)
    return BY_WEIGHT.index(result.status), kind
