"""Results are found again by the same program, and a broken file is told and does no harm."""

import sqlite3
from pathlib import Path

import pytest

from colt_rules.archive import results
from colt_rules.archive.results import Results


def test_a_result_is_found_by_its_question_and_log(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "results.db"
    with Results(path, "audit") as first:
        assert first.is_empty
        first.keep("a", b"sound")
        first.keep("a", b"faulty")
        assert first.find("a") == b"faulty"
    with Results(path, "audit") as again:
        assert not again.is_empty
        assert (again.find("a"), again.find("b")) == (b"faulty", None)
    with Results(path, "verify") as other:
        assert other.is_empty
        assert other.find("a") is None


def test_another_program_finds_nothing_and_removes_what_is_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.db"
    with Results(path, "audit") as first:
        first.keep("a", b"sound")
    monkeypatch.setattr(results, "program", lambda: "another")
    with Results(path, "audit") as second:
        assert second.is_empty
        assert second.find("a") is None
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT * FROM results").fetchall() == []
    connection.close()


def test_what_is_kept_survives_a_kill_after_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "_EVERY", 0.0)
    path = tmp_path / "results.db"
    killed = Results(path, "audit")
    killed.keep("a", b"sound")  # and it is never closed
    with Results(path, "audit") as again:
        assert again.find("a") == b"sound"
    killed.__exit__(None)


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_broken_file_is_told_and_does_no_harm(tmp_path: Path, is_folder: bool) -> None:
    path = tmp_path / "results.db"
    if is_folder:
        path.mkdir()
    else:
        path.write_bytes(b"this is no database" * 100)
    with Results(path, "audit") as broken:
        broken.keep("a", b"sound")
        assert broken.find("a") is None
    assert str(path) in broken.trouble


def test_a_file_that_breaks_meanwhile_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with Results(path, "audit") as broken:
        with sqlite3.connect(path) as other:
            other.execute("DROP TABLE results")
        other.close()
        broken.keep("a", b"sound")
        broken.keep("b", b"sound")
        assert broken.find("a") is None
    assert "no such table" in broken.trouble
