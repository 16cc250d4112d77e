"""Checks a store on a full disk, and runs on one: `python -m tests.log.faults.full_disk FOLDER`.

FOLDER is where a disk of some megabytes is mounted, which is the work of whoever starts this.
"""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from time import monotonic

import pytest

from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import pieces_of
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.store import Store, StoreError
from tests.logs import played, text_of

FULL = r"cannot grow: the disk is full; nothing was written; free some space and try again"
DURATION = 60


def main(folder: Path) -> None:
    """Fill the disk by appending, importing and exporting; each time make room and go on."""
    ballast, room = folder / "ballast", folder / "room"
    for file in (ballast, room):
        file.write_bytes(b"x" * 300_000)
    (folder / "game.jsonl").write_bytes(b"what was there before")
    path = folder / "games.db"
    with SqliteStore(path) as store:
        appended = append_until_full(store)
        assert_sound(store, appended)
        ballast.unlink()
        append_until_full(store, resume=appended)
        # What is in the write-ahead log goes into the file only if there is room for both.
    with SqliteStore(path) as store:
        before = [(name, b"".join(store.pieces(name))) for name in names(store)]
        import_until_full(store)
        assert [(name, b"".join(store.pieces(name))) for name in names(store)][: len(before)] == before
        verify_all(store)
        (name, text), *_ = before
    export_when_full(folder, path, name, text, room)


def names(store: Store) -> list[str]:
    """The games in the store."""
    return [one.game for one in store.games()]


def verify_all(store: Store) -> None:
    """Check that every game verifies."""
    for name in names(store):
        assert store.verify(name).sound, name


def append_until_full(store: Store, resume: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Play game after game; returns the game and the command that found no room."""
    end = monotonic() + DURATION
    number, start = resume
    if resume != (0, 0):
        assert write(store, number, start, commands=1) is None, "there is room again"
        start += 1
    while monotonic() < end:
        if (stopped := write(store, number, start)) is not None:
            return number, stopped
        number, start = number + 1, 0
    raise AssertionError("the disk was never full")


def write(store: Store, number: int, start: int, commands: int = 10**6) -> int | None:
    """Append commands of a game from ``start`` on.

    Returns the number of the command for which there was no room, or None.
    """
    log = game(number)
    done = start
    try:
        if log.header.game not in names(store):
            store.create(log.header)
        seq = store.head(log.header.game).events
        for entry in log.commands[start : start + commands]:
            events = [(one.event, one.cites) for one in log.events if one.command == entry.number]
            seq = store.append(log.header.game, seq, entry.command, events)
            done += 1
    except StoreError as error:
        told = str(error)
    else:
        return None
    assert FULL in told
    return done


def assert_sound(store: Store, stopped: tuple[int, int]) -> None:
    """Everything that was acknowledged is there, and nothing else."""
    number, commands = stopped
    there = {one.game: one.commands for one in store.games()}
    expected = {game(one).header.game: len(game(one).commands) for one in range(number)}
    expected |= {game(number).header.game: commands} if commands or game(number).header.game in there else {}
    assert there == expected
    verify_all(store)


def import_until_full(store: Store) -> None:
    """Import two files at once, again and again: the store then has both games or neither."""
    for number in range(1_000):
        both = [game(10_000 + 2 * number + one) for one in (0, 1)]
        before = names(store)
        try:
            added = store.add([(one.header.game, pieces_of(BytesIO(text_of(one)))) for one in both])
        except StoreError as error:
            told = str(error)
        else:
            assert names(store) == before + added
            continue
        assert FULL in told
        assert names(store) == before
        return
    raise AssertionError("the disk was never full")


def export_when_full(folder: Path, store: Path, name: str, text: bytes, room: Path) -> None:
    """An export that finds no room leaves neither a part of itself nor harms the file that was there."""
    out = folder / "game.jsonl"
    with pytest.raises(OSError, match="No space left"), room.open("ab") as more:
        more.write(b"x" * 10**7)
    present = sorted(one.name for one in folder.iterdir())
    command = [sys.executable, "-m", "colt_rules.cli.main", "--log", str(store), "log", "export", name, str(out)]
    done = subprocess.run([*command, "--force"], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    assert "No space left on device; nothing was written" in done.stderr, done
    assert out.read_bytes() == b"what was there before"
    assert sorted(one.name for one in folder.iterdir()) == present
    room.unlink()
    done = subprocess.run([*command, "--force"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    assert out.read_bytes() == text


def game(number: int) -> Recording:
    """The game with this number; all games have the same events."""
    log = played(1)
    steps = [
        (entry.command, [(one.event, one.cites) for one in log.events if one.command == entry.number])
        for entry in log.commands
    ]
    header = log.header
    return recording(new_header(f"full-{number}", header.edition, header.modules, header.seats), steps)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    print("all is well")
