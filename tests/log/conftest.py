"""Stores for tests that run on every backend: a SQLite file and a PostgreSQL server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from colt_rules.log import derived
from colt_rules.log import store as store_module
from colt_rules.log.store import Store
from tests.stores import Place, PostgresqlPlace, SqlitePlace, own_database


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """A separate database for this worker."""
    with own_database() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """The address of a store that does not exist yet."""
    if request.param == "sqlite":
        yield SqlitePlace(tmp_path / "games.db")
    else:
        with closing(PostgresqlPlace(request.getfixturevalue("database"))) as there:
            yield there


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """An empty store."""
    with place.open() as opened:
        yield opened


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make snapshots frequent enough for a real game to have some."""
    for module in (store_module, derived):
        monkeypatch.setattr(module, "EVERY", 100)


@pytest.fixture
def kept(place: Place, often: None) -> Place:
    """The address of a store with two whole games and some snapshots."""
    place.restore()
    return place
