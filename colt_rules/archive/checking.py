"""Holds an archive against the logs it was made from: reads them again and compares every row."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from colt_rules.archive.logs import LogName
from colt_rules.archive.parquet import (
    GAMES,
    LINES,
    MEMORY,
    ArchiveError,
    connected,
    marked,
    parts_of,
    read_rows,
    reading,
    relation,
    remainders,
)
from colt_rules.archive.rows import Known, Result, Rows, Unreadable, Wanted, in_batches
from colt_rules.model.record import record
from colt_rules.safe_text import clipped

if TYPE_CHECKING:
    import duckdb

NOT_COMPARED = ("game", "source", "part")
"""The columns of games that say where a game is."""


@record
class Checked:
    """A log held against the archive, or something in the archive that is in no log."""

    name: str
    fault: str
    """What differs; empty if nothing does."""


def check(
    names: Iterable[LogName], folder: Path, workers: int = 1, only_over: bool = False
) -> Generator[Checked, None, None]:
    """Compare these logs with an archive: each of them, then what the archive has besides. Nothing is written there.

    With ``only_over`` the archive need not have games that are not over.

    Raises ``ArchiveError`` if the archive is damaged so that it cannot be read.
    """
    if not marked(folder):
        raise ArchiveError(f"expected an archive, got {folder}, which is none; leave out --check to archive there")
    parts = parts_of(folder)
    with TemporaryDirectory(prefix="colt-") as temporary:
        connection = connected(memory_limit=MEMORY, temp_directory=temporary)
        with closing(connection), reading(folder):
            connection.execute(f"CREATE TEMP TABLE kept AS FROM {relation(folder, 'games', parts)}")
            connection.execute("CREATE TEMP TABLE seen (game VARCHAR)")
            with closing(in_batches(map(Wanted, names), Path(temporary), workers)) as batches:
                for batch in batches:
                    yield from _compare(connection, folder, batch, only_over)
            yield from _besides(connection, folder, parts)


def _compare(
    connection: "duckdb.DuckDBPyConnection", folder: Path, batch: list[tuple[LogName, Result]], only_over: bool
) -> Iterator[Checked]:
    """Compare these logs with the games of their names."""
    games = [_game_of(read) for _, read in batch]
    kept = _kept(connection, games)
    connection.execute("INSERT INTO seen SELECT unnest(?)", [games])
    faults = []
    same: dict[str, Rows] = {}
    """By game: the logs whose lines are to be compared, because they are those that were archived."""
    for game, (name, read) in zip(games, batch, strict=True):
        if only_over and game not in kept and isinstance(read, Rows) and not read.game["over"]:
            continue
        fault = _fault_of_game(read, kept.get(game))
        faults.append((str(name), game, fault))
        if isinstance(read, Rows) and not fault:
            same[game] = read
    in_lines = _faults_of_lines(connection, folder, same, {kept[game]["part"] for game in same}) if same else {}
    for _, read in batch:
        if isinstance(read, Rows):
            read.lines.unlink()
    yield from (Checked(name, fault or in_lines.get(game, "")) for name, game, fault in faults)


def _game_of(read: Result) -> str:
    """The game of a log; empty if it is not known."""
    assert not isinstance(read, Known)
    return read.game["game"] if isinstance(read, Rows) else read.game


def _kept(connection: "duckdb.DuckDBPyConnection", games: list[str]) -> dict[str, dict[str, Any]]:
    """By game: the rows of these games that the archive has."""
    found = connection.execute("FROM kept WHERE list_contains(?, game)", [games])
    return {row[0]: dict(zip([one.name for one in GAMES], row, strict=True)) for row in found.fetchall()}


def _fault_of_game(read: Result, kept: dict[str, Any] | None) -> str:
    """What differs between a log and the row of its game."""
    if isinstance(read, Unreadable):
        return f"the log is broken: {read.why}"
    if kept is None:
        return "the archive does not have this game"
    assert isinstance(read, Rows)
    if kept["hash"] != read.game["hash"]:
        return (
            f"the archive has another log of this game, with {kept['commands']:,} commands and {kept['events']:,} "
            f"events, from {kept['source']}; the log has {read.game['commands']:,} and {read.game['events']:,}"
        )
    wrong = (name for name, value in read.game.items() if name not in NOT_COMPARED and kept[name] != _listed(value))
    return next((_expected(f"table games, {name}", read.game[name], kept[name]) for name in wrong), "")


def _listed(value: Any) -> Any:
    """A value as DuckDB returns it."""
    return list(value) if isinstance(value, tuple) else value


def _faults_of_lines(
    connection: "duckdb.DuckDBPyConnection", folder: Path, logs: dict[str, Rows], parts: set[int]
) -> dict[str, str]:
    """By game: what differs between these logs and their rows in the table of lines."""
    log = read_rows("lines", [one.lines for one in logs.values()])
    archive = relation(folder, "lines", sorted(parts))
    differing = connection.execute(
        "SELECT * EXCLUDE times, sum(times) "
        f"FROM (SELECT *, 1 AS times FROM {log} UNION ALL SELECT *, -1 FROM {archive} WHERE list_contains(?, game)) "
        "GROUP BY ALL HAVING sum(times) != 0 ORDER BY game, line",
        [list(logs)],
    )
    rows = iter(differing.fetchone, None)
    return {game: _fault_of_lines(of_game) for game, of_game in groupby(rows, lambda row: row[0])}


def _fault_of_lines(rows: Iterable[tuple[Any, ...]]) -> str:
    """The first line that differs, and how many more do; the last value of a row is positive if only the log has it."""
    by_line = groupby(rows, lambda row: row[1])
    line, (*first,) = next(by_line)
    more = sum(1 for _ in by_line)
    in_log, in_archive = ([row for row in first if sign * row[-1] > 0] for sign in (1, -1))
    if not in_archive:
        fault = f"line {line} is missing"
    elif not in_log:
        fault = f"line {line} was added"
    else:
        names = [column.name for column in LINES]
        wrong = next(at for at, name in enumerate(names) if in_log[0][at] != in_archive[0][at])
        fault = _expected(f"line {line}, {names[wrong]}", in_log[0][wrong], in_archive[0][wrong])
    return f"{fault}, and {more:,} more lines differ" if more else fault


def _expected(where: str, expected: Any, got: Any) -> str:
    return f"{where}: expected {clipped(str(expected))}, got {clipped(str(got))}"


def _besides(connection: "duckdb.DuckDBPyConnection", folder: Path, parts: Sequence[int]) -> Iterator[Checked]:
    """What the archive has besides the games of the logs."""
    queries = [
        ("SELECT game FROM kept ANTI JOIN seen USING (game)", "none of the logs has this game"),
        ("SELECT game FROM kept GROUP BY game HAVING count(*) > 1", "the archive has this game more than once"),
    ]
    if parts:
        lines = relation(folder, "lines", parts)
        there = f"SELECT DISTINCT game, parse_filename(filename, true)::BIGINT AS part FROM {lines}"
        stray = f"SELECT DISTINCT game FROM ({there}) ANTI JOIN kept USING (game, part)"
        queries.append((stray, "a file that should have no lines of this game has some"))
    for sql, fault in queries:
        yield from (Checked(game, fault) for (game,) in connection.execute(f"{sql} ORDER BY game").fetchall())
    yield from (
        Checked(str(path), "this file is left from an interrupted run; the next run of `colt log archive` removes it")
        for path in remainders(folder)
    )
