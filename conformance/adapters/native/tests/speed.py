"""How fast is it here? `python tests/speed.py [SECONDS]` prints the best of three measurements of each kind."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from colt_native import Game, playouts

FOUR = ["tuco", "ghost", "belle", "doc"]
STAGECOACH = ["base", "horses", "stagecoach"]


def best(work: Callable[[int], int], seconds: float) -> float:
    """Things a second: the best of three rounds, each about as long as asked for."""
    rate = 0.0
    for _ in range(3):
        done, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < seconds:
            done += work(done)
        rate = max(rate, done / spent)
    return rate


def native(modules: list[str], threads: int) -> Callable[[int], int]:
    def work(done: int) -> int:
        playouts("ru-full", modules, FOUR, seeds=range(done, done + 2000), threads=threads)
        return 2000

    return work


def from_python(modules: list[str]) -> Callable[[int], int]:
    draw = random.Random(1).random

    def work(done: int) -> int:
        game = Game.new("ru-full", modules, FOUR, seed=done)
        count, apply = game.legal_count, game.apply
        while n := count():
            apply(int(draw() * n))
        return 1

    return work


def copies(done: int) -> int:
    copy = GAME.copy
    for _ in range(1000):
        copy()
    return 1000


GAME = Game.new("ru-full", STAGECOACH, FOUR, seed=1)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    one = best(native(["base"], 1), seconds)
    print(f"base, native, one thread        {one:10,.0f} games a second")
    print(f"base, native, two threads       {best(native(['base'], 2), seconds):10,.0f} games a second")
    print(f"stagecoach, native, one thread  {best(native(STAGECOACH, 1), seconds):10,.0f} games a second")
    print(f"base, choices in Python         {best(from_python(['base']), seconds):10,.0f} games a second")
    print(f"stagecoach, choices in Python   {best(from_python(STAGECOACH), seconds):10,.0f} games a second")
    print(f"copy()                          {1e9 / best(copies, seconds):10,.0f} ns")


if __name__ == "__main__":
    main()
