"""Logs as Parquet: what an archive holds, what becomes of each log, and what happens when something goes wrong."""

import subprocess
import sys
from pathlib import Path
from signal import SIGKILL

import pytest

from colt_rules.archive.archiving import archive
from colt_rules.archive.checking import check
from colt_rules.archive.logs import LogName, logs_at
from colt_rules.archive.parquet import MARKER, TABLES, ArchiveError, connected, marked, relation
from colt_rules.log.codec import to_json
from colt_rules.log.entries import EventEntry
from colt_rules.log.opening import open_store
from colt_rules.log.redaction import redacted
from tests.archive.archives import archived, files_up_to, games, rows, written
from tests.archive.hostile import hostile_logs, write_hostile
from tests.logs import kept_games, played, text_of
from tests.stores import fill, renamed


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    return written(tmp_path / "logs", ["one", "two"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


# --- what it holds


def test_an_archive_holds_every_line_of_every_log(logs: Path, folder: Path) -> None:
    archived(logs, folder)
    log = renamed(played(), "two")
    lines = [row for row in rows(folder, "lines") if row["game"] == "two"]
    assert [row["line"] for row in lines] == list(range(2, len(log.entries) + 2))
    for row, entry in zip(lines, log.entries, strict=True):
        event = isinstance(entry, EventEntry)
        assert row["kind"] == ("event" if event else "command")
        assert (row["type"], row["version"], row["actor"]) == (entry.type, entry.version, entry.actor)
        assert (row["command"], row["number"]) == (entry.number, entry.seq or None)
        assert row["cites"] == list(entry.cites)
        assert row["data"].encode() == to_json(entry.data)


def test_an_archive_tells_of_each_game_what_people_ask_first(logs: Path, folder: Path) -> None:
    archived(logs, folder)
    log = renamed(played(), "one")
    ranking = log.events[-1].event.ranking  # type: ignore[attr-defined]
    (row,) = (row for row in rows(folder, "games") if row["game"] == "one")
    assert row == {
        "game": "one",
        "source": str(logs / "one.jsonl"),
        "role": "referee",
        "hash": log.closing.prev,
        "edition": log.header.edition,
        "modules": list(log.header.modules),
        "seats": [{"seat": seat, "bandit": seat} for seat in log.header.seats],
        "spec": log.header.spec,
        "made_by": log.header.made_by,
        "commands": log.closing.commands,
        "events": log.closing.events,
        "over": True,
        "winners": [one.seat for one in ranking if one.rank == 1],
        "ranking": [
            {"rank": one.rank, "seat": one.seat, "money": one.money, "bullets": one.bullets} for one in ranking
        ],
        "part": 1,
    }


def test_every_kept_game_can_be_archived(folder: Path) -> None:
    place = Path(__file__).parents[2] / "events" / "games"
    results = archived(place, folder)
    assert {one.why for one in results} == {""}
    assert {row["game"] for row in rows(folder, "games")} == set(kept_games())


def test_the_columns_are_those_that_are_stated(logs: Path, folder: Path) -> None:
    archived(logs, folder)
    for table, columns in TABLES.items():
        found = connected().execute(f"DESCRIBE SELECT * FROM {relation(folder, table)}").fetchall()
        assert [(name, kind) for name, kind, *_ in found] == [(one.name, one.type) for one in columns]


def test_a_redacted_log_is_archived_as_what_its_role_sees(tmp_path: Path, folder: Path) -> None:
    log = played()
    lines = list(redacted(log, log.header.seats[0]))
    (tmp_path / "seen.jsonl").write_bytes(b"\n".join([*lines, b""]))
    assert [one.why for one in archived(tmp_path / "seen.jsonl", folder)] == [""]
    (game,) = rows(folder, "games")
    assert game["role"] == log.header.seats[0]
    assert game["ranking"][0]["rank"] == 1
    found = rows(folder, "lines")
    assert [(row["kind"], row["number"]) for row in found] == [
        ("event" if entry.seq else "command", entry.seq or None) for entry in log.entries
    ]
    assert any(row["type"] is None and row["data"] == "{}" for row in found)


def test_the_games_of_a_store_are_archived_as_far_as_they_went(tmp_path: Path, folder: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        fill(store, played(1))
        fill(store, played(2), commands=3)
    archived(tmp_path / "games.db", folder)
    found = {row["game"]: row for row in rows(folder, "games")}
    assert {game: (row["commands"], row["over"]) for game, row in found.items()} == {
        "game-1": (played(1).closing.commands, True),
        "game-2": (3, False),
    }
    assert found["game-2"]["winners"] == found["game-2"]["ranking"] == []
    assert {row["source"] for row in found.values()} == {str(tmp_path / "games.db")}


def test_any_folder_can_be_an_archive(logs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "it's [all] * of ? them"
    archived(logs, folder)
    assert games(folder) == {"one", "two"}


# --- what becomes of each log


def test_the_same_command_continues_an_archive(logs: Path, folder: Path) -> None:
    assert [one.added for one in archived(logs, folder)] == [True, True]
    written(logs, ["three"])
    assert {str(one.name): one.added for one in archived(logs, folder)} == {
        str(logs / "one.jsonl"): False,
        str(logs / "two.jsonl"): False,
        str(logs / "three.jsonl"): True,
    }
    assert [(row["game"], row["part"]) for row in rows(folder, "games")] == [("one", 1), ("two", 1), ("three", 2)]


def test_a_game_that_the_archive_has_is_not_read_again(
    logs: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archived(logs, folder)
    path = logs / "one.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"v":1', b'"v":9', 1))  # which its reader would refuse
    assert [one.why for one in archived(logs, folder)] == ["", ""]


def test_the_same_game_in_two_files_is_archived_once(logs: Path, folder: Path) -> None:
    (logs / "copy.jsonl").write_bytes((logs / "one.jsonl").read_bytes())
    assert sorted(one.added for one in archived(logs, folder)) == [False, True, True]
    assert len(rows(folder, "games")) == 2


def test_another_log_of_a_game_that_the_archive_has_is_left_out(logs: Path, folder: Path) -> None:
    archived(logs, folder)
    (logs / "one.jsonl").write_bytes(text_of(renamed(played(2), "one")))
    found = {str(one.name): one.why for one in archived(logs, folder)}
    assert "expected the log of one that the archive has" in found[str(logs / "one.jsonl")]
    assert str(logs / "one.jsonl") in found[str(logs / "one.jsonl")]
    assert found[str(logs / "two.jsonl")] == ""


def test_a_broken_log_is_named_and_all_others_are_archived(logs: Path, folder: Path) -> None:
    write_hostile(logs)
    changed = (logs / "one.jsonl").read_bytes().replace(b'"actor":"chance"', b'"actor":"dealer"', 1)
    (logs / "changed.jsonl").write_bytes(changed)
    found = {Path(one.name.place).name: one.why for one in archived(logs, folder)}
    assert {name for name, why in found.items() if why} == {"changed.jsonl", *hostile_logs()}
    assert all(why.startswith("line ") and len(why) < 1_000 for why in found.values() if why)
    assert games(folder) == {"one", "two"}


def test_a_log_that_disappears_is_named(logs: Path, folder: Path) -> None:
    gone = LogName(str(logs / "gone.jsonl"))
    (why,) = (one.why for one in archive([*logs_at(str(logs)), gone], folder) if one.why)
    assert why == f"cannot read {gone.place}: No such file or directory"
    assert games(folder) == {"one", "two"}


def test_a_log_that_is_still_being_written_is_archived_when_it_is_complete(logs: Path, folder: Path) -> None:
    text = (logs / "two.jsonl").read_bytes()
    (logs / "two.jsonl").write_bytes(text[: len(text) // 2])
    assert [bool(one.why) for one in sorted(archived(logs, folder), key=lambda one: str(one.name))] == [False, True]
    (logs / "two.jsonl").write_bytes(text)
    assert {one.why for one in archived(logs, folder)} == {""}
    assert games(folder) == {"one", "two"}


# --- what goes wrong


def test_a_full_disk_leaves_an_archive_that_can_be_read_and_continued(logs: Path, folder: Path) -> None:
    archived(logs, folder)
    written(logs, map(str, range(20)))
    with (
        files_up_to(20_000),
        pytest.raises(ArchiveError, match=r"cannot write .*lines/000002.parquet: .*File too large"),
    ):
        archived(logs, folder)
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        "000001.parquet", "000001.parquet", MARKER, "lock",
    ]  # fmt: skip
    assert games(folder) == {"one", "two"}
    archived(logs, folder)
    assert {one.fault for one in check(logs_at(str(logs)), folder)} == {""}


def test_two_processes_cannot_write_the_same_archive(logs: Path, folder: Path) -> None:
    archived(logs, folder)
    code = (
        "import sys; from pathlib import Path; from colt_rules.archive.parquet import locked\n"
        f"with locked(Path({str(folder)!r}), Path({str(folder)!r})): print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        with pytest.raises(ArchiveError, match=rf"another process is archiving into .*\(PID {other.pid}\)"):
            archived(logs, folder)
        other.kill()
    assert [one.why for one in archived(logs, folder)] == ["", ""]


KILLED = """
import os, signal, sys
from pathlib import Path
from colt_rules.archive import archiving, rows
from colt_rules.archive.logs import logs_at
rows.ROWS = 1  # a part for each game
write_rows = archiving.write_rows
def killed(connection, table, read, to):
    write_rows(connection, table, read, to)
    if to.match(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
archiving.write_rows = killed
list(archiving.archive(logs_at(sys.argv[1]), Path(sys.argv[2])))
"""


def test_an_archiver_that_is_killed_loses_nothing(logs: Path, folder: Path) -> None:
    written(logs, ["three"])
    killed = subprocess.run([sys.executable, "-c", KILLED, logs, folder, "lines/000002.parquet"], check=False)
    assert killed.returncode == -SIGKILL
    assert len(games(folder)) == 1  # the lines of the second game are there, but not the row that makes them count
    assert [one.added for one in archived(logs, folder)].count(True) == 2
    assert {one.fault for one in check(logs_at(str(logs)), folder)} == {""}


def test_a_folder_with_other_files_is_left_alone(logs: Path) -> None:
    with pytest.raises(ArchiveError, match=r"expected an archive or an empty folder, got .*, which has other files"):
        archived(logs, logs)
    assert sorted(path.name for path in logs.iterdir()) == ["one.jsonl", "two.jsonl"]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ('{"format":"colt-rules-archive","version":2}', "expected an archive of version 1, got version '2'"),
        ("[" * 100_000, "expected the description of an archive"),
        ('{"format":"csv"}', "expected the description of an archive"),
    ],
)
def test_an_archive_of_another_version_is_refused(logs: Path, folder: Path, told: str, message: str) -> None:
    archived(logs, folder)
    (folder / MARKER).write_text(told)
    for refusing in (lambda: archived(logs, folder), lambda: list(check([], folder)), lambda: marked(folder)):
        with pytest.raises(ArchiveError, match=message):
            refusing()


def test_a_damaged_file_of_games_is_named_with_what_to_do(logs: Path, folder: Path) -> None:
    archived(logs, folder)
    (folder / "games" / "000001.parquet").write_bytes(b"PAR1 and nothing more PAR1")
    with pytest.raises(ArchiveError, match=r"000001.parquet.*; if a file is damaged, remove the two of its number"):
        archived(logs, folder)
