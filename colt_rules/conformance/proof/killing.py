"""Runs every mutant as an engine; a case of its clause must fail it.

Only written checks count, because checks derived from the reference would repeat its mistakes.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeAlias

from attrs import frozen

from colt_rules.conformance.cases.setting import Setting
from colt_rules.conformance.cases.suite import Filter, Suite
from colt_rules.conformance.proof.mutants import Mutant
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.conformance.running.interview import Adapter, Interview, greet
from colt_rules.conformance.running.results import CaseResult, Status

ENOUGH = 3
"""By default, a mutant is not asked further once it has failed this many cases."""


@frozen
class Fate:
    """The outcome for a mutant."""

    mutant: Mutant
    cases: int
    """The number of cases of its clause."""
    killers: tuple[str, ...]
    """The checks that failed it, ``case#check``, of the first such cases."""
    problem: str
    """Why it is not a fair mutant, such as a crash, or cannot be judged; empty otherwise."""

    @property
    def is_dead(self) -> bool:
        """Whether the suite noticed it."""
        return bool(self.killers) and not self.problem

    @property
    def is_broken(self) -> bool:
        """Whether its engine broke: that says nothing about the suite, and the mutant has to be rewritten."""
        return bool(self.problem) and self.cases > 0


Engine: TypeAlias = Callable[[Mutant, bool], Adapter]
"""Returns the adapter of a mutant; with the flag, the adapter imports the rules again."""


def fates(
    mutants: Sequence[Mutant], suite: Suite, engine: Engine, workers: int, enough: int = ENOUGH
) -> Iterator[Fate]:
    """The fate of each mutant, in order, each asked until it has failed ``enough`` cases.

    The fastest start may leave out some of what a mutant changes, so a survivor is run again with the rules imported
    anew.
    """

    def fate(mutant: Mutant) -> Fate:
        settings = suite.settings(Filter(clauses=(mutant.clause,)))
        found = _fate(mutant, suite, settings, engine(mutant, False), enough)
        return found if found.is_dead else _fate(mutant, suite, settings, engine(mutant, True), enough)

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(fate, mutants)


def _fate(mutant: Mutant, suite: Suite, settings: list[Setting], adapter: Adapter, enough: int) -> Fate:
    if not settings:
        return Fate(mutant, 0, (), "no case exercises its clause")
    results: list[CaseResult] = []
    killers: list[str] = []
    try:
        with closing(Interview(adapter, *greet(adapter))) as interview:
            # The cases named after the clause come first: they are the most likely to fail.
            for setting in sorted(settings, key=lambda one: one.case.id.partition("/")[0] != mutant.clause):
                case = interview.result(suite.run(setting))
                results.append(case)
                written = {check.name for check in setting.side.then}
                failed = [result.check for result in case.results if result.status is Status.FAIL]
                killers += [f"{case.case}#{check}" for check in failed if check in written]
                if interview.broken or len({killer.partition("#")[0] for killer in killers}) == enough:
                    break
    except CannotStart as error:
        return Fate(mutant, len(settings), (), str(error))
    return Fate(mutant, len(settings), tuple(killers), _broken(results))


def _broken(results: list[CaseResult]) -> str:
    """Why a mutant is broken, or empty. A mutant that crashes proves nothing about the suite."""
    for case in results:
        for result in case.results:
            if result.status not in (Status.PASS, Status.FAIL):
                return f"{case.case}#{result.check}: {result.status}: {result.message}"
    return ""
