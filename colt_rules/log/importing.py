"""Imports a log into a store: it is checked while it is read, and removed again if it is refused."""

from collections.abc import Iterable

from colt_rules.log.codec import to_json
from colt_rules.log.derived import Derived, seal_words
from colt_rules.log.entries import Batch, CommandEntry
from colt_rules.log.errors import LogError, LogProblem
from colt_rules.log.lines import LogReader
from colt_rules.log.rows import GameRows
from colt_rules.log.statements import STEP, GameRow, counts
from colt_rules.log.verifying import Verified, verify_read
from colt_rules.model.record import changed


def take(rows: GameRows, pieces: Iterable[bytes], sources: dict[str, str]) -> str:
    """Import a log and return the name of its game; raises ``LogError`` with everything that is wrong."""
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
    seals = found.closing.seals if found.closing else ()
    rows.keep_words(id, derived.search_words.words | seal_words(seals))
    rows.keep_row(changed(row, **counts(found.head), **derived.search_words.outcome, seals=to_json(seals).decode()))
    return row.name


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
