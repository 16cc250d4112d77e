"""The suite: all cases, read once and expanded on demand, and what it still lacks.

A case expects the same in all its editions, so it is expanded in the first requested edition, unless all editions are
requested. A witness expects something else in each and is always expanded in all. Expanding all cases takes several
times as long as reading them, so a request for a few expands only those.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path

from attrs import evolve, field, frozen

from colt_rules.conformance.cases.case import Case, Written, read_cases
from colt_rules.conformance.cases.expand import BadCase, Run, expand, unobserved
from colt_rules.conformance.cases.interactions import ModulePair, interactions
from colt_rules.conformance.cases.known import ANYBODY, misspelt
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.cases.setting import (
    Setting,
    derived_editions,
    is_in_force,
    obstacles,
    settings_of,
)
from colt_rules.conformance.cases.witness import (
    agrees_on,
    equal_sides,
    overlapping_editions,
    shows_difference,
    unwitnessed,
)
from colt_rules.conformance.cases.yaml import read_documents
from colt_rules.modules import MODULES
from colt_rules.registry.errors import Findings, Problem, SpecError
from colt_rules.registry.registry import Registry, registry
from colt_rules.registry.strict import structure
from colt_rules.rules.editions import EDITIONS, PUBLISHED
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rules_of


@frozen(kw_only=True)
class Exceptions:
    """Clauses that lack a case or a citation, each with the reason."""

    accepting: Mapping[str, str]
    refusing: Mapping[str, str]
    uncited: Mapping[str, str]


@frozen
class Filter:
    """Which part of the suite is requested; an empty field requests everything."""

    ids: tuple[str, ...] = ()
    """Globs over the ids of cases and the exact names of runs."""
    clauses: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    reachable: bool = False
    """Only positions that a game can reach, as far as counting shows."""

    def keeps(self, run: Run) -> bool:
        """Whether to keep a requested run, judging by its position."""
        return not (self.reachable and run.unreachable)

    def takes(self, setting: Setting) -> bool:
        """Whether a run is requested."""
        case, side = setting.case, setting.side
        return (
            (
                not self.ids
                or any(fnmatchcase(name, glob) for glob in self.ids for name in (case.id, setting.exact_name))
            )
            and (not self.clauses or not {*side.clauses, *side.without}.isdisjoint(self.clauses))
            and (not self.editions or setting.edition in self.editions)
            and (not self.modules or not set(setting.modules).isdisjoint(self.modules))
        )


@frozen
class Suite:
    """Every case, in every edition it is for."""

    cases: Mapping[str, Written]
    exceptions: Exceptions
    on_its_own: bool = False
    """Whether the cases come from a single file: such cases need not confirm their clauses nor have three bandits."""
    _expanded: dict[str, Run] = field(init=False, eq=False, factory=dict)
    """By name: the runs expanded so far."""

    @cached_property
    def _settings(self) -> Mapping[str, tuple[Setting, ...]]:
        """By id: the settings of a case."""
        return {id: settings_of(written.case) for id, written in self.cases.items()}

    @cached_property
    def _about(self) -> Mapping[str, frozenset[str]]:
        """By clause or ruling: the ids of the cases that exercise it or show its limit. Spares a scan of all cases."""
        found: dict[str, set[str]] = {}
        for id, written in self.cases.items():
            for clause in (*written.case.exercised, *written.case.limited):
                found.setdefault(clause, set()).add(id)
        return {clause: frozenset(ids) for clause, ids in found.items()}

    @cached_property
    def _differing(self) -> Sequence[tuple[Case, tuple[Setting, ...]]]:
        """The witnesses with their settings."""
        return [(written.case, self._settings[id]) for id, written in self.cases.items() if written.case.differs]

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Each case in its first edition, witnesses in all of theirs; raises a ``SpecError`` with all problems."""
        findings, runs = Findings(), list[Run]()
        for written in self.cases.values():
            with findings.gather():
                runs += (
                    _expanded(written) if self.on_its_own else expand_all(written, frozenset(self.exceptions.uncited))
                )
        findings.raise_any()
        self._expanded.update({run.name: run for run in runs})
        return tuple(runs)

    def chosen(self, filter: Filter, editions: Collection[str] = (), everywhere: bool = False) -> list[Run]:
        """Return the runs that a filter takes, in the settings that ``settings`` returns."""
        return [run for run in map(self.run, self.settings(filter, editions, everywhere)) if filter.keeps(run)]

    def settings(self, filter: Filter, editions: Collection[str] = (), everywhere: bool = False) -> list[Setting]:
        """Where the filter's cases are run: each in one edition, a witness in all, or with ``everywhere`` each in all.

        If ``editions``, those that an engine knows, is not empty, only these count; a case for none of them is included
        once. Nothing is expanded, so unreachable positions are included whatever the filter says.
        """
        chosen: list[Setting] = []
        about = frozenset[str]().union(*(self._about.get(clause, ()) for clause in filter.clauses))
        for id, written in self.cases.items():
            if filter.clauses and id not in about:
                continue
            wanted = [setting for setting in self._settings[id] if filter.takes(setting)]
            known = [setting for setting in wanted if not editions or setting.edition in editions] or wanted[:1]
            chosen += known if everywhere or written.case.differs else known[:1]
        return chosen

    def run(self, setting: Setting) -> Run:
        """Expand the case in this setting; raise a ``SpecError`` if the rules cannot interpret it there."""
        if setting.name not in self._expanded:
            written = self.cases[setting.case.id]
            try:
                self._expanded[setting.name] = expand(setting)
            except BadCase as error:
                raise SpecError([Problem(written.file, _where(written, setting), str(error))]) from None
        return self._expanded[setting.name]

    def runs_of(self, id: str) -> list[Run]:
        """The runs of a case in all its settings."""
        return list(map(self.run, self._settings[id]))

    def check_ids(self) -> Iterator[str]:
        """The ids of all checks, ``case#check``, in all editions."""
        checks = {run.name: run.checks for run in self.runs}
        for written in self.cases.values():
            for setting in settings_of(written.case):
                # A case has the same checks everywhere; only a witness has different ones on each side.
                for check in checks[setting.name if written.case.differs else written.case.id]:
                    yield f"{setting.name}#{check.id}"

    def witnesses(self, id: str) -> list[Case]:
        """The witnesses of an edition's difference, by the clause that holds there, or of a house rule."""
        differences = [
            (difference, edition.id)
            for edition in registry().editions.values()
            for difference in edition.differences
            if difference.clause == id
        ]
        return [
            case
            for case, settings in self._differing
            if agrees_on(case, id) or any(shows_difference(settings, *difference) for difference in differences)
        ]

    def faults(self) -> list[str]:
        """The problems of cases in the editions in which they run only on request, in words."""
        findings = Findings()
        uncited = frozenset(self.exceptions.uncited)
        looked_at = {run.name for run in self.runs}
        for id, written in self.cases.items():
            first, *others = self._settings[id]
            expected = [check.id for check in self.run(first).checks]
            with findings.gather():
                runs = expand_all(written, uncited, [one for one in others if one.name not in looked_at])
                for run in runs:
                    if not written.case.differs and [check.id for check in run.checks] != expected:
                        problem = f"expected the same checks as in {first.edition}, got different ones"
                        findings.add(written.file, _where(written, run.setting), problem)
                self._expanded.update({run.name: run for run in runs})
        return list(map(str, findings.problems))

    @cached_property
    def pairs(self) -> tuple[ModulePair, ...]:
        """Every pair of modules, with what they change for each other and the cases that show it."""
        return tuple(interactions(registry(), (written.case for written in self.cases.values())))

    def missing(self) -> list[str]:
        """What the suite still lacks, in words.

        Cases of clauses, also by edition, witnesses of differences and house rules, and cases of modules that meet.
        """
        by_edition = [
            f"{id}: expected a case that exercises it in each edition in which it holds, got none in {', '.join(some)}"
            for id, some in self.not_exercised().items()
        ]
        cases = [written.case for written in self.cases.values()]
        unshown = [lack for pair in self.pairs for lack in pair.lacking()]
        return [*self.uncovered(), *by_edition, *unwitnessed(cases, registry()), *unshown]

    def not_exercised(self) -> dict[str, list[str]]:
        """By clause or ruling: the editions in which it holds but no case exercises it.

        An engine that knows only such editions would never be tested for it. An edition needs no case of a clause
        that comes up only with modules it does not have.
        """
        exercised: dict[str, set[str]] = {}
        modules: dict[str, set[tuple[str, ...]]] = {}
        for setting in (setting for settings in self._settings.values() for setting in settings):
            for id in setting.side.clauses:
                exercised.setdefault(id, set()).add(setting.edition)
                modules.setdefault(id, set()).add(setting.modules)
        lacking = {
            entry.id: [
                edition
                for edition in EDITIONS
                if is_in_force(entry.id, edition)
                and edition not in exercised.get(entry.id, ())
                and any({*needed} <= {*PUBLISHED[edition].modules} for needed in modules.get(entry.id, {MODULES[:1]}))
            ]
            for entry in registry().citable()
        }
        return {id: editions for id, editions in lacking.items() if editions}

    def uncovered(self) -> list[str]:
        """What the clauses still lack, in words: cases that show a clause, and cases that show its limit."""
        known = registry()
        shown = {id for run in self.runs for id in _shown(run)}
        limited = {id for run in self.runs for id in _limited(run)}
        cited = {id for run in self.runs for id in run.observed.everything}
        problems = [
            f"{id}: expected no reason why nothing cites it, since something does; remove the reason"
            for id in self.exceptions.uncited
            if id in cited
        ]
        for id in _in_play(known):
            for found, reasons, what in (
                (shown, self.exceptions.accepting, "accepting"),
                (limited, self.exceptions.refusing, "refusing or no-effect"),
            ):
                if id in found and id in reasons:
                    problems.append(f"{id}: expected no reason why no case is {what}, since one is; remove the reason")
                elif id not in found and id not in reasons:
                    problems.append(f"{id}: expected a case that is {what}, or a reason why not; got neither")
        return problems


def _in_play(known: Registry) -> Iterator[str]:
    """The clauses and rulings that hold in some edition."""
    for entry in known.citable():
        if any(known.holds(entry.id, edition) for edition in known.editions):
            yield entry.id


def _shown(run: Run) -> set[str]:
    """The clauses that take effect in a run."""
    return set(run.side.clauses) & (run.observed.events | run.observed.shown)


def _limited(run: Run) -> set[str]:
    """The clauses that a run shows to forbid, to hide, or not to apply.

    Clauses not in force in its edition are ignored.
    """
    forbids = set(run.side.clauses) & (run.observed.refusals | run.observed.hidden)
    return forbids | {id for id in run.side.without if is_in_force(id, run.edition)}


@cache
def suite() -> Suite:
    """The suite of this package."""
    return load_suite(suite_folder())


def load_suite(folder: Path) -> Suite:
    """Load all cases of a folder; raise a ``SpecError`` with all problems of the files."""
    findings = Findings()
    written: dict[str, Written] = {}
    exceptions = Exceptions(accepting={}, refusing={}, uncited={})
    with findings.gather():
        exceptions = _read_exceptions(folder / "exceptions.yaml")
    for path in sorted((folder / "cases").rglob("*.yaml")):
        with findings.gather():
            _take(read_cases(path), written, findings)
    findings.raise_any()
    return Suite(written, exceptions)


def cases_about(id: str) -> list[Case]:
    """The cases of this package that exercise a clause or ruling or show its limit, cases named after it first."""
    files = sorted((suite_folder() / "cases").rglob("*.yaml"))
    cases = (written.case for path in files for written in read_cases(path, id))
    about = [case for case in cases if id in (*case.exercised, *case.limited)]
    return sorted(about, key=lambda case: case.id.partition("/")[0] != id)


def _take(cases: list[Written], written: dict[str, Written], findings: Findings) -> None:
    """Add cases to ``written``; report an id that is taken."""
    for one in cases:
        if one.case.id in written:
            taken = written[one.case.id]
            findings.add(one.file, f"line {one.line}", f"{one.case.id}: taken in {taken.file}:{taken.line}")
        written.setdefault(one.case.id, one)


def load_file(path: Path) -> Suite:
    """Load the cases of one file; raise a ``SpecError`` with all problems."""
    written: dict[str, Written] = {}
    findings = Findings()
    _take(read_cases(path), written, findings)
    uncited = _read_exceptions(suite_folder() / "exceptions.yaml").uncited
    found = Suite(written, Exceptions(accepting={}, refusing={}, uncited=uncited), on_its_own=True)
    with findings.gather():
        found.runs  # noqa: B018 - to ask is to look at all of them
    findings.raise_any()
    return found


def expand_all(written: Written, uncited: frozenset[str], settings: Iterable[Setting] | None = None) -> list[Run]:
    """Expand a case in its first edition, a witness in all, or either in these settings.

    Raises a ``SpecError`` with all problems.
    """
    findings = Findings()
    runs = _expanded(written, settings)
    for problem in _needless(written.case):
        findings.add(written.file, f"line {written.line} ({written.case.id})", problem)
    for run in runs:
        # People wrote the cases of the suite, so each unknown name is deliberate.
        unnamed = ["unknown_names: expected each name, got `*`"] if ANYBODY in run.case.unknown_names else []
        for problem in (*_strange_table(run), *unobserved(run, uncited), *unnamed, *_foreign(run)):
            findings.add(written.file, _where(written, run.setting), problem)
    if written.case.differs:
        for problem in equal_sides(runs):
            findings.add(written.file, f"line {written.line} ({written.case.id})", problem)
    findings.raise_any()
    return runs


def _expanded(written: Written, settings: Iterable[Setting] | None = None) -> list[Run]:
    """The runs of a case; raises a ``SpecError`` with all problems if it has no run."""
    findings = Findings()
    runs = []
    for setting in _first_settings(written) if settings is None else settings:
        try:
            run = expand(setting)
        except BadCase as error:
            findings.add(written.file, _where(written, setting), str(error))
            continue
        runs.append(run)
        for problem in (*_strange_cards(run), *misspelt(run.rules, run.positions, run.case, run.side.then)):
            findings.add(written.file, _where(written, setting), problem)
    findings.raise_any()
    return runs


def _first_settings(written: Written) -> tuple[Setting, ...]:
    """The first setting of a case, all of a witness; raises a ``SpecError`` if there is none or sides overlap."""
    case, findings = written.case, Findings()
    for problem in (*_nowhere(case), *(overlapping_editions(case) if case.differs else ())):
        findings.add(written.file, f"line {written.line} ({case.id})", problem)
    findings.raise_any()
    settings = settings_of(case)
    return settings if case.differs else settings[:1]


def _nowhere(case: Case) -> Iterator[str]:
    """Why a case, or a side of a witness, is for no edition, or not for an edition that it names."""
    for side in case.sides:
        found = {edition: obstacles(case, side, edition) for edition in side.editions or EDITIONS}
        if side.editions:
            yield from (f"editions: {problem}" for one in found.values() for problem in one)
        elif all(found.values()):
            yield f"editions: no edition fits: {'; '.join(problems[0] for problems in found.values())}"


def _needless(case: Case) -> Iterator[str]:
    """Statements about editions that follow from the rest of the case."""
    for side in case.sides:
        follows = derived_editions(case, side)
        if set(side.editions) == set(follows):
            yield f"editions: expected none, as {', '.join(follows)} follows from its clauses; remove it"
        for one in side.where:
            others = tuple(other for other in side.where if other != one)
            if derived_editions(case, evolve(side, where=others)) == follows:
                yield f"where: expected a clause that rules out an edition, got {one}, which rules out none"


def _where(written: Written, setting: Setting) -> str:
    return f"line {written.line} ({setting.name})"


def _foreign(run: Run) -> list[str]:
    """Clauses that the reference cites although they do not hold in the edition, in words."""
    known = registry()
    cited = sorted(id for id in run.observed.everything if id in known.clauses and not known.holds(id, run.edition))
    return [f"the reference cites {id}, which does not hold in {run.edition}" for id in cited]


def _strange_table(run: Run) -> list[str]:
    """Why the given seats cannot play, in words: engines may rely on a valid number of players."""
    game = run.given
    if not game.train:
        return []
    number, wanted = len(game.options.seats), rules_of(game).table
    if number not in wanted.players:
        return [f"given.board: expected {' or '.join(map(str, wanted.players))} players, got {number}"]
    if missing := [seat for seat in wanted.required if seat not in game.options.seats]:
        return [f"given.board: expected a player in the seat {' and '.join(missing)}, got none"]
    return []


def _strange_cards(run: Run) -> list[str]:
    """Round cards for another number of players, in words. Cases written by a program are exempt."""
    game, rules = run.given, rules_of(run.given)
    if not game.train or ANYBODY in run.case.unknown_names:
        return []
    fits = max(rules.table.counted(len(game.options.seats)), min(rules.table.players))
    return [
        f"given.{where}: expected round cards for {fits} players, got {', '.join(wrong)}"
        for where, cards in (("card", (game.round.card,)), ("rounds", game.rounds))
        if (wrong := [card for card in cards if not _is_for(fits, card, rules)])
    ]


def _is_for(number: int, card: str, rules: Rules) -> bool:
    """Whether a round card is for this number of players. A station, and a missing card, fits any."""
    players = rules.components.round_cards[card].players if card else None
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
                findings.add(document.file, f"{name}.{id}", f"expected the id of a clause or ruling, got {id!r}")
            if not reason.strip():
                findings.add(document.file, f"{name}.{id}", "expected a reason, got none")
    findings.raise_any()
    return exceptions


def source_of(written: Written) -> str:
    """The YAML of a case as it is written."""
    lines = Path(written.file).read_text(encoding="utf-8").splitlines()[written.line - 1 :]
    end = next((number for number, line in enumerate(lines) if line.rstrip() == "---"), len(lines))
    return "\n".join(lines[:end])
