"""Archives logs as Parquet: reads them one by one, and writes a part whenever enough rows have come together."""

import shutil
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec

from colt_rules.archive.logs import LogName, opened
from colt_rules.archive.parquet import (
    UNFINISHED,
    ArchiveError,
    connected,
    failing,
    file_of,
    mark,
    marked,
    parts_of,
    relation,
    write_rows,
)
from colt_rules.log.codec import to_data, to_json, to_lines
from colt_rules.log.entries import Batch
from colt_rules.log.errors import LogError
from colt_rules.log.lines import LogReader
from colt_rules.log.redaction import RedactedHeader, RedactedReader, is_redacted
from colt_rules.log.store import StoreError
from colt_rules.log.verifying import verify_read
from colt_rules.model.record import record
from colt_rules.safe_text import clipped
from colt_rules.views import REFEREE

ROWS = 100_000
"""About how many rows a part has."""


class LineRow(msgspec.Struct, frozen=True, gc=False):
    """A row of the table of lines."""

    game: str
    line: int
    command: int
    number: int | None
    kind: str
    type: str | None
    version: int | None
    actor: str
    cites: tuple[str, ...]
    data: str


@record
class Archived:
    """What became of a log."""

    name: LogName
    added: bool
    """Whether it was added; else it was there already or is left out."""
    why: str = ""
    """Why it is left out."""


@record
class Read:
    """The rows of a log: one for the game, and a file with one for each line."""

    name: LogName
    game: dict[str, Any]
    lines: Path
    number: int
    """How many lines it has."""


@record
class Unreadable:
    """A log that is broken or cannot be read."""

    name: LogName
    why: str


def archive(names: Iterable[LogName], folder: Path) -> Iterator[Archived]:
    """Archive these logs in a folder, and yield what became of each.

    A log that is broken is left out. A game that is there already is not added again, so an archive can be continued.
    What has been yielded as added is in the archive, whatever happens later.
    """
    _prepare(folder)
    connection = connected()
    part = count(max(parts_of(folder), default=0) + 1)
    waiting: list[Read] = []
    for number, name in enumerate(names):
        read = rows_of(name, folder / UNFINISHED / f"{number}.jsonl")
        if isinstance(read, Unreadable):
            yield Archived(name, False, read.why)
            continue
        waiting.append(read)
        if sum(one.number for one in waiting) >= ROWS:
            yield from _write_part(connection, folder, next(part), waiting)
            waiting = []
    if waiting:
        yield from _write_part(connection, folder, next(part), waiting)
    shutil.rmtree(folder / UNFINISHED)


def rows_of(name: LogName, lines: Path) -> Read | Unreadable:
    """Read a log and write the rows of its lines to a file; its hashes are checked, but not the rules."""
    try:
        with opened(name) as pieces:
            first = next(pieces, b"")
            kind = RedactedReader if is_redacted(first) else LogReader
            reader = kind(chain([first], pieces))
            with lines.open("wb") as file:
                collecting = _Rows(reader.header.game if reader.header else "")
                found = verify_read(reader, watch=lambda batch: file.writelines(collecting.of(batch)))
    except (LogError, StoreError) as error:
        return Unreadable(name, str(error).partition("\n")[0])
    except OSError as error:
        return Unreadable(name, f"cannot be read: {error.strerror}")
    if not found.sound or found.header is None:
        return Unreadable(name, str(found.faults[0]))
    header: Any = found.header
    game = {
        "game": header.game,
        "source": source_of(name),
        "role": header.role if isinstance(header, RedactedHeader) else REFEREE,
        "hash": found.head.hash,
        "edition": header.edition,
        "modules": header.modules,
        "seats": [
            {"seat": seat, "bandit": bandit} for seat in header.seats for bandit in collecting.bandits.get(seat, [None])
        ],
        "spec": header.spec,
        "made_by": header.made_by,
        "commands": found.head.commands,
        "events": found.head.events,
        "over": found.over,
        "winners": [one["seat"] for one in collecting.ranking if one["rank"] == 1],
        "ranking": collecting.ranking,
    }
    return Read(name, game, lines, found.head.commands + found.head.events)


class _Rows:
    """Makes the rows of a log's lines, and collects what the row of the game tells of them."""

    def __init__(self, game: str) -> None:
        self._game = game
        self.bandits: dict[str, list[str]] = {}
        """By seat: its bandits."""
        self.ranking: list[dict[str, Any]] = []

    def of(self, batch: Batch) -> list[bytes]:
        """The rows of these lines, as JSON Lines."""
        entries: Any = batch.entries
        rows = []
        for line, entry in enumerate(entries, batch.number):
            if entry.type == "SeatTaken":
                data = to_data(entry.data)
                self.bandits.setdefault(data["seat"], []).append(data["bandit"])
            elif entry.type == "GameEnded":
                self.ranking = to_data(entry.data)["ranking"]
            rows.append(
                LineRow(
                    self._game,
                    line,
                    entry.number,
                    entry.seq or None,
                    "event" if entry.seq else "command",
                    entry.type,
                    entry.version,
                    entry.actor,
                    entry.cites if entry.seq else (),
                    to_json(entry.data).decode(),
                )
            )
        return [to_lines(rows)]


def source_of(name: LogName) -> str:
    """Where a log is, without the password of a server."""
    if "://" not in name.place:
        return name.place
    from colt_rules.log.postgresql import without_password

    return without_password(name.place)


def _prepare(folder: Path) -> None:
    """Make a folder an archive, or remove what an interrupted run has left in one."""
    try:
        if not marked(folder):
            if folder.exists() and any(folder.iterdir()):
                raise ArchiveError(f"expected an archive or an empty folder, got {folder}, which has other files")
            for table in ("games", "lines"):
                (folder / table).mkdir(parents=True, exist_ok=True)
            mark(folder)
        shutil.rmtree(folder / UNFINISHED, ignore_errors=True)
        (folder / UNFINISHED).mkdir()
        parts = set(parts_of(folder))
        for path in [*folder.glob("*/*.parquet*")]:
            if not path.stem.isdecimal() or int(path.stem) not in parts:
                path.unlink()
    except OSError as error:
        raise ArchiveError(f"cannot write {folder}: {error.strerror}") from error


def _write_part(connection: Any, folder: Path, part: int, read: list[Read]) -> Iterator[Archived]:
    """Write a part with those of these logs that the archive does not have, and yield what became of each."""
    there = _hashes(connection, folder, [one.game["game"] for one in read])
    new: dict[str, Read] = {}
    results = []
    for one in read:
        game, hash = one.game["game"], one.game["hash"]
        known = there.get(game) or (new[game].game["hash"] if game in new else "")
        if not known:
            new[game] = one
        elif known != hash:
            why = f"expected a game of another name, got {clipped(game)}, which the archive has with other lines"
            results.append(Archived(one.name, False, why))
        else:
            results.append(Archived(one.name, False))
    added = [new[game] for game in sorted(new)]
    if added:
        games = folder / UNFINISHED / "games.jsonl"
        with failing(f"cannot write {games}"):
            games.write_bytes(to_lines([{**one.game, "part": part} for one in added]))
        write_rows(connection, "lines", [one.lines for one in added], file_of(folder, "lines", part))
        write_rows(connection, "games", [games], file_of(folder, "games", part))
    for one in read:
        one.lines.unlink()
    yield from (Archived(one.name, True) for one in added)
    yield from results


def _hashes(connection: Any, folder: Path, games: list[str]) -> dict[str, str]:
    """By game: the hash of each of these games that the archive has."""
    with failing(f"cannot read the archive {folder}"):
        found = connection.execute(
            f"SELECT game, hash FROM {relation(folder, 'games')} WHERE list_contains(?, game)", [games]
        )
        return dict(found.fetchall())
