"""The rows of a log: read once, written to a file, and neither a full disk nor a growing log spoils them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from colt_rules.archive import rows
from colt_rules.archive.logs import LogName
from colt_rules.archive.parquet import LINES
from colt_rules.archive.rows import LineRow, Rows, Unwritten, Wanted, end_of, read
from colt_rules.log.opening import open_store
from tests.archive.archives import files_up_to, written
from tests.logs import long_log, played
from tests.stores import fill, steps_of


@pytest.fixture
def name(tmp_path: Path) -> LogName:
    return LogName(str(written(tmp_path, ["one"]) / "one.jsonl"))


def test_a_row_has_the_columns_of_the_table_of_lines() -> None:
    assert LineRow.__struct_fields__ == tuple(column.name for column in LINES)


def test_a_full_disk_is_no_fault_of_the_log(name: LogName, tmp_path: Path) -> None:
    with files_up_to(10_000):
        assert read(Wanted(name), tmp_path) == Unwritten("File too large")
    assert isinstance(read(Wanted(name), tmp_path), Rows)


def test_a_missing_folder_for_the_rows_is_no_fault_of_the_log(name: LogName, tmp_path: Path) -> None:
    assert read(Wanted(name), tmp_path / "gone") == Unwritten("No such file or directory")


def test_a_log_that_grows_while_it_is_read_is_read_as_far_as_it_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = long_log(2_000)
    steps = steps_of(log)
    half = len(steps) // 2
    with open_store(tmp_path / "games.db") as store:
        seq = fill(store, log, commands=half)

        @contextmanager
        def growing(name: LogName) -> Iterator[Iterator[bytes]]:
            def pieces() -> Iterator[bytes]:
                for number, piece in enumerate(store.pieces(name.game)):
                    if number == 1:
                        command, events = steps[half]
                        store.append(name.game, seq, command, events)
                    yield piece

            yield pieces()

        monkeypatch.setattr(rows, "opened", growing)
        found = read(Wanted(LogName(str(tmp_path / "games.db"), log.header.game)), tmp_path)
        assert store.head(log.header.game).commands == half + 1
    assert isinstance(found, Rows)
    assert (found.game["commands"], found.game["events"]) == (half, seq)
    lines = found.lines.read_bytes().splitlines()
    assert len(lines) == found.number
    assert msgspec.json.decode(lines[-1])["number"] == seq


def test_the_end_of_a_log_is_read_from_its_last_line(name: LogName, tmp_path: Path) -> None:
    assert end_of(name)[0] == "one"
    found = read(Wanted(name), tmp_path)
    assert isinstance(found, Rows)
    assert end_of(name)[1] == found.game["hash"]
    for text in (b"", b"\n", b"[]\n[]\n", b"\xff\n\xff\n", b"{}\n", b"[" * 100_000):
        Path(name.place).write_bytes(text)
        assert end_of(name) == ("", "")
    assert end_of(LogName(str(tmp_path / "gone"))) == ("", "")
    assert played().closing.commands
