"""The rows of games in a database: how each is written and read, whichever database it is.

How a database is opened and written, and what its errors mean, the modules ``sqlite`` and ``postgresql`` say. What can
be done with the games, ``store`` says.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, ClassVar

from colt_rules.log.codec import to_json
from colt_rules.log.derived import header_words
from colt_rules.log.entries import Head, Header, closing_of, hash_of
from colt_rules.log.errors import closest
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
    kept_of,
    last_hash,
)
from colt_rules.model.record import changed

PAGE = 64
"""So many rows are read at once: some ten thousand bytes."""


class StoreError(Exception):
    """The store cannot do what was asked: the message says why and what to do."""


class UnknownGame(StoreError):
    """The store has no game of this name."""


class GameRows(ABC):
    """The rows of games in an open database. A server goes through ``Store``, which checks what it is given."""

    where: str
    """The place, as it can be shown to anybody."""

    lock: ClassVar[str] = ""
    """What makes a query keep other writers from the rows it finds, if a transaction alone does not."""

    # --- what a database has to do

    @abstractmethod
    def close(self) -> None:
        """Let go of the database. What was appended is safe without it."""

    @abstractmethod
    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a statement leads to; each ``?`` in it stands for the next value."""

    @abstractmethod
    def write_many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Do a statement for each of these rows, and return how many were written."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """One transaction: all of it or nothing. When it has ended well, everything is on the disk."""

    # --- the row of a game

    def begin(self, header: Header, line: bytes) -> GameRow | None:
        """The row of a new game; nothing if there is one of that name."""
        begun = now()
        row = GameRow(0, header.game, line.decode(), 0, 0, hash_of(line), 0, "", begun, begun, "[]", "")
        found = self.rows(NEW_ROW, *kept_of(row), row.right_digest)
        for (id,) in found:
            self.keep_words(id, header_words(header))
            return changed(row, id=id)
        return None

    def known(self, game: str, lock: str = "") -> GameRow:
        """The row of a game; ``UnknownGame`` if there is none of that name."""
        for row in self.rows(f"{ROW} WHERE name = ?{lock}", game):
            return GameRow(*row)
        names = [name for (name,) in self.rows("SELECT name FROM games ORDER BY id DESC LIMIT 1000")]
        near = closest(game, names)
        listed = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "") if names else "none"
        hint = f"did you mean {near}?" if near else f"it has {listed}"
        raise UnknownGame(f"{self.where} has no game {game[:100]!a}; {hint}")

    def check_row(self, row: GameRow) -> None:
        """Refuse to go on from a row that somebody has changed."""
        if row.digest != row.right_digest:
            raise StoreError(
                f"{self.where}: expected the row of {row.name} in the table games as it was written, got another one; "
                f"`colt log verify {row.name}` says more, restore it from a copy"
            )

    def keep_row(self, row: GameRow) -> None:
        """Write the row of a game anew."""
        self.rows(CHANGED_ROW, *kept_of(row), row.right_digest, row.id)

    def keep_words(self, game: int, words: set[tuple[str, str]]) -> None:
        """Let a game be found by these words, too, each a kind and a word."""
        if not words:
            return
        self.write_many(WORD, [(kind, word, game) for kind, word in sorted(words)])

    # --- what belongs to it

    def pieces_of(self, row: GameRow, look: Callable[[list[tuple[Any, ...]]], None] | None = None) -> Iterator[bytes]:
        """The interchange file of a game as far as its row goes, in pieces of whole lines; ``look`` sees the rows."""
        yield row.header.encode() + b"\n"
        last = 0
        while steps := self.rows(STEPS, row.id, last, row.commands, PAGE):
            last = steps[-1][0]
            if look:
                look(steps)
            yield b"".join([lines for *_, lines in steps])
        yield to_json(closing_of(row.head, row.sealed())) + b"\n"

    def write_snapshot(self, game: int, snapshot: Snapshot) -> None:
        """Keep the state of a game after some event."""
        values = (game, snapshot.head.events, snapshot.head.commands, snapshot.head.hash, shape())
        self.write_many(SNAPSHOT, [(*values, snapshot.state, snapshot.digest)])

    def snapshots(self, game: int, at: int, limit: int) -> list[Snapshot]:
        """The last snapshots up to an event, latest first."""
        rows = self.rows(SNAPSHOTS, game, at, shape(), limit)
        return [Snapshot(Head(commands, seq, hash), state, digest) for seq, commands, hash, state, digest in rows]

    def ends_at(self, game: int, commands: int) -> str:
        """The hash of the last line of a command."""
        for *_, lines in self.rows(STEPS, game, commands - 1, commands, 1):
            return last_hash(lines)
        return ""


def now() -> str:
    """The moment, in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
