"""What each pair of modules changes for each other, with the clauses that say so and a case for each.

Nothing is listed by hand. ``rules.interactions`` finds where the code of two modules meets, from the extension points
they fill; the clauses come from the specification and from the cases that exercise them.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

from attrs import define, frozen

from colt_rules.commands import COMMANDS, StartGame, parse_command
from colt_rules.conformance.cases.case import Case
from colt_rules.model.names import TABLE
from colt_rules.modules import MODULES
from colt_rules.players.play import variants
from colt_rules.registry.clauses import Clause
from colt_rules.registry.registry import Registry
from colt_rules.rules.interactions import CHOICE, commands_of, meetings
from colt_rules.rules.module import Module
from colt_rules.rules.rulebook import module

Games: TypeAlias = Mapping[tuple[str, str], tuple[str, ...]]
"""By edition and variant: the modules of every game that can be played."""


@frozen(kw_only=True)
class Meeting:
    """Something that two modules change."""

    what: str
    points: tuple[tuple[str, ...], tuple[str, ...]]
    """The extension points that the first and the second module fill."""
    case: str
    """A case that shows the two together, or for a choice a case in which a player makes that choice.

    Empty if there is no such case.
    """


@frozen(kw_only=True)
class ModulePair:
    """Two modules, and what they change for each other."""

    first: str
    second: str
    """The later one in the list of modules."""
    together: bool
    """Whether any game has both."""
    needing: tuple[str, ...]
    """The module, or modules, of the two that are in no game without the other."""
    refusals: tuple[str, ...]
    """The clauses and rulings that exclude one from a game with the other, in some editions or in all."""
    clauses: Mapping[str, str]
    """By clause or ruling about both modules, or that excludes one of them: a case that shows it."""
    cases: tuple[str, ...]
    """The cases that show the two together or excluded: each exercises such a clause, or clauses of both modules."""
    meetings: tuple[Meeting, ...]
    """Where their code meets; empty if no game has both."""

    @property
    def example(self) -> str:
        """A case that shows the two, preferably of a clause about them; empty if there is no such case."""
        return next(iter((*self.clauses.values(), *self.cases)), "")

    @property
    def touches(self) -> bool:
        """Whether one of them changes anything for the other, according to code, clauses or cases."""
        return bool(self.refusals or self.meetings or self.cases)

    def lacking(self) -> Iterator[str]:
        """What no case shows, in words."""
        names = f"{self.first} and {self.second}"
        if not self.together and not self.cases:
            yield f"{names}: no game has both: expected a clause that says so and a case of it, got none"
        for meeting in self.meetings:
            if not meeting.case:
                make = " that makes it" if meeting.what.startswith(CHOICE) else ""
                wanted = f"expected a case with both modules and clauses of both{make}, got none"
                yield f"{names}: both change the {meeting.what}: {wanted}"


def interactions(known: Registry, cases: Iterable[Case], modules: Iterable[Module] = ()) -> list[ModulePair]:
    """Every pair of these modules, or of all modules, in their order."""
    parts = tuple(modules) or tuple(map(module, MODULES))
    shown = [
        _Shown(case, frozenset(side.modules or case.modules), side.clauses) for case in cases for side in case.sides
    ]
    pairs = _Pairs(known, shown, parts, variants())
    return [pairs.pair(first, second) for first, second in combinations(parts, 2)]


@define(slots=False)
class _Shown:
    """One side of a case: the modules in play and the clauses that are exercised."""

    case: Case
    modules: frozenset[str]
    clauses: tuple[str, ...]

    @cached_property
    def commands(self) -> frozenset[type]:
        """The types of its commands."""
        return frozenset(kind for command in self.case.when if (kind := _type_of(command)))


def _type_of(command: Any) -> type | None:
    """The type of a command in a case; None if no engine could read it."""
    if isinstance(command, str):
        return type(parse_command(command))
    return COMMANDS.get(str(command.get("type"))) if isinstance(command, dict) else None


@define(slots=False)
class _Pairs:
    """The data that every pair is computed from."""

    known: Registry
    shown: list[_Shown]
    parts: tuple[Module, ...]
    games: Games

    def pair(self, first: Module, second: Module) -> ModulePair:
        """What two modules change for each other."""
        both = frozenset({first.name, second.name})
        together = any(both <= set(game) for game in self.games.values())
        refusals = self._refusals(first, second)
        playing = [one for one in self.shown if both <= one.modules] if together else []
        links = [(id, playing) for id, pairs in self._about.items() if both in pairs]
        links += [(id, self.shown) for id in refusals]
        clauses = {id: case for id, shown in links if (case := _case_of(id, shown))}
        showing = [one for one in playing if not clauses.keys().isdisjoint(one.clauses) or both <= self._modules(one)]
        apart = [one for one in self.shown if refusals and not set(refusals).isdisjoint(one.clauses)]
        return ModulePair(
            first=first.name,
            second=second.name,
            together=together,
            needing=tuple(sorted(name for name in both if together and both <= _always_with(name, self.games))),
            refusals=refusals,
            clauses=clauses,
            cases=tuple(dict.fromkeys(one.case.id for one in (*showing, *apart))),
            meetings=tuple(self._meetings(first, second, showing)) if together else (),
        )

    def _meetings(self, first: Module, second: Module, showing: list[_Shown]) -> Iterator[Meeting]:
        for what, points in meetings(first, second).items():
            answering = commands_of(what, self.parts)
            fitting = [one for one in showing if not answering or answering & one.commands]
            yield Meeting(what=what, points=points, case=fitting[0].case.id if fitting else "")

    def _modules(self, one: _Shown) -> set[str]:
        """The modules whose clauses are exercised."""
        return {name for id in one.clauses for name in _modules_of(self.known, id)}

    def _refusals(self, first: Module, second: Module) -> tuple[str, ...]:
        """The clauses by which the two modules refuse to be played together, in editions that publish both."""
        found: dict[str, None] = {}
        for edition, published in self.known.editions.items():
            own = {key: game for key, game in self.games.items() if key[0] == edition}
            both = {first.name, second.name}
            if both <= set(published.modules) and not any(both <= set(game) for game in own.values()):
                needed = _always_with(first.name, own) | _always_with(second.name, own)
                start = StartGame(TABLE, edition, tuple(filter(needed.__contains__, MODULES)), (), True, True, True, ())
                found |= {id: None for why in (*first.forbids, *second.forbids) for id in why(start)}
        return tuple(found)

    @cached_property
    def _about(self) -> dict[str, set[frozenset[str]]]:
        """By clause or ruling: the pairs of modules that it is about."""
        played: dict[str, frozenset[str]] = {}
        for one in self.shown:
            for id in one.clauses:
                played[id] = played.get(id, one.modules) & one.modules
        found = {}
        for entry in self.known.citable():
            own = _modules_of(self.known, entry.id)
            pairs = [*combinations(own, 2), *_exceptions(self.known, entry.id)]
            pairs += self._only_with(entry.id, own, played.get(entry.id, frozenset()))
            found[entry.id] = {frozenset(two) for two in pairs}
        return found

    def _only_with(self, id: str, own: frozenset[str], played: frozenset[str]) -> Iterator[tuple[str, str]]:
        """The module of a clause paired with each other module that is in play in every case of the clause.

        If the clause refers to clauses of some of these modules, only these modules count. Otherwise modules that
        another of them always brings along are left out, and so are modules that always bring along the clause's own.
        """
        everywhere = frozenset.intersection(*map(frozenset, self.games.values()))
        if len(own - everywhere) != 1:
            return
        (name,) = own - everywhere
        others = played - own - everywhere
        brought = {one for other in played for one in _always_with(other, self.games) - {other}}
        bringing = {other for other in others if name in _always_with(other, self.games)}
        yield from ((name, other) for other in others & _referred(self.known, id) or others - brought - bringing)


def _case_of(id: str, shown: list[_Shown]) -> str:
    """A case that exercises a clause, preferably a case that is named after the clause."""
    found = [one.case.id for one in shown if id in one.clauses]
    return next((case for case in found if case.startswith(f"{id}/")), found[0] if found else "")


def _modules_of(known: Registry, id: str) -> frozenset[str]:
    """The modules that a clause or ruling belongs to."""
    found = known.find(id)
    completed = [found] if isinstance(found, Clause) else [known.clause(other) for other in found.completes]
    return frozenset(clause.module for clause in completed)


def _exceptions(known: Registry, id: str) -> Iterator[tuple[str, str]]:
    """The module of a clause paired with the module of each clause it is an exception to, if that is another module."""
    found = known.find(id)
    if isinstance(found, Clause):
        others = dict.fromkeys(known.clause(general).module for general in found.exception_to)
        yield from ((found.module, other) for other in others if other != found.module)


def _referred(known: Registry, id: str) -> frozenset[str]:
    """The modules of the clauses that a clause refers to."""
    found = known.find(id)
    if not isinstance(found, Clause):
        return frozenset()
    return frozenset(name for other in (*found.exception_to, *found.see) for name in _modules_of(known, other))


def _always_with(name: str, games: Games) -> frozenset[str]:
    """The modules that are in every game with this one, including itself; all modules if no game has it."""
    return frozenset({*MODULES, name}).intersection(*(game for game in games.values() if name in game))
