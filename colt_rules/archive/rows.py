"""The rows of a log for an archive: one for the game, and one for each line.

Workers read the logs. The rows of lines go from them into files, so that a log of any length takes no memory.
"""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from hashlib import sha256
from itertools import chain
from os import SEEK_END
from pathlib import Path
from typing import Any, Self, TypeAlias

import msgspec

from colt_rules.archive.logs import LogName, NotReadable, opened
from colt_rules.archive.parquet import ArchiveError
from colt_rules.archive.sharing import Failed, shared
from colt_rules.events import EVENT_NAMES, GameEnded, SeatTaken
from colt_rules.log.codec import NOT_JSON, to_data, to_json, to_lines
from colt_rules.log.entries import Batch, Head
from colt_rules.log.errors import LogError
from colt_rules.log.lines import LONGEST_LINE, LogReader
from colt_rules.log.redaction import RedactedHeader, RedactedReader, is_redacted
from colt_rules.log.seals import SealError
from colt_rules.log.verifying import verify_read
from colt_rules.model.record import record
from colt_rules.views import REFEREE

ROWS = 100_000
"""About how many rows are handled together: a part of an archive."""
LOGS = 1_000
"""At most how many logs are handled together."""
TAIL = 10_000
"""How many bytes at the end of a file surely hold its last line, which has few seals."""


@record
class Wanted:
    """A log to read."""

    name: LogName
    is_known: bool = False
    """Whether its rows are known, so that nothing is to be read."""


@record
class Rows:
    """The rows of a log."""

    game: dict[str, Any]
    """The row of the game, by column, without the part."""
    lines: Path
    """The file with the rows of its lines, as JSON Lines."""

    @property
    def number(self) -> int:
        """How many lines there are."""
        return int(self.game["commands"] + self.game["events"])


@record
class Known:
    """The log is known already."""


@record
class Unreadable:
    """The log is broken or cannot be read."""

    why: str
    game: str = ""
    """The name of the game, if it is known."""


@record
class Unwritten:
    """The rows could not be written."""

    why: str


Result: TypeAlias = Rows | Known | Unreadable


def in_batches(
    wanted: Iterable[Wanted], folder: Path, workers: int
) -> Generator[list[tuple[LogName, Result]], None, None]:
    """What was read of these logs by so many processes, in lists with together about ``ROWS`` rows.

    The rows of lines are in files in the folder; whoever takes a list removes them. Raises ``ArchiveError`` if they
    cannot be written.
    """
    batch: list[tuple[LogName, Result]] = []
    rows = 0
    results: Any = shared(partial(read, folder=folder), wanted, workers)
    with closing(results):  # so that the workers end even if the rest of a traceback lives on
        for one, result in results:
            if isinstance(result, Unwritten):
                raise ArchiveError(f"cannot write {folder}: {result.why}")
            found = Unreadable(result.why, one.name.game) if isinstance(result, Failed) else result
            batch.append((one.name, found))
            rows += found.number if isinstance(found, Rows) else 0
            if rows >= ROWS or len(batch) >= LOGS:
                yield batch
                batch, rows = [], 0
    if batch:
        yield batch


def read(wanted: Wanted, folder: Path) -> Result | Unwritten:
    """Read a log and write the rows of its lines to a file in the folder; its hashes are checked, but not the rules."""
    if wanted.is_known:
        return Known()
    name = wanted.name
    lines = folder / f"{sha256(to_json([name.place, name.game])).hexdigest()}.jsonl"
    try:
        with opened(name) as pieces:
            first = next(pieces, b"")
            kind = RedactedReader if is_redacted(first) else LogReader
            reader = kind(chain([first] if first else [], pieces))
            with _NewFile(lines) as file:
                watched = _Watched(reader.header, file)
                found = verify_read(reader, watch=watched.follow)
    except _NotWritten as error:
        return Unwritten(str(error))
    except LogError as error:
        return Unreadable(str(error.problems[0]))
    except (NotReadable, SealError) as error:
        return Unreadable(str(error), name.game)
    if not found.sound:
        return Unreadable(str(found.faults[0]), found.header.game if found.header else "")
    game = watched.game(name.shown_place, found.head, found.over)
    return Rows(game, lines)


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


def line_row(game: str, line: int, entry: Any) -> LineRow:
    """The row of a command or an event, of a complete or a redacted log."""
    is_event = entry.seq > 0
    return LineRow(
        game,
        line,
        entry.number,
        entry.seq if is_event else None,
        "event" if is_event else "command",
        entry.type,
        entry.version,
        entry.actor,
        entry.cites if is_event else (),
        to_json(entry.data).decode(),
    )


class _Watched:
    """Writes the rows of lines as they are read, and collects what the row of the game tells of them."""

    def __init__(self, header: Any, file: "_NewFile") -> None:
        self._header = header
        self._file = file
        self._bandits: dict[str, list[str]] = {}
        """By seat: its bandits."""
        self._ranking: list[dict[str, Any]] = []

    def follow(self, batch: Batch) -> None:
        """Write the rows of these lines."""
        entries: Any = batch.entries
        for entry in entries:
            if entry.type == _SEAT_TAKEN:
                data = to_data(entry.data)
                self._bandits.setdefault(data["seat"], []).append(data["bandit"])
            elif entry.type == _GAME_ENDED:
                self._ranking = to_data(entry.data)["ranking"]
        game = self._header.game
        self._file.write(to_lines([line_row(game, line, entry) for line, entry in enumerate(entries, batch.number)]))

    def game(self, source: str, head: Head, over: bool) -> dict[str, Any]:
        """The row of the game, without the part."""
        header = self._header
        return {
            "game": header.game,
            "source": source,
            "role": header.role if isinstance(header, RedactedHeader) else REFEREE,
            "hash": head.hash,
            "edition": header.edition,
            "modules": header.modules,
            "seats": [
                {"seat": seat, "bandit": bandit} for seat in header.seats for bandit in self._bandits.get(seat, [None])
            ],
            "spec": header.spec,
            "made_by": header.made_by,
            "commands": head.commands,
            "events": head.events,
            "over": over,
            "winners": [one["seat"] for one in self._ranking if one["rank"] == 1],
            "ranking": self._ranking,
        }


_SEAT_TAKEN, _GAME_ENDED = EVENT_NAMES[SeatTaken], EVENT_NAMES[GameEnded]


class _NotWritten(Exception):
    """A file could not be written, which is not the fault of the log that is being read."""


class _NewFile:
    """A file to write; its errors differ from those of the file that is read at the same time."""

    def __init__(self, path: Path) -> None:
        with _writing():
            self._file = path.open("wb", buffering=0)  # nothing is left to write when it is closed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def write(self, text: bytes) -> None:
        with _writing():
            left = memoryview(text)
            while left:
                left = left[self._file.write(left) :]


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _NotWritten(error.strerror) from error


def end_of(name: LogName) -> tuple[str, str]:
    """The name of a game and the hash of its last line, from the first and the last line of its file alone.

    They may be wrong if the log is not sound; both are empty if they cannot be read.
    """
    try:
        with Path(name.place).open("rb") as file:
            header = msgspec.json.decode(file.readline(LONGEST_LINE), type=_Beginning)
            file.seek(-min(TAIL, file.seek(0, SEEK_END)), SEEK_END)
            closing = msgspec.json.decode(file.read().splitlines()[-1], type=_Ending)
            return header.game, closing.prev
    except (OSError, IndexError, *NOT_JSON):
        return "", ""


class _Beginning(msgspec.Struct):
    game: str


class _Ending(msgspec.Struct, tag_field="type", tag="EndOfLog"):
    prev: str
