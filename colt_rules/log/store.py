"""The store: one SQLite file holds many games, one row an event.

Everything a command led to is appended at once or not at all, and only by a writer who knows how far the game has
come: of two writers one wins, and the other is told so. A row holds the parts of a line of the interchange file,
so both are read by the same reader and checked by the same hashes.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlite_utils import Database

from colt_rules.commands import Command
from colt_rules.events import Cited
from colt_rules.kernel.fold import fold
from colt_rules.log.codec import read_events, to_json
from colt_rules.log.entries import CommandEntry, EventEntry, Head, Header, Recording, beginning, check_name, extend
from colt_rules.log.errors import Malformed, closest
from colt_rules.log.lines import parse_lines, read_header
from colt_rules.log.replay import Departure, check, replay
from colt_rules.model.names import Seat
from colt_rules.model.record import record
from colt_rules.model.state import Game

PATIENCE = 10.0
"""Seconds to wait for another writer."""

_APPLICATION = 0x434F4C54
"""Written into the file, so that no other program's database is taken for a log."""


class StoreError(Exception):
    """The store cannot do what was asked: the message says why and what to do."""


class Conflict(StoreError):
    """The game has gone on since the writer looked at it: read it again, decide again, append again."""


class UnknownGame(StoreError):
    """The store has no game of this name."""


class NoStore(StoreError):
    """There is no file where one is to be read."""


@record
class GameInfo:
    """What the store knows about a game without reading it."""

    game: str
    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    commands: int
    events: int
    over: bool
    created: str
    """When it was put into this store: ISO 8601, UTC. It is no part of the log."""


class Store:
    """An open store; close it, or use it in a ``with`` statement.

    One that is ``read_only`` must be there already. Nothing is ever written into it, so that neither the file nor
    its folder need be writable.
    """

    def __init__(self, path: Path | str, read_only: bool = False) -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise StoreError(f"{self.path} cannot be opened: it is a folder; name a file in it")
        if read_only:
            if not self.path.exists():
                raise NoStore(f"expected a log at {self.path}, got no file; name another one, or play a game into it")
            # A connection that may write cleans up behind itself, one of mode=ro leaves files beside the store.
            # Where the file may not be written SQLite falls back to reading of its own accord.
            self._connect(f"{self.path.absolute().as_uri()}?mode=rw", self._open_to_read)
        else:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"{self.path.parent} cannot be made a folder ({error.strerror}); name another file"
                ) from error
            self._connect(str(self.path), self._open)

    def _connect(self, name: str, opened: Callable[[], None]) -> None:
        with self._told():
            # Without isolation level the driver begins no transactions of its own.
            self._connection = sqlite3.connect(
                name, timeout=PATIENCE, isolation_level=None, uri=name.startswith("file:")
            )
        try:
            with self._told():
                self._db = Database(self._connection)
                opened()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. What was appended is safe without it."""
        self._connection.close()

    # --- writing

    def create(self, header: Header) -> None:
        """Begin a game; its name must be new."""
        check_name(header.game)
        head = beginning(header)
        with self._writing():
            if self._find(header.game):
                raise StoreError(f"{self.path} already has a game {header.game}; give the new one another name")
            self._connection.execute(
                "INSERT INTO games (name, header, commands, events, hash, created) VALUES (?, ?, ?, ?, ?, ?)",
                (header.game, to_json(header).decode(), *_parts(head), datetime.now(UTC).isoformat(timespec="seconds")),
            )

    def append(self, game: str, expected_seq: int, command: Command, events: Iterable[Cited]) -> int:
        """Append an accepted command and all its events, and return the number of the last one.

        ``expected_seq`` is the number of events that the writer has seen; ``Conflict`` if there are more by now.
        When this returns, the command is on the disk.
        """
        with self._writing():
            id, head = self._known(game)
            if head.events != expected_seq:
                raise Conflict(
                    f"{game}: expected to append after event {expected_seq}, but it has {head.events}; "
                    "read the game again and decide again"
                )
            (first, *others), after = extend(head, command, events)
            assert isinstance(first, CommandEntry)
            self._connection.execute(
                "INSERT INTO commands (game, number, actor, type, v, data, prev) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (id, first.number, first.actor, first.type, first.version, to_json(first.data).decode(), first.prev),
            )
            self._connection.executemany(
                "INSERT INTO events (game, seq, type, v, data, cites, command, actor, prev)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [_row(id, entry) for entry in others if isinstance(entry, EventEntry)],
            )
            self._connection.execute(
                "UPDATE games SET commands = ?, events = ?, hash = ? WHERE id = ?", (*_parts(after), id)
            )
        return after.events

    # --- reading

    def read(self, game: str) -> Recording:
        """The whole log of a game; ``LogError`` if the file was tampered with so that it makes no sense."""
        return self._read(game)[0]

    def check(self, game: str) -> tuple[Recording, list[Departure]]:
        """The whole log of a game, and every place where it departs: also from what the store says about it."""
        log, head = self._read(game)
        departures = check(log)
        expected, got = (
            f"{commands} commands and {events} events"
            for commands, events in ((head.commands, head.events), (len(log.commands), len(log.events)))
        )
        if expected != got:
            departures.append(
                Departure(
                    "count", len(log.entries) + 1, head.commands, head.events, f"{expected}, by its list", got, ()
                )
            )
        return log, departures

    def _read(self, game: str) -> tuple[Recording, Head]:
        with self._reading():
            id, head = self._known(game)
            (header,) = self._connection.execute(
                "SELECT CAST(header AS BLOB) FROM games WHERE id = ?", (id,)
            ).fetchone()
            commands = self._connection.execute(_COMMAND_LINES, (id,)).fetchall()
            events = self._connection.execute(_EVENT_LINES, (id,)).fetchall()
        return parse_lines([header + b"\n", b"".join(_merged(commands, events))], head.hash), head

    def state(self, game: str) -> Game:
        """The state of a game after its last event: what ``replay(read(game))`` gives, only faster."""
        with self._reading():
            id, _ = self._known(game)
            rows = self._connection.execute(_EVENTS, (id,)).fetchall()
            bounds = self._connection.execute(_BOUNDS, (id,)).fetchone()
        events = read_events(rows)
        # Numbers are unique, so that as many as from the first to the last have no gap.
        if events is not None and bounds == (1, len(rows)):
            try:
                return fold(events)
            except (LookupError, ValueError):
                pass  # the thorough way says which event does not fit
        return replay(self.read(game))

    def games(self) -> list[GameInfo]:
        """All games in the order in which they were begun."""
        with self._reading():
            rows = list(self._db.query(_GAMES))
        games = []
        for row in rows:
            try:
                header = read_header(row["header"].encode())
            except Malformed as error:
                raise StoreError(f"{self.path}: the header of {row['name']} was changed; {error}") from error
            games.append(
                GameInfo(
                    row["name"],
                    header.edition,
                    header.modules,
                    header.seats,
                    row["commands"],
                    row["events"],
                    row["last"] == "GameEnded",
                    row["created"],
                )
            )
        return games

    def head(self, game: str) -> Head:
        """Where the log of a game ends."""
        with self._reading():
            return self._known(game)[1]

    # --- inside

    def _find(self, game: str) -> tuple[Any, ...] | None:
        query = "SELECT id, commands, events, hash FROM games WHERE name = ?"
        row: tuple[Any, ...] | None = self._connection.execute(query, (game,)).fetchone()
        return row

    def _known(self, game: str) -> tuple[int, Head]:
        row = self._find(game)
        if row is None:
            names = [name for (name,) in self._connection.execute("SELECT name FROM games ORDER BY id")]
            near = closest(game, names)
            listed = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "") if names else "none"
            hint = f"did you mean {near}?" if near else f"it has {listed}"
            raise UnknownGame(f"{self.path} has no game {game[:100]!a}; {hint}")
        return row[0], Head(*row[1:])

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it or nothing, and nobody else writes meanwhile."""
        with self._told():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """One view of the file, whatever others write meanwhile."""
        with self._told():
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite raises, in words that help."""
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "") or ""
            for trouble, words in _TROUBLES.items():
                if name.startswith(trouble):
                    raise StoreError(f"{self.path} {words} ({error})") from error
            raise StoreError(f"{self.path} cannot be used ({error}); restore it from a copy") from error

    def _open(self) -> None:
        """See whether the file is ours, bring it up to date, and make it durable."""
        schema = self._schema()
        if schema < len(_MIGRATIONS):
            self._db.enable_wal()
            with self._writing():
                # Another process may have been faster.
                for migrate in _MIGRATIONS[self._pragma("user_version") :]:
                    migrate(self._db)
                self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
                self._db.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")

    def _open_to_read(self) -> None:
        """See whether the file is ours, and promise to write nothing."""
        try:
            schema = self._schema()
        except sqlite3.OperationalError as error:
            if not _needs_to_write(error):
                raise
            # SQLite wants to put files beside this one and may not. Without them it would not see what a writer
            # has left in a file of its own.
            wal = self.path.with_name(f"{self.path.name}-wal")
            if wal.exists() and wal.stat().st_size:
                raise StoreError(
                    f"{self.path} is being written or was not closed, see {wal.name} beside it, and can only be read "
                    "where its folder may be written to; copy both files to such a folder"
                ) from error
            self._connection.close()
            self._connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?immutable=1", isolation_level=None, uri=True
            )
            self._db = Database(self._connection)
            schema = self._schema()
        if schema < len(_MIGRATIONS):
            raise StoreError(f"{self.path} has no games yet; play one into it, or name another file")
        self._db.execute("PRAGMA query_only = ON")

    def _schema(self) -> int:
        """The schema of the file: 0 for a new one. A file that is not ours, or too new, is refused."""
        schema = self._pragma("user_version")
        if self._pragma("application_id") != _APPLICATION and (schema or self._db.table_names()):
            raise StoreError(f"{self.path} is a database of another program; name another file")
        if schema > len(_MIGRATIONS):
            raise StoreError(
                f"expected a log of schema {len(_MIGRATIONS)} or older, got {schema} in {self.path}; upgrade colt-rules"
            )
        return schema

    def _pragma(self, name: str) -> int:
        value: int = self._db.execute(f"PRAGMA {name}").fetchone()[0]
        return value


def _first_schema(db: Database) -> None:
    db.table("games").create(
        {"id": int, "name": str, "header": str, "commands": int, "events": int, "hash": str, "created": str},
        pk="id",
        not_null={"name", "header", "commands", "events", "hash", "created"},
        strict=True,
    )
    db.table("games").create_index(["name"], unique=True)
    db.table("commands").create(
        {"game": int, "number": int, "actor": str, "type": str, "v": int, "data": str, "prev": str},
        pk=("game", "number"),
        foreign_keys=[("game", "games", "id")],
        not_null={"game", "number", "actor", "type", "v", "data", "prev"},
        strict=True,
    )
    db.table("events").create(
        {
            "game": int,
            "seq": int,
            "type": str,
            "v": int,
            "data": str,
            "cites": str,
            "command": int,
            "actor": str,
            "prev": str,
        },
        pk=("game", "seq"),
        foreign_keys=[("game", "games", "id")],
        not_null={"game", "seq", "type", "v", "data", "cites", "command", "actor", "prev"},
        strict=True,
    )


_MIGRATIONS = (_first_schema,)
"""What makes a file of schema 0, 1, ... one of the next schema. Never change one that was released: add another."""

_TROUBLES = {
    "SQLITE_NOTADB": "is no log: it is not even a database; name another file",
    "SQLITE_CORRUPT": "is damaged; restore it from a copy",
    "SQLITE_READONLY": "cannot be written to: file or folder is read-only; change that, or use a copy",
    "SQLITE_BUSY": f"was locked by another program for {PATIENCE:.0f} seconds; try again",
    "SQLITE_FULL": "cannot grow: the disk is full; nothing was written, make room and try again",
    "SQLITE_CANTOPEN": "cannot be opened: see whether it is a file that you may read and write",
    "SQLITE_PERM": "cannot be opened: see whether it is a file that you may read and write",
}

_GAMES = """
    SELECT name, header, commands, events, created,
        (SELECT type FROM events WHERE game = games.id ORDER BY seq DESC LIMIT 1) AS last
    FROM games ORDER BY id
"""

_EVENTS = "SELECT type, v, CAST(data AS BLOB) FROM events WHERE game = ? ORDER BY seq"
_BOUNDS = "SELECT min(seq), max(seq) FROM events WHERE game = ?"

# The lines are put together here and read by the reader of the interchange file, which takes nothing on trust.
_COMMAND_LINES = """
    SELECT number, CAST(printf(
        '{"actor":%s,"command":%d,"data":%s,"prev":"%s","type":"%s","v":%d}' || char(10),
        json_quote(actor), number, data, prev, type, v) AS BLOB)
    FROM commands WHERE game = ? ORDER BY number
"""
_EVENT_LINES = """
    SELECT command, CAST(printf(
        '{"actor":%s,"cites":%s,"command":%d,"data":%s,"prev":"%s","seq":%d,"type":"%s","v":%d}' || char(10),
        json_quote(actor), cites, command, data, prev, seq, type, v) AS BLOB)
    FROM events WHERE game = ? ORDER BY seq
"""


def _needs_to_write(error: sqlite3.OperationalError) -> bool:
    name: str = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN"))


def _parts(head: Head) -> tuple[int, int, str]:
    return head.commands, head.events, head.hash


def _row(game: int, entry: EventEntry) -> tuple[Any, ...]:
    return (
        game,
        entry.seq,
        entry.type,
        entry.version,
        to_json(entry.event).decode(),
        to_json(entry.cites).decode(),
        entry.command,
        entry.actor,
        entry.prev,
    )


def _merged(commands: list[tuple[int, bytes]], events: list[tuple[int, bytes]]) -> Iterator[bytes]:
    """All lines in their order: each command before its events."""
    waiting = iter(commands)
    number, line = next(waiting, (None, b""))
    for command, event in events:
        while number is not None and number <= command:
            yield line
            number, line = next(waiting, (None, b""))
        yield event
    while number is not None:
        yield line
        number, line = next(waiting, (None, b""))
