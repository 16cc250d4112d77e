"""Imports a log into a store: it is checked while it is read, and removed again if it is refused.

A log can also be checked by another process, which has no store: it sends a ``CheckedLog``, which is only written.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

from colt_rules.log.codec import to_json
from colt_rules.log.derived import Derived, seal_words
from colt_rules.log.entries import Batch, Closing, CommandEntry, Head, Header
from colt_rules.log.errors import LogError, LogProblem
from colt_rules.log.lines import LogReader
from colt_rules.log.rows import GameRows
from colt_rules.log.snapshots import Snapshot
from colt_rules.log.statements import STEP, GameRow, StepRow, counts, crc_of
from colt_rules.log.verifying import Verified, verify_read
from colt_rules.model.record import changed, record


@record
class CheckedLog:
    """A sound log, with everything that a store keeps of it."""

    header: Header
    first: bytes
    """The line of the header."""
    text: bytes
    """The lines of the commands and events."""
    steps: list[tuple[int, int, int]]
    """By command: its number, its last event, and where its lines end in the text."""
    closing: Closing
    snapshots: list[Snapshot]
    words: set[tuple[str, str]]
    outcome: dict[str, Any]
    """See ``SearchWords``."""

    @property
    def pieces(self) -> Iterator[bytes]:
        """The log itself."""
        yield self.first + b"\n"
        yield self.text
        yield to_json(self.closing) + b"\n"

    def rows(self, game: int) -> Iterator[StepRow]:
        """The rows of its commands, in a store in which the game has this number."""
        start, text = 0, memoryview(self.text)
        for command, seq, end in self.steps:
            lines = bytearray(text[start:end])
            yield game, command, seq, crc_of(game, command, seq, lines), lines
            start = end


def check_log(pieces: Iterable[bytes], most: int) -> CheckedLog | None:
    """A sound log of at most so many bytes; None if it is longer, or if anything is wrong with it."""
    snapshots: list[Snapshot] = []
    rows: list[StepRow] = []
    derived = Derived(0, snapshots.append)
    try:
        reader = LogReader(_limited(pieces, most))
        found = verify_read(reader, watch=lambda batch: rows.extend(derived.watch(batch)))
    except LogError:
        return None
    if not found.sound or found.header is None or found.closing is None:
        return None
    rows += derived.finish()
    texts = [lines for *_, lines in rows]
    return CheckedLog(
        header=found.header,
        first=reader.first,
        text=b"".join(texts),
        steps=[(number, seq, end) for (_, number, seq, *_), end in zip(rows, accumulate(map(len, texts)), strict=True)],
        closing=found.closing,
        snapshots=snapshots,
        words=derived.search_words.words,
        outcome=derived.search_words.outcome,
    )


def _limited(pieces: Iterable[bytes], most: int) -> Iterator[bytes]:
    """The pieces; raises ``LogError`` when they have more than so many bytes."""
    for piece in pieces:
        most -= len(piece)
        if most < 0:
            raise LogError([])
        yield piece


def take(rows: GameRows, log: Iterable[bytes] | CheckedLog, sources: dict[str, str]) -> str:
    """Import a log and return the name of its game; raises ``LogError`` with everything that is wrong.

    ``sources`` tells by game where the logs that were imported before it are from.
    """
    if not isinstance(log, CheckedLog):
        return _take(rows, log, sources)
    row = rows.begin(log.header, log.first)
    if row is None:  # there is a game of this name: say how the two compare
        return _take(rows, log.pieces, sources)
    rows.write_many(STEP, [*log.rows(row.id)])
    for snapshot in log.snapshots:
        rows.write_snapshot(row.id, snapshot)
    _keep(rows, row, log.closing, log.words, log.outcome)
    return row.name


def _take(rows: GameRows, pieces: Iterable[bytes], sources: dict[str, str]) -> str:
    """Check a log while it is written."""
    reader = LogReader(pieces)
    header = reader.header
    row = rows.begin(header, reader.first) if header else None
    id = row.id if row else 0
    namesake = rows.known(header.game) if header and row is None else None
    derived = Derived(id, lambda snapshot: rows.write_snapshot(id, snapshot))
    goes_on = False

    def watch(batch: Batch) -> None:
        nonlocal goes_on
        if row:
            rows.write_many(STEP, derived.watch(batch))
        elif namesake:
            goes_on = goes_on or any(
                isinstance(entry, CommandEntry)
                and entry.number == namesake.commands + 1
                and entry.prev == namesake.hash
                for entry in batch.entries
            )

    found = verify_read(reader, watch=watch)
    problems = found.faults
    if namesake:
        place = sources.get(namesake.name)
        where = f"{place}, imported before it" if place else rows.where
        comparison = f"; {_compared(rows, namesake, found, goes_on)}" if found.sound else ""
        problems.append(
            LogProblem(1, f"expected a new game, got {namesake.name}, which is already in {where}{comparison}")
        )
    if problems or row is None:
        if row:
            _forget(rows, id)
        raise LogError(sorted(problems, key=lambda problem: problem.line))
    rows.write_many(STEP, derived.finish())
    assert found.closing is not None, "a sound log has a closing line"
    _keep(rows, row, found.closing, derived.search_words.words, derived.search_words.outcome)
    return row.name


def _keep(rows: GameRows, row: GameRow, closing: Closing, words: set[tuple[str, str]], outcome: dict[str, Any]) -> None:
    """Complete the row of a game whose commands are written."""
    rows.keep_words(row.id, words | seal_words(closing.seals))
    head = Head(closing.commands, closing.events, closing.prev)
    rows.keep_row(changed(row, **counts(head), **outcome, seals=to_json(closing.seals).decode()))


def _forget(rows: GameRows, game: int) -> None:
    """Delete what was written of a refused log, so that another log of the same name can be imported."""
    # A savepoint for each log would do this too, but would make every import a tenth slower.
    for table in ("steps", "words", "snapshots"):
        rows.rows(f"DELETE FROM {table} WHERE game = ?", game)
    rows.rows("DELETE FROM games WHERE id = ?", game)


def _compared(rows: GameRows, row: GameRow, found: Verified, goes_on: bool) -> str:
    """How a sound log compares with the stored one of the same name."""
    head = found.head
    if head == row.head:
        seals = found.closing.seals if found.closing else ()
        return "the two logs are equal" if seals == row.sealed() else "the two logs differ only in their seals"
    if goes_on:
        return f"this log continues that one after event {row.events}"
    if rows.ends_at(row.id, head.commands) == head.hash:
        return f"that log continues this one after event {head.events}"
    return "the two logs differ"
