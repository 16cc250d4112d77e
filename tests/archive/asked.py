"""An archive and stores with the same games, to be asked."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from colt_rules.archive.archiving import archive
from colt_rules.archive.logs import logs_at
from colt_rules.log.entries import Recording
from colt_rules.log.opening import open_store
from tests.logs import kept_games, played, text_of
from tests.stores import cut, own_database

PLACES = ("archive", "sqlite", "postgresql")


@cache
def logs() -> dict[str, Recording]:
    """The games: all kept games, and one that is not over."""
    return {**{log.header.game: log for log in kept_games().values()}, "game-1": cut(played(), 100)}


@pytest.fixture(scope="session")
def asked_archive() -> Iterator[str]:
    """An archive of these games."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "logs").mkdir()
        for game, log in logs().items():
            (folder / "logs" / f"{game}.jsonl").write_bytes(text_of(log))
        assert {one.why for one in archive(logs_at(str(folder / "logs")), folder / "archive")} == {""}
        yield str(folder / "archive")


@pytest.fixture(scope="session")
def asked_file() -> Iterator[str]:
    """A store in a file."""
    with TemporaryDirectory() as name:
        where = str(Path(name) / "games.db")
        _fill(where)
        yield where


@pytest.fixture(scope="session")
def asked_server() -> Iterator[str]:
    """A store on the server that the tests may use; without a server the test is skipped."""
    with own_database() as address:
        _fill(address)
        yield address


def _fill(where: str) -> None:
    with open_store(where) as store:
        store.add((game, [text_of(log)]) for game, log in logs().items())


@pytest.fixture(params=PLACES)
def where(request: pytest.FixtureRequest) -> str:
    """Each of these places."""
    names = {"archive": "asked_archive", "sqlite": "asked_file", "postgresql": "asked_server"}
    place: str = request.getfixturevalue(names[request.param])
    return place
