"""What a run of the suite says: a header, one result a check, grouped by case, and a footer.

Everything in here is plain data or a class of plain data, so a report in any form can be made from it and read back.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import attrs


class Status(StrEnum):
    """How a check ended."""

    PASS = "pass"
    """The engine said what was expected."""
    FAIL = "fail"
    """The engine said something else."""
    SKIPPED = "skipped"
    """The engine said that it does not do this."""
    ERROR = "error"
    """The engine reported an error of its own."""
    CRASH = "crash"
    """The engine's process ended."""
    TIMEOUT = "timeout"
    """The engine did not answer in time."""
    PROTOCOL_ERROR = "protocol-error"
    """The engine's answer is no message of the protocol, or not one that answers this request."""
    NOT_CLAIMED = "not-claimed"
    """The engine does not claim the level, edition or module that the check needs, or `--level` left it out: it was not
    asked."""


BY_WEIGHT = (
    Status.CRASH,
    Status.TIMEOUT,
    Status.PROTOCOL_ERROR,
    Status.ERROR,
    Status.FAIL,
    Status.SKIPPED,
    Status.PASS,
    Status.NOT_CLAIMED,
)
"""All statuses, worst first. A pass outweighs a check that was never asked for, so a case with both has passed."""

BAD = frozenset(BY_WEIGHT[:5])
"""The statuses of an engine that does not conform."""


@attrs.frozen
class Result:
    """How one check of a case ended."""

    check: str
    """The id of the check within its case."""
    level: str
    """What the engine must claim for it: fold, decide, outcome, legal, view or cite."""
    status: Status
    message: str = ""
    """Why, in a sentence; empty where the check passed."""
    expected: Any = None
    got: Any = None
    kind: str = ""
    """What kind of check it is: events, refused, state and so on."""


@attrs.frozen
class CaseResult:
    """How all checks of one case ended, in one edition."""

    case: str
    title: str
    edition: str
    clauses: tuple[str, ...]
    results: tuple[Result, ...]
    seconds: float = attrs.field(default=0.0, converter=float)
    stderr: str = ""
    """What the engine wrote to its standard error meanwhile."""
    before: Mapping[str, Any] | None = None
    """The state in which the case begins."""
    after: Mapping[str, Any] | None = None
    """The state to which it should lead, if it leads to one."""
    got_after: Mapping[str, Any] | None = None
    """The state to which the engine was led, if it told."""
    when: tuple[str, ...] = ()
    """The commands, in words."""

    @property
    def status(self) -> Status:
        """The worst status among the checks; a case without any asked nothing of the engine."""
        found = {result.status for result in self.results}
        return next((status for status in BY_WEIGHT if status in found), Status.NOT_CLAIMED)


@attrs.frozen
class Header:
    """What was run against what."""

    suite: str
    """The version of the suite."""
    protocol: int
    adapter: str
    """The command that starts the engine."""
    engine: Mapping[str, Any] | None = None
    """What the engine said of itself when it started, or None if it never did."""
    filters: tuple[str, ...] = ()
    """What was asked for on the command line to run a part of the suite only."""
    cases: int = 0
    """How many cases the run was to hold, each edition counted."""


@attrs.frozen
class Footer:
    """How the run ended."""

    counts: Mapping[Status, int]
    """How many checks ended how; all statuses are listed."""
    seconds: float = attrs.field(converter=float)
    complete: bool
    """Whether every case was run."""
    restarts: int = 0
    """How often the engine was started again after it ended or hung."""
    problem: str = ""
    """Why the run is not valid, or empty."""


@attrs.frozen
class Report:
    """A run, as far as it came. Without a footer it broke off."""

    header: Header
    cases: tuple[CaseResult, ...]
    footer: Footer | None


def counts_of(cases: Iterable[CaseResult]) -> dict[Status, int]:
    """How many checks of these cases ended how; all statuses are listed."""
    found = Counter(result.status for case in cases for result in case.results)
    return {status: found[status] for status in Status}


def measured(cases: Iterable[CaseResult]) -> int:
    """How many checks the engine really answered, well or badly."""
    silent = (Status.SKIPPED, Status.NOT_CLAIMED)
    return sum(result.status not in silent for case in cases for result in case.results)
