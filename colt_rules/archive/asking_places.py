"""Opens an archive or a store to ask it in SQL: for reading only, with the relations of ``asking_relations``."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from colt_rules.archive.asking_relations import (
    Chosen,
    relations_of_archive,
    relations_of_postgresql,
    relations_of_sqlite,
)
from colt_rules.archive.logs import holds_many
from colt_rules.archive.parquet import (
    ArchiveError,
    connected,
    file_of,
    marked,
    parts_of,
    quoted,
)
from colt_rules.log.opening import open_store
from colt_rules.log.store import Store, StoreError
from colt_rules.model.record import record

BATCH = 1_000
"""How many rows of a result are in memory at once."""
THREADS = 4
"""How many threads a query of somebody else may use: each takes addresses, which are limited."""


class NotAnswered(Exception):
    """A question cannot be asked here, or the database refuses its SQL; the message says why and what to do."""


@record
class Table:
    """The result of a query; its rows are read as they are needed."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


@record
class Bounds:
    """What a query of somebody else may use."""

    seconds: float
    """From the start to the last row."""
    memory: int
    """In megabytes."""


class Place(Protocol):
    """An archive or a store that can be asked."""

    where: str
    """Where it is, in a form without secrets."""

    def query(self, sql: str) -> Table:
        """The result of one query over the relations; raises ``NotAnswered`` for anything but a query."""


@contextmanager
def opened_to_ask(where: str, chosen: Chosen, bounds: Bounds | None = None) -> Iterator[Place]:
    """The archive in a folder, or the store in a file or at an address, with the relations of the chosen games.

    With ``bounds`` it is for queries of somebody else. Raises ``NotAnswered`` if there is neither.
    """
    if not holds_many(where):
        what = "a file that is none" if Path(where).exists() else "no file or folder"
        raise NotAnswered(
            f"expected an archive or a store at {where}, got {what}; "
            "`colt log archive LOGS --into ARCHIVE` makes an archive of logs"
        )
    if "://" not in where and Path(where).is_dir():
        with _explained():
            archive = _Archive(Path(where), chosen, bounds)
        yield archive
        return
    with _explained(), open_store(where, read_only=True) as store:
        if bounds and "://" in where:
            _bind(store, bounds)
        yield _Store(store, chosen)


class _Archive:
    """An archive in DuckDB, which can read the files of the archive and nothing else."""

    def __init__(self, folder: Path, chosen: Chosen, bounds: Bounds | None) -> None:
        self.where = str(folder)
        if not marked(folder):
            raise NotAnswered(
                f"expected an archive, got {folder}, a folder without one; "
                f"`colt log archive {folder} --into ARCHIVE` makes an archive of the logs in a folder"
            )
        self._connection = connected(threads=str(THREADS)) if bounds else connected()
        for name, sql in relations_of_archive(folder, chosen).items():
            self._connection.execute(f"CREATE VIEW {name} AS {sql}")
        files = [quoted(str(file_of(folder, table, part))) for table in ("games", "lines") for part in parts_of(folder)]
        for setting in (
            "temp_directory = ''",  # before the next ones, which allow reading and writing there
            f"allowed_paths = [{', '.join(files)}]",
            "enable_external_access = false",
            "python_enable_replacements = false",
            *([f"memory_limit = '{bounds.memory}MB'"] if bounds else []),
            "lock_configuration = true",
        ):
            self._connection.execute(f"SET {setting}")

    def query(self, sql: str) -> Table:
        """The result of one SELECT."""
        import duckdb

        with _explained():
            statements = self._connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise NotAnswered("expected one SELECT, got something else; nothing was carried out")
            result = self._connection.execute(statements[0])
        return Table(tuple(name for name, *_ in result.description or ()), _batches(result))


class _Store:
    """A store, in whose queries the relations are named before they begin."""

    def __init__(self, store: Store, chosen: Chosen) -> None:
        self.where = store.where
        self._store = store
        of_store = relations_of_postgresql if "://" in store.where else relations_of_sqlite
        self._relations = of_store(store.where, chosen)

    def query(self, sql: str) -> Table:
        """The result of one SELECT."""
        named = ", ".join(f"{name} AS NOT MATERIALIZED ({one})" for name, one in self._relations.items())
        begins = _BEGINS.match(sql)
        own = f", {sql[begins.end() :]}" if begins else f" {sql}"
        with _explained():
            columns, rows = self._store.query(f"WITH RECURSIVE {named}{own}")
        return Table(columns, rows)


def _bind(store: Store, bounds: Bounds) -> None:
    """Let a server end a query, and refuse a role whose queries could read more than tables."""
    if store.rows("SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolsuper"):
        raise NotAnswered(
            f"{store.where}: expected a role for which the server has limits, got a superuser, whose queries can read "
            "its files; use a role that may only read the schema colt_rules"
        )
    store.rows(f"SET statement_timeout TO '{bounds.seconds * 1000:.0f}ms'")


_BEGINS = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/)*WITH(?:\s+RECURSIVE)?\s", re.IGNORECASE | re.DOTALL)
"""The beginning of a query that names queries of its own."""


def _batches(cursor: Any) -> Iterator[tuple[Any, ...]]:
    while True:
        with _explained():
            rows = cursor.fetchmany(BATCH)
        if not rows:
            return
        yield from rows


@contextmanager
def _explained() -> Iterator[None]:
    """Turn errors of archives, stores and DuckDB into ``NotAnswered``, in one line."""
    try:
        yield
    except (ArchiveError, StoreError) as error:
        raise NotAnswered(str(error)) from error
    except Exception as error:
        if not type(error).__module__.partition(".")[0].endswith("duckdb"):
            raise
        raise NotAnswered(f"the query cannot be answered: {str(error).partition(chr(10))[0]}") from error
