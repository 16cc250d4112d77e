"""The suite: all cases, read and expanded once, with what is still missing."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.conformance.cases.case import Case, Written, read_cases
from colt_rules.conformance.cases.expand import BadCase, Run, expand, unobserved
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.cases.yaml import read_documents
from colt_rules.registry.errors import Findings, Problem, SpecError
from colt_rules.registry.registry import Registry, registry
from colt_rules.registry.strict import structure
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import FEWEST_PLAYERS, MOST_PLAYERS
from colt_rules.rules.rulebook import EDITIONS


@frozen(kw_only=True)
class Exceptions:
    """Which clauses lack something, each with the reason: what cannot be shown, and what nothing cites."""

    accepting: Mapping[str, str]
    refusing: Mapping[str, str]
    uncited: Mapping[str, str]


@frozen
class Filter:
    """Which part of the suite is wanted; what is empty asks for everything."""

    ids: tuple[str, ...] = ()
    """Globs over case ids."""
    clauses: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def takes(self, run: Run) -> bool:
        """Whether a run is wanted."""
        case = run.case
        return (
            (not self.ids or any(fnmatchcase(case.id, glob) for glob in self.ids))
            and (not self.clauses or not {*case.clauses, *case.without}.isdisjoint(self.clauses))
            and (not self.editions or run.edition in self.editions)
            and (not self.modules or not set(case.modules).isdisjoint(self.modules))
        )


@frozen
class Suite:
    """Every case, in every edition that it is for."""

    cases: Mapping[str, Written]
    runs: tuple[Run, ...]
    exceptions: Exceptions

    def chosen(self, filter: Filter) -> list[Run]:
        """The runs that a filter takes."""
        return [run for run in self.runs if filter.takes(run)]

    def check_ids(self) -> list[str]:
        """The ids of all checks, ``case#check``."""
        return [f"{run.case.id}#{check.id}" for run in self.runs for check in run.checks]

    def missing(self) -> list[str]:
        """What the clauses of the game still lack, in words: a case that shows each, and one that shows its limit."""
        known = registry()
        shown = {id for run in self.runs for id in _shown(run)}
        limited = {id for run in self.runs for id in _limited(run)}
        cited = {id for run in self.runs for id in run.observed.everything}
        told = [
            f"{id}: is cited and has a reason why nothing cites it; take the reason out"
            for id in self.exceptions.uncited
            if id in cited
        ]
        for id in _in_play(known):
            for found, reasons, what in (
                (shown, self.exceptions.accepting, "accepting"),
                (limited, self.exceptions.refusing, "refusing or no-effect"),
            ):
                if id in found and id in reasons:
                    told.append(f"{id}: has a case that is {what} and a reason why not; take the reason out")
                elif id not in found and id not in reasons:
                    told.append(f"{id}: expected a case that is {what}, or a reason why not; got neither")
        return told


def _in_play(known: Registry) -> Iterator[str]:
    """The clauses and rulings of the editions that can be played."""
    for clause in known.clauses.values():
        if clause.in_force(frozenset(EDITIONS)):
            yield clause.id
    yield from known.rulings


def _shown(run: Run) -> set[str]:
    """The clauses that take effect in a run."""
    return set(run.case.clauses) & (run.observed.events | run.observed.shown)


def _limited(run: Run) -> set[str]:
    """The clauses that a run shows to forbid, to hide, or not to apply."""
    return set(run.case.clauses) & (run.observed.refusals | run.observed.hidden) | set(run.case.without)


@cache
def suite() -> Suite:
    """The suite of this package."""
    return load_suite(suite_folder())


def load_suite(folder: Path) -> Suite:
    """All cases of a folder; everything that is wrong with them is told at once."""
    findings = Findings()
    written: dict[str, Written] = {}
    exceptions = Exceptions(accepting={}, refusing={}, uncited={})
    with findings.gather():
        exceptions = _read_exceptions(folder / "exceptions.yaml")
    for path in sorted((folder / "cases").rglob("*.yaml")):
        with findings.gather():
            _take(read_cases(path), written, findings)
    runs: list[Run] = []
    for one in written.values():
        with findings.gather():
            runs += expand_all(one, frozenset(exceptions.uncited))
    findings.raise_any()
    return Suite(written, tuple(runs), exceptions)


def _take(cases: list[Written], written: dict[str, Written], findings: Findings) -> None:
    """Add the cases to those that are there; an id that is taken is noted."""
    for one in cases:
        if one.case.id in written:
            taken = written[one.case.id]
            findings.add(one.file, f"line {one.line}", f"{one.case.id}: taken in {taken.file}:{taken.line}")
        written.setdefault(one.case.id, one)


def load_file(path: Path) -> Suite:
    """The cases of one file, wherever it comes from. They need not bear out their clauses, nor have three bandits."""
    written: dict[str, Written] = {}
    uncited = _read_exceptions(suite_folder() / "exceptions.yaml").uncited
    findings = Findings()
    runs = []
    _take(read_cases(path), written, findings)
    for one in written.values():
        for edition in one.case.editions:
            try:
                runs.append(expand(one.case, edition))
            except BadCase as error:
                findings.add(one.file, f"line {one.line} ({one.case.id})", str(error))
    findings.raise_any()
    return Suite(written, tuple(runs), Exceptions(accepting={}, refusing={}, uncited=uncited))


def expand_all(written: Written, uncited: frozenset[str]) -> list[Run]:
    """A case in each of its editions; one whose clauses are not borne out is a ``SpecError``."""
    case: Case = written.case
    findings = Findings()
    runs = []
    for edition in case.editions:
        try:
            run = expand(case, edition)
        except BadCase as error:
            findings.add(written.file, f"line {written.line} ({case.id})", str(error))
            continue
        for told in (*_strange(run), *unobserved(run, uncited)):
            findings.add(written.file, f"line {written.line} ({case.id})", told)
        runs.append(run)
    findings.raise_any()
    return runs


def _strange(run: Run) -> list[str]:
    """What no game comes to in the position that is given, in words: engines may rely on it."""
    number = len(run.given.figures)
    if not run.given.train:
        return []
    if not FEWEST_PLAYERS <= number <= MOST_PLAYERS:
        return [f"given.board: expected {FEWEST_PLAYERS} to {MOST_PLAYERS} bandits, got {number}"]
    return [
        f"given.{where}: expected round cards for {number} players, got {', '.join(wrong)}"
        for where, cards in (("card", (run.given.round.card,)), ("rounds", run.given.rounds))
        if (wrong := [card for card in cards if not _is_for(number, card)])
    ]


def _is_for(number: int, card: str) -> bool:
    """Whether a round card is for this number of players. A station fits any, and so does the lack of a card."""
    players = BOX.round_cards[card].players if card else None
    return players is None or players[0] <= number <= players[1]


def _read_exceptions(path: Path) -> Exceptions:
    documents = read_documents(path)
    if len(documents) != 1:
        raise SpecError([Problem(path.as_posix(), "", f"expected one document, got {len(documents)}")])
    (document,) = documents
    exceptions = structure(document.data, Exceptions, document.file)
    known = registry()
    findings = Findings()
    for name in ("accepting", "refusing", "uncited"):
        for id, reason in getattr(exceptions, name).items():
            if id not in known.clauses and id not in known.rulings:
                findings.add(document.file, f"{name}.{id}", "expected the id of a clause or ruling")
            if not reason.strip():
                findings.add(document.file, f"{name}.{id}", "expected a reason, got none")
    findings.raise_any()
    return exceptions


def source_of(written: Written) -> str:
    """The YAML of a case as it is written."""
    lines = Path(written.file).read_text(encoding="utf-8").splitlines()[written.line - 1 :]
    end = next((number for number, line in enumerate(lines) if line.rstrip() == "---"), len(lines))
    return "\n".join(lines[:end])
