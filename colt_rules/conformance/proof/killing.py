"""Runs every mutant as an engine; a case of its clause must fail it.

Only written checks count, not those derived from the reference: they would repeat its mistakes.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeAlias

from attrs import frozen

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.cases.suite import Filter, Suite
from colt_rules.conformance.proof.mutants import Mutant
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import CaseResult, Status
from colt_rules.conformance.running.runner import Conversation

ENOUGH = 3
"""A mutant is not asked further once it has failed this many cases."""


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
"""Returns the adapter of a mutant; the flag asks for one that imports the rules again."""


def fates(mutants: Sequence[Mutant], suite: Suite, engine: Engine, workers: int) -> Iterator[Fate]:
    """The fate of each mutant, in order.

    The fastest start may leave out some of what a mutant changes, so a survivor is run again with the rules imported
    anew.
    """

    def fate(mutant: Mutant, runs: list[Run]) -> Fate:
        found = _fate(mutant, runs, engine(mutant, False))
        return found if found.is_dead else _fate(mutant, runs, engine(mutant, True))

    asked = [suite.chosen(Filter(clauses=(mutant.clause,))) for mutant in mutants]
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(fate, mutants, asked)


def _fate(mutant: Mutant, runs: list[Run], adapter: Adapter) -> Fate:
    if not runs:
        return Fate(mutant, 0, (), "there is no case of its clause")
    written = {run.name: {check.name for check in run.side.then} for run in runs}
    results: list[CaseResult] = []
    killers: list[str] = []
    try:
        with closing(Conversation(adapter, _nearest_first(runs, mutant), 1, "").__iter__()) as answers:
            for case in answers:
                results.append(case)
                killers += [f"{case.case}#{check}" for check in _failed(case) if check in written[case.case]]
                if len({killer.partition("#")[0] for killer in killers}) == ENOUGH:
                    break
    except CannotStart as error:
        return Fate(mutant, len(runs), (), str(error))
    return Fate(mutant, len(runs), tuple(killers), _broken(results))


def _nearest_first(runs: list[Run], mutant: Mutant) -> list[Run]:
    """The cases named after the clause come first: they are the most likely to fail."""
    return sorted(runs, key=lambda run: run.case.id.partition("/")[0] != mutant.clause)


def _failed(case: CaseResult) -> list[str]:
    return [result.check for result in case.results if result.status is Status.FAIL]


def _broken(results: list[CaseResult]) -> str:
    """Why a mutant is broken, or empty: one that crashes proves nothing about the suite."""
    for case in results:
        for result in case.results:
            if result.status not in (Status.PASS, Status.FAIL):
                return f"{case.case}#{result.check}: {result.status}: {result.message}"
    return ""
