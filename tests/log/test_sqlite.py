"""A store in a file: read-only places, files that are not stores, damaged files, and older schemas."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import pytest

from colt_rules.log import sqlite as sqlite_module
from colt_rules.log.entries import new_header
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.store import NoStore, StoreError
from tests.log.faults.children import Tell, children
from tests.logs import played, text_of
from tests.stores import SqlitePlace, fill, steps_of

NEW_ONE = new_header("new", "ru-full", ("base",), ("doc",))


@pytest.fixture
def place(tmp_path: Path) -> SqlitePlace:
    return SqlitePlace(tmp_path / "games.db")


@pytest.fixture
def path(place: SqlitePlace) -> Path:
    return place.path


@pytest.fixture
def full(kept: SqlitePlace) -> Path:
    """A file with two games."""
    return kept.path


def _notes(store: SqliteStore) -> None:
    """What the next schema of this test adds to the tables."""
    store.rows("CREATE TABLE notes (game INTEGER NOT NULL REFERENCES games(id), note TEXT NOT NULL) STRICT")
    store.write_many("INSERT INTO notes VALUES (?, 'from schema 1')", store.rows("SELECT id FROM games"))


def _with_notes(store: SqliteStore) -> None:
    SqliteStore._create(store)
    _notes(store)


@pytest.fixture
def old(kept: SqlitePlace, monkeypatch: pytest.MonkeyPatch) -> SqlitePlace:
    """A file with two games of schema 1, in a program whose newest schema is 2."""
    monkeypatch.setattr(sqlite_module, "_MIGRATIONS", (_with_notes, _notes))
    return kept


@contextmanager
def read_only(*files: tuple[str, bytes]) -> Iterator[Path]:
    """A folder with these files, in which nothing may be written; and nothing is."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files:
            (folder / file).write_bytes(content)
            (folder / file).chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:  # whom no permission stops
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)
        assert sorted((one.name, one.read_bytes()) for one in folder.iterdir()) == sorted(files)


# --- durable


def test_appends_are_durable(path: Path) -> None:
    with SqliteStore(path) as store:
        fill(store, played(), commands=1)
        assert store.rows("PRAGMA synchronous") == [(2,)], "FULL: each commit waits for the disk"
        assert store.rows("PRAGMA journal_mode") == [("wal",)]
    with SqliteStore(path) as store:
        assert store.rows("PRAGMA synchronous") == [(2,)]
        assert store.rows("PRAGMA journal_mode") == [("wal",)]


def test_appends_survive_without_closing_the_file(path: Path, tmp_path: Path) -> None:
    """A copy of the files while they are open is what a power cut leaves."""
    with SqliteStore(path) as store:
        seq = fill(store, played(), commands=12)
        for name in ("games.db", "games.db-wal"):
            (tmp_path / f"after-{name}").write_bytes((tmp_path / name).read_bytes())
    with SqliteStore(tmp_path / "after-games.db") as store:
        assert store.head("game-1").events == seq
        assert store.verify("game-1").sound


# --- no store


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "a" / "b" / "games.db") as store:
        assert store.games() == []


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear aunt")
    with pytest.raises(StoreError, match=r"letter/a cannot be created \(.*\); name another file"):
        SqliteStore(tmp_path / "letter" / "a" / "games.db")


def test_a_missing_file_is_reported_when_reading(path: Path) -> None:
    with pytest.raises(NoStore, match=r"expected a log at .*games.db, got no file"):
        SqliteStore(path, read_only=True)
    assert not path.exists()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_folder_is_no_file(tmp_path: Path, read_only: bool) -> None:
    with pytest.raises(StoreError, match="cannot be opened: it is a folder; name a file in it"):
        SqliteStore(tmp_path, read_only)


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    "content", [b"this is a letter to my aunt, not a database at all" * 20, text_of(played())], ids=["letter", "log"]
)
def test_a_file_that_is_not_a_database_is_refused_and_unchanged(path: Path, content: bytes, read_only: bool) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is not a log: it is not a SQLite database; name another file"):
        SqliteStore(path, read_only)
    assert path.read_bytes() == content


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("statement", ["CREATE TABLE aunts (name TEXT)", "PRAGMA user_version = 1"])
def test_a_database_of_another_program_is_refused_and_unchanged(
    place: SqlitePlace, statement: str, read_only: bool
) -> None:
    place.tamper(statement)
    before = place.path.read_bytes()
    with pytest.raises(StoreError, match="is a database of another program; name another file"):
        place.open(read_only)
    assert place.path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_a_newer_program_is_refused_and_unchanged(kept: SqlitePlace, read_only: bool) -> None:
    kept.tamper("PRAGMA user_version = 99")
    before = kept.path.read_bytes()
    with pytest.raises(StoreError, match=r"expected a log of schema 1 or older, got 99 in .*; upgrade colt-rules"):
        kept.open(read_only)
    assert kept.path.read_bytes() == before


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with SqliteStore(path) as store:
        fill(store, played(), commands=2)
        assert store.verify("game-1").sound


def test_an_empty_file_is_not_made_a_store_by_reading(path: Path) -> None:
    path.touch()
    with pytest.raises(StoreError, match="has no games yet"):
        SqliteStore(path, read_only=True)
    assert path.read_bytes() == b""


# --- damaged


def test_a_damaged_file_is_reported(full: Path) -> None:
    content = bytearray(full.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    full.write_bytes(content)
    with SqliteStore(full) as store, pytest.raises(StoreError, match="is damaged; restore it from a backup"):
        store.read("game-1")


def test_sqlite_itself_says_what_is_damaged(full: Path) -> None:
    """One letter of an index is another one: the file can be read, but not everything in it is found."""
    content = bytearray(full.read_bytes())
    content[content.rindex(b"playerghost") + 6] = ord("x")
    full.write_bytes(content)
    with SqliteStore(full, read_only=True) as store:
        assert "missing from index" in store.is_damaged()


def test_a_truncated_file_is_reported(full: Path) -> None:
    full.write_bytes(full.read_bytes()[:40_000])
    with pytest.raises(StoreError, match="restore it from a backup"), SqliteStore(full) as store:
        store.read("game-2")


def test_a_whole_file_is_not_damaged(full: Path) -> None:
    with SqliteStore(full, read_only=True) as store:
        assert store.is_damaged() == ""


def test_the_types_of_the_columns_are_held_by_the_file_itself(kept: SqlitePlace) -> None:
    for statement in (
        "UPDATE steps SET seq = 'one' WHERE seq = 5 AND game = 1",
        "UPDATE steps SET lines = 'text' WHERE game = 1",
        "UPDATE games SET events = 'many'",
        "UPDATE games SET winners = NULL",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            kept.tamper(statement)


def test_a_game_whose_number_was_changed_is_found(kept: SqlitePlace) -> None:
    """On a PostgreSQL server the database itself forbids it."""
    kept.tamper("UPDATE games SET id = 9 WHERE id = 1")
    with kept.open(read_only=True) as store:
        assert {"chain", "count"} <= {one.kind for one in store.verify("game-1").departures}
        with pytest.raises(
            StoreError, match="expected command 1 of game-1 as it was written, got a changed row or none"
        ):
            store.position("game-1")


# --- where nothing can be written


def test_a_file_that_may_not_be_written_can_still_be_read(full: Path) -> None:
    with SqliteStore(full) as store:
        store.rows("PRAGMA query_only = ON")
        assert store.read("game-1") == played(1)
        with pytest.raises(StoreError, match="cannot be written to: the file or its folder is read-only"):
            store.append("game-1", len(played(1).events), *steps_of(played(1))[0])
        with pytest.raises(StoreError, match="read-only"):
            store.create(NEW_ONE)


def test_a_store_is_read_where_nothing_may_be_written(full: Path) -> None:
    with read_only(("games.db", full.read_bytes())) as folder, SqliteStore(folder / "games.db", True) as store:
        assert store.read("game-1") == played(1)
        assert store.verify("game-1").sound


def test_to_write_where_nothing_may_be_written_is_refused(full: Path) -> None:
    with read_only(("games.db", full.read_bytes())) as folder:
        told = r"games.db cannot be (written to|opened)"
        with pytest.raises(StoreError, match=told), SqliteStore(folder / "games.db") as store:
            store.create(NEW_ONE)
        with pytest.raises(StoreError, match=r"new.db cannot be opened: check that it is a file that you may"):
            SqliteStore(folder / "new.db")
        with pytest.raises(StoreError, match=r"new cannot be created"):
            SqliteStore(folder / "new" / "games.db")


def test_a_store_that_was_not_closed_is_not_read_without_what_lies_beside_it(path: Path) -> None:
    """Where nothing may be written SQLite cannot look into the other file, and so would not see the last games."""
    with SqliteStore(path) as store:
        fill(store, played(), commands=3)
        files = [(name, (path.parent / name).read_bytes()) for name in ("games.db", "games.db-wal")]
    told = r"is being written or was not closed, see games.db-wal beside it"
    with read_only(*files) as folder, pytest.raises(StoreError, match=told):
        SqliteStore(folder / "games.db", read_only=True)


def test_a_store_that_is_only_read_leaves_nothing_behind(full: Path) -> None:
    before = full.read_bytes()
    with SqliteStore(full, read_only=True) as store:
        assert store.verify("game-1").sound
        with pytest.raises(StoreError, match="read-only"):
            store.create(NEW_ONE)
    assert full.read_bytes() == before
    assert [one.name for one in full.parent.iterdir()] == ["games.db"]


def test_a_lock_that_is_never_released_is_reported(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "PATIENCE", 0.05)
    with SqliteStore(full) as holder, SqliteStore(full) as store:
        holder.rows("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="was locked by another program for 10 seconds; try again"):
            store.create(NEW_ONE)
        assert store.read("game-1") == played(1)
        holder.rows("ROLLBACK")
        store.create(NEW_ONE)


def test_a_waiting_writer_gets_a_turn_beside_a_busy_one(full: Path) -> None:
    """On a slow disk an append holds the lock for long, and the next one of the same process follows at once."""

    def write_on_and_on(tell: Tell) -> None:
        with SqliteStore(full) as busy:
            while True:
                with busy.writing():
                    sleep(0.25)
                tell("written")
                sleep(0.003)

    with children(lambda _, tell: write_on_and_on(tell), 1) as (other,), SqliteStore(full) as store:
        waited = 0.0
        for _ in range(4):
            other.listen(seconds=30, lines=len(other.lines) + 1)
            sleep(0.01)  # by now it writes again
            begun = monotonic()
            with store.writing():
                waited += monotonic() - begun
        assert waited < 4, "in turn that is one second; by SQLite's own waiting it was fifteen, if it came at all"


# --- who may read a file


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        with SqliteStore(tmp_path / "games.db") as store:
            fill(store, played(), commands=3)
            files = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert files == dict.fromkeys(("games.db", "games.db-wal", "games.db-shm"), 0o600)


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_a_file_that_its_owner_has_shared_stays_shared(full: Path) -> None:
    full.chmod(0o664)
    with SqliteStore(full) as store:
        store.create(NEW_ONE)
    assert stat.S_IMODE(full.stat().st_mode) == 0o664


# --- a file of an older schema


def test_a_file_of_an_older_schema_is_brought_up_to_date_without_losing_a_byte(old: SqlitePlace) -> None:
    with old.open() as store:
        assert [one.game for one in store.games()] == ["game-1", "game-2"]
        assert b"".join(store.pieces("game-1")) == text_of(played(1))
        assert store.verify("game-1").sound
    assert old.ask("PRAGMA user_version") == [(2,)]
    assert old.ask("SELECT note FROM notes") == [("from schema 1",)] * 2


def test_a_new_file_has_the_newest_schema(old: SqlitePlace, tmp_path: Path) -> None:
    new = SqlitePlace(tmp_path / "new.db")
    with new.open() as store:
        fill(store, played(), commands=3)
    assert new.ask("PRAGMA user_version") == [(2,)]
    assert new.ask("SELECT note FROM notes") == []


def test_a_game_in_a_file_of_an_older_schema_goes_on(old: SqlitePlace) -> None:
    with old.open() as store:
        fill(store, played(3), commands=10)
    with old.open() as store:
        command, events = steps_of(played(3))[10]
        store.append("game-3", store.position("game-3").seq, command, events)
        assert store.verify("game-3").sound


def test_a_file_of_an_older_schema_that_is_only_read_stays_as_it_is(old: SqlitePlace) -> None:
    before = old.path.read_bytes()
    with old.open(read_only=True) as store:
        assert b"".join(store.pieces("game-1")) == text_of(played(1))
        assert store.rows("SELECT count(*) FROM notes") == [(2,)]
        with pytest.raises(StoreError, match="read-only"):
            store.create(NEW_ONE)
    assert old.path.read_bytes() == before
    assert [one.name for one in old.path.parent.iterdir()] == [old.path.name]


def test_a_file_of_an_older_schema_is_read_where_nothing_may_be_written(old: SqlitePlace) -> None:
    with read_only(("games.db", old.path.read_bytes())) as folder:
        with SqliteStore(folder / "games.db", read_only=True) as store:
            assert [one.game for one in store.games()] == ["game-1", "game-2"]
        told = r"games.db cannot be written to: .*; make it writable, or use a copy"
        with pytest.raises(StoreError, match=told), SqliteStore(folder / "games.db"):
            pass


def test_a_file_is_brought_up_to_date_as_a_whole_or_not_at_all(
    old: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(store: SqliteStore) -> None:
        _notes(store)
        raise OSError("the light went out")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite_module, "_MIGRATIONS", (_with_notes, torn))
        with pytest.raises(OSError, match="light"):
            old.open()
    assert old.ask("PRAGMA user_version") == [(1,)]
    assert old.ask("SELECT name FROM sqlite_master WHERE name = 'notes'") == []
    with old.open() as store:
        assert store.verify("game-1").sound


def test_two_processes_can_migrate_a_file_at_once(old: SqlitePlace) -> None:
    with old.open() as one, old.open() as other:
        assert one.games() == other.games()
