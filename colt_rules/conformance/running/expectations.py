"""A client's own expectations: which checks do not pass yet, why, and where that is followed up.

The file lies in the client's repository. What it names must come as it says: a check that passes although it should
not, or an id that is gone, fails the run, so that no excuse outlives its reason.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from colt_rules.conformance.running.results import BAD, CaseResult, Result, Status
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
"""By id: of a check, ``case#check``, or of a case, which then speaks for all its checks that do not pass.

``case@pl-base`` is one run of the case, by the Polish rules. Without ``@`` an entry also speaks for the runs that have
no entry of their own, since an engine that claims another edition is asked the same case under another name.
"""


def read_expectations(path: Path) -> Expectations:
    """The expectations in a TOML file. Everything that is wrong with its form is reported at once."""
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


FOUND = "/found-by-fuzzing"
"""What the id of a case has that fuzzing wrote. An entry ``CLAUSE/found-by-fuzzing`` speaks for all differences about
that clause, ``CLAUSE/found-by-fuzzing-legal-17`` for those of that kind; it is no case of the suite, and a run leaves
it alone."""


def strangers(expectations: Expectations, checks: Iterable[str]) -> list[str]:
    """Which expectations name nothing that is in this suite, in words; ``checks`` are the ids of all checks."""
    known = {entry for id in checks for entry in _entries(*id.split("#"))}
    return [
        f"{id}: expected a case or a check of this suite; take it out or correct it"
        for id in expectations
        if id not in known and FOUND not in id
    ]


def _entries(run: str, check: str) -> tuple[str, ...]:
    """The entries that can cover a check, the most exact first."""
    case = run.partition("@")[0]
    return f"{run}#{check}", f"{case}#{check}", run, case


def entry_of(case: CaseResult, result: Result, expectations: Expectations) -> str | None:
    """The id of the entry that speaks for a check."""
    return next((id for id in _entries(case.case, result.check) if id in expectations), None)


def _entry(case: CaseResult, result: Result, expectations: Expectations) -> Expected | None:
    """The entry that speaks for a check."""
    id = entry_of(case, result, expectations)
    return expectations[id] if id is not None else None


def unmet(cases: Iterable[CaseResult], expectations: Expectations) -> list[str]:
    """The entries that match nothing in this run: the engine does not claim what they name."""
    met = {id for case in cases for result in case.results for id in _entries(case.case, result.check)}
    return [id for id in expectations if id not in met and FOUND not in id]


def idle(cases: Iterable[CaseResult], expectations: Expectations) -> list[str]:
    """Which entries cover only runs of other names and excuse none of them, in words. ``surprises`` compares an entry
    that has the name of a run with that run.
    """
    came: dict[str, set[Status]] = {}
    named: set[str] = set()
    for case in cases:
        for result in case.results:
            named |= {case.case, f"{case.case}#{result.check}"}
            for id in _entries(case.case, result.check):
                came.setdefault(id, set()).add(result.status)
    return [
        f"{id}: {_not_any(expected)}"
        for id, expected in expectations.items()
        if id in came and id not in named and expected.status not in came[id]
    ]


def _not_any(expected: Expected) -> str:
    return f"expected {expected.status} ({expected.reason}), got none of it: take the expectation out"


def failures(case: CaseResult, expectations: Expectations) -> list[Result]:
    """The checks that fail without an entry that has their name or excuses them."""
    return [
        result
        for result in case.results
        if result.status in BAD and f"{case.case}#{result.check}" not in expectations
        if not ((excuse := _entry(case, result, expectations)) and excuse.status == result.status)
    ]


def told(case: CaseResult, result: Result) -> str:
    """A check that did not pass, in words."""
    return f"{case.case}#{result.check}: {result.status}: {result.message}"


def broken(case: CaseResult, expectations: Expectations) -> list[str]:
    """The entries about a case that do not hold, in words."""
    found = []
    whole = expectations.get(case.case)
    if whole and all(result.status != whole.status for result in case.results):
        found.append(f"{case.case}: {_not_any(whole)}")
    for result in case.results:
        id = f"{case.case}#{result.check}"
        expected = expectations.get(id)
        if expected is not None and expected.status != result.status:
            found.append(
                f"{id}: expected {expected.status} ({expected.reason}), got {result.status}"
                + (": take the expectation out" if result.status is Status.PASS else f": {result.message}")
            )
    return found


def surprises(case: CaseResult, expectations: Expectations) -> list[str]:
    """What did not come as expected, in words. Without expectations every check passes, or is not the engine's."""
    return [*broken(case, expectations), *(told(case, result) for result in failures(case, expectations))]


def updated(cases: Iterable[CaseResult], before: Expectations, reason: str, link: str) -> Expectations:
    """Expectations that fit a run: what still holds keeps its reason, what is new gets this one.

    Where all runs of a case came to the same, one entry speaks for them, and goes on to if another edition is claimed.
    """
    found: dict[str, dict[str, Expected | None]] = {}
    for case in cases:
        for result in case.results:
            of_run, of_case, *_ = _entries(case.case, result.check)
            new = Expected(status=result.status, reason=reason, link=link) if result.status in BAD else None
            kept = _entry(case, result, before)
            found.setdefault(of_case, {})[of_run] = kept if kept and kept.status == result.status else new
    after: dict[str, Expected] = {id: expected for id, expected in before.items() if FOUND in id}
    for of_case, by_run in found.items():
        entries = {of_case: next(iter(by_run.values()))} if len(set(by_run.values())) == 1 else by_run
        after |= {id: entry for id, entry in entries.items() if entry}
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
