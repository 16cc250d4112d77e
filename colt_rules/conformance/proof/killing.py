"""Does the suite bite? Every mutant is run as an engine of its own, and a case of its clause must fail it.

Only checks that somebody wrote count, not those that are derived from the reference: what the reference gets wrong
those would get wrong with it.
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
"""A mutant that has failed this many cases is not asked any more."""


@frozen
class Fate:
    """What became of a mutant."""

    mutant: Mutant
    cases: int
    """How many cases of its clause there are."""
    killers: tuple[str, ...]
    """The checks that failed it, ``case#check``, of the first cases that did."""
    problem: str
    """Why it is no fair mutant, such as a crash, or cannot be judged; or empty."""

    @property
    def is_dead(self) -> bool:
        """Whether the suite noticed it."""
        return bool(self.killers) and not self.problem

    @property
    def is_broken(self) -> bool:
        """Whether its engine broke: that says nothing about the suite, and the mutant has to be rewritten."""
        return bool(self.problem) and self.cases > 0


Engine: TypeAlias = Callable[[Mutant, bool], Adapter]
"""How a mutant is run; the second time, if need be, with everything imported anew."""


def fates(mutants: Sequence[Mutant], suite: Suite, engine: Engine, workers: int) -> Iterator[Fate]:
    """What becomes of each mutant, in order; ``engine`` says how one is run, and how where that did not kill it.

    What starts fastest may leave out some of what the mutant changes, so one that survives is started anew.
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
    """The cases that are named after the clause come first: they are the most likely to notice."""
    return sorted(runs, key=lambda run: run.case.id.partition("/")[0] != mutant.clause)


def _failed(case: CaseResult) -> list[str]:
    return [result.check for result in case.results if result.status is Status.FAIL]


def _broken(results: list[CaseResult]) -> str:
    """A mutant reads a clause wrongly; one that falls over proves nothing."""
    for case in results:
        for result in case.results:
            if result.status not in (Status.PASS, Status.FAIL):
                return f"{case.case}#{result.check}: {result.status}: {result.message}"
    return ""
