"""Reads and writes the rows of games, for any database.

The modules ``sqlite`` and ``postgresql`` open a database, write to it and explain its errors; ``store`` has the
operations on games.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, ClassVar

from colt_rules.log.codec import to_json
from colt_rules.log.derived import header_words
from colt_rules.log.entries import Head, Header, closing_of, hash_of
from colt_rules.log.errors import hint
from colt_rules.log.snapshots import Snapshot, shape
from colt_rules.log.statements import (
    CHANGED_ROW,
    NEW_ROW,
    ROW,
    SNAPSHOT,
    SNAPSHOTS,
    STEPS,
    WORD,
    GameRow,
    digested_values,
    last_hash,
)
from colt_rules.model.record import changed

PAGE = 64
"""How many rows to read at once: some tens of thousands of bytes."""


class StoreError(Exception):
    """An operation of the store failed: the message says why and what to do."""


class UnknownGame(StoreError):
    """The store has no game of this name."""


class GameRows(ABC):
    """The rows of games in an open database. Servers use ``Store``, which checks its input."""

    where: str
    """The place, in a form without secrets."""

    lock: ClassVar[str] = ""
    """The SQL suffix that locks the rows a query finds, if a transaction alone does not."""

    # --- for each database to implement

    @abstractmethod
    def close(self) -> None:
        """Close the database. Whatever was appended is already on the disk."""

    @abstractmethod
    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Execute a statement with these values for its ``?`` and return its rows."""

    @abstractmethod
    def query(self, sql: str) -> tuple[tuple[str, ...], Iterator[tuple[Any, ...]]]:
        """The columns and the rows of a query that anybody may have written: it can only read, one SELECT.

        Rows are read as they are needed. Raises ``StoreError`` if the query is refused or fails, also while they are.
        """

    @abstractmethod
    def write_many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Execute a statement for each of these rows and return how many were written."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """One transaction: all of it or nothing. When it has succeeded, everything is on the disk."""

    # --- the row of a game

    def begin(self, header: Header, line: bytes) -> GameRow | None:
        """The row of a new game; None if the name is taken."""
        begun = now()
        row = GameRow(0, header.game, line.decode(), 0, 0, hash_of(line), 0, "", begun, begun, "[]", "")
        found = self.rows(NEW_ROW, *digested_values(row), row.right_digest)
        for (id,) in found:
            self.keep_words(id, header_words(header))
            return changed(row, id=id)
        return None

    def known(self, game: str, lock: str = "") -> GameRow:
        """The row of a game; raises ``UnknownGame`` if no game has that name."""
        for row in self.rows(f"{ROW} WHERE name = ?{lock}", game):
            return GameRow(*row)
        names = [name for (name,) in self.rows("SELECT name FROM games ORDER BY id DESC LIMIT 1000")]
        listed = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        there = f"it has {listed}" if names else "it is empty"
        raise UnknownGame(f"{self.where} has no game {game[:100]!a}{hint(game, names, there)}")

    def check_row(self, row: GameRow) -> None:
        """Raise ``StoreError`` if the digest of a row is wrong, so that nothing builds on it."""
        if row.digest != row.right_digest:
            raise StoreError(
                f"{self.where}: expected the row of {row.name} in the table games as it was written, "
                f"got a changed one; `colt log verify {row.name}` says more; restore it from a backup"
            )

    def keep_row(self, row: GameRow) -> None:
        """Update the row of a game."""
        self.rows(CHANGED_ROW, *digested_values(row), row.right_digest, row.id)

    def keep_words(self, game: int, words: set[tuple[str, str]]) -> None:
        """Add search words to a game, each a kind and a word."""
        if not words:
            return
        self.write_many(WORD, [(kind, word, game) for kind, word in sorted(words)])

    # --- the log and the snapshots of a game

    def pieces_of(self, row: GameRow, look: Callable[[list[tuple[Any, ...]]], None] | None = None) -> Iterator[bytes]:
        """The interchange file of a game up to the end in its row, in pieces of whole lines; ``look`` gets the rows."""
        yield row.header.encode() + b"\n"
        last = 0
        while steps := self.rows(STEPS, row.id, last, row.commands, PAGE):
            last = steps[-1][0]
            if look:
                look(steps)
            yield b"".join([lines for *_, lines in steps])
        yield to_json(closing_of(row.head, row.sealed())) + b"\n"

    def write_snapshot(self, game: int, snapshot: Snapshot) -> None:
        """Store a snapshot of a game."""
        values = (game, snapshot.head.events, snapshot.head.commands, snapshot.head.hash, shape())
        self.write_many(SNAPSHOT, [(*values, snapshot.state, snapshot.digest)])

    def snapshots(self, game: int, at: int, limit: int) -> list[Snapshot]:
        """The latest snapshots up to an event, latest first."""
        rows = self.rows(SNAPSHOTS, game, at, shape(), limit)
        return [Snapshot(Head(commands, seq, hash), state, digest) for seq, commands, hash, state, digest in rows]

    def ends_at(self, game: int, commands: int) -> str:
        """The hash of the last line of a command, or ``""`` if there is no such command."""
        for *_, lines in self.rows(STEPS, game, commands - 1, commands, 1):
            return last_hash(lines)
        return ""


def now() -> str:
    """The current time, in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
