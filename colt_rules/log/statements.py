"""The tables of a store and the SQL statements that read and write them.

They are the same for every database; ``?`` is the placeholder.
"""

from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from typing import Any, TypeAlias
from zlib import crc32

import msgspec

from colt_rules.log.codec import digest
from colt_rules.log.entries import Head, Seal, hash_of
from colt_rules.model.record import record


@record
class GameRow:
    """A row of the table of games."""

    id: int
    name: str
    header: str
    commands: int
    events: int
    hash: str
    over: int
    winners: str
    begun: str
    changed: str
    seals: str
    digest: str

    @property
    def head(self) -> Head:
        """The end of the game's log."""
        return Head(self.commands, self.events, self.hash)

    def sealed(self) -> tuple[Seal, ...]:
        """The seals of the game."""
        if self.seals == "[]":
            return ()
        with suppress(msgspec.MsgspecError):  # if they were changed, the digest of the row is wrong
            return msgspec.json.decode(self.seals, type=tuple[Seal, ...])
        return ()

    @property
    def right_digest(self) -> str:
        """The digest that the row should have. It has its own because it is not part of any hashed line."""
        return digest(digested_values(self))


def counts(head: Head) -> dict[str, Any]:
    """The end of a log, as columns of its game's row."""
    return {"commands": head.commands, "events": head.events, "hash": head.hash}


# --- the table of games

DIGESTED_COLUMNS = ("name", "header", "commands", "events", "hash", "over", "winners", "begun", "changed", "seals")
digested_values: Callable[[GameRow], tuple[Any, ...]] = attrgetter(*DIGESTED_COLUMNS)
"""The columns that the digest of a row covers."""
ROW = f"SELECT id, {', '.join(DIGESTED_COLUMNS)}, digest FROM games"
NEW_ROW = (
    f"INSERT INTO games ({', '.join(DIGESTED_COLUMNS)}, digest) VALUES ({', '.join('?' * (len(DIGESTED_COLUMNS) + 1))})"
    " ON CONFLICT (name) DO NOTHING RETURNING id"
)
CHANGED_ROW = f"UPDATE games SET {', '.join(f'{name} = ?' for name in (*DIGESTED_COLUMNS, 'digest'))} WHERE id = ?"
REPLACED_ROW = f"{CHANGED_ROW} AND digest = ?"
"""Updates no row if another writer has changed it in the meantime."""


# --- the table of commands, each with its events

STEP = "INSERT INTO steps (game, command, seq, crc, lines) VALUES (?, ?, ?, ?, ?)"
STEPS = (
    "SELECT command, seq, crc, lines FROM steps WHERE game = ? AND command > ? AND command <= ?"
    " ORDER BY command LIMIT ?"
)

StepRow: TypeAlias = tuple[int, int, int, int, bytearray]
"""The columns that ``STEP`` writes: game, command, its last event, checksum and lines."""


def step_row(game: int, command: int, seq: int, lines: list[bytes]) -> StepRow:
    """The row of a command with these lines."""
    text = _FEED.join([*lines, b""])
    return game, command, seq, crc_of(game, command, seq, text), text


_FEED = bytearray(b"\n")
"""A bytearray, because for bytes the SQLite driver looks up an adapter, which takes as long as the write."""


def crc_of(game: int, command: int, seq: int, text: bytes | bytearray) -> int:
    """The checksum of a row, which detects damage and displacement quickly; the chain detects forgery."""
    # The initial value encodes the place of the row; the factors keep similar places distinct.
    return crc32(text, (game * 1_000_003 + command * 8_191 + seq * 131) & 0xFFFFFFFF)


def last_hash(text: bytes | bytearray) -> str:
    """The hash of the last line."""
    return hash_of(text.removesuffix(b"\n").rpartition(b"\n")[2])


class RowCheck:
    """Checks that the rows of a log are as written, and records the first that is not."""

    def __init__(self, game: int) -> None:
        self.first: tuple[int, int, int] | None = None
        """The line and command of the first wrong row, and the event before it."""
        self._game = game
        self._commands = 0
        self._events = 0

    def look(self, steps: list[tuple[Any, ...]]) -> None:
        """Check the next rows."""
        for command, seq, crc, lines in steps:
            events = self._events + lines.count(b"\n") - 1
            right = (self._commands + 1, events, crc_of(self._game, command, seq, lines))
            if (command, seq, crc) != right and not self.first:
                self.first = (2 + self._commands + self._events, self._commands + 1, self._events)
            self._commands, self._events = command, events


# --- derived data

WORD = "INSERT INTO words (kind, word, game) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
SNAPSHOT = (
    "INSERT INTO snapshots (game, seq, command, hash, shape, state, digest) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
SNAPSHOTS = (
    "SELECT seq, command, hash, state, digest FROM snapshots WHERE game = ? AND seq <= ? AND shape = ?"
    " ORDER BY seq DESC LIMIT ?"
)
