"""Every backend runs the same tests: a place for a store in a file, and one on a PostgreSQL server."""

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
    """A database for this worker alone."""
    with own_database() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where nothing was stored yet."""
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
    """Snapshots come so often that a real game has some."""
    for module in (store_module, derived):
        monkeypatch.setattr(module, "EVERY", 100)


@pytest.fixture
def kept(place: Place, often: None) -> Place:
    """Where two whole games are, with some snapshots."""
    place.restore()
    return place
