"""A store is opened by a file name or an address."""

import sys
from pathlib import Path

import pytest

from colt_rules.log.opening import open_store
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.store import NoStore, StoreError


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_names_a_file(tmp_path: Path, kind: type[str] | type[Path]) -> None:
    with open_store(kind(tmp_path / "games.db")) as store:
        assert isinstance(store, SqliteStore)
        assert store.where == str(tmp_path / "games.db")
    assert (tmp_path / "games.db").exists()


@pytest.mark.parametrize("name", ["a:b.db", "postgresql", "C:games.db", "a b?mode=ro.db", "%41#.db", "é.db"])
def test_any_file_name_is_accepted(tmp_path: Path, name: str) -> None:
    with open_store(tmp_path / name) as store:
        assert store.games() == []
    with open_store(tmp_path / name, read_only=True) as store:
        assert store.games() == []
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("scheme", ["mysql", "http", "sqlite", "file", "POSTGRESQL", ""])
def test_another_address_is_refused(scheme: str) -> None:
    with pytest.raises(StoreError, match=rf"expected a file or an address with postgresql://, got {scheme}://"):
        open_store(f"{scheme}://somewhere/games")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_an_address_names_a_server(scheme: str, tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=rf"{scheme}://nobody@/games.* cannot be reached"):
        open_store(f"{scheme}://nobody@/games?host={tmp_path}")


def test_a_missing_driver_is_reported_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colt_rules.log.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(
        StoreError, match=r"needs psycopg, which is not installed .*; pip install 'colt-rules\[postgresql\]'"
    ):
        open_store("postgresql://colt@server/games")


def test_a_store_that_is_to_be_read_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(NoStore, match=r"expected a log at .*games.db, got no file"):
        open_store(tmp_path / "games.db", read_only=True)
    assert list(tmp_path.iterdir()) == []
