"""The figures of the native engine, for ``colt bench native``: how many times as fast as the reference.

Both play the same kind of game with random players in the same run, in alternation, so that a busy machine slows both.
Work on one core is measured by processor time; two threads against one are measured by wall time, which needs an idle
machine.
"""

import os
import pickle
import time
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from typing import Any

from colt_rules.bench.figures import INFORMATION, SEATS, Goal, Measurement
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play, table_of, variants
from colt_rules.research.native import native_engine
from colt_rules.rules.editions import EDITIONS

EDITION = EDITIONS[0]
NATIVE_GAMES = Goal("native games", "whole random games, played natively on one core", "games/s", INFORMATION)
BASE = Goal("base", "the same, relative to the reference", "fold", 150)
EVERYTHING = Goal("everything", "random games with everything on one train, of the reference's", "fold", 300)
CHOICES = Goal("choices", "base games with choices made in Python, relative to the reference", "fold", 30)
THREADS = Goal("threads", f"two threads relative to one, wall time ({os.cpu_count()} cores here)", "fold", 1.8)
COPY = Goal("copy", "copying a game in play", "µs", 1)
PICKLE = Goal("pickle", "pickling a game in play and reading it again", "µs", 20)
ENVIRONMENT = Goal("environment", "the environment, relative to observations made in Python", "fold", 10)
BATCH = Goal("batch", "a batch of games with choices made in Python, relative to the same", "fold", 150)
BATCH_THREADS = Goal("batch-threads", "steps of a large batch by two threads, relative to one, wall time", "fold", 1.8)
MORE = 50
"""The number of native games per game of the reference."""
COPIES = 200_000
PICKLES = 2_000
AT_ONCE = 128
"""The number of games in a batch."""
FOR_THREADS = 2048
"""The number of games in a batch that is stepped by several threads."""
BATCH_STEPS = 100
"""The number of its steps that are measured."""


def measure(repeats: int, games: int) -> Iterator[Measurement]:
    """Yield every figure as soon as it is measured; raise ``EngineMissing`` without the engine."""
    native = native_engine()
    base, largest, everything = variants()[EDITION, "base"], largest_box(native), one_train(native)
    for modules in (base, largest, everything):  # warm up: imports, the graphs of the trains
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
    yield EVERYTHING.measured(repeats, lambda repeat: times(everything, repeat))
    yield CHOICES.measured(repeats, chosen)
    yield THREADS.measured(repeats, lambda repeat: _two_threads(native, base, games * MORE, repeat))
    yield COPY.measured(repeats, lambda _: _copying(native, base))
    yield PICKLE.measured(repeats, lambda _: _pickling(native, base))
    if find_spec("pettingzoo"):
        yield ENVIRONMENT.measured(
            repeats, lambda repeat: _in_environment(base, games, repeat) / _by_views(base, games // 20 or 1, repeat)
        )
        yield BATCH.measured(
            repeats, lambda repeat: _in_batch(base, games * 40, repeat) / _by_views(base, games // 20 or 1, repeat)
        )
        yield BATCH_THREADS.measured(repeats, lambda repeat: _stepping(base, 1, repeat) / _stepping(base, 2, repeat))


def largest_box(native: Any) -> tuple[str, ...]:
    """The modules of the largest box that the engine plays, which is its slowest game."""
    boxes = [modules for (edition, variant), modules in variants().items() if edition == EDITION and "+" not in variant]
    return max((modules for modules in boxes if set(modules) <= set(native.MODULES)), key=len)


def one_train(native: Any) -> tuple[str, ...]:
    """The most modules on one train that the engine plays."""
    trains = [modules for (edition, _), modules in variants().items() if edition == EDITION]
    return max((modules for modules in trains if set(modules) <= set(native.MODULES)), key=len)


def seats_for(modules: tuple[str, ...]) -> tuple[str, ...]:
    """As many seats as in the other figures, those that the modules require among them."""
    required = table_of(EDITION, modules).required
    return (*SEATS[len(required) :], *required)


def _reference(modules: tuple[str, ...], games: int, first: int) -> float:
    """Games per second of the reference."""
    seats = seats_for(modules)
    start = time.process_time()
    for seed in range(first, first + games):
        bots = {seat: RandomBot(seed + number) for number, seat in enumerate(seats)}
        for _ in play(new_game(seats, edition=EDITION, modules=modules), Dealer(seed), bots):
            pass
    return games / (time.process_time() - start)


def _natively(native: Any, modules: tuple[str, ...], games: int, repeat: int) -> float:
    """Games per second of the native engine, on one core."""
    seeds = range(repeat * games, (repeat + 1) * games)
    start = time.process_time()
    native.playouts(EDITION, modules, seats_for(modules), list(seeds))
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


def _pickling(native: Any, modules: tuple[str, ...]) -> float:
    """Microseconds for a game in its third round, there and back."""
    game = native.Game.new(EDITION, modules, SEATS, 1)
    choose = Random(1)
    while game.view("spectator")["round"]["number"] < 3:
        game.apply(choose.randrange(game.legal_count()))
    start = time.process_time()
    for _ in range(PICKLES):
        pickle.loads(pickle.dumps(game))
    return (time.process_time() - start) / PICKLES * 1e6


def _by_views(modules: tuple[str, ...], games: int, repeat: int) -> float:
    """Games per second of the environment on the native engine with observations made in Python."""
    return _in_environment(modules, games, repeat, by_views=True)


def _in_environment(modules: tuple[str, ...], games: int, repeat: int, by_views: bool = False) -> float:
    """Games per second of the environment on the native engine, every action one of those in the mask."""
    from colt_rules.research.environment import colt_express
    from colt_rules.research.observer import Observer

    env = colt_express(new_game(SEATS, edition=EDITION, modules=modules), engine="native")
    env.observer = Observer(env.layout, by_views=by_views)
    choose = Random(repeat).random
    start = time.process_time()
    for seed in range(games):
        env.reset(seed=seed)
        while env.session.actor is not None:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(choose() * mask.sum()))
    return games / (time.process_time() - start)


def _in_batch(modules: tuple[str, ...], games: int, repeat: int) -> float:
    """Games per second of a batch on one core, all observations written and every action chosen in Python."""
    from numpy.random import default_rng

    from colt_rules.research.batch import Batch

    batch = Batch(new_game(SEATS, edition=EDITION, modules=modules), games=AT_ONCE, seed=repeat)
    random, ended = default_rng(repeat), 0
    start = time.process_time()
    while ended < games:
        batch.step((batch.masks * random.random(batch.masks.shape[1], dtype="float32")).argmax(axis=1))
        ended += int(batch.ended.sum())
    return ended / (time.process_time() - start)


def _stepping(modules: tuple[str, ...], threads: int, repeat: int) -> float:
    """Seconds that a large batch takes for its steps, without the time in which actions are chosen."""
    from numpy.random import default_rng

    from colt_rules.research.batch import Batch

    start = new_game(SEATS, edition=EDITION, modules=modules)
    batch = Batch(start, games=FOR_THREADS, seed=repeat, threads=threads)
    random, taken = default_rng(repeat), 0.0
    for _ in range(BATCH_STEPS):
        actions = (batch.masks * random.random(batch.masks.shape[1], dtype="float32")).argmax(axis=1)
        started = time.perf_counter()
        batch.step(actions)
        taken += time.perf_counter() - started
    return taken
