"""The figures of the log are measured with real games and real files; how fast it is, no test decides."""

from pathlib import Path

import pytest

from colt_rules.bench import log_figures
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.verifying import verify


@pytest.mark.thorough
def test_every_figure_of_the_log_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SHORT": 600, "LONG": 3_000, "FEW": 600, "MANY": 3_000, "CROWD": 300}.items():
        monkeypatch.setattr(log_figures, name, value)
    measured = {figure.name: figure for figure in log_figures.measure(repeats=1, games=2)}
    assert list(measured) == ["append", "import", "import part", "chain", "open", "memory", "list", "list memory"]
    assert all(figure.middle > 0 for name, figure in measured.items() if "memory" not in name)
    assert measured["append"].middle < 5, "no store is much faster than what it is made of"


def test_a_long_game_is_as_long_as_asked_and_can_be_folded(tmp_path: Path) -> None:
    found = verify(log_figures.pieces("long", log_figures.long_game(2_500)), rules=False)
    assert found.sound
    assert 2_497 <= found.head.events <= 2_500
    with SqliteStore(tmp_path / "games.db") as store:
        store.add([("long", log_figures.pieces("long", log_figures.long_game(2_500)))])
        assert store.rows("SELECT count(*) FROM snapshots") == [(2,)]
        assert store.state("long", at=2_400).phase == "stealin"


def test_bare_sqlite3_writes_the_very_same_rows(tmp_path: Path) -> None:
    texts = [log_figures.text_of(f"bench-{seed}", list(log_figures.played(seed))) for seed in range(2)]
    importing = log_figures.Importing(tmp_path, texts)
    path = tmp_path / "bare.db"
    SqliteStore(path).close()
    log_figures._bare(path, importing._notes, lambda: 0.0)
    with SqliteStore(path) as bare:
        assert [one.events for one in bare.games()] == [text.count(b'","seq":') for text in texts]
        assert all(bare.verify(one.game).sound for one in bare.games())


def test_what_is_listed_is_the_whole_crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_figures, "CROWD", 300)
    listing = log_figures.Listing(tmp_path)
    with SqliteStore(tmp_path / "crowd.db", read_only=True) as store:
        assert len(store.games()) == 300
        assert all(store.verify(one.game).sound for one in store.games(limit=3))
    assert 0 < listing.first_page() < 60
    assert 10 * 2**20 < listing.peak() < 500 * 2**20


def test_memory_is_that_of_the_process_that_verifies() -> None:
    assert 10 * 2**20 < log_figures.peak_memory(log_figures.verify_long, 500) < 500 * 2**20
