"""The store loses nothing, lets one of two writers win, and says clearly what it cannot do."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread

import pytest

from colt_rules.events import Cited
from colt_rules.log import store as store_module
from colt_rules.log.entries import Header, Recording, new_header
from colt_rules.log.errors import LogError, Malformed
from colt_rules.log.replay import check, replay
from colt_rules.log.store import Conflict, Store, StoreError, UnknownGame
from tests.logs import played, text_of


def fill(store: Store, log: Recording, commands: int | None = None) -> int:
    """Put a log, or its first commands, into a store and return the number of events."""
    store.create(log.header)
    seq = 0
    for entry in log.commands[:commands]:
        events = [(one.event, one.cites) for one in log.events if one.command == entry.number]
        seq = store.append(log.header.game, seq, entry.command, events)
    return seq


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file that holds two whole games."""
    path = tmp_path_factory.mktemp("store") / "games.db"
    with Store(path) as opened:
        fill(opened, played(1))
        fill(opened, played(2))
    return path.read_bytes()


@pytest.fixture
def kept(path: Path, full: bytes) -> Path:
    path.write_bytes(full)
    return path


def sql(path: Path, *statements: str) -> None:
    """Somebody else's hands on the file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, "the statement changes something"


# --- what goes in comes out


def test_a_game_is_read_as_it_was_appended(kept: Path) -> None:
    with Store(kept) as store:
        for seed in (1, 2):
            log = played(seed)
            assert store.read(log.header.game) == log
            assert text_of(store.read(log.header.game)) == text_of(log)
            assert store.state(log.header.game) == replay(log)
            assert check(store.read(log.header.game)) == []


def test_the_store_lists_its_games_in_the_order_of_their_beginning(kept: Path) -> None:
    unfinished = new_header("another", "ru-full", ("base",), ("doc", "tuco", "belle"))
    with Store(kept) as store:
        store.create(unfinished)
        games = store.games()
    assert [one.game for one in games] == ["game-1", "game-2", "another"]
    assert [one.over for one in games] == [True, True, False]
    assert [one.events for one in games] == [len(played(1).events), len(played(2).events), 0]
    assert [one.commands for one in games] == [len(played(1).commands), len(played(2).commands), 0]
    assert games[2].seats == ("doc", "tuco", "belle")
    assert all(one.created.endswith("+00:00") for one in games)


def test_one_row_holds_one_event(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM events WHERE game = 1 AND seq = 1").fetchone())
    assert row.keys() == {"game", "seq", "type", "v", "data", "cites", "command", "actor", "prev"}
    assert (row["type"], row["v"], row["command"], row["actor"]) == ("GameStarted", 1, 1, "table")


def test_what_was_appended_is_seen_by_others_at_once(path: Path, store: Store) -> None:
    seq = fill(store, played(), commands=3)
    with Store(path) as other:
        assert other.head("game-1").events == seq
        assert other.read("game-1").entries == store.read("game-1").entries


def test_appends_are_durable(path: Path, store: Store) -> None:
    fill(store, played(), commands=1)
    (synchronous,) = store._connection.execute("PRAGMA synchronous").fetchone()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert synchronous == 2, "FULL"


def test_a_reader_does_not_wait_for_a_writer(path: Path, store: Store) -> None:
    fill(store, played(), commands=2)
    with Store(path) as writer:
        writer._connection.execute("BEGIN IMMEDIATE")
        assert len(store.read("game-1").commands) == 2
        assert store.games()


# --- all of a command or nothing, and only on top of what the writer has seen


@pytest.mark.parametrize("expected", [0, 1, 10**6, -1])
def test_a_writer_who_has_not_seen_everything_is_told(store: Store, expected: int) -> None:
    seq = fill(store, played(), commands=4)
    entry = played().commands[4]
    before = store.read("game-1")
    with pytest.raises(Conflict, match=f"after event {expected}, but it has {seq}; read the game again"):
        store.append("game-1", expected, entry.command, [])
    assert store.read("game-1") == before


def test_a_command_that_fails_halfway_leaves_nothing(store: Store) -> None:
    seq = fill(store, played(), commands=1)
    before = store.read("game-1")

    def torn() -> Iterator[Cited]:
        yield played().events[1].event, ()
        raise OSError("the light went out")

    with pytest.raises(OSError, match="light"):
        store.append("game-1", seq, played().commands[1].command, torn())
    assert store.read("game-1") == before
    events = [(one.event, one.cites) for one in played().events if one.command == 2]
    assert store.append("game-1", seq, played().commands[1].command, events) == seq + len(events)


def test_of_writers_at_the_same_moment_one_wins_each_time(path: Path) -> None:
    """Four writers, each with a connection of its own, repeat one command until there are twelve of it."""
    start, events = (
        played().commands[0].command,
        [(one.event, one.cites) for one in played().events if one.command == 1],
    )
    with Store(path) as store:
        store.create(played().header)
    wins: list[int] = []
    barrier = Barrier(4)

    def write() -> None:
        with Store(path) as mine:
            barrier.wait()
            while (head := mine.head("game-1")).commands < 12:
                try:
                    wins.append(mine.append("game-1", head.events, start, events))
                except Conflict:
                    continue

    threads = [Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(path) as store:
        log = store.read("game-1")
    assert sorted(wins) == [len(events) * number for number in range(1, 13)]
    assert [entry.number for entry in log.commands] == list(range(1, 13))
    assert not [one for one in check(log) if one.kind in ("chain", "order")]


def test_a_name_is_given_once(store: Store) -> None:
    store.create(played().header)
    with pytest.raises(StoreError, match=r"already has a game game-1; give the new one another name"):
        store.create(played().header)


@pytest.mark.parametrize("name", ["", "../up", "a b", "x" * 101, "<b>", "é"])
def test_a_name_that_could_do_harm_is_refused(store: Store, name: str) -> None:
    with pytest.raises(Malformed, match="game: expected a name"):
        store.create(Header(name, "ru-full", ("base",), ("doc",)))


# --- what it cannot do is told


def test_a_missing_game_is_told_with_the_nearest_name(kept: Path) -> None:
    with Store(kept) as store:
        with pytest.raises(UnknownGame, match=r"has no game 'gam-1'; did you mean game-1\?"):
            store.read("gam-1")
        with pytest.raises(UnknownGame, match="it has game-1, game-2"):
            store.state("zzz")
        with pytest.raises(UnknownGame):
            store.append("zzz", 0, played().commands[0].command, [])


def test_a_missing_file_is_told_where_one_must_be(path: Path) -> None:
    with pytest.raises(StoreError, match=r"expected a log at .*games.db, got no file"):
        Store(path, read_only=True)
    assert not path.exists()


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    with Store(tmp_path / "a" / "b" / "games.db") as store:
        assert store.games() == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"this is a letter to my aunt, not a database at all" * 20, "is no log: it is not even a database"),
        (text_of(played()), "is no log: it is not even a database"),
    ],
)
def test_a_file_that_is_no_database_is_told_and_left_alone(path: Path, content: bytes, words: str) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match=words):
        Store(path)
    assert path.read_bytes() == content


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path)


def test_a_database_of_another_program_is_told_and_left_alone(path: Path) -> None:
    sql(path, "CREATE TABLE aunts (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database of another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_program_is_told_and_left_alone(kept: Path) -> None:
    sql(kept, "PRAGMA user_version = 99")
    before = kept.read_bytes()
    with pytest.raises(StoreError, match=r"expected a log of schema 1 or older, got 99 in .*; upgrade colt-rules"):
        Store(kept)
    assert kept.read_bytes() == before


def test_a_damaged_file_is_told(kept: Path) -> None:
    content = bytearray(kept.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    kept.write_bytes(content)
    with Store(kept) as store, pytest.raises(StoreError, match="is damaged; restore it from a copy"):
        store.read("game-1")


def test_a_file_that_may_not_be_written_can_still_be_read(kept: Path) -> None:
    with Store(kept) as store:
        store._connection.execute("PRAGMA query_only = ON")
        assert store.state("game-1") == replay(played(1))
        with pytest.raises(StoreError, match="cannot be written to: file or folder is read-only"):
            store.append("game-1", len(played(1).events), played(1).commands[0].command, [])
        with pytest.raises(StoreError, match="read-only"):
            store.create(new_header("new", "ru-full", ("base",), ("doc",)))


def test_a_lock_that_is_never_given_up_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PATIENCE", 0.05)
    with Store(kept) as holder, Store(kept) as store:
        holder._connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="was locked by another program"):
            store.create(new_header("new", "ru-full", ("base",), ("doc",)))


# --- what somebody did to the file is found


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET data = replace(data, 'inside', 'roof') WHERE game = 1 AND type = 'BanditPlaced'",
        "UPDATE events SET cites = '[]' WHERE game = 1 AND seq = 30",
        "UPDATE events SET actor = 'doc' WHERE game = 1 AND seq = 30",
        "UPDATE events SET prev = replace(prev, substr(prev, 1, 1), 'x') WHERE game = 1 AND seq = 30",
        "DELETE FROM events WHERE game = 1 AND seq = 30",
        "DELETE FROM events WHERE game = 1 AND seq = (SELECT max(seq) FROM events WHERE game = 1)",
        "DELETE FROM commands WHERE game = 1 AND number = 12",
        "DELETE FROM commands WHERE game = 1 AND number = (SELECT max(number) FROM commands WHERE game = 1)",
        "UPDATE commands SET data = replace(data, 'true', 'false') WHERE game = 1 AND number = 1",
        "UPDATE events SET command = command + 1 WHERE game = 1 AND seq = 30",
        "UPDATE games SET hash = (SELECT hash FROM games WHERE id = 2) WHERE id = 1",
        "UPDATE games SET header = replace(header, 'ghost', 'belle') WHERE id = 1",
        "INSERT INTO events SELECT 1, seq + 1000, type, v, data, cites, command, actor, prev FROM events WHERE game = 1"
        " AND seq = 30",
    ],
)
def test_a_changed_row_is_found_by_the_check(kept: Path, statement: str) -> None:
    sql(kept, statement)
    with Store(kept) as store:
        assert check(store.read("game-1"))
        assert check(store.read("game-2")) == []


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE events SET data = '{}' WHERE game = 1 AND seq = 1", "edition: expected a text, got nothing"),
        ("UPDATE events SET data = 'x' WHERE game = 1 AND seq = 1", "JSON"),
        ("UPDATE events SET data = replace(data, ',', ', ') WHERE game = 1 AND seq = 1", "canonical"),
        ("UPDATE events SET data = CAST(x'ff' AS TEXT) WHERE game = 1 AND seq = 1", "line 3"),
        ("UPDATE events SET type = 'Teleported' WHERE game = 1 AND seq = 1", "type: expected one of the"),
        ("UPDATE events SET v = 2 WHERE game = 1 AND seq = 1", "v: expected version 1 of GameStarted"),
        ("UPDATE events SET cites = '[1]' WHERE game = 1 AND seq = 1", "cites[0]: expected a text"),
        ("UPDATE events SET prev = 'abc' WHERE game = 1 AND seq = 1", "prev: expected a text of 64"),
        ("UPDATE commands SET data = '{}' WHERE game = 1 AND number = 1", "line 2"),
        ("UPDATE commands SET type = 'Fyre' WHERE game = 1 AND number = 1", "did you mean Fire?"),
        ("UPDATE games SET header = '{}' WHERE id = 1", "line 1"),
    ],
)
def test_a_row_that_makes_no_sense_is_a_log_error_with_its_line(kept: Path, statement: str, words: str) -> None:
    sql(kept, statement)
    with Store(kept) as store:
        with pytest.raises(LogError) as error:
            store.read("game-1")
        assert words in str(error.value)
        if "UPDATE events SET" in statement and not any(field in statement for field in ("cites", "prev")):
            with pytest.raises(LogError):
                store.state("game-1")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM events WHERE game = 1 AND seq = 30",
        "UPDATE events SET seq = 100000 WHERE game = 1 AND seq = 30",
        "UPDATE events SET seq = seq + 1 WHERE game = 1 AND type = 'GameEnded'",
        "UPDATE events SET data = replace(data, 'purse-', 'stone-') WHERE game = 1 AND type = 'LootTaken'",
    ],
)
def test_the_fast_way_to_the_state_refuses_what_the_slow_one_refuses(kept: Path, statement: str) -> None:
    sql(kept, statement)
    with Store(kept) as store, pytest.raises(LogError, match=r"event \d+"):
        store.state("game-1")


def test_a_header_that_makes_no_sense_is_told_in_the_list(kept: Path) -> None:
    sql(kept, "UPDATE games SET header = '{}' WHERE id = 1")
    with Store(kept) as store, pytest.raises(StoreError, match="the header of game-1 was changed"):
        store.games()


def test_the_types_of_the_columns_are_held_by_the_file_itself(kept: Path) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        sql(kept, "UPDATE events SET seq = 'one' WHERE seq = 1 AND game = 1")


@pytest.mark.parametrize("field", ["commands", "events"])
def test_counts_that_do_not_fit_the_rows_are_found(kept: Path, field: str) -> None:
    sql(kept, f"UPDATE games SET {field} = {field} + 1 WHERE id = 1")
    with Store(kept, read_only=True) as store:
        assert [one.kind for one in store.check("game-1")[1]] == ["count"]
        assert store.check("game-2") == (played(2), [])


def test_a_store_is_read_where_nothing_may_be_written(full: bytes) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "games.db"
        path.write_bytes(full)
        path.chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:  # whom no permission stops
            os.seteuid(65534)
        try:
            with Store(path, read_only=True) as store:
                assert store.read("game-1") == played(1)
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)
        assert [one.name for one in folder.iterdir()] == ["games.db"]


def test_a_store_that_is_only_read_cannot_be_written_and_leaves_nothing_behind(kept: Path, full: bytes) -> None:
    with Store(kept, read_only=True) as store, pytest.raises(StoreError, match="read-only"):
        store.create(new_header("new", "ru-full", ("base",), ("doc",)))
    assert kept.read_bytes() == full
    assert [one.name for one in kept.parent.iterdir()] == ["games.db"]


def test_an_empty_file_is_not_made_a_store_by_reading(path: Path) -> None:
    path.touch()
    with pytest.raises(StoreError, match="has no games yet"):
        Store(path, read_only=True)
    assert path.read_bytes() == b""
