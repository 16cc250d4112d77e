"""Random games on two engines at once, the reference and another; the first difference, made as small as it can be.

The games are played command by command on both. Where they part, the position is taken apart into pieces, and
Hypothesis leaves out as many as it can while the two still part in the same way; what is left is a case.
"""

import time
from collections.abc import Callable

from colt_rules.conformance.fuzzing.pair import Pair
from colt_rules.conformance.fuzzing.playing import explore, play
from colt_rules.conformance.fuzzing.shrinking import Found, shrink
from colt_rules.conformance.running.interview import Adapter


class NothingCompared(ValueError):
    """The engine skipped whatever it was asked."""


def fuzz(adapter: Adapter, seed: int, most: int, seconds: float, progress: Callable[[int], None]) -> Found | None:
    """Play at most so many games for so long, and shrink the first difference; nothing if the two never part.

    Every other game is no game but a number of drawn positions: much of what is rare in games is common in those.
    """
    began = time.monotonic()
    pair = Pair(adapter)
    try:
        for number in range(most):
            if time.monotonic() - began > seconds:
                break
            look = explore if number % 2 else play
            met = look(pair, seed + number, began + seconds)
            progress(number + 1)
            if met:
                return shrink(pair, met, seed + number, time.monotonic() + max(seconds, 20.0))
        if not pair.compared:
            raise NothingCompared("expected an engine that answers something, got one that skipped every question")
        return None
    finally:
        pair.close()
