"""The store in one SQLite file: the default, and enough for a server of its own."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from colt_rules.log.store import PATIENCE, NoStore, Store, StoreError

if TYPE_CHECKING:
    from sqlite_utils import Database

_APPLICATION = 0x434F4C54
"""Written into the file, so that no other program's database is taken for a log."""


_CACHE = 32_000
"""In kilobytes: an import comes back to the same pages, for the words, and should not have to write them twice."""

_BETWEEN_TRIES = 0.001
"""Seconds: less than what lies between two appends of one process."""


class SqliteStore(Store):
    """A store in a file.

    One that is only read leaves nothing behind, and neither the file nor its folder need be writable.
    """

    def __init__(self, path: Path | str, read_only: bool = False) -> None:
        super().__init__(read_only)
        self.path = Path(path)
        self.where = str(path)
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
            self._keep_to_its_owner()
            self._connect(str(self.path), self._open)

    def _keep_to_its_owner(self) -> None:
        """Make a new file readable by its owner alone, because every hand is in it; what is there stays as it is.

        The files that SQLite puts beside it get the same rights.
        """
        if not self.path.exists():
            with suppress(OSError):  # why it cannot be made, SQLite says
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))

    def _connect(self, name: str, opened: Callable[[], None]) -> None:
        with self._errors_explained():
            # Without isolation level the driver begins no transactions of its own.
            self._connection = sqlite3.connect(
                name, timeout=PATIENCE, isolation_level=None, uri=name.startswith("file:")
            )
        try:
            with self._errors_explained():
                opened()
                self._connection.execute("PRAGMA busy_timeout = 0")  # from now on see ``_in_turn``
        except BaseException:
            self.close()
            raise

    @property
    def _db(self) -> "Database":
        """The tables, for whoever makes or changes them; nobody else waits until sqlite-utils is loaded."""
        from sqlite_utils import Database

        return Database(self._connection, execute_plugins=False)

    def close(self) -> None:
        """Close the file. What was appended is safe without it."""
        self._connection.close()

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a statement leads to."""
        try:
            return self._in_turn(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def write_many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Do a statement for each of these rows."""
        try:
            return self._connection.executemany(sql, rows).rowcount
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction; nobody else writes into this file meanwhile, and readers do not wait."""
        try:
            self._in_turn("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise self._trouble(error) from error
            raise

    def is_damaged(self) -> str:
        """What SQLite itself finds wrong with the file, in its words; empty if nothing."""
        return "; ".join(fault for (fault,) in self.rows("PRAGMA integrity_check(10)") if fault != "ok")

    # --- inside

    def _in_turn(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Do a statement as soon as nobody else stands in its way.

        SQLite by itself would wait longer after each try, up to a tenth of a second. Where the disk is slow and the
        others go on at once, whoever waits so hardly ever finds the moment between two of them.
        """
        end = 0.0
        while True:
            try:
                return self._connection.execute(sql, values)
            except sqlite3.OperationalError as error:
                end = end or monotonic() + PATIENCE
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or monotonic() > end:
                    raise
            sleep(_BETWEEN_TRIES)

    @contextmanager
    def _errors_explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: sqlite3.Error) -> StoreError:
        """What SQLite raises, in words that help."""
        name = getattr(error, "sqlite_errorname", "") or ""
        for trouble, words in _TROUBLES.items():
            if name.startswith(trouble):
                return StoreError(f"{self.path} {words} ({error})")
        return StoreError(f"{self.path} cannot be used ({error}); restore it from a copy")

    def _open(self) -> None:
        """See whether the file is ours, bring it up to date, and make it durable."""
        schema = self._schema()
        if schema < len(_MIGRATIONS):
            self._db.enable_wal()
            with self.writing():
                # Another process may have been faster.
                now = self._pragma("user_version")
                if now < len(_MIGRATIONS):
                    _MIGRATIONS[now](self)
                self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute(f"PRAGMA cache_size = -{_CACHE}")

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
            schema = self._schema()
        if not schema:
            raise StoreError(f"{self.path} has no games yet; play one into it, or name another file")
        if schema < len(_MIGRATIONS):
            self._open_copy()
        self._connection.execute("PRAGMA query_only = ON")

    def _open_copy(self) -> None:
        """Bring a copy up to date that nobody else sees: who reads an older file leaves it as it is."""
        copy = sqlite3.connect("", isolation_level=None)  # no name: SQLite keeps it to itself and removes it
        with closing(self._connection) as old:
            self._connection = copy
            old.backup(copy)
        self._open()

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
        value: int = self._connection.execute(f"PRAGMA {name}").fetchone()[0]
        return value

    # --- the schema, and how older files come to it

    def _create(self) -> None:
        """Make the tables; two views show what is in the rows, for whoever asks with SQL."""
        games = {"id": int, "name": str, "header": str, "commands": int, "events": int, "hash": str, "over": int}
        games |= dict.fromkeys(("winners", "begun", "changed", "seals", "digest"), str)
        snapshots = {"game": int, "seq": int, "shape": str, "command": int, "hash": str, "state": str, "digest": str}
        self._make("games", games, "id")
        self._make("steps", {"game": int, "command": int, "seq": int, "crc": int, "lines": bytes}, ("game", "command"))
        self._make("snapshots", snapshots, ("game", "seq", "shape"))
        self._db.execute(_WORDS)
        self._db.table("games").create_index(["name"], unique=True)
        self._db.table("words").create_index(["game"])
        self._db.create_view("commands", _COMMANDS)
        self._db.create_view("events", _EVENTS)

    def _make(self, name: str, columns: dict[str, type], key: str | tuple[str, ...]) -> None:
        keys = [("game", "games", "id")] if "game" in columns else None
        self._db.table(name).create(columns, pk=key, foreign_keys=keys, not_null=set(columns) - {"id"}, strict=True)


_MIGRATIONS: tuple[Callable[[SqliteStore], None], ...] = (SqliteStore._create,)
"""By schema of a file, what brings it up to date: a new file has schema 0, and the newest schema has no entry."""

_TROUBLES = {
    "SQLITE_NOTADB": "is no log: it is not even a database; name another file",
    "SQLITE_CORRUPT": "is damaged; restore it from a copy",
    "SQLITE_READONLY": "cannot be written to: file or folder is read-only; change that, or use a copy",
    "SQLITE_BUSY": f"was locked by another program for {PATIENCE:.0f} seconds; try again",
    "SQLITE_FULL": "cannot grow: the disk is full; nothing was written, make room and try again",
    "SQLITE_CANTOPEN": "cannot be opened: see whether it is a file that you may read and write",
    "SQLITE_PERM": "cannot be opened: see whether it is a file that you may read and write",
}

# sqlite-utils makes no table without rowid, and here it would be a copy of the key.
_WORDS = """
    CREATE TABLE words (
        kind TEXT NOT NULL, word TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games(id),
        PRIMARY KEY (kind, word, game)
    ) STRICT, WITHOUT ROWID
"""

# Each line of a row is canonical JSON without a line feed inside, so a row with commas between them is a list.
_LINES = """'[' || replace(rtrim(CAST(lines AS TEXT), char(10)), char(10), ',') || ']'"""
_EVENTS = f"""
    SELECT game, value ->> 'seq' AS seq, value ->> 'type' AS type, value ->> 'v' AS v, value -> 'data' AS data,
        value -> 'cites' AS cites, command, value ->> 'actor' AS actor, value ->> 'prev' AS prev
    FROM steps, json_each({_LINES}) AS line WHERE line.key > 0
"""
_COMMANDS = f"""
    SELECT game, command AS number, line ->> 'actor' AS actor, line ->> 'type' AS type, line ->> 'v' AS v,
        line -> 'data' AS data, line ->> 'prev' AS prev
    FROM (SELECT game, command, {_LINES} -> 0 AS line FROM steps)
"""


def _needs_to_write(error: sqlite3.OperationalError) -> bool:
    name: str = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN"))
