"""`colt log archive`: many games as Parquet, for people who ask questions."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.output import (
    FOLDER,
    CannotRun,
    as_json,
    giving_up_on,
    number_of,
    print_json,
    printable,
    progress,
    workers_option,
)

if TYPE_CHECKING:
    from colt_rules.archive.archiving import Archived
    from colt_rules.archive.checking import Checked


@click.command("archive")
@click.argument("places", metavar="PLACE...", nargs=-1, required=True)
@click.option("--into", "folder", metavar="FOLDER", required=True, type=FOLDER, help="The archive; made if need be.")
@click.option("--over", "only_over", is_flag=True, help="Only games that are over; others may go on.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing: compare the archive with the logs.")
@workers_option("Read the logs in this many processes.")
@as_json
def archive_(
    places: tuple[str, ...], folder: Path, only_over: bool, only_check: bool, workers: int, json_: bool
) -> None:
    """Archive games as Parquet files, which DuckDB, pandas, polars and others read.

    PLACE is a folder of exported logs, an exported log, or a store: its file, or its address on a server. FOLDER gets
    a table of games and a table of their lines, in files of some 100,000 lines; docs/archive.md describes them, and
    `colt ask` answers questions from them. A game that is there already is not archived again, so the same command
    continues an archive, also after an interruption. A game that goes on later stays in the archive as it was; with
    --over only finished games are archived.

    The hashes of each log are checked, but not the rules; `colt audit` does that. A log that is broken is named and
    left out. An archive holds all that the logs hold, so it is for referees; to archive what one role may see, name
    logs that `colt log export --as` wrote.

    With --check every row is made again from the logs and compared. Everything that differs is named, and what is
    missing in the archive or was added to it.

    \b
    Examples:
      colt log archive games/ --into archive
      colt log archive games.db postgresql://colt@localhost/colt --over --into archive
      colt log archive games/ --into archive --check

    Exit status: 0 archived, or all is as in the logs; 1 a log was left out, or something differs; 2 it could not run.
    """
    from colt_rules.archive.archiving import archive
    from colt_rules.archive.checking import check
    from colt_rules.archive.logs import NoLogs, logs_at
    from colt_rules.archive.parquet import ArchiveError
    from colt_rules.archive.sharing import CannotShare
    from colt_rules.log.store import StoreError

    with giving_up_on(NoLogs, CannotShare, StoreError, ArchiveError):
        total = sum(1 for place in places for _ in logs_at(place))  # raises before anything is written
        names = (name for place in places for name in logs_at(place))
        with progress("Comparing" if only_check else "Archiving", total) as done:
            if only_check:
                is_right = _print_checked(check(names, folder, workers, only_over), folder, json_, done)
            else:
                is_right = _print_archived(archive(names, folder, workers, only_over), folder, json_, done)
    raise SystemExit(0 if is_right else 1)


def _print_archived(outcomes: "Iterable[Archived]", folder: Path, json_: bool, done: Callable[[int], None]) -> bool:
    """Print what became of each log, as it is known, and return whether none was left out."""
    from colt_rules.archive.parquet import ArchiveError

    added = there = waiting = 0
    left_out = []
    try:
        for one in outcomes:
            done(1)
            added += one.added
            waiting += one.waits
            there += not (one.added or one.why or one.waits)
            if one.why:
                left_out.append({"log": str(one.name), "problem": one.why})
                _tell_fault(str(one.name), one.why, json_)
    except ArchiveError as error:
        if not added:
            raise
        raise CannotRun(f"{error}; before that, {number_of(added, 'game')} got into the archive") from error
    if json_:
        facts = {"added": added, "there_already": there, "not_over": waiting, "left_out": left_out}
        print_json({"archive": str(folder), **facts})
    else:
        parts = [f"{number_of(added, 'game')} added", f"{there:,} there already"]
        parts += [f"{waiting:,} not over"] if waiting else []
        parts += [f"{number_of(len(left_out), 'log')} left out"] if left_out else []
        click.echo(printable(f"{folder}: {', '.join(parts)}"))
    return not left_out


def _print_checked(found: "Iterable[Checked]", folder: Path, json_: bool, done: Callable[[int], None]) -> bool:
    """Print what differs, as it is found, and return whether nothing does."""
    same, faults = 0, []
    for one in found:
        done(1)
        same += not one.fault
        if one.fault:
            faults.append({"name": one.name, "fault": one.fault})
            _tell_fault(one.name, one.fault, json_)
    if json_:
        print_json({"archive": str(folder), "same": same, "faults": faults})
    else:
        rest = f"; {number_of(len(faults), 'fault')}" if faults else ""
        click.echo(printable(f"{folder}: {number_of(same, 'game')} as in the logs{rest}"))
    return not faults


def _tell_fault(name: str, fault: str, json_: bool) -> None:
    if not json_:
        click.echo(printable(f"{name}: {fault}"))
