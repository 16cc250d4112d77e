"""A query of anybody ends when its time or its memory is used up, and the program that asked goes on."""

from time import monotonic

import pytest

from colt_rules.archive.asking_apart import asked_apart
from colt_rules.archive.asking_places import Bounds, NotAnswered
from colt_rules.archive.asking_relations import Chosen
from tests.archive.asked import asked_archive, asked_file, logs

__all__ = ["asked_archive", "asked_file"]


def test_its_rows_come_in_pieces(asked_archive: str) -> None:
    sql = "SELECT game, line FROM lines ORDER BY game, line"
    with asked_apart(asked_archive, Chosen(), sql, Bounds(30, 500)) as table:
        assert table.columns == ("game", "line")
        found = list(table.rows)
    assert len(found) == sum(log.closing.commands + log.closing.events for log in logs().values())


ENDLESS = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r"


@pytest.mark.parametrize("place", ["asked_archive", pytest.param("asked_file", marks=pytest.mark.thorough)])
def test_a_query_without_end_is_ended(place: str, request: pytest.FixtureRequest) -> None:
    begun = monotonic()
    with (
        pytest.raises(NotAnswered, match=r"took longer than 0\.5 seconds"),
        asked_apart(request.getfixturevalue(place), Chosen(), ENDLESS, Bounds(0.5, 500)) as table,
    ):
        list(table.rows)
    assert monotonic() - begun < 60, "loading the program takes most of it"


@pytest.mark.parametrize(
    ("place", "sql"),
    [
        ("asked_archive", "SELECT len(range(3000000000))"),
        pytest.param("asked_archive", "SELECT list_sort(range(2000000000))", marks=pytest.mark.thorough),
        pytest.param("asked_archive", "SELECT length(repeat('x', 4000000000))", marks=pytest.mark.thorough),
        pytest.param("asked_file", "SELECT length(hex(zeroblob(900000000)))", marks=pytest.mark.thorough),
    ],
)
def test_a_query_that_takes_all_memory_is_ended(place: str, sql: str, request: pytest.FixtureRequest) -> None:
    with (
        pytest.raises(NotAnswered),
        asked_apart(request.getfixturevalue(place), Chosen(), sql, Bounds(30, 200)) as table,
    ):
        list(table.rows)
