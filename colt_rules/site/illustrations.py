"""Which picture illustrates a clause or ruling: one in which it takes effect, or for a limit one that it refuses."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any

from attrs import frozen

from colt_rules.commands import Command
from colt_rules.conformance.cases.expand import Run
from colt_rules.kernel import Accepted, Refused
from colt_rules.registry.clauses import Clause, ClauseKind
from colt_rules.site.cases import Same, own_cases, steps
from colt_rules.site.pictures import Shown, pictured
from colt_rules.site.sources import Sources


class Nature(Enum):
    """What a picture says about a clause or ruling."""

    EFFECT = "effect"
    """Something in it happens because of the clause."""
    REFUSAL = "refusal"
    """A command is refused because of the clause."""
    CONTEXT = "context"
    """The clause applies without causing anything: it says where one can be, or what may be seen."""
    NONE = "none"
    """The clause does not apply, or what it causes is not visible."""


FIRST: Mapping[ClauseKind, tuple[Nature, ...]] = {
    ClauseKind.LIMIT: (Nature.REFUSAL, Nature.EFFECT, Nature.CONTEXT),
    ClauseKind.OBLIGATION: (Nature.EFFECT, Nature.REFUSAL, Nature.CONTEXT),
}
"""By kind of clause: what its first picture may be, best first. Only what forbids or demands opens with a refusal."""
ALLOWING = (Nature.EFFECT, Nature.CONTEXT)
"""The same for all other kinds: a refusal would show when the clause does not apply."""


LEAST_WORTH = (True, False, -3)
"""Of a second picture among several clauses: one beside the board, or with too much in it, helps nobody."""


@frozen(eq=False)
class Illustration:
    """A run whose picture illustrates a clause or ruling."""

    entry: str
    run: Run
    nature: Nature
    shown: Shown

    @property
    def case(self) -> str:
        """The id of its case."""
        return self.run.case.id

    @property
    def is_refused(self) -> bool:
        """Whether the last command is refused, for whatever reason."""
        return bool(reasons(self.run))

    @property
    def worth(self) -> tuple[Any, ...]:
        """How well the picture shows the entry: with existing names, for a single reason, in few marks."""
        return not self.run.case.unknown_names, -reasons(self.run), self.shown.worth


def illustration(sources: Sources, entry: str) -> Illustration | None:
    """The first picture of a clause or ruling; None if no case shows it."""
    return _illustration(Same(sources), entry)


def counterpart(sources: Sources, entry: str) -> Illustration | None:
    """The second picture: what is refused, if the first one shows an effect, or the other way round; else any."""
    first = illustration(sources, entry)
    if not first:
        return None
    others = (one for one in _own(sources, entry) if one.case != first.case)
    return max(
        others,
        key=lambda one: (one.is_refused is not first.is_refused, one.nature is not Nature.NONE, one.worth),
        default=None,
    )


def best(sources: Sources, entries: Iterable[str]) -> Illustration | None:
    """The one that shows the most among the first pictures of some clauses."""
    found = [one for entry in entries if (one := illustration(sources, entry))]
    return max(found, key=lambda one: (one.nature is not Nature.CONTEXT, one.worth), default=None)


def best_of_each(sources: Sources, entries: Iterable[str]) -> dict[str, Illustration]:
    """By clause: of the first pictures, the best one of what happens and the best one of a refusal, if not too full."""
    all_ = list(entries)
    first = best(sources, all_)
    if not first:
        return {}
    others = (id for id in all_ if (one := illustration(sources, id)) and one.nature is not first.nature)
    second = best(sources, others)
    found = [second, first] if second and second.shown.worth >= LEAST_WORTH else [first]
    return {one.entry: one for one in found}


def all_shown(sources: Sources) -> Iterator[Shown]:
    """Every picture on a page: of all cases in all their runs, and of the illustrations."""
    yield from (shown for run in sources.suite.runs if (shown := pictured(run)))
    for entry in sources.registry_ids():
        for found in filter(None, (illustration(sources, entry), counterpart(sources, entry))):
            yield from (shown for run in sources.runs_of(found.case) if (shown := pictured(run, entry)))


@cache
def _illustration(same: Same[Sources], entry: str) -> Illustration | None:
    sources = same.it
    natures = _natures(sources, entry)

    def fits(found: Iterable[Illustration]) -> list[Illustration]:
        return [one for one in found if one.nature in natures]

    own = fits(_own(sources, entry))
    found = [one for one in own if one.nature is not Nature.CONTEXT] or fits(_others(sources, entry)) or own
    return max(found, key=lambda one: (-natures.index(one.nature), one.worth), default=None)


def _natures(sources: Sources, entry: str) -> tuple[Nature, ...]:
    """What the first picture may be, best first. A ruling answers a question, which may be about a refusal."""
    found = sources.registry.find(entry)
    return FIRST.get(found.kind, ALLOWING) if isinstance(found, Clause) else FIRST[ClauseKind.OBLIGATION]


def _own(sources: Sources, entry: str) -> Iterator[Illustration]:
    return _of(sources, entry, own_cases(sources, entry))


def _others(sources: Sources, entry: str) -> Iterator[Illustration]:
    """In other cases only what the entry causes shows it."""
    own = {*own_cases(sources, entry)}
    found = _of(sources, entry, (id for id in sources.cases[entry] if id not in own))
    return (one for one in found if one.nature is not Nature.CONTEXT)


def _of(sources: Sources, entry: str, cases: Iterable[str]) -> Iterator[Illustration]:
    """The pictures of some cases, of a witness the one in which the entry applies."""
    for id in cases:
        run = max(sources.runs_of(id), key=lambda run: entry in run.side.clauses)
        if shown := pictured(run, entry):
            yield Illustration(entry, run, _nature(run, entry, shown), shown)


def _nature(run: Run, entry: str, shown: Shown) -> Nature:
    """What a picture says about an entry."""
    *_, last = verdicts = [step.verdict for step in steps(run)]
    events = [cites for one in verdicts if isinstance(one, Accepted) for _, cites in one.events]
    is_cited = any(entry in cites for cites in events)
    if isinstance(last, Refused):
        is_shown = isinstance(shown.happening.main, Command)
        return Nature.REFUSAL if is_shown and (is_cited or entry in last.clauses) else Nature.NONE
    if is_cited:
        return Nature.EFFECT if shown.happening.is_shown else Nature.NONE
    return Nature.CONTEXT if entry in run.side.clauses else Nature.NONE


def reasons(run: Run) -> int:
    """The number of clauses that refuse the last command; 0 if it is accepted."""
    verdict = steps(run)[-1].verdict
    return len(verdict.clauses) if isinstance(verdict, Refused) else 0
