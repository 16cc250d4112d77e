"""The store: many games in one place, one row for each command.

A row holds a command and its events as the lines of the interchange file, byte for byte. So a command is stored whole
or not at all, the hashed bytes are the stored bytes, and one reader serves both. To append, a writer must know the
number of events so far: of two writers one succeeds and the other gets ``Conflict``. Rows are never changed, so readers
need no lock.

``Store`` has the operations that all stores share. It builds on ``rows``, which reads and writes single rows;
``importing`` imports whole logs and ``inspecting`` checks them. The modules ``sqlite`` and ``postgresql`` open and
write a database and explain its errors; ``opening`` chooses between them.
"""

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Self

from colt_rules.commands import Command
from colt_rules.events import Cited, Event, GameStarted
from colt_rules.kernel.fold import MISFITS, fold
from colt_rules.log.codec import to_json
from colt_rules.log.derived import Derived, SearchWords, seal_words
from colt_rules.log.entries import (
    Head,
    Header,
    Recording,
    Seal,
    check_name,
    extend,
)
from colt_rules.log.errors import LogError, LogProblem, Malformed
from colt_rules.log.importing import CheckedLog, take
from colt_rules.log.inspecting import inspect, rebuild
from colt_rules.log.lines import LogReader, events_in, parse_lines, read_header
from colt_rules.log.rows import GameRows, StoreError, UnknownGame, now
from colt_rules.log.snapshots import EVERY, Snapshot, snapshot_of
from colt_rules.log.statements import (
    REPLACED_ROW,
    ROW,
    STEP,
    STEPS,
    GameRow,
    counts,
    crc_of,
    digested_values,
    step_row,
)
from colt_rules.log.verifying import Verified, start_departures, verify_read
from colt_rules.model.names import Seat
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Game

__all__ = [
    "PATIENCE",
    "Conflict",
    "GameInfo",
    "NoStore",
    "NotImported",
    "Search",
    "Store",
    "StoreError",
    "StoredPosition",
    "UnknownGame",
]

PATIENCE = 10.0
"""Seconds to wait for another writer."""

MOST_OWN = 100
"""How many games a writer caches."""

LIST_PAGE = 500
"""How many rows of the table of games to read at once."""


class Conflict(StoreError):
    """Another writer has appended to the game: read it again, decide again, append again."""


class NoStore(StoreError):
    """The store to read does not exist."""


class NotImported(StoreError):
    """Some logs cannot be imported, so none was: ``refused`` has the reasons by name of the log."""

    def __init__(self, refused: dict[str, LogError]) -> None:
        self.refused = refused
        super().__init__(
            "\n".join(f"{name}: {problem}" for name, error in refused.items() for problem in error.problems)
        )


@record
class GameInfo:
    """What the store knows about a game without reading its log."""

    game: str
    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    commands: int
    events: int
    over: bool
    winners: tuple[Seat, ...]
    begun: str
    """The time when it was added to this store: ISO 8601, UTC. It is not part of the log."""
    changed: str
    """The time when something was last appended to the game."""
    seals: int
    damage: str
    """What is wrong with the row of the game; empty if nothing is."""


@record
class Search:
    """A query for games that satisfy all of these conditions."""

    player: str = ""
    """A seat, or a bandit that somebody plays."""
    winner: Seat = ""
    edition: str = ""
    module: str = ""
    event: str = ""
    """A type of event that occurs."""
    clause: str = ""
    """A clause that is cited."""
    over: bool | None = None
    since: str = ""
    """Added to the store then or later: a prefix of a date and time in ISO 8601, UTC."""
    before: str = ""
    """Added to the store before then."""

    @property
    def words(self) -> Iterator[tuple[str, str]]:
        """The search words to look up, each a kind and a word."""
        for kind in ("player", "winner", "edition", "module", "event", "clause"):
            if word := getattr(self, kind):
                yield kind, word


@record
class StoredPosition:
    """A game at some moment."""

    seq: int
    """The number of the last event, which ``append`` requires."""
    game: Game


@record
class _Own:
    """What a writer caches of a game that it has appended to."""

    row: GameRow
    search_words: "SearchWords"
    """The search words of the game, which are already written."""
    position: Game | None
    """The state at the last snapshot or at the start, if known."""
    waiting: list[Event]
    """The events that this writer has appended since then."""


class Store(GameRows):
    """An open store; close it, or use it in a ``with`` statement.

    If ``read_only``, the store must exist, and nothing is written to it.
    """

    def __init__(self, read_only: bool = False) -> None:
        self._read_only = read_only
        self._own: dict[str, _Own] = {}
        """By game: this writer's cache. Most appends come from the writer of the append before."""
        self._right: dict[int, dict[int, str]] = {}
        """By game and event: the digests of the snapshots that this writer has made or checked itself."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- writing

    def create(self, header: Header) -> None:
        """Create a game; its name must be new."""
        check_name(header.game)
        with self.writing():
            if self.begin(header, to_json(header)) is None:
                raise StoreError(f"{self.where} already has a game {header.game}; give the new one another name")

    def append(self, game: str, expected_seq: int, command: Command, events: Iterable[Cited]) -> int:
        """Append an accepted command and all its events, and return the number of the last one.

        ``expected_seq`` is the number of events that the writer has seen; ``Conflict`` if there are more by now.
        When this returns, the command is on the disk.
        """
        if len(self._own) > MOST_OWN:
            self._own.clear()
        own = self._own.pop(game, None)
        if own and own.row.events != expected_seq:
            own = None  # another writer has appended since
        with self.writing():
            row = own.row if own else self._to_append(game, expected_seq)
            if row.sealed():
                raise StoreError(f"{game} is over and sealed; nothing can be appended to it")
            cited = list(events)
            if not cited:
                raise StoreError(
                    f"{game}: expected a command with the events that it led to, got no event; append both"
                )
            happened = [event for event, _ in cited]
            for started in (event for event in happened if isinstance(event, GameStarted)):
                _check_start(row, started)
            entries, lines, head = extend(row.head, command, cited)
            own = own or _Own(row, SearchWords(), None if row.events else NEW, [])
            new = own.search_words.add(entries)
            own.waiting.extend(happened)
            after = changed(row, **counts(head), **own.search_words.outcome, changed=now())
            after = changed(after, digest=after.right_digest)
            if not self.write_many(REPLACED_ROW, [(*digested_values(after), after.digest, row.id, row.digest)]):
                self._to_append(game, expected_seq)  # raises the error that says what has changed
                raise StoreError(f"{game}: the row of the game changed while no event was appended; try again")
            self.write_many(STEP, [step_row(row.id, head.commands, head.events, lines)])
            self.keep_words(row.id, new)
            position, waiting = own.position, own.waiting
            if head.events // EVERY > row.events // EVERY:
                position, waiting = self._keep_snapshot(row, head, own, len(happened)), []
        self._own[game] = _Own(after, own.search_words, position, waiting)
        return head.events

    def add(self, logs: Iterable[tuple[str, Iterable[bytes] | CheckedLog]]) -> list[str]:
        """Import whole logs, each in pieces of whole lines with a name for messages: all of them or none.

        A log must be well-formed, unbroken and complete; ``verify`` checks whether it follows the rules. Returns the
        names of the games, or raises ``NotImported`` with everything that is wrong. A log that another process has
        checked is given as ``CheckedLog``.
        """
        taken: dict[str, str] = {}
        refused: dict[str, LogError] = {}
        with self.writing():
            for name, log in logs:
                try:
                    taken[take(self, log, taken)] = name
                except LogError as error:
                    refused[name] = error
            if refused:
                raise NotImported(refused)
        return list(taken)

    def seal(self, game: str, seal: Seal) -> None:
        """Store a seal of a finished game; nothing can be appended after it. ``seals`` makes and checks seals."""
        with self.writing():
            row = self.known(game, self.lock)
            self.check_row(row)
            if not row.over:
                raise StoreError(f"{game} is not over; only a finished game can be sealed")
            self.keep_words(row.id, seal_words([seal]))
            others = tuple(one for one in row.sealed() if one.key != seal.key)
            self.keep_row(changed(row, seals=to_json((*others, seal)).decode()))

    def rebuild(self, game: str) -> None:
        """Rebuild what is derived from a log: its search words and snapshots. The log must be unbroken."""
        with self.writing():
            rebuild(self, self.known(game, self.lock))

    # --- reading

    def games(self, search: Search = Search(), limit: int | None = None) -> list[GameInfo]:  # noqa: B008 - it never changes
        """The games that match, in the order in which they were created."""
        return list(self.each_game(search, limit))

    def each_game(self, search: Search, limit: int | None = None, after: str = "") -> Iterator[GameInfo]:
        """The games that match, in the order in which they were created, optionally only those ``after`` a game.

        They are read lazily, a page at a time, so that memory does not grow with their number.
        """
        last = self.known(after).id if after else 0
        conditions, values = _conditions(search)
        while limit is None or limit > 0:
            size = LIST_PAGE if limit is None else min(limit, LIST_PAGE)
            rows = self.rows(f"{ROW} WHERE id > ? AND {conditions} ORDER BY id LIMIT {size}", last, *values)
            yield from (self._info(GameRow(*row)) for row in rows)
            if len(rows) < size:
                break
            last = rows[-1][0]
            limit = None if limit is None else limit - size

    def count(self, search: Search) -> int:
        """How many games match."""
        conditions, values = _conditions(search)
        return int(self.rows(f"SELECT count(*) FROM games WHERE {conditions}", *values)[0][0])

    def head(self, game: str) -> Head:
        """The end of a game's log."""
        return self.known(game).head

    def position(self, game: str, at: int | None = None) -> StoredPosition:
        """A game after its last event or after event ``at``, in a time that does not grow with the game's length.

        A writable store reads a game with snapshots once in full before it trusts them; see ``snapshots``. Raises
        ``LogError`` if the log or a snapshot was changed.
        """
        row = self.known(game)
        self.check_row(row)
        if at is not None and not 0 <= at <= row.events:
            raise StoreError(f"{game}: expected an event from 0 to {row.events}, got {at}; name one of them")
        seq = row.events if at is None else at
        return StoredPosition(seq, self._fold(row, seq))

    def state(self, game: str, at: int | None = None) -> Game:
        """The state of a game after its last event or after event ``at``; see ``position``."""
        return self.position(game, at).game

    def pieces(self, game: str) -> Iterator[bytes]:
        """The interchange file of a game, in pieces of whole lines."""
        return self.pieces_of(self.known(game))

    def read(self, game: str) -> Recording:
        """The whole log of a game; raises ``LogError`` if it was changed so that it cannot be read."""
        return parse_lines(self.pieces(game))

    def verify(self, game: str, rules: bool = True) -> Verified:
        """Everything that is wrong with a game: with its log, see ``verifying``, and with what is derived from it.

        - ``row``: the row of the game or of a command is not as written.
        - ``search``: search words are missing or wrong.
        - ``snapshot``: a snapshot is not the state that the events lead to.

        Without ``rules`` only the rows and the chain are checked.
        """
        return inspect(self, self.known(game), rules)

    # --- inside

    def _to_append(self, game: str, expected_seq: int) -> GameRow:
        """The row of a game that ends with this event; raises ``Conflict`` if it does not."""
        row = self.known(game, self.lock)
        if row.events != expected_seq:
            raise Conflict(
                f"{game}: expected to append after event {expected_seq}, but it has {row.events}; "
                "read the game again and decide again"
            )
        self.check_row(row)
        return row

    def _keep_snapshot(self, row: GameRow, head: Head, own: _Own, new: int) -> Game | None:
        """Store a snapshot after the ``new`` events just appended, and return the state; None if they do not fit."""
        try:
            if own.position is None:
                state = fold(own.waiting[-new:], self._fold(row, row.events))
            else:
                state = fold(own.waiting, own.position)
        except (LogError, *MISFITS):
            return None  # the log is stored as given; `verify` says what is wrong with it
        snapshot = snapshot_of(head, state)
        self.write_snapshot(row.id, snapshot)
        self._right.setdefault(row.id, {})[head.events] = snapshot.digest
        return state

    def _fold(self, row: GameRow, at: int) -> Game:
        """The state after an event, folded from the last snapshot on; each row on the way is checked."""
        for snapshot in self.snapshots(row.id, at, 1):
            if not self._is_trusted(row, snapshot):
                raise StoreError(
                    f"{self.where}: expected the snapshot of {row.name} after event {snapshot.head.events} as it was "
                    f"written, got a changed one; `colt log rebuild {row.name}` rebuilds it from the log"
                )
            return self._folded(row, at, snapshot.game, snapshot.head)
        return self._folded(row, at, NEW, Head(0, 0, ""))

    def _folded(self, row: GameRow, at: int, game: Game, start: Head) -> Game:
        """The state after an event, folded from an earlier state on."""
        number, seq = start.commands, start.events
        steps: list[bytes] = []
        # Every command has at least one event, so this many rows are enough.
        for command, last, crc, text in self.rows(STEPS, row.id, number, row.commands, at - seq):
            if command != number + 1 or crc != crc_of(row.id, command, last, text):
                raise self._damaged_row(row, number + 1)
            number, seq = command, last
            steps.append(text)
            if seq >= at:
                break
        if seq < at or (at == row.events and (number, seq) != (row.commands, row.events)):
            raise self._damaged_row(row, number + 1)
        first = 2 + start.commands + start.events
        events = events_in(first, steps)
        try:
            return fold(events[: at - start.events], game)
        except MISFITS as error:
            told = (
                f"the events up to {at} do not fit one another; `colt log verify {row.name}` shows the first departure"
            )
            raise LogError([LogProblem(first, told)]) from error

    def _is_trusted(self, row: GameRow, snapshot: Snapshot) -> bool:
        """Whether a snapshot is intact, fits the chain and, in a writable store, is what the events lead to."""
        head = snapshot.head
        if not snapshot.is_intact or self.ends_at(row.id, head.commands) != head.hash:
            return False
        if self._read_only:
            return True
        if row.id not in self._right:
            if len(self._right) > MOST_OWN:
                self._right.clear()
            self._right[row.id] = self._right_snapshots(row)
        elif head.events not in self._right[row.id]:  # made by another writer: fold to it from a known one
            self._right[row.id][head.events] = snapshot_of(head, self._fold_from_trusted(row, head.events)).digest
        return self._right[row.id].get(head.events) == snapshot.digest

    def _fold_from_trusted(self, row: GameRow, at: int) -> Game:
        """The state after an event, folded from the last snapshot that this writer has made or checked itself."""
        right = self._right[row.id]
        last = max((seq for seq in right if seq < at), default=0)
        for snapshot in self.snapshots(row.id, last, 1):
            if snapshot.is_intact and snapshot.digest == right.get(snapshot.head.events):
                return self._folded(row, at, snapshot.game, snapshot.head)
        return self._folded(row, at, NEW, Head(0, 0, ""))

    def _right_snapshots(self, row: GameRow) -> dict[int, str]:
        """By event: the digest of the snapshot that the events lead to; raises ``LogError`` if the log is broken."""
        right: dict[int, str] = {}
        derived = Derived(row.id, lambda snapshot: right.update({snapshot.head.events: snapshot.digest}))
        found = verify_read(LogReader(self.pieces_of(row)), watch=derived.watch)
        if not found.sound:
            raise LogError(found.faults)
        derived.finish()
        return right

    def _damaged_row(self, row: GameRow, command: int) -> StoreError:
        return StoreError(
            f"{self.where}: expected command {command} of {row.name} as it was written, got a changed row or none; "
            f"`colt log verify {row.name}` says more; restore it from a backup"
        )

    def _info(self, row: GameRow) -> GameInfo:
        damage = "" if row.digest == row.right_digest else "the row of this game was changed"
        try:
            header = read_header(row.header.encode())
        except Malformed as error:
            header, damage = Header(row.name, "", (), (), ""), f"the header was changed; {error}"
        return GameInfo(
            row.name,
            header.edition,
            header.modules,
            header.seats,
            row.commands,
            row.events,
            bool(row.over),
            tuple(row.winners.split()),
            row.begun,
            row.changed,
            0 if damage else len(row.sealed()),
            damage,
        )


def _conditions(search: Search) -> tuple[str, list[Any]]:
    """The SQL conditions on a row of the table of games, and the values for their placeholders."""
    conditions = ["id > 0"]
    values: list[Any] = []
    for word in search.words:
        conditions.append("id IN (SELECT game FROM words WHERE kind = ? AND word = ?)")
        values += word
    if search.over is not None:
        conditions.append("over = ?")
        values.append(int(search.over))
    for bound, sign in ((search.since, ">="), (search.before, "<")):
        if bound:
            conditions.append(f"begun {sign} ?")
            values.append(bound)
    return " AND ".join(conditions), values


def _check_start(row: GameRow, started: GameStarted) -> None:
    """Raise ``StoreError`` if the start of the game differs from its header, because its log could never be sound."""
    for one in start_departures(read_header(row.header.encode()), started):
        raise StoreError(
            f"{row.name}: expected the start of the game that it was created for, {one.got}; got {one.expected}"
        )
