"""Checks what a store keeps beside its logs: rows, seals, search words, snapshots."""

from collections.abc import Iterator
from typing import Any

from colt_rules.log.derived import UNDECIDED, Derived, header_words, seal_words
from colt_rules.log.errors import Departure, LogError
from colt_rules.log.lines import LogReader
from colt_rules.log.rows import GameRows
from colt_rules.log.snapshots import shape
from colt_rules.log.statements import GameRow, RowCheck
from colt_rules.log.verifying import MOST_DEPARTURES, Verified, judge_of, verify_read
from colt_rules.model.record import changed


def inspect(rows: GameRows, row: GameRow, rules: bool) -> Verified:
    """Everything that is wrong with a game; see ``Store.verify``."""
    more: list[Departure] = []
    right: dict[int, str] = {}
    whole = RowCheck(row.id)
    derived = Derived(row.id, lambda snapshot: right.update({snapshot.head.events: snapshot.digest}))
    reader = LogReader(rows.pieces_of(row, whole.look), links=not rules)
    watch = derived.watch if rules else None
    judge = judge_of(reader.header) if rules else None
    found = verify_read(reader, judge=judge, watch=watch)
    if whole.first:
        meaning = "the table steps was changed"
        more.append(Departure("row", *whole.first, "the row of the command as it was written", "another", (), meaning))
    if row.digest != row.right_digest or row.name != (found.header.game if found.header else ""):
        meaning = "the row of the game in the table games was changed"
        more.append(Departure("row", 1, 0, 0, f"the hash {row.digest}", row.right_digest, (), meaning))
    more += _row_departures(rows, row)
    more += _seal_departures(rows, row)
    if rules and found.header and _is_unbroken(found):  # otherwise the derived data would come from a broken log
        derived.finish()
        more += _outcome_departures(row, derived.search_words.outcome)
        more += _word_departures(rows, row, header_words(found.header) | derived.search_words.words)
        more += _snapshot_departures(rows, row, right)
    return changed(found, departures=(*found.departures, *more)) if more else found


def rebuild(rows: GameRows, row: GameRow) -> None:
    """Rebuild what is derived from a log; raises ``LogError`` if the log is broken."""
    for table in ("words", "snapshots"):
        rows.rows(f"DELETE FROM {table} WHERE game = ?", row.id)
    derived = Derived(row.id, lambda snapshot: rows.write_snapshot(row.id, snapshot))
    reader = LogReader(rows.pieces_of(row))
    found = verify_read(reader, watch=derived.watch)
    if not found.sound or found.header is None:
        raise LogError(found.faults)
    derived.finish()
    rows.keep_words(row.id, header_words(found.header) | derived.search_words.words | seal_words(row.sealed()))
    rows.keep_row(changed(row, name=found.header.game, **UNDECIDED | derived.search_words.outcome))


def _is_unbroken(found: Verified) -> bool:
    """Whether the lines are as written and all were checked; some may still be against the rules."""
    broken = [one for one in found.departures if one.kind in ("chain", "order", "count")]
    return not found.problems and not broken and len(found.departures) < MOST_DEPARTURES


def _row_departures(rows: GameRows, row: GameRow) -> Iterator[Departure]:
    """Rows of the game in the table of commands that are not part of its log."""
    extra = rows.rows("SELECT command FROM steps WHERE game = ? AND (command < 1 OR command > ?)", row.id, row.commands)
    if extra and rows.known(row.name).head == row.head:
        place = (2 + row.commands + row.events, row.commands, row.events)
        expected = f"the commands 1 to {row.commands} and no other row"
        meaning = "rows were added to the table steps"
        yield Departure("row", *place, expected, f"one of command {extra[0][0]}", (), meaning)


def _seal_departures(rows: GameRows, row: GameRow) -> Iterator[Departure]:
    """Seals that are recorded among the search words but missing in the row of the game."""
    kept = {key for (key,) in rows.rows("SELECT word FROM words WHERE game = ? AND kind = 'seal'", row.id)}
    for key in sorted(kept - {one.key for one in rows.known(row.name).sealed()}):
        meaning = "the row of the game in the table games was changed: a seal was removed"
        yield Departure("row", 1, 0, 0, f"the seal by {key}", "no such seal", (), meaning)


def _outcome_departures(row: GameRow, outcome: dict[str, Any]) -> Iterator[Departure]:
    right = UNDECIDED | outcome
    kept = {"over": row.over, "winners": row.winners}
    if kept != right:
        expected, got = (f"over {one['over']}, winners {one['winners'] or 'none'}" for one in (right, kept))
        meaning = "the row of the game in the table games was changed; `colt log rebuild` rebuilds it"
        yield Departure("row", 1, 0, 0, expected, got, (), meaning)


def _word_departures(rows: GameRows, row: GameRow, words: set[tuple[str, str]]) -> Iterator[Departure]:
    all_kept = rows.rows("SELECT kind, word FROM words WHERE game = ?", row.id)
    kept = {(kind, word) for kind, word in all_kept if kind != "seal"}
    if kept != words and rows.known(row.name).head == row.head:
        expected, got = (
            ", ".join(sorted(f"{kind} {word}" for kind, word in one)) or "nothing else"
            for one in (words - kept, kept - words)
        )
        meaning = "the table words was changed; `colt log rebuild` rebuilds it"
        yield Departure("search", 1, 0, 0, expected, got, (), meaning)


def _snapshot_departures(rows: GameRows, row: GameRow, right: dict[int, str]) -> Iterator[Departure]:
    """Snapshots that differ from the state the events lead to. None exist after the shape of states has changed."""
    kept = rows.rows("SELECT seq FROM snapshots WHERE game = ? AND shape = ? ORDER BY seq", row.id, shape())
    goes_on = rows.known(row.name).head != row.head
    for (seq,) in kept:
        for one in rows.snapshots(row.id, seq, 1):
            if (one.is_intact and one.digest == right.get(seq)) or (goes_on and seq > row.events):
                continue
            place = (1 + one.head.commands + seq, one.head.commands, seq)
            expected = f"a snapshot with the hash {right[seq]}" if seq in right else "no snapshot here"
            meaning = "the table snapshots was changed; `colt log rebuild` rebuilds it"
            yield Departure("snapshot", *place, expected, f"one with the hash {one.digest}", (), meaning)
