"""The figures of the native engine, for ``colt bench native``: how many times as fast as the reference.

Both play the same kind of game with random players in the same run, in alternation, so that a busy machine slows both.
Work on one core is measured by processor time; only two threads against one are measured by wall time, which needs an
idle machine.
"""

import os
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from colt_rules.bench.figures import INFORMATION, SEATS, Goal, Measurement
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play, variants
from colt_rules.research.native import native_engine
from colt_rules.rules.editions import EDITIONS

EDITION = EDITIONS[0]
NATIVE_GAMES = Goal("native games", "whole random games, played natively on one core", "games/s", INFORMATION)
BASE = Goal("base", "the same, relative to the reference", "fold", 100)
CHOICES = Goal("choices", "base games with choices made in Python, relative to the reference", "fold", 25)
THREADS = Goal("threads", f"two threads relative to one, wall time ({os.cpu_count()} cores here)", "fold", 1.8)
COPY = Goal("copy", "copying a game in play", "µs", 1)
MORE = 50
"""The number of native games per game of the reference."""
COPIES = 200_000


def measure(repeats: int, games: int) -> Iterator[Measurement]:
    """Yield every figure as soon as it is measured; raise ``EngineMissing`` without the engine."""
    native = native_engine()
    base, largest = variants()[EDITION, "base"], largest_box(native)
    for modules in (base, largest):  # warm up: imports, the graphs of the trains
        _reference(modules, games // 4 or 1, 0)

    def times(modules: tuple[str, ...], repeat: int) -> float:
        mine = _natively(native, modules, games * MORE, repeat)
        return mine / _reference(modules, games, repeat * games)

    def chosen(repeat: int) -> float:
        return _chosen_in_python(native, base, games * 10, repeat) / _reference(base, games, repeat * games)

    yield NATIVE_GAMES.measured(repeats, lambda repeat: _natively(native, base, games * MORE, repeat))
    yield BASE.measured(repeats, lambda repeat: times(base, repeat))
    what = f"random games with {' and '.join(largest[1:])}, of the reference's"
    yield Goal("largest", what, "fold", 50).measured(repeats, lambda repeat: times(largest, repeat))
    yield CHOICES.measured(repeats, chosen)
    yield THREADS.measured(repeats, lambda repeat: _two_threads(native, base, games * MORE, repeat))
    yield COPY.measured(repeats, lambda _: _copying(native, base))


def largest_box(native: Any) -> tuple[str, ...]:
    """The modules of the largest box that the engine plays, which is its slowest game."""
    boxes = [modules for (edition, variant), modules in variants().items() if edition == EDITION and "+" not in variant]
    return max((modules for modules in boxes if set(modules) <= set(native.MODULES)), key=len)


def _reference(modules: tuple[str, ...], games: int, first: int) -> float:
    """Games per second of the reference."""
    start = time.process_time()
    for seed in range(first, first + games):
        bots = {seat: RandomBot(seed + number) for number, seat in enumerate(SEATS)}
        for _ in play(new_game(SEATS, edition=EDITION, modules=modules), Dealer(seed), bots):
            pass
    return games / (time.process_time() - start)


def _natively(native: Any, modules: tuple[str, ...], games: int, repeat: int) -> float:
    """Games per second of the native engine, on one core."""
    seeds = range(repeat * games, (repeat + 1) * games)
    start = time.process_time()
    native.playouts(EDITION, modules, SEATS, list(seeds))
    return games / (time.process_time() - start)


def _chosen_in_python(native: Any, modules: tuple[str, ...], games: int, repeat: int) -> float:
    """Games per second of the native engine if a Python program makes every choice by its number."""
    choose = Random(repeat).random
    start = time.process_time()
    for seed in range(games):
        game = native.Game.new(EDITION, modules, SEATS, seed)
        while not game.over:
            game.apply(int(choose() * game.legal_count()))
    return games / (time.process_time() - start)


def _two_threads(native: Any, modules: tuple[str, ...], games: int, repeat: int) -> float:
    """The speed-up of two threads over one."""
    seeds = list(range(repeat * games, (repeat + 1) * games))
    taken = []
    for threads in (1, 2):
        start = time.perf_counter()
        native.playouts(EDITION, modules, SEATS, seeds, threads)
        taken.append(time.perf_counter() - start)
    return taken[0] / taken[1]


def _copying(native: Any, modules: tuple[str, ...]) -> float:
    """Microseconds per copy, including the loop."""
    game = native.Game.new(EDITION, modules, SEATS, 1)
    copy = game.copy
    start = time.process_time()
    for _ in range(COPIES):
        copy()
    return (time.process_time() - start) / COPIES * 1e6
