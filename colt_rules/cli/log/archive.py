"""`colt log archive`: many games as Parquet, for people who ask questions."""

from pathlib import Path

import click

from colt_rules.cli.output import (
    FOLDER,
    as_json,
    giving_up_on,
    number_of,
    print_json,
    printable,
    progress,
    workers_option,
)


@click.command()
@click.argument("places", metavar="PLACE...", nargs=-1, required=True)
@click.option("--into", "folder", metavar="FOLDER", required=True, type=FOLDER, help="The archive; made if need be.")
@workers_option("Read logs in this many processes.")
@as_json
def archive(places: tuple[str, ...], folder: Path, workers: int, json_: bool) -> None:
    """Archive games as Parquet files, which DuckDB, pandas, polars and others read.

    PLACE is a folder of exported logs, an exported log, or a store: its file, or its address on a server. FOLDER gets
    a table of games and a table of lines, in files of some 100,000 lines. A game that is there already is not archived
    again, so the same command continues an archive, also after it was interrupted.

    The hashes of each log are checked, but not the rules; `colt audit` does that. A log that is broken is named and
    left out. An archive holds everything that the logs hold, so it is for referees; to archive what one role may see,
    name logs that `colt log export --as` wrote.

    \b
    Examples:
      colt log archive games/ --into archive
      colt log archive games.db postgresql://colt@localhost/colt --into archive
      duckdb -c "SELECT edition, count(*) FROM 'archive/games/*.parquet' GROUP BY edition"

    Exit status: 0 archived, 1 at least one log was left out, 2 it could not run.
    """
    from colt_rules.archive.logs import NoLogs, logs_at
    from colt_rules.archive.parquet import ArchiveError
    from colt_rules.log.store import StoreError

    added, there, left_out = 0, 0, []
    with giving_up_on(NoLogs, StoreError, ArchiveError):
        from colt_rules.archive.archiving import archive as archive_logs

        total = sum(1 for place in places for _ in logs_at(place))
        names = (name for place in places for name in logs_at(place))
        with progress("Archiving", total) as done:
            for one in archive_logs(names, folder, workers):
                done(1)
                added += one.added
                there += not one.added and not one.why
                if one.why:
                    left_out.append({"log": str(one.name), "problem": one.why})
                    if not json_:
                        click.echo(printable(f"{one.name}: {one.why}"))
    if json_:
        print_json({"archive": str(folder), "added": added, "there_already": there, "left_out": left_out})
    else:
        click.echo(printable(f"{folder}: {number_of(added, 'game')} added, {there:,} there already"))
        if left_out:
            click.echo(f"{number_of(len(left_out), 'log')} left out.")
    raise SystemExit(1 if left_out else 0)
