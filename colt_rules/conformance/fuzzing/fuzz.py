"""Random games on the reference and another engine; every difference is shrunk.

Both engines play the games command by command. Where they differ, the position is taken apart into pieces, and
Hypothesis leaves out as many as it can while the engines still differ in the same way; the rest is a case. Then the
same game is played again, past the known differences, until it shows nothing new.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import Factory, define, frozen

from colt_rules.conformance.cases.background import EVERYWHERE
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.fuzzing.findings import cited_at, events_at
from colt_rules.conformance.fuzzing.pair import EngineDifference, EnginePair
from colt_rules.conformance.fuzzing.playing import BOARDS, FoundDifference, IsNew, Totals, explore, play
from colt_rules.conformance.fuzzing.shrinking import ShrunkDifference, shrink
from colt_rules.conformance.running.causes import REFUSED, STANDS, shape_of
from colt_rules.conformance.running.expectations import FOUND, Expectations, entry_of
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import BAD, CaseResult, Result, Status
from colt_rules.conformance.running.runner import Conversation
from colt_rules.model.state import Game

SHRINKING = 20.0
"""The minimum time limit in seconds for shrinking one difference."""


class NothingCompared(ValueError):
    """The engine skipped every request."""


@frozen
class Cause:
    """What differences with one cause have in common."""

    shape: str
    """The message without names."""
    clauses: frozenset[str]
    """The clauses that the reference cites there."""
    events: frozenset[str] = frozenset()
    """The types of the events, if an engine knows the events but reaches another position."""

    def is_of(self, other: "Cause") -> bool:
        """Whether two differences seem to have one cause: the same shape and a common event or clause."""
        if self.events and other.events:
            return self.shape == other.shape and bool(self.events & other.events)
        together = not (self.clauses and other.clauses) or bool(self.clauses & other.clauses)
        return self.shape == other.shape and together


def cause_of(
    difference: EngineDifference, position: Game, commands: tuple[Any, ...], knows_events: bool = False
) -> Cause:
    """The cause of a difference found in this position with these commands.

    A wrongly refused command has the same shape as a command missing among the choices, a wrongly accepted command the
    same as a command wrongly listed among the choices. If an engine ``knows_events``, a wrong position comes from its
    treatment of them.
    """
    shape = shape_of(difference.message)
    if difference.kind == "verdict":
        shape = _as_choice(shape, str(commands[-1].get("type")))
    events = events_at(position, commands) if knows_events and difference.kind == "state" else frozenset[str]()
    return Cause(shape, frozenset(cited_at(position, commands, difference)) - EVERYWHERE, events)


def _as_choice(shape: str, command: str) -> str:
    """The shape that a wrong verdict on a command of this type has among the choices; any other shape unchanged."""
    words = {REFUSED: f"missing {command}", STANDS: f"not legal but listed: {command}"}
    return words.get(shape, shape)


def _of_case(case: CaseResult, result: Result) -> Cause:
    """The cause of a failed case, whose commands are written with their types first."""
    number = re.match(r"command (\d+):", result.message)
    commands = case.when[: int(number[1])] if number else case.when
    types = [command.partition(" ")[0] for command in commands]
    return Cause(_as_choice(shape_of(result.message), types[-1] if types else ""), frozenset(case.clauses) - EVERYWHERE)


@define
class Known:
    """The differences that need no report: expected differences, and differences reported before."""

    expectations: Expectations = Factory(dict)
    reported: list[Cause] = Factory(list)
    """Causes of the reported differences."""
    failing: list[tuple[Cause, str]] = Factory(list)
    """For each case of the suite that fails as expected: the cause, and the entry of the expectations that says so."""
    met: dict[str, str] = Factory(dict)
    """By entry of the expectations: the reason why a difference that came up was expected."""
    again: Counter[str] = Factory(Counter)
    """By shape: how often a reported difference came up again."""
    knows_events: bool = False
    """Whether the engine sends or receives events."""

    def is_new(self, difference: EngineDifference, position: Game, commands: tuple[Any, ...]) -> bool:
        """Whether a difference has to be reported; any other is counted, or recorded as expected."""
        cause = self.cause_of(difference, position, commands)
        if entry := self._entry(cause, difference):
            self.met[entry] = self.expectations[entry].reason
        elif self.is_reported(cause):
            self.again[cause.shape] += 1
        else:
            return True
        return False

    def like(self, cause: Cause) -> IsNew:
        """A test whether a difference has to be reported and has this cause's shape, for finding a smaller example.

        The clauses that forbid a command depend on the whole position, so differences in citations may have another
        shape.
        """

        def is_like(difference: EngineDifference, position: Game, commands: tuple[Any, ...]) -> bool:
            other = self.cause_of(difference, position, commands)
            alike = difference.kind == "cites" or other.shape == cause.shape
            return alike and not (self._entry(other, difference) or self.is_reported(other))

        return is_like

    def tell(self, *causes: Cause) -> None:
        """Treat differences with this cause as known from now on."""
        self.reported += causes

    def _entry(self, cause: Cause, difference: EngineDifference) -> str:
        """The entry by which a difference is expected, empty if there is none.

        An entry of a case covers what looks like the failure of the case, so that another fault about the same clause
        is still found. An entry of fuzzing about a clause covers everything, or everything of one kind.
        """
        for expected, id in self.failing:
            if cause.is_of(expected):
                return id
        for id, entry in self.expectations.items():
            clause, found, rest = id.partition(FOUND)
            kind = rest.strip("-").partition("-")[0]
            if not found or entry.status != _status(difference):
                continue
            if clause in cause.clauses and kind in ("", difference.kind):
                return id
        return ""

    def cause_of(self, difference: EngineDifference, position: Game, commands: tuple[Any, ...]) -> Cause:
        """The cause of a difference of this engine."""
        return cause_of(difference, position, commands, self.knows_events)

    def is_reported(self, cause: Cause) -> bool:
        """Whether a difference with this cause was reported before."""
        return any(cause.is_of(reported) for reported in self.reported)

    def learn(self, adapter: Adapter, levels: Sequence[str]) -> None:
        """Run the cases of the suite that are expected to fail: what looks like their failures is known.

        ``levels`` are those that the engine supports.
        """
        self.knows_events = not {"decide", "fold"}.isdisjoint(levels)
        ids = {id.partition("#")[0].partition("@")[0] for id in self.expectations if FOUND not in id}
        if not ids:
            return
        cases = suite()
        runs = [run for id in sorted(ids & cases.cases.keys()) for run in cases.runs_of(id)]
        for case in Conversation(adapter, runs, 1, "") if runs else ():
            for result in case.results:
                entry = entry_of(case, result, self.expectations)
                if result.status in BAD and entry is not None and self.expectations[entry].status == result.status:
                    self.failing.append((_of_case(case, result), entry))


def _status(difference: EngineDifference) -> str:
    """The status of a check with this difference."""
    return difference.kind if difference.kind in set(Status) else Status.FAIL


@frozen
class FuzzEffort:
    """How long to search."""

    seed: int
    games: int
    seconds: float
    differences: int = 1
    """The maximum number of differences to report."""
    boards: int = BOARDS
    """The number of boards to try for each game."""


Progress: TypeAlias = Callable[[int, Totals], None]
"""Called with the number of finished games and the totals so far, including repeated games."""


def fuzz(adapter: Adapter, effort: FuzzEffort, known: Known, progress: Progress) -> Iterator[ShrunkDifference]:
    """Play at most this many games for at most this long, and shrink each new difference.

    For each game a number of boards is tried too: much of what is rare in games is common on boards. The same seed
    gives the same result.
    """
    pair = EnginePair(adapter)
    known.learn(adapter, pair.started.levels)
    end = time.monotonic() + effort.seconds
    number = found = 0
    counted = Totals()
    try:
        while number < effort.games and found < effort.differences and time.monotonic() < end:
            seed = effort.seed + number
            met = play(pair, seed, end, known.is_new, counted) or explore(
                pair, seed, end, known.is_new, effort.boards, counted
            )
            number += met is None
            progress(number, counted)
            if met is None:
                continue
            new, causes = shrunk(pair, met, seed, known, max(effort.seconds, SHRINKING))
            known.tell(*causes)
            found += 1
            yield new
        if not pair.compared:
            raise NothingCompared("expected an engine that answers something, got one that skipped every question")
    finally:
        pair.close()


def shrunk(
    pair: EnginePair, met: FoundDifference, seed: int, known: Known, seconds: float = SHRINKING
) -> tuple[ShrunkDifference, tuple[Cause, Cause]]:
    """The smallest scene that shows a new difference, and the causes of the difference before and after shrinking."""
    position, last = met.history[-1]
    cause = known.cause_of(met.difference, position, () if last is None else (last,))
    new = shrink(pair, met, seed, time.monotonic() + seconds, known.like(cause))
    return new, (cause, known.cause_of(new.difference, new.scene.position, new.scene.commands))
