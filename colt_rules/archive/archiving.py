"""Archives logs as Parquet: workers read them, and one process writes a part whenever there are enough rows."""

import shutil
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from itertools import count, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

from colt_rules.archive.logs import LogName
from colt_rules.archive.parquet import (
    TABLES,
    ArchiveError,
    failing,
    file_of,
    is_empty,
    locked,
    mark,
    marked,
    parts_of,
    reading,
    relation,
    remainders,
    write_rows,
)
from colt_rules.archive.rows import Result, Rows, Unreadable, Wanted, end_of, in_batches
from colt_rules.log.codec import to_lines
from colt_rules.log.opening import open_store
from colt_rules.log.store import StoreError
from colt_rules.model.record import record

if TYPE_CHECKING:
    import duckdb

UNFINISHED = "unfinished"
"""The subfolder for files that are being written; nothing in it belongs to the archive."""
SOME = 1_000
"""How many logs are looked up together."""


@record
class Archived:
    """What became of a log."""

    name: LogName
    added: bool
    """Whether its game was added; if not, and nothing below says why, the archive has it already."""
    why: str = ""
    """Why it was left out."""
    waits: bool = False
    """Whether it was not added because the game is not over."""


def archive(
    names: Iterable[LogName], folder: Path, workers: int = 1, only_over: bool = False
) -> Generator[Archived, None, None]:
    """Archive these logs, or only those of games that are over, and yield what became of each.

    So many processes read them.

    A log that is broken is left out, and a game that the archive has is not added again; so an archive is continued
    with the same logs. Whatever is yielded as added is in the archive, whatever happens later.

    Raises ``ArchiveError`` if the folder has other files, if it cannot be written, or if somebody else archives there.
    """
    _begin(folder)
    with locked(folder, folder / UNFINISHED) as connection:
        _clean(folder)
        unfinished = folder / UNFINISHED
        try:
            with failing(f"cannot write {folder}"):
                unfinished.mkdir()
            with reading(folder):
                connection.execute(
                    f"CREATE TEMP TABLE known AS SELECT game, hash, source FROM {relation(folder, 'games')}"
                )
            part = count(max(parts_of(folder), default=0) + 1)
            with closing(in_batches(_wanted(names, connection), unfinished, workers)) as batches:
                for batch in batches:
                    yield from _add(connection, folder, part, batch, only_over)
        finally:
            with suppress(ArchiveError):  # the next run cleans as well
                _clean(folder)


def _begin(folder: Path) -> None:
    """Make a folder an archive if it is not one yet."""
    with failing(f"cannot write {folder}"):
        if not marked(folder):
            if folder.exists() and not is_empty(folder):
                raise ArchiveError(f"expected an archive or an empty folder, got {folder}, which has other files")
            folder.mkdir(parents=True, exist_ok=True)
            mark(folder)
        for table in TABLES:
            (folder / table).mkdir(exist_ok=True)


def _clean(folder: Path) -> None:
    """Remove all files that are not complete."""
    with failing(f"cannot write {folder}"):
        shutil.rmtree(folder / UNFINISHED, ignore_errors=True)
        for path in remainders(folder):
            path.unlink()


def _wanted(names: Iterable[LogName], connection: "duckdb.DuckDBPyConnection") -> Iterator[Wanted]:
    """The logs to read. Those whose last line is that of a game of the archive are known."""
    left = iter(names)
    while some := list(islice(left, SOME)):
        ends = list(_ends(some))
        known = _known(connection, [game for game, _ in ends])
        yield from (
            Wanted(name, is_known=game in known and known[game].hash == hash)
            for name, (game, hash) in zip(some, ends, strict=True)
        )


def _ends(names: Iterable[LogName]) -> Iterator[tuple[str, str]]:
    """The game and the hash of the last line of each of these logs; both are empty if they cannot be read."""
    for store, group in groupby(names, lambda name: name.place if name.game else ""):
        if not store:
            yield from map(end_of, group)
            continue
        with open_store(store, read_only=True) as opened:
            for name in group:
                try:
                    yield name.game, opened.head(name.game).hash
                except StoreError:
                    yield "", ""


@record
class _There:
    """What the archive tells of the log that a game of it came from."""

    hash: str
    source: str


def _known(connection: "duckdb.DuckDBPyConnection", games: list[str]) -> dict[str, _There]:
    """By game: those of these games that the archive has."""
    found = connection.execute("SELECT game, hash, source FROM known WHERE list_contains(?, game)", [games])
    return {game: _There(hash, source) for game, hash, source in found.fetchall()}


def _add(
    connection: "duckdb.DuckDBPyConnection",
    folder: Path,
    parts: Iterator[int],
    batch: list[tuple[LogName, Result]],
    only_over: bool,
) -> Iterator[Archived]:
    """Write a part with the games of these logs that the archive does not have, and yield what became of each log."""
    known = _known(connection, [read.game["game"] for _, read in batch if isinstance(read, Rows)])
    new: dict[str, Rows] = {}
    outcomes = []
    for name, read in batch:
        if not isinstance(read, Rows):
            outcomes.append(Archived(name, False, read.why if isinstance(read, Unreadable) else ""))
            continue
        game, there = read.game["game"], _There(read.game["hash"], read.game["source"])
        if only_over and not read.game["over"]:
            outcomes.append(Archived(name, False, waits=True))
        elif game not in known:
            new[game], known[game] = read, there
            outcomes.append(Archived(name, True))
        else:
            outcomes.append(Archived(name, False, _difference(game, there, known[game])))
    if new:
        _write_part(connection, folder, next(parts), [new[game] for game in sorted(new)])
    for _, read in batch:
        if isinstance(read, Rows):
            read.lines.unlink()
    yield from outcomes


def _difference(game: str, log: _There, known: _There) -> str:
    """Why a log cannot be archived if the archive has a game of this name; empty if it is the same log."""
    if log.hash == known.hash:
        return ""
    return (
        f"expected the log of {game} that the archive has, from {known.source}, got another; if the game has gone on "
        "since, archive into a new folder (finished games alone with --over); if it is another game, rename it"
    )


def _write_part(connection: "duckdb.DuckDBPyConnection", folder: Path, part: int, read: list[Rows]) -> None:
    games, file = folder / UNFINISHED / "games.jsonl", file_of(folder, "games", part)
    with failing(f"cannot write {file}"):
        games.write_bytes(to_lines([{**one.game, "part": part} for one in read]))
    write_rows(connection, "lines", [one.lines for one in read], file_of(folder, "lines", part))
    write_rows(connection, "games", [games], file)  # last: from here on the part counts
    with reading(folder):
        connection.execute(f"INSERT INTO known SELECT game, hash, source FROM {relation(folder, 'games', [part])}")
