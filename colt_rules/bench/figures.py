"""The figures of ``colt bench``.

Each is measured several times in alternation with a calibration loop that never changes. Their ratio is comparable
between machines; the plain figure is for this one. Processor time is measured rather than wall time, so that a busy
machine matters less; only separate processes are measured by wall time.
"""

import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from colt_rules.commands import Command
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import Status
from colt_rules.conformance.running.runner import Conversation
from colt_rules.kernel import Accepted
from colt_rules.log.entries import new_header
from colt_rules.log.sqlite import SqliteStore
from colt_rules.model.record import record
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play

SEATS = ("ghost", "django", "tuco", "belle")


class NotMeasured(RuntimeError):
    """A figure is worthless because the measured work failed; the message says what and why."""


def check_measured(what: str, right: bool, why: str = "") -> None:
    """Raise NotMeasured if something went wrong during a measurement."""
    if not right:
        raise NotMeasured(f"{what} cannot be measured: {why or 'it did not come to the right result'}")


INFORMATION = 0.0
"""The goal of a figure given for information."""
DURATIONS = ("s", "µs")
"""The units of durations."""


@record
class Measurement:
    """One measured figure: the value of each repeat, and each as a ratio to the calibration beside it."""

    name: str
    what: str
    unit: str
    goal: float
    """The maximum if less is better, else the minimum."""
    values: tuple[float, ...]
    ratios: tuple[float, ...]

    @property
    def met(self) -> bool:
        """Whether the median reaches the goal."""
        return self.median <= self.goal if self.less_is_better else self.median >= self.goal

    @property
    def less_is_better(self) -> bool:
        """Whether the goal is a maximum: for durations and sizes, not for rates."""
        return self.unit in (*DURATIONS, "times", "MB")

    @property
    def goal_in_words(self) -> str:
        """The goal in words, and whether it was missed."""
        if self.goal == INFORMATION:
            return "for information"
        return f"{'at most' if self.less_is_better else 'at least'} {self.goal:,g}{'' if self.met else ', missed'}"

    @property
    def median(self) -> float:
        """The median of the repeats."""
        return median(self.values)

    @property
    def ratio(self) -> float:
        """The median of the ratios."""
        return median(self.ratios)


@record
class Goal:
    """What a figure measures, and what it should reach."""

    name: str
    what: str
    """The text; ``{}`` stands for numbers that are known only when it is measured."""
    unit: str
    goal: float

    def measured(self, repeats: int, once: Callable[[int], float], *known: float) -> Measurement:
        """The figure, measured several times in turn with the calibration loop."""
        values, ratios = [], []
        for repeat in range(repeats):
            speed = calibration()
            value = once(repeat)
            values.append(value)
            # A duration shrinks on a faster machine: it is multiplied where a rate is divided; a share needs neither.
            factor = speed / 1e6 if self.unit in DURATIONS else 1e6 / speed if self.unit.endswith("/s") else 1
            ratios.append(value * factor)
        return Measurement(self.name, self.what.format(*known), self.unit, self.goal, tuple(values), tuple(ratios))


GAMES = Goal("games", "whole games, four random bots (aim: 300)", "games/s", 150)
FOLD = Goal("fold", "events of a stored log, read, decoded and folded", "events/s", 150_000)
SUITE = Goal("suite", "the conformance suite through the protocol, two engines", "s", 60)
HELP = Goal("help", "colt --help", "s", 0.3)


def calibration(rounds: int = 400_000) -> float:
    """Iterations per second of a loop of integer and dictionary work in plain Python, which never changes."""
    table = dict.fromkeys(range(64), 0)
    start = time.process_time()
    number = 1
    for _ in range(rounds):
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        table[number & 63] += 1
    return rounds / (time.process_time() - start)


def random_game(seed: int) -> Iterator[tuple[Command, Accepted]]:
    """A whole game by four random bots, step by step."""
    bots = {seat: RandomBot(seed + number) for number, seat in enumerate(SEATS)}
    return play(new_game(SEATS), Dealer(seed), bots)


def games_per_second(games: int, first_seed: int) -> float:
    """Whole games per second on one core: four bandits, random bots, ``legal`` called at every decision."""
    start = time.process_time()
    for seed in range(first_seed, first_seed + games):
        for _ in random_game(seed):
            pass
    return games / (time.process_time() - start)


def store_games(path: Path, games: int) -> list[str]:
    """Play games into a log, to be folded later."""
    names = [f"bench-{seed}" for seed in range(games)]
    with SqliteStore(path) as store:
        for seed, name in enumerate(names):
            start = new_game(SEATS)
            store.create(new_header(name, start.edition, start.modules, start.seats))
            seq = 0
            for command, verdict in random_game(seed):
                store.append(name, seq, command, verdict.events)
                seq += len(verdict.events)
    return names


def folded_per_second(path: Path, names: list[str]) -> float:
    """Events per second, from the SQLite file through the strict codec to the final state."""
    events = 0
    start = time.process_time()
    with SqliteStore(path) as store:
        for name in names:
            phase = store.state(name).phase
            check_measured("the fold", phase == "over", f"expected {name} to be over, got phase {phase}")
            events += store.head(name).events
    return events / (time.process_time() - start)


def help_seconds() -> float:
    """The wall time of ``colt --help``."""
    start = time.perf_counter()
    run_measured("colt --help", [sys.executable, "-m", "colt_rules.cli.main", "--help"])
    return time.perf_counter() - start


def run_measured(what: str, command: list[str]) -> tuple[str, str]:
    """Run a command and return its stdout and stderr; if it fails, raise NotMeasured with the last line of stderr."""
    done = subprocess.run(command, capture_output=True, text=True)
    last = (done.stderr.strip().splitlines() or ["nothing on stderr"])[-1]
    check_measured(what, done.returncode == 0, f"it ended with status {done.returncode}: {last}")
    return done.stdout, done.stderr


def suite_seconds() -> float:
    """The wall time of all conformance cases against the reference, including the start of the engines."""
    start = time.perf_counter()
    adapter = Adapter(shlex.join([sys.executable, "-m", "colt_rules.cli.main", "adapter"]))
    conversation = Conversation(adapter, suite().runs, workers=2, suite="")
    failed = [
        f"{case.case}#{result.check}: {result.status}: {result.message}"
        for case in conversation
        for result in case.results
        if result.status is not Status.PASS
    ]
    what, seconds = "the conformance suite", time.perf_counter() - start
    many = f"{len(failed)} checks did not pass, such as {failed[0]}; is the machine too busy?" if failed else ""
    check_measured(what, not failed, many)
    check_measured(what, not conversation.footer.problem, conversation.footer.problem)
    return seconds


def measure(repeats: int, games: int) -> Iterator[Measurement]:
    """Yield every figure as soon as it is measured."""
    games_per_second(games // 4 or 1, 0)  # warm up: imports, the graphs of the trains
    yield GAMES.measured(repeats, lambda repeat: games_per_second(games, repeat * games))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        names = store_games(path, games)
        yield FOLD.measured(repeats, lambda _: folded_per_second(path, names))
    suite()
    yield SUITE.measured(min(repeats, 3), lambda _: suite_seconds())
    yield HELP.measured(repeats, lambda _: help_seconds())
