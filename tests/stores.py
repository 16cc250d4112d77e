"""Stores to test with, in several places, and changes of their tables from outside."""

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from colt_rules.commands import Command
from colt_rules.events import Cited
from colt_rules.kernel.evolve import evolve
from colt_rules.log.entries import Recording, recording
from colt_rules.log.opening import open_store
from colt_rules.log.seals import seal_of
from colt_rules.log.store import Store
from colt_rules.model.state import NEW, Game
from tests.logs import end_of, played

TABLES = ("games", "steps", "snapshots", "words")
KEPT = (1, 2)
"""The seeds of the games in a store that is kept full."""


def steps_of(log: Recording) -> list[tuple[Command, list[Cited]]]:
    """The commands of a log, each with its events."""
    steps: dict[int, tuple[Command, list[Cited]]] = {entry.number: (entry.command, []) for entry in log.commands}
    for one in log.events:
        steps[one.command][1].append((one.event, one.cites))
    return list(steps.values())


def cut(log: Recording, commands: int) -> Recording:
    """An unfinished game: the first commands of this one."""
    return recording(log.header, steps_of(log)[:commands])


def fill(store: Store, log: Recording, commands: int | None = None) -> int:
    """Put a log, or its first commands, into a store command by command, and return the number of events."""
    store.create(log.header)
    seq = 0
    for command, events in steps_of(log)[:commands]:
        seq = store.append(log.header.game, seq, command, events)
    return seq


def renamed(log: Recording, name: str) -> Recording:
    """The same game under another name."""
    return recording(msgspec.structs.replace(log.header, game=name), steps_of(log))


@cache
def states(seed: int) -> list[Game]:
    """The state after each event of a game, from none to all."""
    return list(accumulate([one.event for one in played(seed).events], evolve, initial=NEW))


def next_step(log: Recording, commands: int) -> tuple[Command, list[Cited]]:
    """The command after the first ``commands`` commands, and its events."""
    return steps_of(log)[commands]


SEAL = seal_of(Ed25519PrivateKey.from_private_bytes(b"k" * 32), "game-1", end_of(played(1)))


class Place(ABC):
    """Where a store is, or can be."""

    where: str
    """What ``open_store`` wants to know."""

    def open(self, read_only: bool = False) -> Store:
        """A new, separate connection to the store."""
        return open_store(self.where, read_only)

    @abstractmethod
    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows that another connection gets for a statement."""

    @abstractmethod
    def tamper(self, *statements: str) -> None:
        """Somebody else's hands on the tables; each statement must change something."""

    @abstractmethod
    def restore(self) -> None:
        """Let the store hold the kept games and nothing else."""


class SqlitePlace(Place):
    """A file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.where = str(path)

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows that another connection gets for a statement."""
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(statement).fetchall()

    def tamper(self, *statements: str) -> None:
        """Somebody else's hands on the file, with the function of PostgreSQL that makes bytes of hex."""
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.create_function("decode", 2, lambda text, _: bytes.fromhex(text))
            for statement in statements:
                assert connection.execute(statement).rowcount != 0, "the statement changes something"

    def restore(self) -> None:
        """Put the kept file back."""
        self.path.write_bytes(full_file())


@cache
def full_file() -> bytes:
    """A file that holds the kept games."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        with open_store(path) as store:
            for seed in KEPT:
                fill(store, played(seed))
        return path.read_bytes()


class PostgresqlPlace(Place):
    """A database, with a second connection from outside the store."""

    def __init__(self, where: str) -> None:
        import psycopg

        self.where = where
        # These hands need not wait for the disk.
        options = "-c search_path=colt_rules -c synchronous_commit=off"
        self._hands = psycopg.connect(where, autocommit=True, options=options)
        self.clear()

    def close(self) -> None:
        """Close the other connection."""
        self._hands.close()

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows that somebody else gets for a statement."""
        return self._hands.execute(statement.encode()).fetchall()

    def tamper(self, *statements: str) -> None:
        """Somebody else's hands on the tables."""
        with self._hands.transaction():
            for statement in statements:
                assert self._hands.execute(statement.encode()).rowcount != 0, "the statement changes something"

    def clear(self) -> None:
        """Let the tables be there, and empty."""
        if self.ask("SELECT to_regclass('colt_rules.version')") == [(None,)]:
            self.open().close()
        with self._hands.transaction():
            for table in reversed(TABLES):
                self._hands.execute(f"DELETE FROM {table}".encode())
            self._hands.execute(b"ALTER TABLE games ALTER id RESTART")

    def restore(self) -> None:
        """Copy the kept rows, which are made once and wait in a schema of their own."""
        if self.ask("SELECT to_regnamespace('kept')") == [(None,)]:
            with self.open() as store:
                for seed in KEPT:
                    fill(store, played(seed))
            with self._hands.transaction():
                self._hands.execute(b"CREATE SCHEMA kept")
                for table in TABLES:
                    self._hands.execute(f"CREATE TABLE kept.{table} AS TABLE {table}".encode())
            return
        with self._hands.transaction():
            for table in TABLES:
                self._hands.execute(f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM kept.{table}".encode())
            self._hands.execute(b"ALTER TABLE games ALTER id RESTART WITH 3")


@contextmanager
def own_database() -> Iterator[str]:
    """The address of a new database on the server that the tests may use; without a server the test is skipped."""
    if "COLT_TEST_POSTGRESQL" not in os.environ:
        pytest.skip(
            "no PostgreSQL server, COLT_TEST_POSTGRESQL is not set; to run this: tests/with-postgresql make test"
        )
    import psycopg

    server = os.environ["COLT_TEST_POSTGRESQL"]
    name = f"colt_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield address_of(name)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def address_of(database: str, user: str = "") -> str:
    """The address of a database on that server."""
    parts = urlsplit(os.environ["COLT_TEST_POSTGRESQL"])
    netloc = f"{user}@{parts.netloc.rpartition('@')[2]}" if user else parts.netloc
    return urlunsplit(parts._replace(path=f"/{database}", netloc=netloc))
