"""Logs as Parquet: what an archive holds, and what becomes of a log that is broken or there already."""

from pathlib import Path
from typing import Any

import pytest

from colt_rules.archive.archiving import Archived, archive
from colt_rules.archive.logs import logs_at
from colt_rules.archive.parquet import TABLES, connected, relation
from colt_rules.log.codec import to_json
from colt_rules.log.entries import EventEntry
from tests.logs import kept_games, played, text_of
from tests.stores import renamed


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table of an archive."""
    found = connected().execute(f"SELECT * FROM {relation(folder, table)}")
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def written(folder: Path, *names: str) -> Path:
    """A folder of logs: the game of ``played`` under these names."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.jsonl").write_bytes(text_of(renamed(played(), name)))
    return folder


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    return written(tmp_path / "logs", "one", "two")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def archived(place: Path, folder: Path) -> list[Archived]:
    """Archive the logs at a place."""
    return list(archive(logs_at(str(place)), folder))


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
