"""The figures of the log, for ``colt bench log``.

What depends on disk and machine is compared with bare ``sqlite3`` in the same run: the same rows, with the same
durability, from recorded statements.
"""

import gc
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TypeAlias

from colt_rules.bench.figures import INFORMATION, SEATS, Goal, Measurement, check_measured, random_game, run_measured
from colt_rules.commands import Command, MoveMarshal
from colt_rules.events import BanditMoved, Cited, LootDropped, LootTaken, MarshalMoved
from colt_rules.log.codec import to_json
from colt_rules.log.entries import Header, beginning, closing_of, extend, new_header
from colt_rules.log.lines import pieces_of
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.verifying import Verified, verify
from colt_rules.model.state import Game
from colt_rules.players.play import new_game

SHORT, LONG = 1_000, 100_000
"""Events of the games that are opened."""
FEW, MANY = 10_000, 1_000_000
"""Events of the logs whose verification is measured for memory."""

CROWD, PAGE = 100_000, 100
"""The games in the listed store, and on a page."""

APPEND = Goal(
    "append", "commands appended durably, as a share of bare sqlite3 with the same rows ({:,.0f}/s)", "part", 0.5
)
IMPORT = Goal("import", "events imported, many games at once", "events/s", INFORMATION)
IMPORT_PART = Goal("import part", "the same, as a share of bare executemany", "part", 0.3)
CHAIN = Goal("chain", "events whose chain is verified", "events/s", 150_000)
OPEN = Goal("open", f"opening a game of {LONG:,} events ({{:.1f}} ms), of one with {SHORT:,}", "times", 2)
MEMORY = Goal("memory", f"verifying a log of {MANY:,} events, more than of {FEW:,}", "MB", 5)
LIST = Goal("list", f"`colt log list` over {CROWD:,} games, until the first page is shown", "s", 1)
LIST_MEMORY = Goal("list memory", f"`colt log list --json` of {CROWD:,} games, more than of {PAGE}", "MB", 5)

Step: TypeAlias = tuple[Command, list[Cited]]
Write: TypeAlias = tuple[str, list[tuple[Any, ...]]]


def measure(repeats: int, games: int) -> Iterator[Measurement]:
    """Yield every figure as soon as it is measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        appending = Appending(folder, [step for seed in range(3) for step in played(seed)])
        yield APPEND.measured(repeats, lambda _: appending.share(), appending.rate())
        importing = Importing(folder, [text_of(f"bench-{seed}", list(played(seed))) for seed in range(games)])
        yield IMPORT.measured(repeats, importing.rate)
        yield IMPORT_PART.measured(repeats, lambda _: importing.share())
        yield CHAIN.measured(repeats, importing.verified)
        opening = Opening(folder)
        milliseconds = opening.seconds(LONG) * 1000
        yield OPEN.measured(repeats, lambda _: opening.seconds(LONG) / opening.seconds(SHORT), milliseconds)
        few = min(repeats, 2)
        yield MEMORY.measured(few, lambda _: (peak_memory(verify_long, MANY) - peak_memory(verify_long, FEW)) / 2**20)
        listing = Listing(folder)
        yield LIST.measured(repeats, lambda _: listing.first_page())
        yield LIST_MEMORY.measured(few, lambda _: (listing.peak() - listing.peak("--limit", f"{PAGE}")) / 2**20)


# --- games to measure with


def played(seed: int) -> Iterator[Step]:
    """A game by four random bots."""
    return ((command, list(verdict.events)) for command, verdict in random_game(seed))


def long_game(events: int) -> Iterator[Step]:
    """A game that never ends: set up by the rules, then the Marshal and a bandit move back and forth."""
    game: Game | None = None
    left = events
    for command, verdict in random_game(0):
        yield command, list(verdict.events)
        left -= len(verdict.events)
        game = verdict.after
        if game.phase == "stealin":
            break
    assert game is not None
    (here, there), bandit = (f"{game.train[0]}.inside", f"{game.train[1]}.inside"), SEATS[0]
    purse, place = game.figures[bandit].loot[0], game.figures[bandit].place
    near = next(car for car in (f"{name}.inside" for name in game.train) if car != place)
    to_and_fro: list[Step] = [
        (
            MoveMarshal(bandit, there),
            [
                (MarshalMoved(here, there), ("marshal.move",)),
                (LootDropped(bandit, purse, place), ("punch.loot.drop",)),
                (BanditMoved(bandit, place, near, "push"), ("punch.push",)),
            ],
        ),
        (
            MoveMarshal(bandit, here),
            [
                (MarshalMoved(there, here), ("marshal.move",)),
                (BanditMoved(bandit, near, place, "move"), ("move.inside",)),
                (LootTaken(bandit, purse, place), ("robbery.take",)),
            ],
        ),
    ]
    yield from islice(cycle(to_and_fro), left // 3)


def _header(name: str) -> Header:
    start = new_game(SEATS)
    return new_header(name, start.edition, start.modules, start.seats)


def pieces(name: str, steps: Iterator[Step]) -> Iterator[bytes]:
    """The interchange file of a game, in pieces of several commands each."""
    header = _header(name)
    head = beginning(header)
    yield to_json(header) + b"\n"
    while some := list(islice(steps, 64)):
        lines: list[bytes] = []
        for command, events in some:
            _, more, head = extend(head, command, events)
            lines += more
        yield b"\n".join((*lines, b""))
    yield to_json(closing_of(head)) + b"\n"


def text_of(name: str, steps: list[Step]) -> bytes:
    """The interchange file of a game."""
    return b"".join(pieces(name, iter(steps)))


# --- what is measured


class _Noting(SqliteStore):
    """A store that records its writes, a list for each transaction."""

    def __init__(self, path: Path) -> None:
        self.notes: list[list[Write]] = [[]]
        super().__init__(path)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        if sql.startswith(("INSERT", "UPDATE")):
            self.notes[-1].append((sql, [values]))
        return super().rows(sql, *values)

    def write_many(self, sql: str, rows: Any) -> int:
        self.notes[-1].append((sql, list(rows)))
        return super().write_many(sql, rows)


def _new_path(folder: Path) -> Path:
    """A path without a store."""
    return Path(tempfile.mkdtemp(dir=folder)) / "bench.db"


def _bare(path: Path, transactions: list[list[Write]], clock: Callable[[], float]) -> float:
    """Seconds for these writes with bare sqlite3, in a file with the tables of a store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        start = clock()
        for writes in transactions:
            connection.execute("BEGIN IMMEDIATE")
            for sql, rows in writes:
                if len(rows) == 1:
                    connection.execute(sql, rows[0]).fetchall()
                else:
                    connection.executemany(sql, rows)
            connection.execute("COMMIT")
        return clock() - start


class Appending:
    """Appends three games to one log, command by command, each durable before the next; measures wall time."""

    def __init__(self, folder: Path, steps: list[Step]) -> None:
        self._folder, self._steps = folder, steps
        with _Noting(_new_path(folder)) as store:
            self._append(store, lambda: store.notes.append([]))
            self._notes = store.notes

    def rate(self) -> float:
        """Commands per second."""
        with SqliteStore(_new_path(self._folder)) as store:
            return len(self._steps) / self._append(store)

    def share(self) -> float:
        """The speed of the store as a share of bare sqlite3."""
        path = _new_path(self._folder)
        with SqliteStore(path) as store:
            store.create(_header("bench"))
        bare = _bare(path, self._notes[1:], time.perf_counter)
        with SqliteStore(_new_path(self._folder)) as store:
            return bare / self._append(store)

    def _append(self, store: SqliteStore, noted: Callable[[], None] = lambda: None) -> float:
        store.create(_header("bench"))
        seq = 0
        start = time.perf_counter()
        for command, events in self._steps:
            noted()
            seq = store.append("bench", seq, command, events)
        return time.perf_counter() - start


class Importing:
    """Imports many games at once; measures processor time."""

    def __init__(self, folder: Path, texts: list[bytes]) -> None:
        self._folder, self._texts = folder, texts
        with _Noting(_new_path(folder)) as store:
            self._add(store)
            self._notes = store.notes
            self._events = sum(one.events for one in store.games())

    def rate(self, repeat: int) -> float:
        """Events per second."""
        return self._events / self._seconds()

    def share(self) -> float:
        """The speed of the store as a share of bare executemany."""
        path = _new_path(self._folder)
        SqliteStore(path).close()
        return _bare(path, self._notes, time.process_time) / self._seconds()

    def verified(self, repeat: int) -> float:
        """Events per second of verifying the chain, from the file in memory."""
        start = time.process_time()
        for text in self._texts:
            _check_sound(verify(pieces_of(BytesIO(text)), rules=False))
        return self._events / (time.process_time() - start)

    def _seconds(self) -> float:
        with SqliteStore(_new_path(self._folder)) as store:
            start = time.process_time()
            self._add(store)
            return time.process_time() - start

    def _add(self, store: SqliteStore) -> None:
        store.add((f"game {number}", pieces_of(BytesIO(text))) for number, text in enumerate(self._texts))


class Opening:
    """Games of different lengths in one store."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "long.db"
        with SqliteStore(self._path) as store:
            store.add((f"{events}", pieces(f"long-{events}", long_game(events))) for events in (SHORT, LONG))

    def seconds(self, events: int) -> float:
        """The time to get the final state of a game of this length."""
        with SqliteStore(self._path, read_only=True) as store:
            gc.collect()  # otherwise a full garbage collection falls into one of the two measurements and doubles it
            start = time.process_time()
            for _ in range(20):
                store.state(f"long-{events}")
            return (time.process_time() - start) / 20


def crowd(path: Path, games: int) -> None:
    """Make a store with this many games without events."""
    with SqliteStore(path) as store, store.writing():
        for number in range(games):
            header = _header(f"crowd-{number}")
            store.begin(header, to_json(header))


class Listing:
    """Lists a store with very many games in a separate process; measures wall time."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "crowd.db"
        crowd(self._path, CROWD)

    def first_page(self) -> float:
        """The wall time of the command in seconds."""
        start = time.perf_counter()
        self._run("from colt_rules.cli.main import colt; colt()")
        return time.perf_counter() - start

    def peak(self, *options: str) -> int:
        """The peak memory in bytes of listing all games as JSON."""
        program = (
            "import sys; from colt_rules.cli.main import colt; from colt_rules.bench.log_figures import peak\n"
            "try: colt()\nfinally: print(peak(), file=sys.stderr)"
        )
        return int(self._run(program, "--json", *options))

    def _run(self, program: str, *options: str) -> str:
        command = [sys.executable, "-c", program, "--log", str(self._path), "log", "list", *options]
        return run_measured("the memory of a command", command)[1]


def peak_memory(work: Callable[[int], None], events: int) -> int:
    """The peak memory in bytes of a separate process that does this work with this many events."""
    program = (
        f"from {work.__module__} import {work.__name__}; from colt_rules.bench.log_figures import peak\n"
        f"{work.__name__}({events}); print(peak())"
    )
    return int(run_measured("memory", [sys.executable, "-c", program])[0])


def verify_long(events: int) -> None:
    """Make a log of this length piece by piece and verify its chain."""
    _check_sound(verify(pieces("long", long_game(events)), rules=False))


def _check_sound(verdict: Verified) -> None:
    check_measured("verifying", verdict.sound, f"the log has faults, such as {next(iter(verdict.faults), None)}")


def peak() -> int:
    """The peak memory of this process in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux getrusage includes the memory of the parent process
        (peak,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return int(peak.split()[1]) * 1024
    import resource  # not available on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
