"""`colt conformance run` and `smoke`."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.conformance.options import (
    LEVELS,
    SHOWN,
    check_writable,
    chosen,
    engine_options,
    engines_at_once,
    expectations_of,
    filter_options,
    make_adapter,
    suite_of,
    suite_version,
    unmet_entries,
)
from colt_rules.cli.output import FILE, CannotRun, as_json, console, giving_up_on, number_of, print_json, table
from colt_rules.signs import printable

if TYPE_CHECKING:
    from colt_rules.conformance.cases.expand import Run
    from colt_rules.conformance.cases.suite import Filter, Suite
    from colt_rules.conformance.protocol.messages import Started
    from colt_rules.conformance.running.engine import Engine
    from colt_rules.conformance.running.expectations import Expectations
    from colt_rules.conformance.running.interview import Adapter
    from colt_rules.conformance.running.results import CaseResult, Footer, Report
    from colt_rules.conformance.running.runner import Conversation
    from colt_rules.conformance.running.starts import Start


@click.command()
@filter_options
@click.option(
    "--level", "levels", multiple=True, type=click.Choice(LEVELS), help="Only checks of this level, of those it claims."
)
@click.option("--file", "file", type=FILE, help="The cases of this YAML file instead of the suite's.")
@click.option("--all-editions", is_flag=True, help="Each case in every edition that it is for and the engine claims.")
@click.option("--only-failed", is_flag=True, help="Only what did not pass in the last run of this adapter from here.")
@engine_options
@engines_at_once
@click.option("--expectations", "expected", type=FILE, help="A TOML file with what does not pass yet, and why.")
@click.option("--report", type=FILE, help="Write the whole run as JSON Lines into this file.")
@click.option("--junit", type=FILE, help="Write JUnit XML for a CI system into this file.")
@click.option("--html", type=FILE, help="Write one page to look at into this file.")
@as_json
def run(
    ids: tuple[str, ...],
    clauses: tuple[str, ...],
    editions: tuple[str, ...],
    modules: tuple[str, ...],
    reachable: bool,
    levels: tuple[str, ...],
    file: Path | None,
    all_editions: bool,
    only_failed: bool,
    adapter: str | None,
    one_shot: bool,
    timeout: float,
    restarts: int,
    workers: int,
    expected: Path | None,
    report: Path | None,
    junit: Path | None,
    html: Path | None,
    json_: bool,
) -> None:
    """Run the cases against an engine and show, check by check, where it departs from the rules.

    CASE is an id or a pattern such as 'fire.*'; without one, all cases are run. The engine is asked only about what
    it claims. A case says the same in all its editions and is run in the first of them that the engine claims; a
    witness, which tells editions apart, in all. A crash or a hang costs one case: the engine is started again.

    \b
    Examples:
      colt conformance run                                        the reference itself
      colt conformance run --adapter "node adapter.mjs"           another engine
      colt conformance run --adapter "./engine" 'fire.*' --html report.html
      colt conformance run --adapter "./engine" --only-failed     again what did not pass
      colt conformance run --adapter "./engine" --reachable       only positions of real games

    Exit status: 0 as expected, 1 a check failed, 2 the run is not valid (no case, a broken adapter).
    """
    from attrs import evolve

    from colt_rules.conformance.cases.suite import Filter
    from colt_rules.conformance.running.results import Report
    from colt_rules.conformance.running.runner import Conversation

    suite = suite_of(file)
    ids = tuple(id.partition("#")[0] for id in ids)  # reports name checks: their case is meant
    filter = Filter(ids, clauses, editions, modules, reachable)
    chosen(suite, filter)  # a filter that takes nothing is reported before an engine is started
    engine = make_adapter(adapter, one_shot, timeout, restarts, levels)
    failed = _failed_before(engine.command) if only_failed else None
    expectations = expectations_of(expected)
    check_writable(report, junit, html)
    version = suite_version()  # before an engine is started: an index that cannot be read would leave it behind
    filters = (
        *([str(file)] if file else []),
        *ids,
        *clauses,
        *editions,
        *modules,
        *levels,
        *(["reachable"] if reachable else []),
        *(["all editions"] if all_editions else []),
        *(["only failed"] if only_failed else []),
    )
    with _greeted(engine) as (started, process):
        if failed is None:
            wanted = chosen(suite, evolve(filter, reachable=False), started.editions, all_editions)
        else:
            wanted = _again(suite, evolve(filter, reachable=False), failed)
        runs = [run for run in wanted if filter.keeps(run)]
        if wanted and not runs:
            raise CannotRun("no case is left: no game comes to any of their positions; run them without --reachable")
        plain = not (file or ids or clauses or modules) and (not levels or "setup" in levels)
        todo = [*runs, *(_starts(started, editions, failed) if plain else ())]
        if not todo:
            raise CannotRun("nothing failed in the last run; run it without --only-failed")
    conversation = Conversation(engine, todo, workers, version, filters, (started, process))
    cases = _followed(conversation, report, len(todo))
    footer = conversation.footer
    whole = Report(conversation.header, tuple(cases), footer)
    _write_reports(whole, junit, html)
    surprises = _surprises(whole, expectations, suite)
    status = _status(cases, footer, surprises)
    notes = [*_left_out(len(wanted) - len(runs)), *_notes(whole, expectations)]
    if json_:
        print_json(_as_data(whole, surprises, notes, status))
    else:
        _print(whole, surprises, notes, html, file, adapter is None)
    raise SystemExit(status)


def _starts(started: "Started", editions: tuple[str, ...], failed: set[str] | None) -> "list[Start]":
    """The games that an engine is to set up by itself, if it claims that."""
    from colt_rules.conformance.running.starts import LEVEL, starts

    if LEVEL not in started.levels:
        return []
    known = tuple(edition for edition in started.editions if not editions or edition in editions)
    return [start for start in starts(known, started.modules) if failed is None or start.name in failed]


@contextmanager
def _greeted(adapter: "Adapter") -> "Iterator[tuple[Started, Engine | None]]":
    """The engine and what it claims; it is ended if no run comes of it."""
    from colt_rules.conformance.running.engine import CannotStart
    from colt_rules.conformance.running.interview import greet

    try:
        started, engine = greet(adapter)
    except CannotStart as error:
        raise CannotRun(f"{error}\nTry `colt conformance smoke` with the same options.") from error
    try:
        yield started, engine
    except BaseException:
        if engine is not None:
            engine.kill()
        raise


def _followed(conversation: "Conversation", report: Path | None, number: int) -> "list[CaseResult]":
    """The results as they come, each written down at once; the last run is remembered for --only-failed."""
    from colt_rules.conformance.cases.place import last_run
    from colt_rules.conformance.reports.jsonl import report_file

    remembered = last_run(conversation.header.adapter)
    cases: list[CaseResult] = []
    with ExitStack() as stack:
        writers: list[Callable[[Any], None]] = []
        if report is not None:
            writers.append(stack.enter_context(report_file(report, conversation.header)))
        try:
            remembered.parent.mkdir(parents=True, exist_ok=True)
            writers.append(stack.enter_context(report_file(remembered, conversation.header)))
        except OSError:
            click.echo(f"Note: {remembered} cannot be written, so --only-failed will not know this run.", err=True)
        try:
            with click.progressbar(conversation, length=number, label="Cases", file=sys.stderr) as bar:
                for case in bar:
                    cases.append(case)
                    for write in writers:
                        write(case)
        except KeyboardInterrupt:
            click.echo(f"\nStopped after {len(cases)} of {number} cases; --only-failed knows these.", err=True)
            raise
        for write in writers:
            write(conversation.footer)
    return sorted(cases, key=lambda case: case.case)


def _failed_before(adapter: str) -> set[str]:
    """The names of the runs that did not pass last time."""
    from colt_rules.conformance.cases.place import last_run
    from colt_rules.conformance.reports.jsonl import BadReport, read_report
    from colt_rules.conformance.running.results import BAD

    path = last_run(adapter)
    try:
        before = read_report(path)
    except (OSError, BadReport):
        raise CannotRun(
            "expected a run of this adapter from this folder before; run it once without --only-failed"
        ) from None
    return {case.case for case in before.cases if case.status in BAD}


def _again(suite: "Suite", filter: "Filter", failed: set[str]) -> "list[Run]":
    """Of what failed, the runs that are wanted, in whichever edition they were."""
    from colt_rules.conformance.cases.setting import settings_of

    settings = [setting for written in suite.cases.values() for setting in settings_of(written.case)]
    return [suite.run(setting) for setting in settings if setting.name in failed and filter.takes(setting)]


def _surprises(report: "Report", expectations: "Expectations", suite: "Suite") -> list[str]:
    from colt_rules.conformance.running.expectations import idle, strangers, surprises
    from colt_rules.conformance.running.starts import start_ids

    messages = [message for case in report.cases for message in surprises(case, expectations)]
    messages += idle(report.cases, expectations) if _is_whole(report) else []
    if not expectations:
        return messages  # to know all checks by name is to expand all cases
    return messages + strangers(expectations, (*suite.check_ids(), *start_ids()))


def _left_out(number: int) -> list[str]:
    """How many runs were not asked because no game comes to their position, in words, if there are any."""
    return [f"{number_of(number, 'run')} left out, for no game comes to the position"] if number else []


def _notes(report: "Report", expectations: "Expectations") -> list[str]:
    """What does not count against the engine, but is hardly meant: claims and expectations that lead to nothing."""
    from colt_rules.conformance.running.smoke import strange_claims

    engine = report.header.engine or {}
    messages = [f"{what}: {why}" for what, why in strange_claims(engine["editions"], engine["modules"]).items()]
    return messages + (unmet_entries(report.cases, expectations) if _is_whole(report) else [])


def _is_whole(report: "Report") -> bool:
    """Whether nothing was left out, so that what is not there would not have come."""
    return report.footer is not None and report.footer.complete and not report.header.filters


def _status(cases: "list[CaseResult]", footer: "Footer", surprises: list[str]) -> int:
    """2 if the run is not valid, 1 if something did not come as expected, else 0."""
    if footer.problem or not footer.complete or not _measured(cases):
        return 2
    return 1 if surprises else 0


def _measured(cases: "list[CaseResult]") -> int:
    """How many checks the engine really answered, well or badly."""
    from colt_rules.conformance.running.results import Status

    silent = (Status.SKIPPED, Status.NOT_CLAIMED)
    return sum(result.status not in silent for case in cases for result in case.results)


def _write_reports(report: "Report", junit: Path | None, html: Path | None) -> None:
    from colt_rules.conformance.reports.junit import junit_xml
    from colt_rules.conformance.reports.page import page_html

    if junit is not None:
        junit.write_text(junit_xml(report), encoding="utf-8", newline="\n")
    if html is not None:
        html.write_text(page_html(report), encoding="utf-8", newline="\n")


def _as_data(report: "Report", surprises: list[str], notes: list[str], status: int) -> Any:
    import msgspec

    return {
        "header": msgspec.to_builtins(report.header),
        "footer": msgspec.to_builtins(report.footer),
        "cases": {case.case: case.status for case in report.cases},
        "surprises": surprises,
        "notes": notes,
        "status": status,
    }


def _print(
    report: "Report",
    surprises: list[str],
    notes: list[str],
    html: Path | None,
    file: Path | None,
    reference_itself: bool,
) -> None:
    out = console()
    engine, footer = report.header.engine or {}, report.footer
    assert footer is not None
    if reference_itself:
        out.print("No adapter was given: this is the reference itself.")
    out.print(
        f"{printable(str(engine.get('name')))} {printable(str(engine.get('version')))} claims "
        f"{', '.join(engine.get('levels', ()))}; suite {report.header.suite}, {_extent(report)}, "
        f"{footer.seconds:.1f} s."
    )
    shown = table(out, "checks", "number", numbers=1)
    for status, number in footer.counts.items():
        if number:
            shown.add_row(str(status), f"{number:,}")
    out.print(shown)
    for line in _reasons(report):
        out.print(line)
    for surprise in surprises[:SHOWN]:
        out.print(printable(surprise))
    if len(surprises) > SHOWN:
        out.print(f"... and {len(surprises) - SHOWN:,} more; --html FILE shows all of them, with pictures.")
    for note in notes:
        out.print(f"Note: {printable(note)}.")
    for line in _last_words(report, surprises, html, file):
        out.print(line)


def _extent(report: "Report") -> str:
    """How many cases there were, in how many runs, and how many of these the engine claimed, as far as they differ.

    Games that it was to set up by itself are counted apart: they are no cases of the suite.
    """
    from colt_rules.conformance.running.results import Status
    from colt_rules.conformance.running.starts import is_start

    asked = [case for case in report.cases if not is_start(case.case)]
    games, runs = len(report.cases) - len(asked), len(asked)
    cases = len({case.case.partition("@")[0] for case in asked})
    claimed = sum(case.status is not Status.NOT_CLAIMED for case in asked)
    counts = number_of(cases, "case") + (f" in {number_of(runs, 'run')}" if runs != cases else "")
    counts += f", {claimed:,} of them claimed" if claimed != runs else ""
    return counts + (f" and {number_of(games, 'game')} to set up" if games else "")


def _reasons(report: "Report") -> Iterator[str]:
    """Why checks were skipped or ended in an error, the commonest reason first: what to write next."""
    from colt_rules.conformance.running.results import Status

    reasons = Counter(
        (str(result.status), result.message)
        for case in report.cases
        for result in case.results
        if result.status in (Status.SKIPPED, Status.ERROR)
    )
    for (status, reason), number in reasons.most_common(SHOWN):
        yield f"{status} {number_of(number, 'time')}: {printable(reason)}"


def _last_words(report: "Report", surprises: list[str], html: Path | None, file: Path | None) -> Iterator[str]:
    footer = report.footer
    assert footer is not None
    if footer.restarts:
        yield f"The engine was started again {number_of(footer.restarts, 'time')}."
    if footer.problem:
        yield f"The run is not valid: {printable(footer.problem)}."
    elif not _measured(list(report.cases)):
        yield "The run is not valid: the engine skipped or did not claim every single check."
    elif surprises:
        case = surprises[0].partition("#")[0].partition(":")[0]
        where = f" --file {file}" if file else ""
        yield f"{number_of(len(surprises), 'check')} did not come as expected."
        yield f"See one: colt conformance show {case}{where}"
    else:
        yield "Everything came as expected."
    if html is not None:
        yield f"The page is {html}."


@click.command()
@engine_options
def smoke(adapter: str | None, one_shot: bool, timeout: float, restarts: int) -> None:
    """Is the adapter itself in order? A few questions that have nothing to do with rules.

    It is started, names itself, takes a position, answers one question of each level that it claims, echoes what it
    must echo, and ends. What it says about the rules does not matter here: any well-formed answer will do.

    \b
    Example:
      colt conformance smoke --adapter "node adapter.mjs"

    Exit status: 0 in order, 2 not.
    """
    from colt_rules.conformance.running.engine import CannotStart
    from colt_rules.conformance.running.smoke import smoke as tried

    engine = make_adapter(adapter, one_shot, timeout, restarts)
    out = console()
    bad = False
    with giving_up_on(CannotStart):
        for step in tried(engine):
            bad = bad or not step.good
            out.print(
                f"{'ok    ' if step.good else 'not ok'}  {step.what}"
                + (f": {printable(step.details)}" if step.details else "")
            )
    out.print(
        "The adapter is in order." if not bad else "The adapter is not in order: mend this before you run the suite."
    )
    raise SystemExit(2 if bad else 0)
