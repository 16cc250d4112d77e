"""`colt log archive` writes an archive, continues it, checks it, and says what it cannot do."""

import json
import sys
from pathlib import Path

import pytest

from colt_rules.archive.parquet import file_of
from colt_rules.log.opening import open_store
from tests.archive.archives import files_up_to, games, written
from tests.cli.running import run_colt as run
from tests.logs import played
from tests.stores import fill


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    return written(tmp_path / "logs", ["one", "two"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def test_logs_are_archived_and_the_same_command_adds_what_is_new(logs: Path, folder: Path) -> None:
    words = ("log", "archive", logs, "--into", folder)
    assert run(*words, status=0).output == f"{folder}: 2 games added, 0 there already\n"
    written(logs, ["three"])
    assert run(*words, status=0).output == f"{folder}: 1 game added, 2 there already\n"
    assert run(*words, "--check", status=0).output == f"{folder}: 3 games as in the logs\n"


def test_several_places_become_one_archive(logs: Path, folder: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        fill(store, played(1))
    run("log", "archive", logs / "one.jsonl", tmp_path / "games.db", "--into", folder, "--workers", 2, status=0)
    assert games(folder) == {"one", "game-1"}


def test_only_games_that_are_over_are_archived_if_asked_for(folder: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        fill(store, played(1))
        fill(store, played(2), commands=3)
    words = ("log", "archive", tmp_path / "games.db", "--over", "--into", folder)
    assert run(*words, status=0).output == f"{folder}: 1 game added, 0 there already, 1 not over\n"
    assert run(*words, "--check", status=0).output == f"{folder}: 1 game as in the logs\n"
    assert "does not have this game" in run(*(word for word in words if word != "--over"), "--check", status=1).output


def test_a_log_that_is_left_out_is_named(logs: Path, folder: Path) -> None:
    (logs / "bad\x1b.jsonl").write_bytes(b"no log\n")
    done = run("log", "archive", logs, "--into", folder, status=1)
    name, *_ = done.output.splitlines()
    assert name.startswith(f"{logs}/bad\\x1b.jsonl: line 1: ")
    assert done.output.endswith(f"{folder}: 2 games added, 0 there already, 1 log left out\n")
    told = json.loads(run("log", "archive", logs, "--into", folder, "--json", status=1).stdout)
    assert (told["archive"], told["added"], told["there_already"]) == (str(folder), 0, 2)
    assert [one["log"] for one in told["left_out"]] == [str(logs / "bad\x1b.jsonl")]


def test_what_differs_is_named(logs: Path, folder: Path) -> None:
    run("log", "archive", logs, "--into", folder, status=0)
    (logs / "two.jsonl").unlink()
    done = run("log", "archive", logs, "--into", folder, "--check", status=1)
    assert done.output == f"two: none of the logs has this game\n{folder}: 1 game as in the logs; 1 fault\n"
    told = json.loads(run("log", "archive", logs, "--into", folder, "--check", "--json", status=1).stdout)
    assert (told["same"], told["faults"]) == (1, [{"name": "two", "fault": "none of the logs has this game"}])


def test_a_full_disk_is_told_with_what_was_done(logs: Path, folder: Path) -> None:
    run("log", "archive", logs, "--into", folder, status=0)
    written(logs, map(str, range(20)))
    with files_up_to(20_000):
        done = run("log", "archive", logs, "--into", folder, status=2)
    assert "cannot write" in done.output
    assert games(folder) == {"one", "two"}


@pytest.mark.parametrize("check", [[], ["--check"]])
def test_a_damaged_archive_is_told(logs: Path, folder: Path, check: list[str]) -> None:
    run("log", "archive", logs, "--into", folder, status=0)
    file_of(folder, "games", 1).write_bytes(b"damaged")
    done = run("log", "archive", logs, "--into", folder, *check, status=2)
    assert "if a file is damaged, remove the two of its number" in done.output


def test_what_is_no_place_of_logs_is_told(logs: Path, folder: Path) -> None:
    assert "which does not exist" in run("log", "archive", logs / "gone", "--into", folder, status=2).output
    assert "which has other files" in run("log", "archive", logs, "--into", logs, status=2).output
    assert "expected an archive" in run("log", "archive", logs, "--into", folder, "--check", status=2).output
    assert not folder.exists()


def test_without_duckdb_it_says_what_to_install(logs: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    assert "pip install 'colt-rules[archive]'" in run("log", "archive", logs, "--into", folder, status=2).output


def test_no_password_gets_into_an_archive_or_a_message(folder: Path) -> None:
    place = "postgresql://colt:s3cret@localhost:1/colt"
    done = run("log", "archive", place, "--into", folder, status=2)
    assert "s3cret" not in done.output
