"""A client's expectations: which checks do not pass yet, why, and where that is tracked.

The file is in the client's repository. Its entries must hold: a check that passes against its entry, or an unknown id,
fails the run, so that no entry outlives its reason.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from colt_rules.conformance.running.results import BAD, CaseResult, Result, Status
from colt_rules.registry.errors import Findings
from colt_rules.registry.strict import read_toml, structure

EXPECTABLE = tuple(status for status in Status if status not in (Status.PASS, Status.NOT_SUPPORTED))


@frozen(kw_only=True)
class Expected:
    """How a check is expected to end, and why."""

    status: Status
    reason: str
    link: str = ""


Expectations = Mapping[str, Expected]
"""By id: of a check, ``case#check``, or of a case, which then covers all its checks that do not pass.

``case@pl-base`` is one run of the case, by the Polish rules. An entry without ``@`` also covers the runs without an
entry of their own, since an engine that supports another edition is asked the same case under another name.
"""


def read_expectations(path: Path) -> Expectations:
    """Read the expectations in a TOML file; raise a ``SpecError`` with all problems of its form."""
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
"""Part of the id of a case that fuzzing wrote.

An entry ``CLAUSE/found-by-fuzzing`` covers all differences about that clause, ``CLAUSE/found-by-fuzzing-legal-17``
those of that kind. It is not a case of the suite, and a run ignores it.
"""


def unknown_entries(expectations: Expectations, checks: Iterable[str]) -> list[str]:
    """The expectations that name nothing in this suite, in words; ``checks`` are the ids of all checks."""
    known = {entry for id in checks for entry in _entries(*id.split("#"))}
    return [
        f"{id}: expected a case or a check of this suite; remove or correct it"
        for id in expectations
        if id not in known and FOUND not in id
    ]


def _entries(run: str, check: str) -> tuple[str, ...]:
    """The entries that can cover a check, the most specific first."""
    case = run.partition("@")[0]
    return f"{run}#{check}", f"{case}#{check}", run, case


def entry_of(case: CaseResult, result: Result, expectations: Expectations) -> str | None:
    """The id of the entry that covers a check, or None."""
    return next((id for id in _entries(case.case, result.check) if id in expectations), None)


def _entry(case: CaseResult, result: Result, expectations: Expectations) -> Expected | None:
    """The entry that covers a check, or None."""
    id = entry_of(case, result, expectations)
    return expectations[id] if id is not None else None


def unmatched_entries(cases: Iterable[CaseResult], expectations: Expectations) -> list[str]:
    """The entries that match nothing in this run, because the engine does not support what they name."""
    met = {id for case in cases for result in case.results for id in _entries(case.case, result.check)}
    return [id for id in expectations if id not in met and FOUND not in id]


def unused_entries(cases: Iterable[CaseResult], expectations: Expectations) -> list[str]:
    """The entries that cover only runs of other names and excuse none of them, in words.

    ``surprises`` compares an entry that has the name of a run with that run.
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
    return f"expected {expected.status} ({expected.reason}), got no such result: remove the expectation"


def failures(case: CaseResult, expectations: Expectations) -> list[Result]:
    """The checks that fail without an entry of their own or another entry that excuses them."""
    return [
        result
        for result in case.results
        if result.status in BAD and f"{case.case}#{result.check}" not in expectations
        if not ((excuse := _entry(case, result, expectations)) and excuse.status == result.status)
    ]


def failure_text(case: CaseResult, result: Result) -> str:
    """A check that did not pass, in words, with its edition unless the name of the run ends with it."""
    where = "" if "@" in case.case else f" in {case.edition}"
    return f"{case.case}#{result.check}: {result.status}{where}: {result.message}"


def failed_entries(case: CaseResult, expectations: Expectations) -> list[str]:
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
                + (": remove the expectation" if result.status is Status.PASS else f": {result.message}")
            )
    return found


def surprises(case: CaseResult, expectations: Expectations) -> list[str]:
    """What differs from the expectations, in words.

    Without expectations every check must pass or not apply to the engine.
    """
    return [
        *failed_entries(case, expectations),
        *(failure_text(case, result) for result in failures(case, expectations)),
    ]


def updated(cases: Iterable[CaseResult], before: Expectations, reason: str, link: str) -> Expectations:
    """The expectations that fit a run: valid entries keep their reason, new ones get this one.

    If all runs of a case have the same result, one entry covers them, and also the runs in editions supported later.
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
    """The text of the TOML file for these expectations."""
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
    """A TOML basic string: like one of JSON, but without the control character 127."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
