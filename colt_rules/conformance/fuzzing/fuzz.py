"""Random games on two engines at once, the reference and another; every difference, made as small as it can be.

The games are played command by command on both. Where they differ, the position is taken apart into pieces, and
Hypothesis leaves out as many as it can while the two still part in the same way; what is left is a case. Then the same
game is played again, past what was found, until it shows nothing new.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import Factory, define, frozen

from colt_rules.conformance.cases.background import EVERYWHERE
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.fuzzing.found import cited_at, events_at
from colt_rules.conformance.fuzzing.pair import Difference, Pair
from colt_rules.conformance.fuzzing.playing import BOARDS, IsNew, Played, explore, play
from colt_rules.conformance.fuzzing.shrinking import Found, shrink
from colt_rules.conformance.running.causes import REFUSED, STANDS, shape_of
from colt_rules.conformance.running.expectations import FOUND, Expectations, entry_of
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import BAD, CaseResult, Result, Status
from colt_rules.conformance.running.runner import Conversation
from colt_rules.model.state import Game

SHRINKING = 20.0
"""Seconds that making one difference small may take at least."""


class NothingCompared(ValueError):
    """The engine skipped whatever it was asked."""


@frozen
class Cause:
    """What differences with one cause have in common."""

    shape: str
    """What they look like, without the names in them."""
    clauses: frozenset[str]
    """The clauses on which the reference rests where they come up."""
    events: frozenset[str] = frozenset()
    """Where an engine knows what happened and comes to another position: the types of the events."""

    def is_of(self, other: "Cause") -> bool:
        """Whether two differences seem to have one cause: they look alike and have an event or a clause in common."""
        if self.events and other.events:
            return self.shape == other.shape and bool(self.events & other.events)
        together = not (self.clauses and other.clauses) or bool(self.clauses & other.clauses)
        return self.shape == other.shape and together


def cause_of(difference: Difference, position: Game, commands: tuple[Any, ...], knows_events: bool = False) -> Cause:
    """What a difference looks like that is met in this position by these commands.

    A command that is wrongly refused looks like one that is missing among the choices, and one that wrongly stands like
    one that is listed there. Where an engine ``knows_events``, a wrong position comes from what it makes of them.
    """
    shape = shape_of(difference.message)
    if difference.kind == "verdict":
        shape = _as_choice(shape, str(commands[-1].get("type")))
    events = events_at(position, commands) if knows_events and difference.kind == "state" else frozenset[str]()
    return Cause(shape, frozenset(cited_at(position, commands, difference)) - EVERYWHERE, events)


def _as_choice(shape: str, command: str) -> str:
    """What a wrong verdict on a command of this type looks like among the choices; anything else as it is."""
    words = {REFUSED: f"missing {command}", STANDS: f"not legal but listed: {command}"}
    return words.get(shape, shape)


def _of_case(case: CaseResult, result: Result) -> Cause:
    """What the failure of a case looks like; its commands are written with their types first."""
    number = re.match(r"command (\d+):", result.message)
    commands = case.when[: int(number[1])] if number else case.when
    types = [command.partition(" ")[0] for command in commands]
    return Cause(_as_choice(shape_of(result.message), types[-1] if types else ""), frozenset(case.clauses) - EVERYWHERE)


@define
class Known:
    """The differences that need not be reported: those that are expected, and those that were reported before."""

    expectations: Expectations = Factory(dict)
    reported: list[Cause] = Factory(list)
    """Those of what was found."""
    failing: list[tuple[Cause, str]] = Factory(list)
    """Those of the cases of the suite that are expected to fail and do, each with its entry."""
    met: dict[str, str] = Factory(dict)
    """By entry of the expectations: why a difference was expected that came up."""
    again: Counter[str] = Factory(Counter)
    """By what it looks like: how often something came up again that was reported."""
    knows_events: bool = False
    """Whether the engine says, or is told, what happens."""

    def is_new(self, difference: Difference, position: Game, commands: tuple[Any, ...]) -> bool:
        """Whether a difference has to be reported; one that has not is counted, or noted as expected."""
        cause = self.cause_of(difference, position, commands)
        if entry := self._entry(cause, difference):
            self.met[entry] = self.expectations[entry].reason
        elif self._is_reported(cause):
            self.again[cause.shape] += 1
        else:
            return True
        return False

    def like(self, cause: Cause) -> IsNew:
        """Whether a difference has to be reported and looks like this one, of which it is to be a smaller example.

        Which clauses forbid a command depends on the whole position, so differences in those may look otherwise.
        """

        def is_like(difference: Difference, position: Game, commands: tuple[Any, ...]) -> bool:
            other = self.cause_of(difference, position, commands)
            alike = difference.kind == "cites" or other.shape == cause.shape
            return alike and not (self._entry(other, difference) or self._is_reported(other))

        return is_like

    def tell(self, *causes: Cause) -> None:
        """From now on these are known."""
        self.reported += causes

    def _entry(self, cause: Cause, difference: Difference) -> str:
        """The entry by which a difference is expected, empty if none is.

        That of a case speaks for what looks like the failure of the case, so that another fault about the same clause
        is seen. That of what fuzzing finds about a clause speaks for all of it, or for all of one kind.
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

    def cause_of(self, difference: Difference, position: Game, commands: tuple[Any, ...]) -> Cause:
        """What a difference of this engine looks like."""
        return cause_of(difference, position, commands, self.knows_events)

    def _is_reported(self, cause: Cause) -> bool:
        return any(cause.is_of(reported) for reported in self.reported)

    def learn(self, adapter: Adapter) -> None:
        """Run the cases of the suite that are expected to fail: what looks like their failures is known."""
        ids = {id.partition("#")[0].partition("@")[0] for id in self.expectations if FOUND not in id}
        cases = suite()
        runs = [run for id in sorted(ids & cases.cases.keys()) for run in cases.runs_of(id)]
        for case in Conversation(adapter, runs, 1, "") if runs else ():
            for result in case.results:
                entry = entry_of(case, result, self.expectations)
                if result.status in BAD and entry is not None and self.expectations[entry].status == result.status:
                    self.failing.append((_of_case(case, result), entry))


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
    boards: int = BOARDS
    """How many boards to try for each game."""


Progress: TypeAlias = Callable[[int, Played], None]
"""Is told with how many games it is done, and how much was played until now, games that were played again included."""


def fuzz(adapter: Adapter, effort: Effort, known: Known, progress: Progress) -> Iterator[Found]:
    """Play at most so many games for so long, and shrink each new difference; none if the two never differ.

    For each game a number of boards is tried too: much of what is rare in games is common on those. A seed brings back
    what it brought.
    """
    known.learn(adapter)
    pair = Pair(adapter)
    known.knows_events = not {"decide", "fold"}.isdisjoint(pair.started.levels)
    end = time.monotonic() + effort.seconds
    number = found = 0
    counted = Played()
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
            position, last = met.history[-1]
            cause = known.cause_of(met.difference, position, () if last is None else (last,))
            new = shrink(pair, met, seed, time.monotonic() + max(effort.seconds, SHRINKING), known.like(cause))
            known.tell(cause, known.cause_of(new.difference, new.scene.position, new.scene.commands))
            found += 1
            yield new
        if not pair.compared:
            raise NothingCompared("expected an engine that answers something, got one that skipped every question")
    finally:
        pair.close()
