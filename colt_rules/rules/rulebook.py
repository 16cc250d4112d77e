"""Puts the modules of a game together into one set of rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from itertools import combinations
from typing import Any, TypeVar

from attrs import fields

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES, IncompleteModule, part_of_module
from colt_rules.registry.editions import BASELINE
from colt_rules.registry.published import house_rules_in_use
from colt_rules.rules.editions import ABSENT, PUBLISHED
from colt_rules.rules.extending import any_of, idle_if_disabled, with_answers, without_forbidden
from colt_rules.rules.module import (
    ARRIVAL,
    CLOSE,
    NO_TABLE,
    Choice,
    Fold,
    Forbidden,
    Module,
    Phases,
    Rules,
    Step,
)

T = TypeVar("T")


def module_sets() -> Iterator[tuple[str, ...]]:
    """The base game with any of the other modules, whether or not they go together."""
    base, *others = MODULES
    for count in range(len(others) + 1):
        for chosen in combinations(others, count):
            yield (base, *chosen)


def is_module_set(modules: tuple[str, ...]) -> bool:
    """Whether these are the base game and other modules, each once and in their order."""
    return modules[:1] == MODULES[:1] and modules == tuple(name for name in MODULES if name in modules)


class ModuleConflict(ValueError):
    """Two modules give different answers to one question."""


class UnknownEdition(ValueError):
    """A game names an edition that there is not, so nobody can say what its rules are."""


def rules_of(game: Game) -> Rules:
    """The rules that a game is played by; before it has named any, those of the base game."""
    options = game.options
    return rulebook(options.modules, options.edition, options.rulings)


@lru_cache(maxsize=1024)  # more than the variants of all editions with each house rule, or each would be made again
def rulebook(modules: tuple[str, ...], edition: str = "", house_rules: tuple[str, ...] = ()) -> Rules:
    """The rules of these modules as an edition has them, with the answers that were agreed on; none is the baseline."""
    if edition and edition not in PUBLISHED:
        raise UnknownEdition(f"expected an edition, one of {', '.join(PUBLISHED)}; got {edition!r}: name one of them")
    played = modules or MODULES[:1]
    return assemble(map(module, played), edition or BASELINE, frozenset(house_rules_in_use(house_rules)))


@lru_cache(maxsize=256)
def drawn_unseen(modules: tuple[str, ...]) -> Mapping[str, Cites]:
    """By kind of loot that is drawn unseen where these modules are played, and lies face down: by which clauses."""
    rules = rulebook(modules)
    return {kind: pool.blind for kind, pool in rules.supply.items() if pool.blind}


def module(name: str) -> Module:
    """The module of this name."""
    part = part_of_module(name, "module")
    if not part:
        raise IncompleteModule(f"expected a file module.py with MODULE in the folder of {name!r}, got none: add it")
    found: Module = part.MODULE
    return found


def what_keeps_apart(command: StartGame) -> Reasons:
    """Why these modules cannot be played together, or not in this edition."""
    return tuple(dict.fromkeys(id for name in command.modules for why in module(name).forbids for id in why(command)))


def assemble(modules: Iterable[Module], edition: str = BASELINE, house_rules: frozenset[str] = frozenset()) -> Rules:
    """Combine modules in the order given; two answers to one question are an error."""
    parts = _fitting(tuple(modules))
    points = _combined(parts)
    phases = dict.fromkeys(phase for part in parts for phase in (*part.early, *part.phases))
    steps = {phase: _steps(phase, parts) for phase in phases}
    points |= {
        "evolve": folds(parts),
        "deck": {action: count for action, count in points["deck"].items() if count},
        "choices": _choices(points["choices"], parts),
        "changes": (),
        "disabled_cards": (),
    }
    rules = Rules(
        arrivals=steps.pop(ARRIVAL, ()), steps=steps, absent=ABSENT[edition], house_rules=house_rules, **points
    )

    def made(makers: Iterable[Callable[[Rules, T], T]], first: T) -> T:
        return reduce(lambda before, make: make(rules, before), makers, first)

    # What depends on the rules alone is the same in all of their games, so it is made once.
    return changed(
        rules,
        supply=made(rules.loot, {}),
        in_locomotive=made(rules.locomotive, ()),
        table=made(rules.seating, NO_TABLE),
        no_bandits={name: figure for others in rules.other_figures for name, figure in others(rules).items()},
    )


def folds(modules: Iterable[Module]) -> dict[type, Fold]:
    """By type of event: what it changes in the state, in every game; so two modules that fold one are an error."""
    folded: dict[type, Fold] = {}
    for part in modules:
        for kind in part.evolve.keys() & folded.keys():
            raise ModuleConflict(
                f"the module {part.name} folds {kind.__name__}, which a module before it folds, and would change it in "
                "every game: let another event follow it"
            )
        folded |= part.evolve
    return folded


def _combined(parts: tuple[Module, ...]) -> dict[str, Any]:
    """Every point of all modules: entries by name together, functions one after the other, numbers added up."""
    replaced = [part.replaces for part in parts]
    given = {field.name: [getattr(part, field.name) for part in parts] for field in fields(Module)}
    named = {point: _joined(what, given[point], replaced) for point, what in NAMED.items()}
    added = {field.name: sum(given[field.name], field.default) for field in fields(Module) if field.default in ((), 0)}
    return named | added


def _choices(choices: dict[str, Choice], parts: tuple[Module, ...]) -> dict[str, Choice]:
    """How decisions are answered, with all that modules add, forbid and disable."""
    for change in (change for part in parts for change in part.changes):
        if change.added and change.choice in choices:
            choices[change.choice] = with_answers(choices[change.choice], change.added)
    for part in parts:
        forbidden: dict[str, list[Forbidden]] = {}
        for change in part.changes:
            if change.forbidden and change.choice in choices:
                forbidden.setdefault(change.choice, []).append(change.forbidden)
        choices |= {name: without_forbidden(choices[name], any_of(rules)) for name, rules in forbidden.items()}
    disabled = tuple(each for part in parts for each in part.disabled_cards)
    return {name: idle_if_disabled(name, choice, disabled) for name, choice in choices.items()}


def _steps(phase: str, parts: tuple[Module, ...]) -> tuple[Step, ...]:
    """The steps of a phase: early ones of later modules first, the others in the order of the modules, the last one."""
    tables = [part.early.get(phase, {}) for part in reversed(parts)] + [part.phases.get(phase, {}) for part in parts]
    owners = [*reversed(parts), *parts]
    steps = _joined(f"{phase} step", tables, [owner.replaces for owner in owners])
    return tuple(sorted(steps.values(), key=lambda step: step is steps.get(CLOSE)))


def _joined(what: str, tables: list[Mapping[str, T]], replaced: list[frozenset[str]]) -> dict[str, T]:
    """All entries; one that stands in place of another keeps its position, two for one place are an error."""
    joined: dict[str, T] = {}
    taken: set[str] = set()
    for table, replaces in zip(tables, replaced, strict=True):
        for name, entry in table.items():
            replacing = f"{what} {name}" in replaces
            if name in (taken if replacing else joined):
                raise ModuleConflict(f"two modules define the {what} {name!r}")
            joined[name] = entry
            if replacing:
                taken.add(name)
    return joined


# --- what speaks of modules that are not in play

NAMED = {
    "characters": "character",
    "cars": "car",
    "deck": "cards of",
    "round_cards": "round card",
    "choices": "choice",
    "turns": "turn",
    "happenings": "happening",
    "scoring": "scoring",
    "order": "order of",
}
"""By point with an entry for each name: what ``replaces`` and conflicts call such an entry, before its name."""


def _fitting(parts: tuple[Module, ...]) -> tuple[Module, ...]:
    """These modules without what they say of things that only a module brings which is not in play.

    What no module has at all is an error: somebody misspelt it.
    """
    played = {part.name for part in parts}
    elsewhere = {name for other in MODULES if other not in played for name in _names_of(module(other))}
    anywhere = elsewhere.union(*map(_names_of, parts))
    before: set[str] = set()
    fitting = []
    for part in parts:
        own = {*_names_of(part)}
        for name in part.replaces:
            if name not in own or name not in before | elsewhere:
                raise ModuleConflict(f"the module {part.name} replaces the {name}, which is not there")
        for change in part.changes:
            if f"choice {change.choice}" not in anywhere:
                raise ModuleConflict(f"the module {part.name} changes the choice {change.choice}, which is not there")
        lost = part.replaces - before
        before |= own - lost
        fitting.append(_without(part, lost) if lost else part)
    return tuple(fitting)


def _without(part: Module, names: frozenset[str]) -> Module:
    """A module that does not bring these things, nor put them in another's place."""

    def left(what: str, table: Mapping[str, T]) -> dict[str, T]:
        return {name: entry for name, entry in table.items() if f"{what} {name}" not in names}

    def steps(phases: Phases) -> Phases:
        return {phase: left(f"{phase} step", named) for phase, named in phases.items()}

    tables: dict[str, Any] = {field: left(what, getattr(part, field)) for field, what in NAMED.items()}
    return changed(part, early=steps(part.early), phases=steps(part.phases), replaces=part.replaces - names, **tables)


def _names_of(part: Module) -> Iterator[str]:
    """Everything that a module brings by a name, as ``replaces`` calls it."""
    for field, what in NAMED.items():
        yield from (f"{what} {name}" for name in getattr(part, field))
    for phases in (part.early, part.phases):
        yield from (f"{phase} step {name}" for phase, steps in phases.items() for name in steps)
