"""Every change of the tables of a store is found, and what is derived from a log can be rebuilt."""

import pytest

from colt_rules.log.entries import Recording, recording
from colt_rules.log.errors import LogError
from colt_rules.log.lines import parse_lines
from colt_rules.log.statements import STEP, step_row
from colt_rules.log.store import Store, StoreError
from colt_rules.log.verifying import Verified
from colt_rules.model.record import changed
from tests.logs import lines_of, played
from tests.stores import Place, fill, next_step, states, steps_of

# --- what somebody did to the tables is found

ROWS = {
    entry.number: [
        line
        for line, one in zip(lines_of(played(1))[1:-1], played(1).entries, strict=True)
        if one.number == entry.number
    ]
    for entry in played(1).commands
}
"""The lines of each command of the first game."""

FIRST = {number: 2 + sum(len(ROWS[before]) for before in range(1, number)) for number in range(1, len(ROWS) + 1)}
"""Where in the file each command stands."""


def put(command: int, *lines: bytes) -> str:
    """The SQL statement that gives a command these lines."""
    return f"UPDATE steps SET lines = decode('{b''.join(lines).hex()}', 'hex') WHERE game = 1 AND command = {command}"


def edited(command: int, index: int, old: str, new: str) -> str:
    """The statement that changes something in one line of a command."""
    lines = list(ROWS[command])
    lines[index] = lines[index].replace(old.encode(), new.encode())
    assert lines != ROWS[command]
    return put(command, *lines)


def steps(change: str, command: int = 48) -> str:
    return f"UPDATE steps SET {change} WHERE game = 1 AND command = {command}"


def snapshots(change: str) -> str:
    return f"UPDATE snapshots SET {change} WHERE game = 1 AND seq = (SELECT min(seq) FROM snapshots WHERE game = 1)"


OTHERS = "(SELECT lines FROM steps WHERE game = 2 AND command = 48)"
ROW, ROW_47 = ROWS[48], ROWS[47]
FALSE_SEAL = f'[{{"key":"{"0" * 64}","signature":"{"0" * 128}"}}]'
AWAY = "UPDATE steps SET command = -1 WHERE game = 1 AND command = 47"

TAMPERED: list[tuple[str, list[str], str, int]] = [
    # what, the statements, the kind of what is found first, its line
    ("data of an event", [edited(48, 2, '"how":"move"', '"how":"push"')], "chain", FIRST[48] + 2),
    ("data of a command", [edited(48, 0, '"to":"', '"to":"x')], "chain", FIRST[48]),
    ("clauses", [edited(48, 2, '"cites":["', '"cites":["x.')], "chain", FIRST[48] + 2),
    ("actor", [edited(48, 1, '"actor":"ghost"', '"actor":"doc"')], "order", FIRST[48] + 1),
    ("number of an event", [edited(48, 3, '"seq":150', '"seq":151')], "order", FIRST[48] + 3),
    ("number of a command", [edited(48, 0, '"command":48', '"command":47')], "order", FIRST[48]),
    ("hash", [edited(48, 1, '"prev":"', '"prev":"00')], "malformed", FIRST[48] + 1),
    ("version", [edited(48, 1, '"v":1', '"v":9')], "malformed", FIRST[48] + 1),
    ("type", [edited(48, 2, '"type":"BanditMoved"', '"type":"Teleported"')], "malformed", FIRST[48] + 2),
    ("no JSON", [edited(48, 2, "{", "")], "malformed", FIRST[48] + 2),
    ("no UTF-8", [put(48, *ROW[:2], b"\xff\n", *ROW[3:])], "malformed", FIRST[48] + 2),
    ("another form", [edited(48, 2, ",", ", ")], "malformed", FIRST[48] + 2),
    ("nothing there", ["UPDATE steps SET lines = decode('', 'hex') WHERE game = 1 AND command = 48"], "chain", 195),
    ("no line feed", [put(48, b"".join(ROW)[:-1])], "malformed", FIRST[49] - 1),
    ("an event less", [put(48, *ROW[:3], *ROW[4:])], "chain", FIRST[48] + 2),
    ("the last event less", [put(48, *ROW[:-1])], "chain", FIRST[49] - 2),
    ("an event twice", [put(48, *ROW[:3], *ROW[2:])], "chain", FIRST[48] + 2),
    ("two events swapped", [put(48, *ROW[:2], ROW[3], ROW[2], *ROW[4:])], "chain", FIRST[48] + 1),
    ("lines of two commands swapped", [put(47, *ROW), put(48, *ROW_47)], "chain", FIRST[47] - 1),
    ("two commands swapped", [AWAY, steps("command = 47"), steps("command = 48", -1)], "chain", FIRST[47] - 1),
    ("lines of another game", [steps(f"lines = {OTHERS}")], "chain", FIRST[48] - 1),
    ("a line that closes", [put(48, *ROW[:2], lines_of(played(1))[-1], *ROW[2:])], "chain", FIRST[48] + 1),
    ("first command gone", ["DELETE FROM steps WHERE game = 1 AND command = 1"], "chain", 1),
    ("a command gone", ["DELETE FROM steps WHERE game = 1 AND command = 48"], "chain", FIRST[48] - 1),
    ("last command gone", ["DELETE FROM steps WHERE game = 1 AND command = 118"], "chain", FIRST[118] - 1),
    ("all commands gone", ["DELETE FROM steps WHERE game = 1"], "chain", 1),
    ("a command of another game", ["DELETE FROM steps WHERE game = 1 AND command = 48",
      "UPDATE steps SET game = 1 WHERE game = 2 AND command = 48"], "chain", FIRST[48] - 1),
    ("column game", [steps("game = 2, command = 1000")], "chain", FIRST[48] - 1),
    ("column command", [steps("command = 1000")], "chain", FIRST[48] - 1),
    ("column command of the first", [steps("command = 0", 1)], "chain", 1),
    ("column seq", [steps("seq = seq + 1")], "row", FIRST[48]),
    ("column crc", [steps("crc = crc + 1")], "row", FIRST[48]),
    ("a command after the end", ["INSERT INTO steps SELECT game, command + 118, seq + 391, crc, lines FROM steps"
      " WHERE game = 1 AND command = 48"], "row", 511),
    ("a command before the first", ["INSERT INTO steps SELECT game, 0, 0, crc, lines FROM steps"
      " WHERE game = 1 AND command = 48"], "row", 511),
    ("a command far before the first", ["INSERT INTO steps SELECT game, -7, seq, crc, lines FROM steps"
      " WHERE game = 1 AND command = 48"], "row", 511),
    ("column header", ["UPDATE games SET header = replace(header, 'ghost', 'belle') WHERE id = 1"], "chain", 1),
    ("column header, no JSON", ["UPDATE games SET header = 'x' WHERE id = 1"], "malformed", 1),
    ("column hash", ["UPDATE games SET hash = (SELECT hash FROM games WHERE id = 2) WHERE id = 1"], "chain", 510),
    ("column commands", ["UPDATE games SET commands = commands + 1 WHERE id = 1"], "count", 511),
    ("column commands, less", ["UPDATE games SET commands = commands - 1 WHERE id = 1"], "chain", FIRST[118] - 1),
    ("column events", ["UPDATE games SET events = events + 1 WHERE id = 1"], "count", 511),
    ("column over", ["UPDATE games SET over = 0 WHERE id = 1"], "row", 1),
    ("column winners", ["UPDATE games SET winners = 'ghost' WHERE id = 1"], "row", 1),
    ("column begun", ["UPDATE games SET begun = '2001-01-01T00:00:00+00:00' WHERE id = 1"], "row", 1),
    ("column changed", ["UPDATE games SET changed = '2101-01-01T00:00:00+00:00' WHERE id = 1"], "row", 1),
    ("column seals", [f"UPDATE games SET seals = '{FALSE_SEAL}' WHERE id = 1"], "seal", 511),
    ("column seals, no JSON", ["UPDATE games SET seals = 'x' WHERE id = 1"], "row", 1),
    ("column digest", ["UPDATE games SET digest = (SELECT digest FROM games WHERE id = 2) WHERE id = 1"], "row", 1),
    ("snapshot: state", [snapshots("state = replace(state, 'roof', 'inside')")], "snapshot", 0),
    ("snapshot: state, no JSON", [snapshots("state = 'x'")], "snapshot", 0),
    ("snapshot: seq", [snapshots("seq = seq + 40")], "snapshot", 0),
    ("snapshot: command", [snapshots("command = command + 1")], "snapshot", 0),
    ("snapshot: hash", [snapshots("hash = (SELECT hash FROM games WHERE id = 2)")], "snapshot", 0),
    ("snapshot: digest", [snapshots("digest = 'x'")], "snapshot", 0),
    ("a snapshot of another game", ["DELETE FROM snapshots WHERE game = 1",
      "UPDATE snapshots SET game = 1 WHERE game = 2"], "snapshot", 0),
    ("a snapshot after the end", ["INSERT INTO snapshots SELECT game, seq + 4000, shape, command, hash, state, digest"
      " FROM snapshots WHERE game = 1"], "snapshot", 0),
    ("word: kind", ["UPDATE words SET kind = 'winner' WHERE game = 1 AND word = 'ghost'"], "search", 1),
    ("word: word", ["UPDATE words SET word = 'belle' WHERE game = 1 AND word = 'ghost'"], "search", 1),
    ("word: game", ["DELETE FROM words WHERE game = 2 AND word = 'django'",
      "UPDATE words SET game = 2 WHERE game = 1 AND kind = 'winner'"], "search", 1),
    ("a word gone", ["DELETE FROM words WHERE game = 1 AND word = 'ghost'"], "search", 1),
    ("all words gone", ["DELETE FROM words WHERE game = 1"], "search", 1),
    ("a word more", ["INSERT INTO words (kind, word, game) VALUES ('winner', 'ghost', 1)"], "search", 1),
]  # fmt: skip


def first_found(found: Verified) -> tuple[str, int]:
    """The kind of the first departure, and its line."""
    problems = [("malformed", problem.line) for problem in found.problems[:1]]
    departures = [(one.kind, one.line) for one in found.departures]
    return min([*problems, *departures[:1]], key=lambda one: one[1])


POSITIONS = [(1, at) for at in (0, 30, 99, 102, 145, 150, 157, 205, None)] + [(2, at) for at in (101, 150, None)]
"""Seeds and events: before, in and after what is changed, with and without a snapshot between."""


@pytest.mark.parametrize(
    ("statements", "kind", "line"), [one[1:] for one in TAMPERED], ids=[one[0] for one in TAMPERED]
)
def test_every_change_is_found_and_leads_to_no_wrong_position(
    kept: Place, statements: list[str], kind: str, line: int
) -> None:
    """``verify`` names the first line; a position is right or refused; a reader gets an error for invalid data."""
    kept.tamper(*statements)
    with kept.open(read_only=True) as store:
        found = store.verify("game-1")
        if kind == "snapshot":
            assert {one.kind for one in found.departures} == {"snapshot"}
        else:
            assert first_found(found) == (kind, line)

        told = 0
        for seed, at in POSITIONS:
            try:
                position = store.position(f"game-{seed}", at)
            except (StoreError, LogError):
                continue
            assert position.seq == (at if at is not None else len(states(seed)) - 1)
            assert position.game == states(seed)[position.seq]
            told += 1
        assert told >= 2, "what was not touched can still be read"

        if found.problems:
            with pytest.raises(LogError) as error:
                store.read("game-1")
            assert error.value.problems == found.problems
        else:
            assert store.read("game-1") == parse_lines([b"".join(store.pieces("game-1"))])
        assert len(store.games()) == 2


@pytest.mark.parametrize("column", ["name", "over", "winners", "begun", "changed", "seals"])
def test_the_list_of_games_marks_a_changed_row(kept: Place, column: str) -> None:
    value = "0" if column == "over" else "'2001'"
    kept.tamper(f"UPDATE games SET {column} = {value} WHERE id = 1")
    with kept.open(read_only=True) as store:
        assert [bool(one.damage) for one in store.games()] == [True, False]
        name = store.games()[0].game
        with pytest.raises(StoreError, match=r"expected the row of .* as it was written, got a changed one"):
            store.position(name)
        assert "row" in {one.kind for one in store.verify(name).departures}


def test_the_list_of_games_marks_an_unreadable_header(kept: Place) -> None:
    kept.tamper("UPDATE games SET header = '{}' WHERE id = 1")
    with kept.open() as store:
        first, second = store.games()
    assert "the header was changed; " in first.damage
    assert (first.game, second.damage) == ("game-1", "")


def test_nothing_is_appended_to_a_row_that_was_changed(kept: Place) -> None:
    kept.tamper("UPDATE games SET winners = 'ghost' WHERE id = 1")
    with kept.open() as store, pytest.raises(StoreError, match="as it was written, got a changed one"):
        store.append("game-1", 391, *next_step(played(1), 0))


def test_rows_that_could_be_taken_for_one_another_are_not(kept: Place) -> None:
    """Swapping the lines of any two commands with their checksums is reported for every pair."""
    with kept.open() as store:
        rows = {row[0]: row for row in store.rows("SELECT command, seq, crc, lines FROM steps WHERE game = 1")}
    for one, (_, seq, crc, lines) in rows.items():
        for other, (_, other_seq, *_) in rows.items():
            if one != other:
                assert step_row(1, other, other_seq, lines.split(b"\n")[:-1])[3] != crc, (one, other, seq)


# --- a forger who knows how


def forged(store: Store, log: Recording) -> None:
    """Put the rows of another log in the place of a game, with all checksums and hashes right."""
    rows: dict[int, list[bytes]] = {}
    for line, entry in zip(lines_of(log)[1:-1], log.entries, strict=True):
        rows.setdefault(entry.number, []).append(line.rstrip(b"\n"))
    seqs = {entry.command: entry.seq for entry in log.events}
    row, closing = store.known(log.header.game), log.closing
    assert closing
    with store.writing():
        store.rows("DELETE FROM steps WHERE game = ?", row.id)
        store.write_many(STEP, [step_row(row.id, number, seqs[number], lines) for number, lines in rows.items()])
        store.keep_row(changed(row, commands=closing.commands, events=closing.events, hash=closing.prev))


def test_a_forged_game_is_found_by_the_rules(kept: Place) -> None:
    steps = steps_of(played(1))
    steps[47] = (steps[47][0], [*steps[47][1][:3], *steps[47][1][4:]])
    with kept.open() as store:
        forged(store, recording(played(1).header, steps))
        assert store.verify("game-1", rules=False).sound
        found = store.verify("game-1")
    assert first_found(found) == ("event", FIRST[48] + 4)


def test_a_forged_winner_is_found(kept: Place) -> None:
    with kept.open() as store:
        row = store.known("game-1")
        with store.writing():
            store.keep_row(changed(row, winners="ghost"))
        assert [one.kind for one in store.verify("game-1").departures] == ["row"]
        store.rebuild("game-1")
        assert [one.winners for one in store.games()] == [("django",), ("cheyenne",)]
        assert store.verify("game-1").sound


def test_a_forged_end_is_found(store: Store) -> None:
    fill(store, played(), commands=20)
    with store.writing():
        store.keep_row(changed(store.known("game-1"), over=1))
    assert [one.kind for one in store.verify("game-1").departures] == ["row"]
    store.rebuild("game-1")
    assert [one.over for one in store.games()] == [False]


@pytest.mark.parametrize("change", [{"seq": 1}, {"command": 1}])
def test_forged_numbers_of_a_row_are_found(kept: Place, change: dict[str, int]) -> None:
    with kept.open() as store:
        command, seq = 48 + change.get("command", 0) * 1000, 156 + change.get("seq", 0)
        row = step_row(1, command, seq, [line.rstrip(b"\n") for line in ROW])
        store.rows("DELETE FROM steps WHERE game = 1 AND command = 48")
        store.write_many(STEP, [row])
        assert not store.verify("game-1").sound
        assert not store.verify("game-1", rules=False).sound


# --- what is derived can be made anew


@pytest.mark.parametrize("table", ["words", "snapshots"])
@pytest.mark.parametrize("change", ["gone", "changed"])
def test_what_is_derived_from_a_log_can_be_made_anew(kept: Place, table: str, change: str) -> None:
    column = "word" if table == "words" else "digest"
    before = kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3")
    kept.tamper(
        f"DELETE FROM {table} WHERE game = 1"
        if change == "gone"
        else f"UPDATE {table} SET {column} = {column} || 'x' WHERE game = 1"
    )
    with kept.open() as store:
        store.rebuild("game-1")
        assert kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3") == before
        assert store.verify("game-1").sound


def test_nothing_is_made_from_a_log_that_is_broken(kept: Place) -> None:
    kept.tamper(edited(48, 2, '"how":"move"', '"how":"push"'))
    with kept.open() as store:
        before = [kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in ("words", "snapshots", "games")]
        with pytest.raises(LogError, match=rf"^line {FIRST[48] + 2}: chain: "):
            store.rebuild("game-1")
        assert before == [
            kept.ask(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in ("words", "snapshots", "games")
        ]
