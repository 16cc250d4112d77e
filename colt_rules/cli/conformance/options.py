"""What the commands share: the engine, the part of the suite, and the suite itself."""

import os
import shlex
import sys
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from colt_rules.cli.output import CannotRun, giving_up_on, workers_option

if TYPE_CHECKING:
    from colt_rules.conformance.cases.expand import Run
    from colt_rules.conformance.cases.suite import Filter, Suite
    from colt_rules.conformance.running.expectations import Expectations
    from colt_rules.conformance.running.interview import Adapter
    from colt_rules.conformance.running.results import CaseResult

F = TypeVar("F", bound=Callable[..., Any])

SHOWN = 20
"""How many things of a kind are listed without --all."""

LEVELS = ("fold", "decide", "outcome", "legal", "view", "cite", "setup")


def engine_options(command: F) -> F:
    """The options for the engine and its limits."""
    for option in (
        click.option(
            "--restarts",
            default=20,
            show_default=True,
            type=click.IntRange(0),
            help="How often a broken engine is restarted before the run ends.",
        ),
        click.option(
            "--timeout",
            default=10.0,
            show_default=True,
            type=click.FloatRange(0.01),
            metavar="SECONDS",
            help="How long an answer may take; the start may take six times as long.",
        ),
        click.option(
            "--one-shot", is_flag=True, help="Start a new engine for each position of a case: one JSON in, one out."
        ),
        click.option(
            "--adapter",
            metavar="COMMAND",
            envvar="COLT_ADAPTER",
            show_envvar=True,
            show_default="the reference, `colt adapter`",
            help='The command that starts the engine, such as "node adapter.mjs".',
        ),
    ):
        command = option(command)
    return command


engines_at_once = workers_option("Number of engines that run at the same time.")


def filter_options(command: F) -> F:
    """The options that choose a part of the suite."""
    for option in (
        click.option("--reachable", is_flag=True, help="Only cases whose position a game can reach."),
        click.option("--module", "modules", multiple=True, metavar="NAME", help="Only cases of this module."),
        click.option("--edition", "editions", multiple=True, metavar="ID", help="Only this edition."),
        click.option("--clause", "clauses", multiple=True, metavar="ID", help="Only cases of this clause or ruling."),
        click.argument("ids", nargs=-1, metavar="[CASE]..."),
    ):
        command = option(command)
    return command


def make_adapter(
    command: str | None, one_shot: bool, timeout: float, restarts: int, levels: tuple[str, ...] = ()
) -> "Adapter":
    """The engine that the options name."""
    from colt_rules.conformance.running.interview import Adapter

    if command == "" or (command is None and os.environ.get("COLT_ADAPTER") == ""):
        raise CannotRun('expected the command of an adapter such as "node adapter.mjs", got an empty one')
    return Adapter(command or reference(one_shot), one_shot, timeout, restarts, levels)


def check_writable(*files: Path | None) -> None:
    """Raise CannotRun before a long run if its results cannot be written."""
    for path in files:
        if path is None:
            continue
        if not path.parent.is_dir():
            raise CannotRun(f"expected a folder to write {path} into, got none")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise CannotRun(f"expected to be allowed to write {path}, but it cannot be written")


def reference(one_shot: bool = False, mutant: str = "") -> str:
    """The command that starts the reference as an engine."""
    words = [sys.executable, "-m", "colt_rules.cli.main", "adapter", *(["--once"] if one_shot else [])]
    return shlex.join([*words, *(["--mutant", mutant] if mutant else [])])


def suite_of(file: Path | None) -> "Suite":
    """The suite, or the cases of one file; raises CannotRun with all their errors."""
    from colt_rules.conformance.cases.suite import load_file, suite
    from colt_rules.registry.errors import SpecError

    if file is None:
        return suite()
    with giving_up_on(SpecError, because="the cases cannot be used:\n"):
        return load_file(file)


def suite_version() -> str:
    """The version of the suite."""
    from colt_rules.conformance.cases.export import published
    from colt_rules.conformance.cases.place import suite_folder
    from colt_rules.registry.errors import SpecError

    with giving_up_on(SpecError):
        return published(suite_folder()).version


def chosen(suite: "Suite", filter: "Filter", editions: Collection[str] = (), everywhere: bool = False) -> "list[Run]":
    """The selected part of the suite; raises CannotRun for unknown names and for filters that match nothing."""
    from colt_rules.conformance.cases.setting import settings_of
    from colt_rules.conformance.cases.suite import Filter
    from colt_rules.log.errors import hint
    from colt_rules.modules import MODULES
    from colt_rules.registry.registry import registry
    from colt_rules.rules.editions import EDITIONS

    clauses = {entry.id for entry in registry().citable()}
    for what, given, known in (
        ("clause", filter.clauses, clauses),
        ("edition", filter.editions, set(EDITIONS)),
        ("module", filter.modules, set(MODULES)),
    ):
        for name in given:
            if name not in known:
                raise CannotRun(f"expected a known {what}, got {name!r}{hint(name, known)}")
    for glob in filter.ids:
        one = Filter(ids=(glob,))
        if not any(one.takes(each) for written in suite.cases.values() for each in settings_of(written.case)):
            likely = hint(glob, suite.cases, "`colt conformance list` names them")
            raise CannotRun(f"expected the id of a case or a pattern such as fire.*, got {glob!r}{likely}")
    runs = suite.chosen(filter, editions, everywhere)
    if not runs:
        raise CannotRun("no case is left: the filters exclude each other")
    return runs


def expectations_of(path: Path | None) -> "Expectations":
    """The expectations in a file, none without one; raises CannotRun with all their errors."""
    from colt_rules.conformance.running.expectations import read_expectations
    from colt_rules.registry.errors import SpecError

    if path is None:
        return {}
    with giving_up_on(SpecError, because="the expectations cannot be used:\n"):
        return read_expectations(path)


def unmet_entries(cases: "Iterable[CaseResult]", expectations: "Expectations", most: int | None = None) -> list[str]:
    """A note about the expectations that matched no run, if there are any; lists at most ``most``."""
    from colt_rules.conformance.running.expectations import unmatched_entries

    ids = unmatched_entries(cases, expectations)
    entries = "1 entry" if len(ids) == 1 else f"{len(ids):,} entries"
    left = len(ids[most:]) if most is not None else 0
    named = ", ".join(ids[:most]) + (f" and {left:,} more (--all names them)" if left else "")
    return [f"{entries} matched no run of this engine: {named}"] if ids else []
