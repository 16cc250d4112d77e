"""Results of earlier runs, kept in a file so that work which was interrupted goes on where it stopped."""

import sqlite3
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from platformdirs import user_cache_path

from colt_rules.registry.registry import spec_folder

_TABLE = """
CREATE TABLE IF NOT EXISTS results (
    question TEXT, log TEXT, program TEXT, content BLOB, PRIMARY KEY (question, log, program)
) WITHOUT ROWID
"""
_EVERY = 1.0
"""How many seconds of results may be lost when this process is killed."""


class Results:
    """The results of one question about logs, by the digest of the log; use it in a ``with`` statement.

    A result counts only for the program and the specification that it was made by. The file can be deleted at any
    time. If it is broken, or the disk is full, ``trouble`` says so, and nothing is found or kept from then on.
    """

    def __init__(self, path: Path, question: str) -> None:
        self.trouble = ""
        self._path = path
        self._question = question
        self._connection: sqlite3.Connection | None = None
        self._kept = monotonic()
        self.is_empty = True
        """Whether there were no results for the question at the start, so that nothing need be looked up."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path)
            self._connection.execute(_TABLE)
            self._connection.execute("DELETE FROM results WHERE program <> ?", (program(),))
            self._connection.commit()
            rows = self._connection.execute("SELECT 1 FROM results WHERE question = ? LIMIT 1", (question,))
            self.is_empty = rows.fetchone() is None
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._connection:
            try:
                self._connection.commit()
            except sqlite3.Error as error:
                self._give_up(error)
                return
            self._connection.close()

    def find(self, log: str) -> bytes | None:
        """The result for a log; None if there is none."""
        if not self._connection:
            return None
        try:
            asked = (self._question, log, program())
            rows = self._connection.execute(
                "SELECT content FROM results WHERE question = ? AND log = ? AND program = ?", asked
            )
            row: tuple[bytes] | None = rows.fetchone()
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        return row[0] if row else None

    def keep(self, log: str, content: bytes) -> None:
        """Keep a result in the place of an earlier one."""
        if not self._connection:
            return
        try:
            row = (self._question, log, program(), content)
            self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", row)
            if monotonic() > self._kept + _EVERY:
                self._connection.commit()
                self._kept = monotonic()
        except sqlite3.Error as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self.trouble = f"{self._path}: {error}"
        if self._connection:
            self._connection.close()
        self._connection = None


def default_results() -> Path:
    """The file in the user's cache folder; raises ``RuntimeError`` without a home."""
    return user_cache_path("colt-rules", appauthor=False).expanduser() / "results.db"


@cache
def program() -> str:
    """A digest of this package and the specification: what another version answers may be different."""
    package, digest = Path(__file__).parents[1], sha256()
    for folder, ending in ((package, "*.py"), (spec_folder(), "*.toml")):
        for path in sorted(folder.rglob(ending)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
