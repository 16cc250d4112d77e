"""The store on a server reports when the server is unreachable, denies a right, or disconnects."""

from collections.abc import Iterator
from contextlib import closing
from threading import Thread
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import psycopg
import pytest

from colt_rules.log.entries import new_header
from colt_rules.log.opening import open_store
from colt_rules.log.postgresql import VERSION, without_password
from colt_rules.log.store import NoStore, Store, StoreError
from tests.logs import long_log, played, text_of
from tests.stores import PostgresqlPlace, address_of, fill, steps_of

Server: TypeAlias = psycopg.Connection[tuple[Any, ...]]
NEW_ONE = new_header("new", "ru-full", ("base",), ("doc",))
SECRET = "s3cret%21"


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    """A connection with all rights in the database, which has no store yet."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS colt_rules CASCADE")
        yield connection
        connection.execute("DROP SCHEMA IF EXISTS colt_rules CASCADE")


@pytest.fixture
def there(database: str, server: Server) -> Iterator[PostgresqlPlace]:
    """An empty store."""
    with closing(PostgresqlPlace(database)) as place:
        yield place


# --- the address


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://ann:s3cret%21@host/games", "postgresql://ann:***@host/games"),
        ("postgresql://ann:s3cret%21@host:5433/games?sslmode=require", "postgresql://ann:***@host:5433/games?sslmode=require"),
        ("postgresql://:s3cret%21@host/games", "postgresql://:***@host/games"),
        ("postgresql://ann@host/games?password=s3cret%21", "postgresql://ann@host/games?password=***"),
        ("postgresql://ann@host/games?a=b&password=s3cret%21&c=d", "postgresql://ann@host/games?a=b&password=***&c=d"),
        ("postgresql://ann:s3cret%21@[::1]/games", "postgresql://ann:***@[::1]/games"),
        ("postgresql://ann:s3cret%21@one,two:5433/games", "postgresql://ann:***@one,two:5433/games"),
        ("postgresql://ann:s3cret%21@[::1/games", "postgresql://ann:***@[::1/games"),
        ("postgresql://ann:s3?cr/et#@host/games", "postgresql://ann:***@host/games"),
        ("postgresql://ann:s3@cret@host/games", "postgresql://ann:***@host/games"),
        ("postgresql://host:5433/games?sslpassword=s3cret%21", "postgresql://host:5433/games?sslpassword=***"),
        ("postgresql://ann@host/games", "postgresql://ann@host/games"),
        ("postgresql:///games", "postgresql:///games"),
    ],
)  # fmt: skip
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert without_password(address) == shown


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:9/games?connect_timeout=2",
        f"postgresql://ann@127.0.0.1:9/games?password={SECRET}",
        f"postgresql://ann:{SECRET}@nowhere.invalid/games",
        f"postgresql://ann:{SECRET}@[::1/games",
        f"postgresql://ann:{SECRET}@127.0.0.1:port/games",
        "postgresql://ann:s3cret%zz@127.0.0.1:9/games",
        "postgresql://ann:top@s3cret@127.0.0.1:9/games",
        f"postgresql://ann:{SECRET}@127.0.0.1:9/games?no-such-setting=1",
        f"postgresql://ann@127.0.0.1:9/games?passfile=x&sslpassword={SECRET}&password={SECRET}",
    ],
)
def test_an_unreachable_server_is_reported_without_the_password(address: str) -> None:
    with pytest.raises(
        StoreError, match=r"^postgresql://.* cannot be reached \(.*\); check that the server runs"
    ) as told:
        open_store(address)
    assert "s3cret" not in str(told.value)


def test_a_password_is_in_no_message(there: PostgresqlPlace) -> None:
    with open_store(there.where.replace("colt@", f"colt:{SECRET}@")) as store:
        assert "s3cret" not in store.where
        for ask in (store.read, store.state, store.rebuild):
            with pytest.raises(StoreError) as told:
                ask("nothing")
            assert "s3cret" not in str(told.value)
            assert "colt:***@" in str(told.value)


def test_a_missing_database_is_reported(server: object) -> None:
    with pytest.raises(StoreError, match=r'cannot be reached \(.*database "nowhere" does not exist\); check that'):
        open_store(address_of("nowhere"))


def test_an_unknown_user_is_reported(server: object) -> None:
    with pytest.raises(StoreError, match=r'cannot be reached \(.*role "stranger" does not exist\); check that'):
        open_store(address_of("postgres", "stranger"))


# --- opening


def test_a_database_without_a_store_is_reported_when_reading(database: str, server: Server) -> None:
    with pytest.raises(NoStore, match=r"expected a log at postgresql://.*, got a database without one"):
        open_store(database, read_only=True)
    assert server.execute("SELECT to_regnamespace('colt_rules')").fetchone() == (None,)


def test_all_tables_are_in_a_schema_of_their_own(database: str, server: Server) -> None:
    server.execute("CREATE TABLE IF NOT EXISTS public.games (aunt text)")
    with open_store(database) as store:
        fill(store, played(), commands=3)
    assert server.execute("SELECT count(*) FROM public.games").fetchone() == (0,)
    assert server.execute("SELECT count(*) FROM colt_rules.games").fetchone() == (1,)
    server.execute("DROP TABLE public.games")


def test_two_processes_can_create_the_tables_at_once(database: str, server: object) -> None:
    opened: list[Store] = []
    threads = [Thread(target=lambda: opened.append(open_store(database))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 6
    for store in opened:
        assert store.games() == []
        store.close()


def test_tables_of_a_newer_program_are_refused_and_unchanged(there: PostgresqlPlace) -> None:
    there.tamper("UPDATE version SET version = 99")
    for read_only in (False, True):
        with pytest.raises(StoreError, match=rf"expected tables of version {VERSION} or older, got 99 at .*; upgrade"):
            there.open(read_only)


def test_missing_tables_are_reported(there: PostgresqlPlace, server: Server) -> None:
    with there.open() as store:
        server.execute("DROP SCHEMA colt_rules CASCADE")
        with pytest.raises(StoreError, match="lacks a table of a log; restore it from a backup"):
            store.games()


# --- rights


@pytest.fixture
def guest(server: Server, database: str) -> Iterator[str]:
    """The address with a user who may connect and nothing else."""
    there = urlsplit(database).path[1:]
    name = f"guest_{there}"
    server.execute(f"CREATE ROLE {name} LOGIN".encode())
    try:
        yield address_of(there, name)
    finally:
        server.execute(f"DROP OWNED BY {name}".encode())
        server.execute(f"DROP ROLE {name}".encode())


def test_a_missing_right_to_create_tables_is_reported_with_advice(guest: str) -> None:
    with pytest.raises(StoreError, match=r"denies access; ask for the right to create and use the schema colt_rules"):
        open_store(guest)


def test_a_read_only_user_can_read_and_not_write(guest: str, there: PostgresqlPlace, server: Server) -> None:
    with there.open() as store:
        fill(store, played(), commands=5)
    name = guest.partition("//")[2].partition("@")[0]
    with pytest.raises(StoreError, match="denies access"):
        open_store(guest, read_only=True)
    server.execute(f"GRANT USAGE ON SCHEMA colt_rules TO {name}".encode())
    server.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA colt_rules TO {name}".encode())
    with open_store(guest, read_only=True) as store:
        assert store.verify("game-1").sound
    with open_store(guest) as store:
        with pytest.raises(StoreError, match="denies access"):
            store.create(NEW_ONE)
        assert [one.game for one in store.games()] == ["game-1"]


def test_a_store_that_is_only_read_cannot_be_written_by_any_statement(there: PostgresqlPlace) -> None:
    with there.open(read_only=True) as store:
        with pytest.raises(StoreError, match="cannot be written to: it was opened read-only, or is a standby"):
            store.rows("DELETE FROM games")
        with pytest.raises(StoreError, match="cannot be written to"):
            store.create(NEW_ONE)


# --- the connection


def test_appends_are_durable_for_any_setting_of_the_database(there: PostgresqlPlace) -> None:
    ((name,),) = there.ask("SELECT current_database()")
    there.tamper(f"ALTER DATABASE {name} SET synchronous_commit TO off")
    try:
        with there.open() as store:
            assert store.rows("SHOW synchronous_commit") == [("on",)], "each commit waits for the disk"
    finally:
        there.tamper(f"ALTER DATABASE {name} RESET synchronous_commit")


def kill(place: PostgresqlPlace, store: Store) -> None:
    """Let the server end the connection of a store, and wait until it is gone."""
    ((pid,),) = store.rows("SELECT pg_backend_pid()")
    place.ask(f"SELECT pg_terminate_backend({pid}, 5000)")


GONE = "cannot be reached any more; open the store again. If a command was being appended, read the game again"


def test_a_lost_connection_is_reported(there: PostgresqlPlace) -> None:
    with there.open() as store:
        seq = fill(store, played(), commands=8)
        kill(there, store)
        for _ in range(2):
            with pytest.raises(StoreError, match=GONE):
                store.append("game-1", seq, *steps_of(played())[8])
        with pytest.raises(StoreError, match=GONE):
            store.games()
    with there.open() as store:
        assert store.head("game-1").events == seq
        assert store.append("game-1", seq, *steps_of(played())[8]) == seq + 1
        assert store.verify("game-1").sound


@pytest.mark.parametrize("table", ["steps", "words", "games"])
def test_a_connection_that_is_cut_while_appending_leaves_nothing_half_written(
    there: PostgresqlPlace, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    with there.open() as store:
        seq = fill(store, played(), commands=8)
    tables = ("games", "steps", "words")
    before = [there.ask(f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in tables]
    with there.open() as store:
        write = store.write_many

        def torn(sql: str, rows: list[tuple[object, ...]]) -> int:
            written = write(sql, rows)
            if sql.startswith((f"INSERT INTO {table}", f"UPDATE {table}")):
                kill(there, store)
            return written

        monkeypatch.setattr(store, "write_many", torn)
        with pytest.raises(StoreError, match=GONE):
            store.append("game-1", seq, *steps_of(played())[8])
    assert [there.ask(f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in tables] == before


def test_a_connection_that_is_cut_while_importing_leaves_nothing(there: PostgresqlPlace) -> None:
    with there.open() as store:

        def pieces() -> Iterator[bytes]:
            text = text_of(long_log(2_500))
            middle = text.index(b"\n", len(text) // 2) + 1
            yield text[:middle]
            kill(there, store)
            yield text[middle:]

        with pytest.raises(StoreError, match=GONE):
            store.add([("whole", [text_of(played())]), ("torn", pieces())])
    assert there.ask("SELECT count(*) FROM games") == [(0,)]
    assert there.ask("SELECT count(*) FROM steps") == [(0,)]


def test_a_lock_that_is_never_released_is_reported(there: PostgresqlPlace) -> None:
    with there.open() as holder, there.open() as store:
        seq = fill(holder, played(), commands=8)
        assert store.rows("SHOW lock_timeout") == [("10s",)]
        store.rows("SET lock_timeout TO '50ms'")
        with holder.writing():
            holder.rows("SELECT 1 FROM games WHERE name = ? FOR UPDATE", "game-1")
            with pytest.raises(StoreError, match="was locked by another writer for 10 seconds; try again"):
                store.append("game-1", seq, *steps_of(played())[8])
            store.create(NEW_ONE)
        store.append("game-1", seq, *steps_of(played())[8])
        assert store.verify("game-1").sound
