"""Logs are checked by several processes and written by one, with the same result as by one alone."""

import os
import signal
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest

from colt_rules.archive import importing
from colt_rules.archive.importing import MOST_WAITING, Numbered, Sent, checked_by_many
from colt_rules.archive.sharing import Failed
from colt_rules.log.importing import CheckedLog
from colt_rules.log.lines import pieces_of
from colt_rules.log.opening import open_store
from colt_rules.log.store import NotImported, Store, StoreError
from tests.logs import lines_of, played, text_of
from tests.stores import TABLES, renamed

GAMES = 6


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Some logs of different games."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(GAMES):
        (folder / f"{number}.jsonl").write_bytes(text_of(renamed(played(1 + number % 2), f"game-{number}")))
    return [str(file) for file in sorted(folder.iterdir())]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "games.db") as store:
        yield store


def read(file: str) -> Iterator[bytes]:
    with Path(file).open("rb") as opened:
        yield from pieces_of(opened)


def add(store: Store, files: Iterable[str]) -> list[str]:
    return store.add(checked_by_many(files, 2, read))


def refused(store: Store, files: Iterable[str]) -> dict[str, str]:
    """What is wrong with each of these logs, of which none is imported."""
    with pytest.raises(NotImported) as error:
        add(store, files)
    assert all(store.rows(f"SELECT count(*) FROM {table}") == [(0,)] for table in TABLES)
    return {Path(name).stem: str(one.problems[0]) for name, one in error.value.refused.items()}


def test_the_games_have_the_order_of_their_files(store: Store, files: list[str]) -> None:
    read_here: list[str] = []
    names = store.add(checked_by_many(files, 2, lambda file: read_here.append(file) or read(file)))  # type: ignore[func-returns-value]
    assert names == [game.game for game in store.games()] == [f"game-{number}" for number in range(GAMES)]
    assert read_here == []
    for name, file in zip(names, files, strict=True):
        assert b"".join(store.pieces(name)) == Path(file).read_bytes()
        assert store.verify(name).sound


def test_every_log_that_is_wrong_is_told_and_none_is_imported(store: Store, files: list[str]) -> None:
    lines = lines_of(renamed(played(3), "wrong"))
    wrong = {
        "torn": b"".join(lines)[:-20],
        "growing": b"".join(lines[:50]),
        "forged": b"".join([*lines[:30], *lines[31:]]),
        "deep": lines[0] + b"[" * 100_000 + b"\n",
        "binary": lines[0] + b"\xff\xfe\n",
        "long": lines[0] + b"x" * 2_000_000,
        "empty": b"",
        "twin": text_of(renamed(played(1), "game-0")),
    }
    for name, text in wrong.items():
        (Path(files[0]).parent / f"{name}.jsonl").write_bytes(text)
    found = refused(store, [*files, *(str(Path(files[0]).with_name(f"{name}.jsonl")) for name in wrong)])
    assert list(found) == list(wrong)
    for name, told in {
        "torn": "expected a line feed at its end, got the end of the file",
        "growing": "expected the closing line, got the end of the file",
        "forged": "line 30: chain: ",
        "deep": "line 2: ",
        "binary": "line 2: ",
        "long": "at most 1,000,000 bytes, got more",
        "empty": "expected the header of a log, got an empty file",
        "twin": f"game-0, which is already in {files[0]}, imported before it; the two logs are equal",
    }.items():
        assert told in found[name]


def test_a_file_that_is_not_there_stops_the_import(store: Store, files: list[str], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        add(store, [*files, str(tmp_path / "none.jsonl")])
    assert store.games() == []


def test_a_log_that_has_grown_meanwhile_is_read_to_its_end(store: Store, files: list[str]) -> None:
    whole = Path(files[1]).read_bytes()
    Path(files[1]).write_bytes(whole[:-100])

    def read_later(file: str) -> Iterator[bytes]:
        Path(file).write_bytes(whole)
        yield from read(file)

    assert len(store.add(checked_by_many(files, 2, read_later))) == GAMES


def test_a_long_log_is_read_by_the_writer(store: Store, files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [Path(file).stat().st_size for file in files]
    monkeypatch.setattr(importing, "_check", partial(limited, min(sizes)))
    read_here: list[str] = []
    store.add(checked_by_many(files, 2, lambda file: read_here.append(file) or read(file)))  # type: ignore[func-returns-value]
    assert read_here == [file for file, size in zip(files, sizes, strict=True) if size > min(sizes)]
    assert len(store.games()) == GAMES


def limited(most: int, numbered: Numbered) -> CheckedLog | None:
    importing.LONGEST = most
    return importing._check(numbered)


def killed(times: int, marks: Path, numbered: Numbered) -> CheckedLog | None:
    """Kills its process at the third file, so many times."""
    tries = len([*marks.iterdir()])
    if numbered[0] == 2 and tries < times:
        (marks / str(tries)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return importing._check(numbered)


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    (tmp_path / "marks").mkdir()
    return tmp_path / "marks"


def test_a_worker_that_dies_costs_nothing(
    store: Store, files: list[str], marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_check", partial(killed, 1, marks))
    assert sorted(add(store, files)) == [f"game-{number}" for number in range(GAMES)]
    assert all(store.verify(game.game).sound for game in store.games())


def test_a_log_of_which_workers_die_is_refused(
    store: Store, files: list[str], marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_check", partial(killed, 2, marks))
    found = refused(store, files)
    assert list(found) == ["2"]
    assert "the process that worked on it was killed by SIGKILL" in found["2"]


def test_a_full_disk_is_told_and_nothing_is_imported(store: Store, files: list[str]) -> None:
    store.rows("PRAGMA max_page_count = 60")
    with pytest.raises(StoreError, match="the disk is full; nothing was written"):
        add(store, files)
    store.rows("PRAGMA max_page_count = 1000000")
    assert store.games() == []
    assert len(add(store, files)) == GAMES


def test_a_log_that_takes_long_does_not_hold_up_too_many() -> None:
    results: list[tuple[Numbered, Sent]] = [((number, ""), None) for number in range(1, 3 * MOST_WAITING)]
    results.append(((0, ""), Failed("late")))
    assert [number for (number, _), _ in importing._in_order(results)] == [*range(1, 3 * MOST_WAITING), 0]
