"""The rows of a log: read once, written to a file, and neither a full disk nor a growing log spoils them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from colt_rules.archive import rows
from colt_rules.archive.logs import LogName, logs_at
from colt_rules.archive.parquet import LINES, ArchiveError
from colt_rules.archive.rows import LineRow, Rows, Unreadable, Unwritten, Wanted, end_of, in_batches, read
from colt_rules.archive.sharing import Failed
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


def in_one_process(work: Any, items: Iterable[Wanted], workers: int) -> Iterator[tuple[Wanted, Any]]:
    """``shared`` without other processes, in which the log `two` kills its worker."""
    for item in items:
        yield item, Failed("its worker was killed") if "two" in item.name.place else work(item)


def test_a_log_that_kills_its_worker_is_named_and_all_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "shared", in_one_process)
    names = list(logs_at(str(written(tmp_path / "logs", ["one", "two"]))))
    ((one, two),) = in_batches(map(Wanted, names), tmp_path, workers=2)
    assert one[0] == names[0]
    assert isinstance(one[1], Rows)
    assert two == (names[1], Unreadable("its worker was killed"))


def test_rows_that_cannot_be_written_end_the_work(
    name: LogName, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "shared", in_one_process)
    with pytest.raises(ArchiveError, match=r"cannot write .*: No such file or directory"):
        list(in_batches([Wanted(name)], tmp_path / "gone", workers=2))


def test_as_many_logs_come_together_as_make_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "shared", in_one_process)
    names = list(logs_at(str(written(tmp_path / "logs", map(str, range(5))))))
    monkeypatch.setattr(rows, "ROWS", 2 * len(played().entries))
    assert [len(batch) for batch in in_batches(map(Wanted, names), tmp_path, workers=2)] == [2, 2, 1]
    monkeypatch.setattr(rows, "LOGS", 4)
    known = (Wanted(one, is_known=True) for one in names)
    assert [len(batch) for batch in in_batches(known, tmp_path, workers=2)] == [4, 1]


def test_a_log_that_grows_while_it_is_read_is_read_as_far_as_it_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = long_log(400)
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
