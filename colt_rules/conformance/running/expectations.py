"""A client's own expectations: which checks do not pass yet, why, and where that is followed up.

The file lies in the client's repository. What it names must come as it says: a check that passes although it should
not, or an id that is gone, fails the run, so that no excuse outlives its reason.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from colt_rules.conformance.running.results import BAD, CaseResult, Status
from colt_rules.registry.errors import Findings
from colt_rules.registry.strict import read_toml, structure

EXPECTABLE = tuple(status for status in Status if status not in (Status.PASS, Status.NOT_CLAIMED))


@frozen(kw_only=True)
class Expected:
    """How a check is expected to end, and why."""

    status: Status
    reason: str
    link: str = ""


Expectations = Mapping[str, Expected]
"""By id: of a check, ``case#check``, or of a case, which then speaks for all its checks that do not pass."""


def read_expectations(path: Path) -> Expectations:
    """The expectations in a TOML file. All that is wrong with its form is told at once."""
    file = path.as_posix()
    data = read_toml(path)
    findings = Findings()
    found: dict[str, Expected] = {}
    for id, entry in data.items():
        with findings.gather():
            found[id] = structure(entry, Expected, file, id)
            if found[id].status not in EXPECTABLE:
                findings.add(file, id, f"expected a status out of {', '.join(EXPECTABLE)}, got {found[id].status}")
            if not found[id].reason.strip():
                findings.add(file, id, "expected a reason, got none")
    findings.raise_any()
    return found


def strangers(expectations: Expectations, checks: Iterable[str]) -> list[str]:
    """Which expectations name nothing of this suite, in words; ``checks`` are the ids of all checks."""
    known = set(checks)
    ids = known | {id.partition("#")[0] for id in known}
    return [
        f"{id}: expected a case or a check of this suite; take it out or correct it"
        for id in expectations
        if id not in ids
    ]


def surprises(case: CaseResult, expectations: Expectations) -> list[str]:
    """What did not come as expected, in words. Without expectations every check passes, or is not the engine's."""
    told = []
    whole = expectations.get(case.case)
    if whole and all(result.status != whole.status for result in case.results):
        told.append(f"{case.case}: expected {whole.status} ({whole.reason}), got none of it: take the expectation out")
    for result in case.results:
        id = f"{case.case}#{result.check}"
        expected = expectations.get(id)
        if expected is None:
            if result.status in BAD and not (whole and whole.status == result.status):
                told.append(f"{id}: {result.status}: {result.message}")
        elif expected.status != result.status:
            told.append(
                f"{id}: expected {expected.status} ({expected.reason}), got {result.status}"
                + (": take the expectation out" if result.status is Status.PASS else f": {result.message}")
            )
    return told


def updated(cases: Iterable[CaseResult], before: Expectations, reason: str, link: str) -> Expectations:
    """Expectations that fit a run: what still holds keeps its reason, what is new gets this one."""
    after: dict[str, Expected] = {}
    for case in cases:
        for result in case.results:
            id = f"{case.case}#{result.check}"
            kept = before.get(id) or before.get(case.case)
            if kept and kept.status == result.status:
                after[id] = kept
            elif result.status in BAD:
                after[id] = Expected(status=result.status, reason=reason, link=link)
    return after


def as_toml(expectations: Expectations) -> str:
    """The file for these expectations."""
    lines = [
        "# What does not pass yet, and why. Written by `colt conformance expectations --update`;",
        "# reasons and links are yours to edit. An entry that no longer holds fails the run.",
    ]
    for id, expected in sorted(expectations.items()):
        lines += [
            "",
            f"[{_quoted(id)}]",
            f"status = {_quoted(expected.status)}",
            f"reason = {_quoted(expected.reason)}",
        ]
        if expected.link:
            lines.append(f"link = {_quoted(expected.link)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = "".join(
        f"\\u{ord(sign):04x}" if ord(sign) < 32 or ord(sign) == 127 else {"\\": "\\\\", '"': '\\"'}.get(sign, sign)
        for sign in text
    )
    return f'"{escaped}"'
