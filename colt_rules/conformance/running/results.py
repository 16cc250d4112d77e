"""The results of a run: a header, one result per check, grouped by case, and a footer.

Everything here is plain data or a class of plain data, so that a report in any form can be made from it and read back.
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
    """The engine's answer is not a message of the protocol, or does not answer this request."""
    NOT_SUPPORTED = "not-supported"
    """The engine does not support the level, edition or module that the check needs, or `--level` excluded it.

    It was not asked.
    """


BY_WEIGHT = (
    Status.CRASH,
    Status.TIMEOUT,
    Status.PROTOCOL_ERROR,
    Status.ERROR,
    Status.FAIL,
    Status.SKIPPED,
    Status.PASS,
    Status.NOT_SUPPORTED,
)
"""All statuses, worst first. A pass outranks a check that was not asked, so a case with both has passed."""

BAD = frozenset(BY_WEIGHT[:5])
"""The statuses of an engine that does not conform."""


@attrs.frozen
class Result:
    """How one check of a case ended."""

    check: str
    """The id of the check within its case."""
    level: str
    """The level the engine must support: fold, decide, outcome, legal, view or cite."""
    status: Status
    message: str = ""
    """The reason, in a sentence; empty if the check passed."""
    expected: Any = None
    got: Any = None
    kind: str = ""
    """The kind of check: events, refused, state and so on."""


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
    """The expected final state, if there is one."""
    got_after: Mapping[str, Any] | None = None
    """The engine's final state, if it sent one."""
    when: tuple[str, ...] = ()
    """The commands, in words."""

    @property
    def status(self) -> Status:
        """The worst status among the checks; NOT_SUPPORTED for a case without any."""
        found = {result.status for result in self.results}
        return next((status for status in BY_WEIGHT if status in found), Status.NOT_SUPPORTED)


@attrs.frozen
class Header:
    """What was run, and on which engine."""

    suite: str
    """The version of the suite."""
    protocol: int
    adapter: str
    """The command that starts the engine."""
    engine: Mapping[str, Any] | None = None
    """The engine's description of itself, or None if it never started."""
    filters: tuple[str, ...] = ()
    """The filters given on the command line."""
    cases: int = 0
    """The number of cases to run, counting each edition."""


@attrs.frozen
class Footer:
    """How the run ended."""

    counts: Mapping[Status, int]
    """The number of checks by status; all statuses are listed."""
    seconds: float = attrs.field(converter=float)
    complete: bool
    """Whether every case was run."""
    restarts: int = 0
    """How often the engine was started again after it ended or hung."""
    problem: str = ""
    """Why the run is not valid, or empty."""


@attrs.frozen
class Report:
    """A run, perhaps incomplete: without a footer it was interrupted."""

    header: Header
    cases: tuple[CaseResult, ...]
    footer: Footer | None

    @property
    def problems(self) -> list[str]:
        """Why the run is incomplete or not valid, in sentences."""
        ran = f"{len(self.cases)} of {self.header.cases}"
        if self.footer is None:
            return [f"The run was interrupted after {ran} cases."]
        incomplete = [] if self.footer.complete else [f"Not all cases were run: {ran}."]
        return [*incomplete, *filter(None, [self.footer.problem])]


def counts_of(cases: Iterable[CaseResult]) -> dict[Status, int]:
    """The number of checks of these cases by status; all statuses are listed."""
    found = Counter(result.status for case in cases for result in case.results)
    return {status: found[status] for status in Status}


def measured(cases: Iterable[CaseResult]) -> int:
    """The number of checks the engine answered, correctly or not."""
    silent = (Status.SKIPPED, Status.NOT_SUPPORTED)
    return sum(result.status not in silent for case in cases for result in case.results)
