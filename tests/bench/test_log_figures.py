"""The measured logs are real ones; no test limits the speed."""

from pathlib import Path

from colt_rules.bench import log_figures
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.verifying import verify


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
