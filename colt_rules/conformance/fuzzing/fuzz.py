"""Random games on two engines at once, the reference and another; every difference, made as small as it can be.

The games are played command by command on both. Where they differ, the position is taken apart into pieces, and
Hypothesis leaves out as many as it can while the two still part in the same way; what is left is a case. Then the same
game is played again, past what was found, until it shows nothing new.
"""

import time
from collections.abc import Callable, Iterator

from attrs import Factory, define, frozen

from colt_rules.conformance.fuzzing.found import cited_at
from colt_rules.conformance.fuzzing.pair import Difference, Pair
from colt_rules.conformance.fuzzing.playing import explore, play
from colt_rules.conformance.fuzzing.shrinking import Found, shrink
from colt_rules.conformance.running.expectations import Expectations
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import Status
from colt_rules.model.state import Game

SHRINKING = 20.0
"""Seconds that making one difference small may take at least."""


class NothingCompared(ValueError):
    """The engine skipped whatever it was asked."""


@define
class Known:
    """The differences that need not be reported: those that are expected, and those that were reported before."""

    expectations: Expectations = Factory(dict)
    reported: set[tuple[str, str]] = Factory(set)
    """Kind and clause of what was found."""
    met: dict[str, str] = Factory(dict)
    """By clause: why a difference was expected that came up."""

    def is_new(self, difference: Difference, position: Game, commands: tuple[object, ...]) -> bool:
        """Whether a difference has to be reported.

        It is expected if an entry for a case of a clause on which it rests, found by fuzzing or of the suite, is: what
        fails there fails in games, too.
        """
        clauses = cited_at(position, commands, difference)
        for id, expected in self.expectations.items():
            clause = id.partition("/")[0]
            if clause in clauses and expected.status == _status(difference):
                self.met[clause] = expected.reason
                return False
        return (difference.kind, clauses[0] if clauses else "") not in self.reported

    def tell(self, found: Found) -> None:
        """From now on this is known."""
        clauses = cited_at(found.scene.position, found.scene.commands, found.difference)
        self.reported.add((found.difference.kind, clauses[0] if clauses else ""))


def _status(difference: Difference) -> str:
    """How a check with this difference would end."""
    return difference.kind if difference.kind in set(Status) else Status.FAIL


@frozen
class Effort:
    """How long to look."""

    seed: int
    games: int
    seconds: float
    differences: int = 1
    """How many at most."""


def fuzz(adapter: Adapter, effort: Effort, known: Known, progress: Callable[[int], None]) -> Iterator[Found]:
    """Play at most so many games for so long, and shrink each new difference; none if the two never differ.

    Every other game is no game but a number of drawn positions: much of what is rare in games is common in those. Which
    it is, the seed says, so that a seed brings back what it brought.
    """
    pair = Pair(adapter)
    end = time.monotonic() + effort.seconds
    number = found = 0
    try:
        while number < effort.games and found < effort.differences and time.monotonic() < end:
            seed = effort.seed + number
            met = (explore if seed % 2 else play)(pair, seed, end, known.is_new)
            if met is None:
                number += 1
                progress(number)
                continue
            new = shrink(pair, met, seed, time.monotonic() + max(effort.seconds, SHRINKING), known.is_new)
            known.tell(new)
            found += 1
            yield new
        if not pair.compared:
            raise NothingCompared("expected an engine that answers something, got one that skipped every question")
    finally:
        pair.close()
