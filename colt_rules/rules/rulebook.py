"""Puts the modules of a game together into one set of rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations
from typing import Any, TypeVar

from attrs import fields, has

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites, Reasons
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.modules import MODULES, IncompleteModule, part_of_module, parts
from colt_rules.registry.editions import BASELINE
from colt_rules.registry.published import house_rules_in_use
from colt_rules.rules.editions import ABSENT, PUBLISHED
from colt_rules.rules.extending import any_of, idle_if_disabled, with_answers, without_forbidden
from colt_rules.rules.module import (
    CLOSE,
    ENTRY,
    NO_TABLE,
    Choice,
    Disabled,
    Early,
    Fold,
    Forbidden,
    Module,
    Rules,
    Step,
    points,
)

T = TypeVar("T")


def module_sets() -> Iterator[tuple[str, ...]]:
    """The base game with every set of other modules, including sets that cannot be played together."""
    base, *others = MODULES
    for count in range(len(others) + 1):
        for chosen in combinations(others, count):
            yield (base, *chosen)


def is_module_set(modules: tuple[str, ...]) -> bool:
    """Whether these are the base game and other modules, each once and in the order of ``MODULES``."""
    return modules[:1] == MODULES[:1] and modules == tuple(name for name in MODULES if name in modules)


class ModuleConflict(ValueError):
    """Two modules give different answers to one question."""


class UnknownEdition(ValueError):
    """A game names an edition that does not exist."""


def rules_of(game: Game) -> Rules:
    """The rules of a game; the rules of the base game until the game has named its modules."""
    options = game.options
    return rulebook(options.modules, options.edition, options.rulings)


@lru_cache(maxsize=1024)  # more than the variants of all editions with each house rule, so none is made twice
def rulebook(modules: tuple[str, ...], edition: str = "", house_rules: tuple[str, ...] = ()) -> Rules:
    """The rules of these modules in an edition, with the house rules; no edition means the baseline."""
    if edition and edition not in PUBLISHED:
        raise UnknownEdition(f"expected an edition, one of {', '.join(PUBLISHED)}; got {edition!r}: name one of them")
    played = modules or MODULES[:1]
    return assemble(map(module, played), edition or BASELINE, frozenset(house_rules_in_use(house_rules)))


@lru_cache(maxsize=256)
def drawn_unseen(modules: tuple[str, ...]) -> Mapping[str, Cites]:
    """By kind of loot that is drawn unseen and lies face down with these modules: the clauses that say so."""
    rules = rulebook(modules)
    return {kind: pool.blind for kind, pool in rules.supply.items() if pool.blind}


@lru_cache(maxsize=256)
def open_kinds(modules: tuple[str, ...]) -> frozenset[str]:
    """The kinds of loot whose look shows the value in a game with these modules. Any other loot hides its value."""
    stated = frozenset(kind for _, part in parts("visibility") for kind in part.VISIBILITY.open_kinds)
    return stated - drawn_unseen(modules).keys()


def module(name: str) -> Module:
    """The module of this name."""
    part = part_of_module(name, "module")
    if not part:
        raise IncompleteModule(f"expected a file module.py with MODULE in the folder of {name!r}, got none: add it")
    found: Module = part.MODULE
    return found


def what_keeps_apart(command: StartGame) -> Reasons:
    """The clauses that forbid a game with these modules in this edition."""
    return tuple(dict.fromkeys(id for name in command.modules for why in module(name).forbids for id in why(command)))


def assemble(modules: Iterable[Module], edition: str = BASELINE, house_rules: frozenset[str] = frozenset()) -> Rules:
    """Combine modules in the order given; two answers to one question are an error."""
    played = _played(tuple(modules))
    parts = [each.module for each in played]
    combined = _combined(parts, played)
    cards = combined["action_cards"]
    phases = dict.fromkeys(phase for part in parts for phase in part.steps)
    combined |= {
        "evolve": folds(parts),
        "steps": {phase: _steps(phase, played) for phase in phases},
        "action_cards": changed(cards, deck={action: count for action, count in cards.deck.items() if count}),
        "choices": _choices(combined["choices"], parts, cards.disabled),
        "changes": (),
    }
    rules = Rules(absent=ABSENT[edition], house_rules=house_rules, **combined)

    def made(makers: Iterable[Callable[[Rules, T], T]], first: T) -> T:
        return reduce(lambda before, make: make(rules, before), makers, first)

    # These depend only on the rules, so they are made once for all games.
    return changed(
        rules,
        supply=made(rules.components.loot, {}),
        in_locomotive=made(rules.components.locomotive, ()),
        table=made(rules.seating, NO_TABLE),
        no_bandits={name: figure for others in rules.other_figures for name, figure in others(rules).items()},
    )


def folds(modules: Iterable[Module]) -> dict[type, Fold]:
    """By type of event: what it changes in the state of every game, so two modules cannot fold one type."""
    folded: dict[type, Fold] = {}
    for part in modules:
        for kind in part.evolve.keys() & folded.keys():
            raise ModuleConflict(
                f"the module {part.name} folds {kind.__name__}, which a module before it folds, and would change it in "
                "every game: let another event follow it"
            )
        folded |= part.evolve
    return folded


@record
class _Played:
    """A module in play."""

    module: Module
    left_out: frozenset[str]
    """The entries of this module that replace entries of modules that are not in play."""


def _combined(records: Sequence[Any], played: Sequence[_Played]) -> dict[str, Any]:
    """The extension points of all modules combined.

    Mappings are merged, tuples of functions concatenated, numbers summed, and records combined field by field.
    """
    combined: dict[str, Any] = {}
    for point in fields(type(records[0])):
        given = [getattr(each, point.name) for each in records]
        if has(type(given[0])):
            combined[point.name] = type(given[0])(**_combined(given, played))
        elif ENTRY in point.metadata:
            combined[point.name] = _joined(point.metadata[ENTRY], given, played)
        elif point.default in ((), 0):
            combined[point.name] = sum(given, point.default)
    return combined


def _choices(
    choices: dict[str, Choice], parts: Sequence[Module], disabled: tuple[Disabled, ...]
) -> Mapping[str, Choice]:
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
    return {name: idle_if_disabled(name, choice, disabled) for name, choice in choices.items()}


def _steps(phase: str, played: Sequence[_Played]) -> dict[str, Step]:
    """The steps of a phase: early ones of later modules first, others in the order of the modules, ``CLOSE`` last."""
    given = [each.module.steps.get(phase, {}) for each in played]
    early = [{name: step.step for name, step in steps.items() if isinstance(step, Early)} for steps in given]
    others = [{name: step for name, step in steps.items() if not isinstance(step, Early)} for steps in given]
    steps = _joined(f"{phase} step", [*reversed(early), *others], [*reversed(played), *played])
    return {name: steps[name] for name in sorted(steps, key=lambda name: name == CLOSE)}


def _joined(called: str, tables: Iterable[Mapping[str, T]], played: Iterable[_Played]) -> dict[str, T]:
    """All entries by name, a replacement in the place of the replaced entry; two entries of one name are an error."""
    joined: dict[str, T] = {}
    taken: set[str] = set()
    for table, part in zip(tables, played, strict=True):
        for name, entry in table.items():
            if f"{called} {name}" in part.left_out:
                continue
            replacing = f"{called} {name}" in part.module.replaces
            if name in (taken if replacing else joined):
                raise ModuleConflict(f"two modules define the {called} {name!r}")
            joined[name] = entry
            if replacing:
                taken.add(name)
    return joined


# --- entries and changes that refer to modules which are not in play


def _played(parts: tuple[Module, ...]) -> list[_Played]:
    """These modules in play; replacing or changing something that no module has at all is an error."""
    names = {part.name for part in parts}
    elsewhere = frozenset[str]().union(*(_entries_of(other) for other in MODULES if other not in names))
    brought = [frozenset(_entries(part)) for part in parts]
    anywhere = elsewhere.union(*brought)
    before: set[str] = set()
    played = []
    for part, own in zip(parts, brought, strict=True):
        for entry in part.replaces:
            if entry not in own or entry not in before | elsewhere:
                raise ModuleConflict(f"the module {part.name} replaces the {entry}, which is not there")
        for change in part.changes:
            if f"choice {change.choice}" not in anywhere:
                raise ModuleConflict(f"the module {part.name} changes the choice {change.choice}, which is not there")
        left_out = part.replaces - before
        before |= own - left_out
        played.append(_Played(part, left_out))
    return played


@cache
def _entries_of(name: str) -> frozenset[str]:
    """Every entry of the module of this name."""
    return frozenset(_entries(module(name)))


def _entries(part: Module) -> Iterator[str]:
    """Every entry of a module, as ``replaces`` calls it."""
    for _, point, given in points(part):
        if ENTRY in point.metadata:
            yield from (f"{point.metadata[ENTRY]} {name}" for name in given)
    yield from (f"{phase} step {name}" for phase, steps in part.steps.items() for name in steps)
