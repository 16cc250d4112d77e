"""The store in one SQLite file: the default, and enough for one server."""

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
"""The application id in the file, so that another program's database is not mistaken for a store."""


_CACHE = 32_000
"""In kilobytes. An import returns to the same pages for the search words and should not write them twice."""

_READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
"""What a query of somebody else may do."""

_RETRY_INTERVAL = 0.001
"""In seconds: shorter than the time between two appends of one process."""


class SqliteStore(Store):
    """A store in a file.

    A read-only store leaves no files behind, and neither the file nor its folder need be writable.
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
            # A writable connection removes its auxiliary files; one with mode=ro leaves them beside the store.
            # If the file is not writable, SQLite falls back to reading by itself.
            self._connect(f"{self.path.absolute().as_uri()}?mode=rw", self._open_to_read)
        else:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"the folder {self.path.parent} cannot be created ({error.strerror}); name another file"
                ) from error
            self._create_private_file()
            self._connect(str(self.path), self._open)

    def _create_private_file(self) -> None:
        """Make a new file readable by its owner only, because it contains every hand; leave an existing file unchanged.

        SQLite gives its auxiliary files the same permissions.
        """
        if not self.path.exists():
            with suppress(OSError):  # SQLite will report why it cannot be created
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))

    def _connect(self, name: str, opened: Callable[[], None]) -> None:
        with self._errors_explained():
            # Without an isolation level the driver does not start transactions by itself.
            self._connection = sqlite3.connect(
                name, timeout=PATIENCE, isolation_level=None, uri=name.startswith("file:")
            )
        try:
            with self._errors_explained():
                opened()
                self._connection.execute("PRAGMA busy_timeout = 0")  # from now on ``_execute_when_free`` waits
        except BaseException:
            self.close()
            raise

    @property
    def _db(self) -> "Database":
        """The database for creating and changing tables; sqlite-utils is loaded only for that."""
        from sqlite_utils import Database

        return Database(self._connection, execute_plugins=False)

    def close(self) -> None:
        """Close the file. Whatever was appended is already on the disk."""
        self._connection.close()

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows."""
        try:
            return self._execute_when_free(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def query(self, sql: str) -> tuple[tuple[str, ...], Iterator[tuple[Any, ...]]]:
        """The columns and the rows of a query that anybody may have written; SQLite refuses all but reading."""
        rows = self._query(sql)
        return next(rows), rows

    def _query(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The columns, then the rows."""
        try:
            self._connection.execute("SELECT 1 FROM json_each('[]')")  # its first use declares a table
            self._connection.set_authorizer(_allow_reading)
            try:
                cursor = self._connection.execute(sql)
            finally:
                self._connection.set_authorizer(None)
            yield tuple(name for name, *_ in cursor.description or ())
            yield from cursor
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise StoreError(f"the query cannot be answered: {error}") from error

    def write_many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Execute a statement for each of these rows."""
        try:
            return self._connection.executemany(sql, rows).rowcount
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction; it excludes other writers of this file, and readers do not wait."""
        try:
            self._execute_when_free("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise self._trouble(error) from error
            raise

    def is_damaged(self) -> str:
        """What SQLite's integrity check reports, or ``""`` if the file is intact."""
        return "; ".join(fault for (fault,) in self.rows("PRAGMA integrity_check(10)") if fault != "ok")

    # --- inside

    def _execute_when_free(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Execute a statement as soon as no other connection blocks it.

        SQLite's own busy handler waits longer after each try, up to a tenth of a second. With a slow disk and busy
        writers it hardly ever hits the moment between two transactions.
        """
        end = 0.0
        while True:
            try:
                return self._connection.execute(sql, values)
            except sqlite3.OperationalError as error:
                end = end or monotonic() + PATIENCE
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or monotonic() > end:
                    raise
            sleep(_RETRY_INTERVAL)

    @contextmanager
    def _errors_explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: sqlite3.Error) -> StoreError:
        """An error of SQLite with a helpful message."""
        name = getattr(error, "sqlite_errorname", "") or ""
        for trouble, words in _TROUBLES.items():
            if name.startswith(trouble):
                return StoreError(f"{self.path} {words} ({error})")
        return StoreError(f"{self.path} cannot be used ({error}); restore it from a backup")

    def _open(self) -> None:
        """Check that the file is a store, migrate it, and make writes durable."""
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
        """Check that the file is a store, and disable writing."""
        try:
            schema = self._schema()
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
                raise
            # SQLite cannot create its auxiliary files here. Without them it would not see what a writer has left
            # in the write-ahead log.
            wal = self.path.with_name(f"{self.path.name}-wal")
            if wal.exists() and wal.stat().st_size:
                raise StoreError(
                    f"{self.path} is being written or was not closed, see {wal.name} beside it, and can be read only "
                    "in a writable folder; copy both files to one"
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
        """Migrate a private copy, because a reader must not change an older file."""
        copy = sqlite3.connect("", isolation_level=None)  # no name: a temporary database that SQLite removes
        with closing(self._connection) as old:
            self._connection = copy
            old.backup(copy)
        self._open()

    def _schema(self) -> int:
        """The schema version of the file, 0 for a new one; raises ``StoreError`` if it is not a store or is too new."""
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

    # --- the schema and its migrations

    def _create(self) -> None:
        """Create the tables, and two views that show commands and events for queries in SQL."""
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


def _allow_reading(action: int, *_: str | None) -> int:
    """Whether a query may do this: the authorizer of SQLite."""
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY


_MIGRATIONS: tuple[Callable[[SqliteStore], None], ...] = (SqliteStore._create,)
"""By schema version of a file: its migration. A new file has version 0; the newest version has no entry."""

_TROUBLES = {
    "SQLITE_NOTADB": "is not a log: it is not a SQLite database; name another file",
    "SQLITE_CORRUPT": "is damaged; restore it from a backup",
    "SQLITE_READONLY": "cannot be written to: the file or its folder is read-only; make it writable, or use a copy",
    "SQLITE_BUSY": f"was locked by another program for {PATIENCE:.0f} seconds; try again",
    "SQLITE_FULL": "cannot grow: the disk is full; nothing was written; free some space and try again",
    "SQLITE_CANTOPEN": "cannot be opened: check that it is a file that you may read and write",
    "SQLITE_PERM": "cannot be opened: check that it is a file that you may read and write",
}

# sqlite-utils cannot create a table without rowid, and here the rowid would only duplicate the key.
_WORDS = """
    CREATE TABLE words (
        kind TEXT NOT NULL, word TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games(id),
        PRIMARY KEY (kind, word, game)
    ) STRICT, WITHOUT ROWID
"""

# Each line of a row is canonical JSON without a line feed, so joining the lines with commas gives a JSON list.
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
