"""The archive: Parquet files with a row for each game and a row for each line, written and read by DuckDB.

A folder with ``games/000001.parquet``, ``lines/000001.parquet`` and so on: a part is two files of one number, with some
games and all their lines. A file gets its name when it is complete, that of the games last; so a part without a file of
games is the remainder of a run that was interrupted. ``archive.json`` says what the folder is.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from colt_rules.log.entries import MADE_BY
from colt_rules.model.record import record

if TYPE_CHECKING:
    import duckdb

FORMAT: Final = "colt-rules-archive"
VERSION: Final = 1
"""The version of the columns. A change to them increases it."""
COMPRESSION = "COMPRESSION zstd, COMPRESSION_LEVEL 9"
"""A third smaller than with DuckDB's default level, in the same time."""
MARKER = "archive.json"
"""The file that says what the folder is."""
LOCK = "lock"
"""The file that is locked while somebody writes."""
MEMORY = "1GB"
"""How much memory DuckDB may take to write; it puts more into files."""


class ArchiveError(Exception):
    """An operation on an archive failed: the message says why and what to do."""


@record
class Column:
    """A column of the archive."""

    name: str
    type: str
    """Its type in DuckDB."""
    meaning: str


GAMES = (
    Column("game", "VARCHAR", "the name of the game, unique in the archive"),
    Column("source", "VARCHAR", "where the log was read: a file, or a store"),
    Column("role", "VARCHAR", "whose view of the game it is: `referee` for a complete log, else a seat or `spectator`"),
    Column("hash", "VARCHAR", "the hash of the last line, which identifies the log"),
    Column("edition", "VARCHAR", "the edition it was played by"),
    Column("modules", "VARCHAR[]", "the modules in play"),
    Column("seats", "STRUCT(seat VARCHAR, bandit VARCHAR)[]", "the seats clockwise, one entry for each bandit"),
    Column("spec", "VARCHAR", "the version of the specification it was written with"),
    Column("made_by", "VARCHAR", "the program that wrote the log"),
    Column("commands", "BIGINT", "how many commands it has"),
    Column("events", "BIGINT", "how many events it has"),
    Column("over", "BOOLEAN", "whether it is over"),
    Column("winners", "VARCHAR[]", "the seats of the first rank; empty if it is not over"),
    Column(
        "ranking",
        "STRUCT(rank BIGINT, seat VARCHAR, money BIGINT, bullets BIGINT)[]",
        "the ranking as the game ended with it; empty if it is not over",
    ),
    Column("part", "BIGINT", "the number of the file with its lines"),
)
LINES = (
    Column("game", "VARCHAR", "the name of the game"),
    Column("line", "BIGINT", "the number of the line in the log; the header is line 1 and has no row"),
    Column("command", "BIGINT", "the number of the command, or of the command that the event followed from"),
    Column("number", "BIGINT", "the number of the event; null for a command"),
    Column("kind", "VARCHAR", "`command` or `event`"),
    Column("type", "VARCHAR", "the type of the command or event; null for a command whose type the role may not see"),
    Column("version", "BIGINT", "the version of the type; null if the type is"),
    Column("actor", "VARCHAR", "who gave the command"),
    Column("cites", "VARCHAR[]", "the clauses and rulings that the event rests on; empty for a command"),
    Column("data", "VARCHAR", "the fields of the command or event, as JSON"),
)
TABLES = {"games": GAMES, "lines": LINES}
"""By name: the columns of each table."""


def connected(file: Path | None = None, **settings: str) -> "duckdb.DuckDBPyConnection":
    """A database, in memory or in a file, to read and write archives with; it loads nothing from the network."""
    offline = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    connection: duckdb.DuckDBPyConnection = _duckdb().connect(str(file or ":memory:"), config={**offline, **settings})
    return connection


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError as error:
        raise ArchiveError(
            f"an archive needs DuckDB, which is not installed ({error}); pip install 'colt-rules[archive]'"
        ) from error
    return duckdb


@contextmanager
def locked(folder: Path, workspace: Path) -> "Iterator[duckdb.DuckDBPyConnection]":
    """A database to write an archive with, which nobody else can have at the same time; its work is in ``workspace``.

    The lock is that of DuckDB on a file of its own, which is empty. It ends with the process, however that ends.
    """
    file = folder / LOCK
    with failing(f"cannot write {file}"):
        try:
            connection = connected(file, memory_limit=MEMORY, temp_directory=str(workspace))
        except _duckdb().IOException as error:
            if holder := re.search(r"lock is held in (.+? \(PID \d+\))", str(error)):
                raise ArchiveError(
                    f"another process is archiving into {folder}: {holder[1]}; wait until it ends"
                ) from error
            raise
    with closing(connection):
        yield connection


def marked(folder: Path) -> bool:
    """Whether a folder is an archive; raises ``ArchiveError`` if it is one of another version, or damaged."""
    path = folder / MARKER
    try:
        told = json.loads(path.read_bytes())
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ArchiveError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise ArchiveError(f"{path}: expected the description of an archive, got something else; archive anew")
    if told.get("version") != VERSION:
        raise ArchiveError(
            f"{folder}: expected an archive of version {VERSION}, got version {str(told.get('version'))[:20]!a}; "
            "read it with the version of colt-rules that wrote it, or archive anew"
        )
    return True


def is_empty(folder: Path) -> bool:
    """Whether a folder has no files, except perhaps one that was to become the marker."""
    return all(path.name == f"{MARKER}.new" for path in folder.iterdir())


def mark(folder: Path) -> None:
    """Make a folder an archive."""
    new = folder / f"{MARKER}.new"
    new.write_text(json.dumps({"format": FORMAT, "made_by": MADE_BY, "version": VERSION}) + "\n", encoding="utf-8")
    new.replace(folder / MARKER)


def parts_of(folder: Path) -> list[int]:
    """The numbers of the complete parts, in order."""
    return sorted(int(path.stem) for path in (folder / "games").glob("*.parquet") if path.stem.isdecimal())


def file_of(folder: Path, table: str, part: int) -> Path:
    """The file of a part of a table."""
    return folder / table / f"{part:06}.parquet"


def remainders(folder: Path) -> list[Path]:
    """The files of parts that are not complete, because a run was interrupted."""
    complete = {file_of(folder, table, part) for table in TABLES for part in parts_of(folder)}
    return sorted({path for table in TABLES for path in (folder / table).iterdir()} - complete)


def relation(folder: Path, table: str, parts: Sequence[int] | None = None) -> str:
    """The SQL for a table of an archive, to select from: the whole table, or these parts.

    An archive without games has an empty table.
    """
    parts = parts_of(folder) if parts is None else parts
    if not parts:
        columns = ", ".join(f"NULL::{column.type} AS {column.name}" for column in TABLES[table])
        return f"(SELECT {columns} WHERE false)"
    return f"read_parquet({_paths(file_of(folder, table, part) for part in parts)})"


def read_rows(table: str, rows: Iterable[Path]) -> str:
    """The SQL for rows of a table that are in files as JSON Lines, to select from."""
    types = ", ".join(f"{column.name}: {quoted(column.type)}" for column in TABLES[table])
    return f"read_json({_paths(rows)}, format = 'newline_delimited', columns = {{{types}}})"


def write_rows(connection: "duckdb.DuckDBPyConnection", table: str, rows: Iterable[Path], to: Path) -> None:
    """Write rows, which are in files as JSON Lines, to a Parquet file that gets its name when it is complete."""
    new = to.with_name(f"{to.name}.new")
    with failing(f"cannot write {to}"):
        options = f"FORMAT parquet, {COMPRESSION}"
        connection.execute(f"COPY (FROM {read_rows(table, rows)}) TO {quoted(str(new))} ({options})")
        new.replace(to)


def quoted(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def failing(because: str, advice: str = "") -> Iterator[None]:
    """Turn errors of DuckDB and of the system into ``ArchiveError``."""
    errors = _duckdb().Error
    then = f"; {advice}" if advice else ""
    try:
        yield
    except OSError as error:
        raise ArchiveError(f"{because}: {error.strerror}{then}") from error
    except errors as error:
        raise ArchiveError(f"{because}: {' '.join(str(error).split())}{then}") from error


def reading(folder: Path) -> AbstractContextManager[None]:
    """Turn what goes wrong while an archive is read into ``ArchiveError``."""
    advice = "if a file is damaged, remove the two of its number, in games/ and lines/, and archive again"
    return failing(f"cannot read the archive {folder}", advice)


def _paths(paths: Iterable[Path]) -> str:
    """A list of paths as SQL; DuckDB would take some characters of a path for a pattern."""
    return f"[{', '.join(quoted(escape(str(path))) for path in paths)}]"
