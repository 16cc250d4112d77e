"""The output of `colt conformance run`."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from colt_rules.cli.output import console, number_of, table
from colt_rules.conformance.running.causes import FailureGroup
from colt_rules.conformance.running.expectations import failure_text
from colt_rules.conformance.running.results import Report, Status, measured
from colt_rules.conformance.running.starts import is_start
from colt_rules.safe_text import printable

NAMED = 3
"""How many similar checks are listed besides the check that is shown in full."""
WHOLE = "--all shows them, --html FILE too, with pictures."


def run_facts(report: Report, found: list[FailureGroup], surprises: list[str], notes: list[str], status: int) -> Any:
    """What `colt conformance run --json` prints."""
    return {
        "header": msgspec.to_builtins(report.header),
        "footer": msgspec.to_builtins(report.footer),
        "cases": {case.case: case.status for case in report.cases},
        "causes": [
            {"shape": cause.shape, "checks": [f"{case.case}#{result.check}" for case, result in cause.checks]}
            for cause in found
        ],
        "surprises": surprises,
        "notes": notes,
        "status": status,
    }


def print_result(report: Report, notes: list[str], most: int | None) -> None:
    """Print the engine, the number of checks by status, and why some did not count."""
    out = console()
    engine, footer = report.header.engine or {}, report.footer
    assert footer is not None
    out.print(
        f"{printable(str(engine.get('name')))} {printable(str(engine.get('version')))} supports "
        f"{', '.join(engine.get('levels', ()))}; suite {report.header.suite}, {_extent(report)}, "
        f"{footer.seconds:.1f} s."
    )
    shown = table(out, "checks", "number", numbers=1)
    for status, number in footer.counts.items():
        if number:
            shown.add_row(str(status), f"{number:,}")
    out.print(shown)
    for line in _reasons(report, most):
        out.print(line)
    for note in notes:
        out.print(f"Note: {printable(note)}.")


def print_surprises(found: list[FailureGroup], entries: list[str], most: int | None) -> None:
    """Print what did not come as expected, similar failures together, at most ``most`` causes."""
    out = console()
    for cause in found[:most]:
        for line in _lines(cause, most):
            out.print(printable(line))
    for entry in entries[:most]:
        out.print(printable(entry))
    if most is None:
        return
    if len(found) > most:
        checks = sum(len(cause.checks) for cause in found[most:])
        out.print(f"... and {number_of(checks, 'check')} more of {number_of(len(found) - most, 'cause')}: {WHOLE}")
    if len(entries) > most:
        out.print(f"... and {number_of(len(entries) - most, 'expectation')} more that do not hold: {WHOLE}")


def _lines(cause: FailureGroup, most: int | None) -> Iterator[str]:
    """A cause: how many checks it has, the first of them in full, and the names of the others."""
    first, *others = cause.checks
    if not others:
        yield failure_text(*first)
        return
    cases = len({case.case for case, _ in cause.checks})
    yield f"{number_of(len(cause.checks), 'check')} in {number_of(cases, 'case')} that look alike ({cause.shape}):"
    yield f"  {failure_text(*first)}"
    names = [f"{case.case}#{result.check}" for case, result in others]
    shown = names if most is None else names[:NAMED]
    left = len(names) - len(shown)
    yield f"  and {', '.join(shown)}" + (f" and {left:,} more" if left else "")


def print_end(report: Report, found: list[FailureGroup], surprises: int, html: Path | None, file: Path | None) -> None:
    """Print whether everything came as expected, and what to do next."""
    out = console()
    for line in _last_words(report, found, surprises, html, file):
        out.print(line)


def _extent(report: Report) -> str:
    """The numbers of cases, of runs and of supported runs, as far as they differ.

    Games that the engine sets up are counted separately: they are not cases of the suite.
    """
    asked = [case for case in report.cases if not is_start(case.case)]
    games, runs = len(report.cases) - len(asked), len(asked)
    cases = len({case.case.partition("@")[0] for case in asked})
    supported = sum(case.status is not Status.NOT_SUPPORTED for case in asked)
    counts = number_of(cases, "case") + (f" in {number_of(runs, 'run')}" if runs != cases else "")
    counts += f", {supported:,} of them supported" if supported != runs else ""
    return counts + (f" and {number_of(games, 'game')} to set up" if games else "")


def _reasons(report: Report, most: int | None) -> Iterator[str]:
    """Why checks were skipped or ended in an error, the most frequent reason first."""
    reasons = Counter(
        (str(result.status), result.message)
        for case in report.cases
        for result in case.results
        if result.status in (Status.SKIPPED, Status.ERROR)
    )
    for (status, reason), number in reasons.most_common(most):
        yield f"{status} {number_of(number, 'time')}: {printable(reason)}"
    if most is not None and len(reasons) > most:
        yield f"... and for {number_of(len(reasons) - most, 'other reason')}: --all shows them."


def _last_words(
    report: Report, found: list[FailureGroup], surprises: int, html: Path | None, file: Path | None
) -> Iterator[str]:
    footer = report.footer
    assert footer is not None
    if footer.restarts:
        yield f"The engine was restarted {number_of(footer.restarts, 'time')}."
    if footer.problem:
        yield f"The run is not valid: {printable(footer.problem)}."
    elif not measured(report.cases):
        yield "The run is not valid: the engine skipped or did not support every check."
    elif surprises:
        alike = f", with {number_of(len(found), 'cause')} as it seems" if 0 < len(found) < surprises else ""
        yield f"{number_of(surprises, 'check')} did not come as expected{alike}."
        for cause in found[:1]:
            where = f" --file {file}" if file else ""
            yield f"See one: colt conformance show {cause.checks[0][0].case}{where}"
    else:
        yield "Everything came as expected."
    if html is not None:
        yield f"The page is {html}."
