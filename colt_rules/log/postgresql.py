"""The store on a PostgreSQL server: for many writers on many machines."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar
from urllib.parse import unquote

from colt_rules.log.store import PATIENCE, NoStore, Store, StoreError

try:
    import psycopg
    from psycopg import errors
except ImportError as error:
    raise StoreError(
        f"a PostgreSQL store needs psycopg, which is not installed ({error}); pip install 'colt-rules[postgresql]'"
    ) from error

SCHEMA = "colt_rules"
"""The PostgreSQL schema of all tables, separate from everything else in the database."""

VERSION = 1
"""The version of the tables. A change to them increases it and adds a migration."""


class PostgresqlStore(Store):
    """A store in a database of a server; the address is a libpq connection URI."""

    lock: ClassVar[str] = " FOR UPDATE"

    def __init__(self, address: str, read_only: bool = False) -> None:
        super().__init__(read_only)
        self.where = without_password(address)
        try:
            # Every statement is its own transaction unless `writing` starts one.
            self._connection = psycopg.connect(address, autocommit=True)
        except psycopg.Error as error:
            raise StoreError(
                f"{self.where} cannot be reached ({_without_passwords(_one_line(error), address)}); check that the "
                "server runs, and check host, port, user, password and database in the address"
            ) from error
        try:
            with self._errors_explained():
                self._open(read_only)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection. Whatever was appended is already on the disk."""
        self._connection.close()

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows."""
        with self._errors_explained():
            cursor = self._connection.execute(_with_placeholders(sql), values)
            return cursor.fetchall() if cursor.description else []

    def query(self, sql: str) -> tuple[tuple[str, ...], Iterator[tuple[Any, ...]]]:
        """The columns and the rows of a query that anybody may have written, in a transaction that can only read.

        A server cursor takes a SELECT and nothing else. What the role may read on the server, the query may read.
        """
        rows = self._query(sql)
        return next(rows), rows

    def _query(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The columns, then the rows."""
        try:
            with self._connection.transaction():
                self._connection.execute("SET TRANSACTION READ ONLY")
                self._connection.execute("SET LOCAL jit TO off")  # compiling takes longer than nearly every query
                with self._connection.cursor("asked") as cursor:
                    cursor.execute(sql.encode())
                    yield tuple(column.name for column in cursor.description or ())
                    yield from cursor
        except psycopg.Error as error:
            why = _one_line(error).partition(" LINE ")[0]  # the line is none that anybody has written
            raise StoreError(f"the query cannot be answered: {why}") from error

    def write_many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Execute a statement for each of these rows, sent together."""
        with self._errors_explained(), self._connection.cursor() as cursor:
            cursor.executemany(_with_placeholders(sql), rows)
            return cursor.rowcount

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction; other writers can write other games at the same time."""
        with self._errors_explained(), self._connection.transaction():
            yield

    # --- inside

    @contextmanager
    def _errors_explained(self) -> Iterator[None]:
        """Raise errors of the server and of the connection as ``StoreError`` with a helpful message."""
        try:
            yield
        except psycopg.Error as error:
            for trouble, words in _TROUBLES.items():
                if isinstance(error, trouble):
                    raise StoreError(f"{self.where} {words} ({_one_line(error)})") from error
            raise StoreError(f"{self.where} cannot be used ({_one_line(error)})") from error

    def _open(self, read_only: bool) -> None:
        """Check the tables, create them unless ``read_only``, and make writes durable."""
        for setting in (
            f"SET search_path TO {SCHEMA}",
            "SET synchronous_commit TO on",
            f"SET lock_timeout TO '{PATIENCE:.0f}s'",
            "SET client_encoding TO 'UTF8'",
        ):
            self.rows(setting)
        version = self._version()
        if version is None and read_only:
            raise NoStore(f"expected a log at {self.where}, got a database without one; play a game into it")
        if version is None:
            with self.writing():
                # Two processes that create the tables at the same time would conflict.
                self.rows("SELECT pg_advisory_xact_lock(?)", 0x434F4C54)
                if self._version() is None:
                    for statement in _TABLES:
                        self.rows(statement)
        elif version > VERSION:
            raise StoreError(
                f"expected tables of version {VERSION} or older, got {version} at {self.where}; upgrade colt-rules"
            )
        if read_only:
            self.rows("SET default_transaction_read_only TO on")

    def _version(self) -> int | None:
        # Not to_regclass: within a transaction it does not see tables that another process has created meanwhile.
        there = self.rows("SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = 'version'", SCHEMA)
        return int(self.rows(f"SELECT version FROM {SCHEMA}.version")[0][0]) if there else None


def without_password(address: str) -> str:
    """An address, valid or not, without its password."""
    scheme, _, rest = address.partition("://")
    before, _, after = rest.rpartition("@")
    user, colon, _ = before.partition(":")
    shown = f"{scheme}://{user}:***@{after}" if colon else address
    return _PASSWORD.sub(r"\1***", shown)


def _without_passwords(text: str, address: str) -> str:
    """A message of the driver without the passwords of the address: the driver quotes what it cannot parse."""
    secrets = [*address.partition("://")[2].rpartition("@")[0].partition(":")[2].split("@")]
    secrets += [secret for _, secret in _PASSWORD.findall(address)]
    for secret in sorted({*secrets, *map(unquote, secrets)} - {""}, key=len, reverse=True):
        text = text.replace(secret, "***")
    return text


_PASSWORD = re.compile("(password=)([^&]*)")


def _one_line(error: psycopg.Error) -> str:
    return " ".join(str(error).split())


@cache
def _with_placeholders(sql: str) -> Any:
    """The statement with the placeholders of this driver."""
    return sql.replace("?", "%s")


_TROUBLES: dict[type[psycopg.Error], str] = {
    errors.InsufficientPrivilege: "denies access; ask for the right to create and use the schema colt_rules",
    errors.ReadOnlySqlTransaction: "cannot be written to: it was opened read-only, or is a standby server",
    errors.DiskFull: "cannot grow: the disk of the server is full; nothing was written; free some space and try again",
    errors.LockNotAvailable: f"was locked by another writer for {PATIENCE:.0f} seconds; try again",
    errors.DeadlockDetected: "had a deadlock between two writers; nothing was written; try again",
    errors.UndefinedTable: "lacks a table of a log; restore it from a backup",
    errors.DataCorrupted: "is damaged; restore it from a backup",
    psycopg.OperationalError: "cannot be reached any more; open the store again. If a command was being appended, read "
    "the game again to see whether it was stored",
}
"""By error class: the message. The first that matches is used."""

_TABLES = (
    f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}",
    """CREATE TABLE games (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, header text NOT NULL,
        commands bigint NOT NULL, events bigint NOT NULL, hash text NOT NULL, over bigint NOT NULL,
        winners text NOT NULL, begun text NOT NULL, changed text NOT NULL, seals text NOT NULL,
        digest text NOT NULL)""",
    """CREATE TABLE steps (
        game bigint NOT NULL REFERENCES games, command bigint NOT NULL, seq bigint NOT NULL, crc bigint NOT NULL,
        lines bytea NOT NULL, PRIMARY KEY (game, command))""",
    """CREATE TABLE snapshots (
        game bigint NOT NULL REFERENCES games, seq bigint NOT NULL, shape text NOT NULL, command bigint NOT NULL,
        hash text NOT NULL, state text NOT NULL, digest text NOT NULL, PRIMARY KEY (game, seq, shape))""",
    """CREATE TABLE words (
        kind text NOT NULL, word text NOT NULL, game bigint NOT NULL REFERENCES games,
        PRIMARY KEY (kind, word, game))""",
    "CREATE INDEX words_game ON words (game)",
    """CREATE VIEW lines AS
        SELECT game, command, number, text::json AS line FROM steps,
        unnest(string_to_array(rtrim(convert_from(lines, 'UTF8'), chr(10)), chr(10))) WITH ORDINALITY AS l(text, number)
    """,
    """CREATE VIEW commands AS
        SELECT game, command AS number, line ->> 'actor' AS actor, line ->> 'type' AS type, (line ->> 'v')::int AS v,
            line -> 'data' AS data, line ->> 'prev' AS prev
        FROM lines WHERE number = 1""",
    """CREATE VIEW events AS
        SELECT game, (line ->> 'seq')::bigint AS seq, line ->> 'type' AS type, (line ->> 'v')::int AS v,
            line -> 'data' AS data, line -> 'cites' AS cites, command, line ->> 'actor' AS actor,
            line ->> 'prev' AS prev
        FROM lines WHERE number > 1""",
    "CREATE TABLE version (version int NOT NULL)",
    f"INSERT INTO version VALUES ({VERSION})",
)
"""Executed in this order. Two views show commands and events for queries in SQL."""
