"""A query of anybody can read the relations and nothing else, whatever it tries."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from colt_rules.archive.asking_places import Bounds, NotAnswered, opened_to_ask
from colt_rules.archive.asking_relations import Chosen
from tests.archive.asked import asked_archive, asked_file, asked_server, logs
from tests.cli.running import run_colt
from tests.stores import address_of

__all__ = ["asked_archive", "asked_file", "asked_server"]

BOUNDS = Bounds(30, 500)


def result(where: str, sql: str, bounds: Bounds | None = None) -> list[tuple[object, ...]]:
    with opened_to_ask(where, Chosen(), bounds) as place:
        return list(place.query(sql).rows)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/hostname'",
        "SELECT * FROM read_csv('{folder}/games/../../secret.csv')",
        "SELECT * FROM glob('/etc/*')",
        "FROM read_json('/proc/self/environ')",
        "COPY (SELECT 1) TO '{folder}/out.csv'",
        "COPY (SELECT 1) TO '{folder}/games/000001.parquet'",
        "SELECT * FROM query('COPY (SELECT 1) TO ''out.csv''')",
        "EXPORT DATABASE '{folder}/out'",
        "ATTACH '{folder}/out.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET memory_limit = '100GB'",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "PRAGMA version",
        "CALL pragma_version()",
        "CREATE TABLE mine (i INTEGER)",
        "DROP VIEW games",
        "CREATE OR REPLACE VIEW games AS SELECT 1",
        "DELETE FROM games",
        "SELECT 1; SELECT 2",
        "SELECT 1; COPY (SELECT 1) TO 'out.csv'",
        "SELECT * FROM logs_of_the_caller",
        "SELECT len(range(10000000000))",
        "nonsense",
        "",
        "-- nothing",
    ],
)
def test_in_an_archive_nothing_but_one_select_is_carried_out(asked_archive: str, sql: str) -> None:
    logs_of_the_caller = list(logs())
    folder = Path(asked_archive)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(NotAnswered) as refused:
        result(asked_archive, sql.replace("{folder}", asked_archive), BOUNDS)
    assert "\n" not in str(refused.value)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert not Path("out.csv").exists()
    assert logs_of_the_caller


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '{folder}/out.db' AS out",
        "PRAGMA query_only = OFF",
        "SELECT * FROM pragma_database_list",
        "SELECT load_extension('x')",
        "DELETE FROM main.games",
        "WITH mine AS (SELECT 1) DELETE FROM main.games",
        "CREATE TABLE mine (i INTEGER)",
        "VACUUM INTO '{folder}/out.db'",
        "SELECT 1; DELETE FROM main.games",
        "nonsense",
        "",
    ],
)
def test_in_a_file_nothing_but_one_select_is_carried_out(asked_file: str, sql: str) -> None:
    folder = Path(asked_file).parent
    before = Path(asked_file).read_bytes()
    with pytest.raises(NotAnswered):
        result(asked_file, sql.replace("{folder}", str(folder)), BOUNDS)
    assert Path(asked_file).read_bytes() == before
    assert [path.name for path in folder.iterdir()] == ["games.db"]


@pytest.fixture
def reader(asked_server: str) -> Iterator[str]:
    """The store on the server for a role that may only read it."""
    import psycopg

    role = f"reader_{uuid4().hex}"
    with psycopg.connect(asked_server, autocommit=True) as connection:
        for statement in (
            f"CREATE ROLE {role} LOGIN",
            f"GRANT USAGE ON SCHEMA colt_rules TO {role}",
            f"GRANT SELECT ON ALL TABLES IN SCHEMA colt_rules TO {role}",
        ):
            connection.execute(statement.encode())
        try:
            yield address_of(urlsplit(asked_server).path.strip("/"), role)
        finally:
            connection.execute(f"DROP OWNED BY {role}".encode())
            connection.execute(f"DROP ROLE {role}".encode())


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM colt_rules.games",
        "WITH gone AS (DELETE FROM colt_rules.games RETURNING *) SELECT * FROM gone",
        "SELECT set_config('transaction_read_only', 'off', true)",
        "SELECT pg_read_file('/etc/hostname')",
        "SELECT lo_import('/etc/hostname')",
        "COPY colt_rules.games TO '/tmp/out'",
        "SELECT 1; DROP TABLE colt_rules.games",
        "SELECT pg_sleep(60)",
        "nonsense",
        "",
    ],
)
def test_on_a_server_nothing_but_one_select_is_carried_out(reader: str, sql: str) -> None:
    with pytest.raises(NotAnswered):
        result(reader, sql, Bounds(1, 500))
    assert result(reader, "SELECT count(*) FROM games", BOUNDS) == [(len(logs()),)]


def test_on_a_server_a_superuser_is_refused(asked_server: str) -> None:
    assert os.environ["COLT_TEST_POSTGRESQL"]
    with pytest.raises(NotAnswered, match="a superuser, whose queries can read its files"):
        result(asked_server, "SELECT 1", BOUNDS)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT '?' AS a, '%s' AS b, ';' AS c",
        "-- why\n/* and WITH what */ WITH mine AS (SELECT '?' AS a, '%s' AS b, ';' AS c) SELECT * FROM mine",
        "with recursive mine as (SELECT '?' AS a, '%s' AS b, ';' AS c) SELECT a, b, c FROM mine -- the end",
    ],
)
@pytest.mark.parametrize("place", ["asked_archive", "asked_file", "reader"])
def test_a_query_is_taken_as_it_was_written(place: str, sql: str, request: pytest.FixtureRequest) -> None:
    assert result(request.getfixturevalue(place), sql, BOUNDS) == [("?", "%s", ";")]


def test_a_damaged_archive_is_reported_in_a_sentence(asked_archive: str, tmp_path: Path) -> None:
    shutil.copytree(asked_archive, tmp_path / "archive")
    (file,) = (tmp_path / "archive" / "lines").iterdir()
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(NotAnswered, match="cannot be answered"):
        result(str(tmp_path / "archive"), "SELECT * FROM lines")


def test_no_answer_shows_a_password(asked_server: str) -> None:
    told = run_colt(
        "ask", "longest", address_of(urlsplit(asked_server).path.strip("/"), "colt:geheim"), status=0
    ).output
    assert "geheim" not in told
    assert "colt:***@" in told
