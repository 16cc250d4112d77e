"""Everything the pages are made from: the registry, the code, the tests, and a run of the suite."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from attrs import define, frozen

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.cases.suite import Suite, suite
from colt_rules.conformance.proof.mutants import Mutant, load_mutants, load_unbreakable
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import CaseResult, Status, counts_of
from colt_rules.conformance.running.runner import Conversation
from colt_rules.registry.evidence import scan
from colt_rules.registry.implementations import CODE, Implementation, implementations
from colt_rules.registry.registry import Registry, is_checkout, registry

Tell = Callable[[str], None]
"""Reports progress."""


class NoCheckout(RuntimeError):
    """The site needs a checkout: an installed package has neither guides nor kept games."""


class SuiteNotFinished(RuntimeError):
    """The suite did not finish."""


@frozen(kw_only=True)
class Cited:
    """What cites a clause, in all cases of the suite."""

    events: tuple[str, ...]
    """The types of the events, in alphabetical order."""
    refusals: tuple[str, ...]
    """The cases in which it refuses a command."""
    views: tuple[str, ...]
    """The cases in which a view shows or hides something because of it."""


@define
class Sources:
    """Everything that the pages are made from."""

    root: Path
    """The checkout."""
    registry: Registry
    implementations: Mapping[str, tuple[Implementation, ...]]
    """By clause: the functions that implement it."""
    tests: Mapping[str, tuple[str, ...]]
    """By clause: the tests that name it, as pytest names them."""
    suite: Suite
    results: Mapping[str, CaseResult]
    """By `Run.name`: the result of the run. Every case in its first edition, witnesses in all."""
    mutants: Mapping[str, tuple[Mutant, ...]]
    """By clause: the wrong readings that the suite must detect."""
    unbreakable: Mapping[str, str]
    """The clauses that no program can get wrong, with the reason."""

    @cached_property
    def _runs(self) -> Mapping[str, tuple[Run, ...]]:
        """By case: its runs."""
        found: dict[str, tuple[Run, ...]] = {}
        for run in self.suite.runs:
            found[run.case.id] = (*found.get(run.case.id, ()), run)
        return found

    @cached_property
    def cases(self) -> Mapping[str, tuple[str, ...]]:
        """By clause or ruling: the ids of the cases that exercise it, cases named after it first."""
        found: dict[str, dict[str, None]] = {id: {} for id in self.registry_ids()}
        for id in self.suite.cases:
            found.setdefault(id.partition("/")[0], {})[id] = None
        for run in self.suite.runs:
            for clause in (*run.side.clauses, *run.side.without):
                found.setdefault(clause, {})[run.case.id] = None
        return {id: tuple(cases) for id, cases in found.items()}

    @cached_property
    def cited(self) -> Mapping[str, Cited]:
        """By clause or ruling: what cites it."""
        events: dict[str, set[str]] = {}
        refusals: dict[str, dict[str, None]] = {}
        views: dict[str, dict[str, None]] = {}
        for run in self.suite.runs:
            for event in run.log:
                for id in event.cites or ():
                    events.setdefault(id, set()).add(event.type)
            for ids, found in ((run.observed.refusals, refusals), (run.observed.shown | run.observed.hidden, views)):
                for id in ids:
                    found.setdefault(id, {})[run.case.id] = None
        return {
            id: Cited(
                events=tuple(sorted(events.get(id, ()))),
                refusals=tuple(refusals.get(id, ())),
                views=tuple(views.get(id, ())),
            )
            for id in self.registry_ids()
        }

    @cached_property
    def clauses_of(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """By module and name of a function: the clauses that it implements."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for id, some in self.implementations.items():
            for function in dict.fromkeys((one.module, one.name) for one in some):
                found[function] = (*found.get(function, ()), id)
        return found

    def registry_ids(self) -> Iterator[str]:
        """The ids of all clauses and rulings."""
        return (entry.id for entry in self.registry.citable())

    def runs_of(self, case: str) -> tuple[Run, ...]:
        """The runs of a case that `results` holds: one, or all of a witness."""
        return self._runs[case]

    @property
    def games(self) -> dict[str, Path]:
        """The kept games, by name."""
        return {path.stem: path for path in sorted((self.root / "events" / "games").glob("*.jsonl"))}

    @property
    def counts(self) -> dict[Status, int]:
        """The number of checks by status."""
        return counts_of(self.results.values())


def read(results: Mapping[str, CaseResult] | None = None) -> Sources:
    """Read everything, with the results of a run, if there are any."""
    known = registry()
    if not is_checkout(known.folder):
        raise NoCheckout(
            f"expected the site to be built in a checkout of the project, got the specification in {known.folder}; "
            "clone the project and run make docs there"
        )
    mutants: dict[str, tuple[Mutant, ...]] = {}
    for mutant in load_mutants(suite_folder() / "mutants").values():
        mutants[mutant.clause] = (*mutants.get(mutant.clause, ()), mutant)
    return Sources(
        root=known.folder.parent,
        registry=known,
        implementations=implementations(CODE),
        tests=scan(known.folder.parent / "tests"),
        suite=suite(),
        results=results or {},
        mutants=mutants,
        unbreakable=load_unbreakable(suite_folder() / "mutants"),
    )


def gather(tell: Tell = lambda _: None) -> Sources:
    """Read everything, and run the whole suite against the reference through an adapter, like any engine."""
    tell("reading the specification and the cases")
    runs = suite().runs
    tell(f"running {len(runs):,} cases")
    adapter = Adapter(shlex.join([sys.executable, "-m", "colt_rules.cli.main", "adapter"]))
    conversation = Conversation(adapter, runs, workers=min(os.cpu_count() or 1, 4), suite="")
    results = {result.case: result for result in conversation}
    if conversation.footer.problem:
        raise SuiteNotFinished(f"the suite could not be run: {conversation.footer.problem}")
    return read(results)
