"""An archive held against its logs: every change, gap and addition is named."""

from pathlib import Path

import pytest

from colt_rules.archive.checking import check
from colt_rules.archive.logs import logs_at
from colt_rules.archive.parquet import ArchiveError, connected, file_of, quoted
from tests.archive.archives import archived, written
from tests.logs import played, text_of
from tests.stores import renamed

LINES = len(played().entries)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    return written(tmp_path / "logs", ["one", "two"])


@pytest.fixture
def folder(logs: Path, tmp_path: Path) -> Path:
    archived(logs, tmp_path / "archive")
    return tmp_path / "archive"


def faults(logs: Path, folder: Path) -> dict[str, str]:
    """By name, without the folder of logs: what differs."""
    found = [one for one in check(logs_at(str(logs)), folder) if one.fault]
    assert len({one.name for one in found}) == len(found)
    return {one.name.removeprefix(f"{logs}/"): one.fault for one in found}


def rewrite(folder: Path, table: str, query: str) -> None:
    """Write a file of the archive again, as the result of a query of its ``rows``, as a forger would."""
    file = file_of(folder, table, 1)
    new = file.with_suffix(".forged")
    with connected() as connection:
        connection.execute(f"CREATE VIEW rows AS FROM {quoted(str(file))}")
        connection.execute(f"COPY ({query}) TO {quoted(str(new))} (FORMAT parquet)")
    new.replace(file)


def test_an_archive_is_as_its_logs(logs: Path, folder: Path) -> None:
    assert [one.fault for one in check(logs_at(str(logs)), folder)] == ["", ""]


def test_the_kept_games_are_archived_as_they_are(tmp_path: Path) -> None:
    place = Path(__file__).parents[2] / "events"
    for at, log in enumerate([place / "games", next((place / "redacted").glob("*.jsonl"))]):
        archived(log, tmp_path / str(at))
        assert faults(log, tmp_path / str(at)) == {}


FORGED = {
    "lines": {
        "SELECT * REPLACE (if(line = 9 AND game = 'one', 'nobody', actor) AS actor) FROM rows": (
            "line 9, actor: expected chance, got nobody"
        ),
        "SELECT * REPLACE (if(line = 9 AND game = 'one', ['x'], cites) AS cites) FROM rows": "9, cites: expected [",
        "SELECT * REPLACE (if(line > 6 AND game = 'one', 'x', data) AS data) FROM rows": (
            f"got x, and {LINES + 1 - 7:,} more lines differ"
        ),
        "FROM rows WHERE line != 7 OR game = 'two'": "line 7 is missing",
        "FROM rows UNION ALL FROM rows WHERE game = 'one' AND line = 8": "line 8 was added",
        "FROM rows UNION ALL (SELECT * REPLACE (9999 AS line) FROM rows WHERE game = 'one' LIMIT 1)": (
            "line 9999 was added"
        ),
    },
    "games": {
        "SELECT * REPLACE (if(game = 'one', ['nobody'], winners) AS winners) FROM rows": "games, winners: expected [",
        "SELECT * REPLACE (if(game = 'one', false, over) AS over) FROM rows": "games, over: expected True, got False",
        "SELECT * REPLACE (if(game = 'one', repeat('0', 64), hash) AS hash) FROM rows": "another log of this game",
    },
}


@pytest.mark.parametrize(
    ("table", "query", "fault"),
    [(table, query, fault) for table, queries in FORGED.items() for query, fault in queries.items()],
)
def test_what_was_changed_is_named(logs: Path, folder: Path, table: str, query: str, fault: str) -> None:
    rewrite(folder, table, query)
    found = faults(logs, folder)
    assert set(found) == {"one.jsonl"}
    assert fault in found["one.jsonl"]


def test_what_the_archive_lacks_is_named(logs: Path, folder: Path) -> None:
    written(logs, ["three"])
    assert faults(logs, folder) == {"three.jsonl": "the archive does not have this game"}


def test_what_the_logs_lack_is_named(logs: Path, folder: Path) -> None:
    (logs / "two.jsonl").unlink()
    assert faults(logs, folder) == {"two": "none of the logs has this game"}


def test_a_game_that_is_there_twice_is_named(logs: Path, folder: Path) -> None:
    rewrite(folder, "games", "FROM rows UNION ALL FROM rows WHERE game = 'one'")
    assert faults(logs, folder) == {"one": "the archive has this game more than once"}


def test_lines_of_a_game_that_no_row_tells_of_are_named(logs: Path, folder: Path) -> None:
    rewrite(folder, "lines", "FROM rows UNION ALL SELECT * REPLACE ('three' AS game) FROM rows WHERE game = 'one'")
    assert faults(logs, folder) == {"three": "a file that should have no lines of this game has some"}


def test_another_log_of_a_game_is_named(logs: Path, folder: Path) -> None:
    (logs / "one.jsonl").write_bytes(text_of(renamed(played(2), "one")))
    assert "the archive has another log of this game, with" in faults(logs, folder)["one.jsonl"]


def test_a_log_that_is_broken_now_is_named(logs: Path, folder: Path) -> None:
    (logs / "one.jsonl").write_bytes((logs / "one.jsonl").read_bytes()[:-200])
    ((name, fault),) = faults(logs, folder).items()
    assert name == "one.jsonl"
    assert fault.startswith("the log is broken: line ")


def test_the_remainder_of_an_interrupted_run_is_named(logs: Path, folder: Path) -> None:
    remainder = file_of(folder, "lines", 2)
    remainder.write_bytes(b"")
    assert set(faults(logs, folder)) == {str(remainder)}
    archived(logs, folder)
    assert faults(logs, folder) == {}


@pytest.mark.parametrize("table", ["games", "lines"])
def test_a_damaged_file_is_named_with_what_to_do(logs: Path, folder: Path, table: str) -> None:
    file = file_of(folder, table, 1)
    text = bytearray(file.read_bytes())
    text[40:400] = bytes(360)
    file.write_bytes(text)
    with pytest.raises(ArchiveError, match=r"cannot read the archive .*; if a file is damaged, remove the two of"):
        list(check(logs_at(str(logs)), folder))


def test_a_file_that_is_gone_is_named(logs: Path, folder: Path) -> None:
    file_of(folder, "lines", 1).unlink()
    with pytest.raises(ArchiveError, match=r"lines/000001.parquet"):
        list(check(logs_at(str(logs)), folder))


def test_only_an_archive_can_be_checked(logs: Path) -> None:
    with pytest.raises(ArchiveError, match="expected an archive, got"):
        list(check(logs_at(str(logs)), logs))
