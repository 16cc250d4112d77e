"""`colt conformance run` and `smoke`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fnmatch import fnmatchcase
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
from colt_rules.cli.output import FILE, CannotRun, as_json, console, giving_up_on, number_of, print_json, write_file
from colt_rules.safe_text import printable

if TYPE_CHECKING:
    from colt_rules.conformance.cases.expand import Run
    from colt_rules.conformance.cases.suite import Filter, Suite
    from colt_rules.conformance.protocol.messages import Started
    from colt_rules.conformance.running.causes import FailureGroup
    from colt_rules.conformance.running.engine import Engine
    from colt_rules.conformance.running.expectations import Expectations
    from colt_rules.conformance.running.interview import Adapter
    from colt_rules.conformance.running.results import CaseResult, Footer, Report
    from colt_rules.conformance.running.runner import Conversation
    from colt_rules.conformance.running.starts import GameStart


@click.command()
@filter_options
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=click.Choice(LEVELS),
    help="Only checks of this level.",
)
@click.option("--file", "file", type=FILE, help="The cases of this YAML file instead of the suite's.")
@click.option("--all-editions", is_flag=True, help="Run each case in all its editions that the engine supports.")
@click.option("--only-failed", is_flag=True, help="Only what did not pass in the last run from this folder.")
@engine_options
@engines_at_once
@click.option("--expectations", "expected", type=FILE, help="A TOML file with what does not pass yet, and why.")
@click.option("--report", type=FILE, help="Write the whole run as JSON Lines into this file.")
@click.option("--junit", type=FILE, help="Write JUnit XML for a CI system into this file.")
@click.option("--html", type=FILE, help="Write an HTML page into this file.")
@click.option("--all", "all_", is_flag=True, help="Show every line of long lists.")
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
    all_: bool,
    json_: bool,
) -> None:
    """Run the cases against an engine and show, check by check, where it departs from the rules.

    CASE is an id or a pattern such as 'fire.*'; without one, all cases are run. Only what the engine supports is
    tested. A case has the same outcome in all its editions and is run in the first of them that the engine supports; a
    witness, whose outcome differs by edition, in all. A crash or a hang costs one case: the engine is restarted. CASE
    can also be a game that the engine sets up itself, such as start/base-3@ru-full or 'start/*'.

    Similar failures, which mostly have one cause, are shown together: the first in full, then the names of the others.

    \b
    Examples:
      colt conformance run                                        the reference itself
      colt conformance run --adapter "node adapter.mjs"           another engine
      colt conformance run --adapter "./engine" 'fire.*' --html report.html
      colt conformance run --adapter "./engine" --only-failed     again what did not pass
      colt conformance run --adapter "./engine" --reachable       only positions of real games
      colt conformance run --adapter "./engine" 'start/*'         only games that it sets up itself

    Exit status: 0 as expected, 1 a check failed, 2 the run is not valid (no case, a broken adapter).
    """
    from attrs import evolve

    from colt_rules.cli.conformance.output import print_end, print_result, print_surprises, run_facts
    from colt_rules.conformance.cases.suite import Filter
    from colt_rules.conformance.running.expectations import failure_text
    from colt_rules.conformance.running.results import Report
    from colt_rules.conformance.running.runner import Conversation

    suite = suite_of(file)
    ids = tuple(id.partition("#")[0] for id in ids)  # an id from a report may name a check
    games, cases_named = _of_starts(ids)
    filter = Filter(cases_named, clauses, editions, modules, reachable)
    only_games = bool(games) and not cases_named
    if not only_games:
        chosen(suite, filter)  # reports an empty filter before an engine is started
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
        if only_games:
            wanted = []
        elif failed is None:
            wanted = chosen(suite, evolve(filter, reachable=False), started.editions, all_editions)
        else:
            wanted = _again(suite, evolve(filter, reachable=False), failed)
        runs = [run for run in wanted if filter.keeps(run)]
        if wanted and not runs:
            raise CannotRun("no case is left: no game reaches any of their positions; run them without --reachable")
        plain = not (file or cases_named or clauses or modules) and (not levels or "setup" in levels)
        todo = [*runs, *(_starts(started, editions, failed, games) if plain or games else ())]
        if not todo and failed is None:
            raise CannotRun(_no_start(started, games))
        if not todo:
            raise CannotRun("nothing failed in the last run; run it without --only-failed")
    conversation = Conversation(engine, todo, workers, version, filters, (started, process))
    cases = _followed(conversation, report, len(todo))
    footer = conversation.footer
    whole = Report(conversation.header, tuple(cases), footer)
    _write_reports(whole, junit, html)
    found = _causes(whole, expectations)
    entries = _broken_entries(whole, expectations, suite)
    surprises = [*(failure_text(*check) for cause in found for check in cause.checks), *entries]
    status = _status(cases, footer, surprises)
    notes = _notes(whole, expectations, None if all_ or json_ else SHOWN)
    if left_out := len(wanted) - len(runs):
        notes.insert(0, f"{number_of(left_out, 'run')} left out, because no game reaches the position")
    if json_:
        print_json(run_facts(whole, found, surprises, notes, status))
    else:
        most = None if all_ else SHOWN
        if adapter is None:
            click.echo("No adapter was given: this is the reference itself.")
        print_result(whole, notes, most)
        print_surprises(found, entries, most)
        print_end(whole, found, len(surprises), html, file)
    raise SystemExit(status)


def _of_starts(ids: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids and patterns of games to set up, and of cases; raises CannotRun for a game that does not exist."""
    from colt_rules.conformance.running.starts import is_start, start_names
    from colt_rules.log.errors import hint

    games = tuple(id for id in ids if is_start(id))
    names = start_names() if games else ()
    for id in games:
        if not any(fnmatchcase(name, id) for name in names):
            likely = hint(id, names, "they are called as start/base-3@ru-full is")
            raise CannotRun(
                f"expected the name of a game to set up or a pattern such as start/base-*, got {id!r}{likely}"
            )
    return games, tuple(id for id in ids if not is_start(id))


def _starts(
    started: "Started", editions: tuple[str, ...], failed: set[str] | None, games: tuple[str, ...]
) -> "list[GameStart]":
    """The games that an engine is asked to set up, if it supports that: all, or the named ones."""
    from colt_rules.conformance.running.starts import LEVEL, starts

    if LEVEL not in started.levels:
        return []
    known = tuple(edition for edition in started.editions if not editions or edition in editions)
    return [
        start
        for start in starts(known, started.modules)
        if failed is None or start.name in failed
        if not games or any(fnmatchcase(start.name, glob) for glob in games)
    ]


def _no_start(started: "Started", games: tuple[str, ...]) -> str:
    """Why an engine is not asked for any of the games that are named."""
    from colt_rules.conformance.running.starts import LEVEL

    if LEVEL not in started.levels:
        return f"expected an engine that supports {LEVEL}, got one that supports {', '.join(started.levels)}"
    return f"no game is left: the engine supports no edition and modules of {', '.join(games)}, or filters exclude them"


@contextmanager
def _greeted(adapter: "Adapter") -> "Iterator[tuple[Started, Engine | None]]":
    """The engine and what it supports; ends the engine if the run does not start."""
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
    """The results as they come, each written at once; the last run is stored for --only-failed."""
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
    """The failed runs that match the filter, in any edition."""
    from colt_rules.conformance.cases.setting import settings_of

    settings = [setting for written in suite.cases.values() for setting in settings_of(written.case)]
    return [suite.run(setting) for setting in settings if setting.name in failed and filter.takes(setting)]


def _causes(report: "Report", expectations: "Expectations") -> "list[FailureGroup]":
    """The unexpected failures, in groups of similar ones."""
    from colt_rules.conformance.running.causes import causes
    from colt_rules.conformance.running.expectations import failures

    return causes((case, result) for case in report.cases for result in failures(case, expectations))


def _broken_entries(report: "Report", expectations: "Expectations", suite: "Suite") -> list[str]:
    """The expectations that do not hold, in words."""
    from colt_rules.conformance.running.expectations import failed_entries, unknown_entries, unused_entries
    from colt_rules.conformance.running.starts import start_ids

    if not expectations:
        return []  # the names of all checks would need all cases expanded
    messages = [message for case in report.cases for message in failed_entries(case, expectations)]
    messages += unused_entries(report.cases, expectations) if _is_whole(report) else []
    return messages + unknown_entries(expectations, (*suite.check_ids(), *start_ids()))


def _notes(report: "Report", expectations: "Expectations", most: int | None) -> list[str]:
    """Warnings about the engine's names and expectations that match nothing."""
    from colt_rules.conformance.running.smoke import unknown_names

    engine = report.header.engine or {}
    messages = [f"{what}: {why}" for what, why in unknown_names(engine["editions"], engine["modules"]).items()]
    return messages + (unmet_entries(report.cases, expectations, most) if _is_whole(report) else [])


def _is_whole(report: "Report") -> bool:
    """Whether the run covers everything, so that an absent check does not exist."""
    return report.footer is not None and report.footer.complete and not report.header.filters


def _status(cases: "list[CaseResult]", footer: "Footer", surprises: list[str]) -> int:
    """2 if the run is not valid, 1 if something did not come as expected, else 0."""
    from colt_rules.conformance.running.results import measured

    if footer.problem or not footer.complete or not measured(cases):
        return 2
    return 1 if surprises else 0


def _write_reports(report: "Report", junit: Path | None, html: Path | None) -> None:
    from colt_rules.conformance.reports.junit import junit_xml
    from colt_rules.conformance.reports.page import page_html

    if junit is not None:
        write_file(junit, junit_xml(report))
    if html is not None:
        write_file(html, page_html(report))


@click.command()
@engine_options
def smoke(adapter: str | None, one_shot: bool, timeout: float, restarts: int) -> None:
    """Check the adapter itself, with a few questions that do not depend on rules.

    The adapter starts, identifies itself, takes a position, answers one question of each level that it supports, echoes
    what it must echo, and ends. Any well-formed answer passes.

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
        "The adapter is in order." if not bad else "The adapter is not in order: fix this before you run the suite."
    )
    raise SystemExit(2 if bad else 0)
