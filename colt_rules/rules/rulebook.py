"""Puts the modules of a game together into one set of rules."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVar

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES, IncompleteModule, part_of_module
from colt_rules.registry.editions import BASELINE
from colt_rules.registry.published import claims_in_use
from colt_rules.rules.editions import ABSENT, PUBLISHED
from colt_rules.rules.extending import hindered, idle_if_barred, never_idle_with, with_answers, with_bar
from colt_rules.rules.module import NO_TABLE, Action, Choice, Fold, InTurn, Module, Phases, Reach, Rules

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


@lru_cache(maxsize=1024)  # more than the variants of all editions with each claim, or each would be made again
def rulebook(modules: tuple[str, ...], edition: str = "", claims: tuple[str, ...] = ()) -> Rules:
    """The rules of these modules as an edition has them, with the answers that were claimed; none is the baseline."""
    if edition and edition not in PUBLISHED:
        raise UnknownEdition(f"expected an edition, one of {', '.join(PUBLISHED)}; got {edition!r}: name one of them")
    played = modules or MODULES[:1]
    return assemble(map(module, played), edition or BASELINE, frozenset(claims_in_use(claims)))


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
    return tuple(dict.fromkeys(id for name in command.modules for id in module(name).forbids(command)))


def assemble(modules: Iterable[Module], edition: str = BASELINE, claims: frozenset[str] = frozenset()) -> Rules:
    """Put modules together in the order given; two answers to one question are an error."""
    parts = _fitting(tuple(modules))
    folds(parts)
    actions = _actions(parts)
    closings = _merged(parts, "closings")
    phases = dict.fromkeys(phase for part in parts for phase in (*part.early, *part.phases, *part.closings))
    rules = Rules(
        places=_all(parts, "places"),
        characters=_merged(parts, "characters"),
        cars=_merged(parts, "cars"),
        tail=tuple(car for part in parts for car in part.tail),
        supply={},
        cab=(),
        deck={action: count for action, count in _merged(parts, "deck").items() if count},
        neutral_bullets=sum(part.neutral_bullets for part in parts),
        round_cards=_merged(parts, "round_cards"),
        fitting=_all(parts, "fits"),
        table=NO_TABLE,
        arrivals=tuple(_merged(parts, "arrivals").values()),
        steps={phase: _steps(phase, parts) + _one(closings, phase) for phase in phases},
        choices=_choices(parts) | {name: action.choice for name, action in actions.items()},
        actions=actions,
        acts_as=_all(parts, "acts_as"),
        reaches=_reaches(parts),
        turns=_merged(parts, "turns"),
        happenings=_merged(parts, "happenings"),
        no_bandits=_all(parts, "no_bandits"),
        company=_all(parts, "company"),
        kept_kinds=_all(parts, "kept_kinds"),
        hides_nobody=_all(parts, "hides_nobody"),
        sides=InTurn(_all(parts, "sides"), ()),
        scoring=tuple(_merged(parts, "scoring").values()),
        cannot_win=_all(parts, "cannot_win"),
        victory=_all(parts, "victory"),
        hand_sizes=_all(parts, "hand_sizes"),
        stays_in_hand=_all(parts, "stays_in_hand"),
        card_faces=_all(parts, "card_faces"),
        plays_as=_all(parts, "plays_as"),
        printed_turns=_all(parts, "printed_turns"),
        printed_symbols=_all(parts, "printed_symbols"),
        order=_merged(parts, "order"),
        waits=_all(parts, "waits"),
        follows=_all(parts, "follows"),
        added_clauses=_all(parts, "added_clauses"),
        absent=ABSENT[edition],
        claims=claims,
    )
    # What depends on the rules alone is the same in all of their games, so it is made once.
    return changed(
        rules,
        supply=InTurn(_all(parts, "supply"), rules.supply)(rules),
        cab=InTurn(_all(parts, "cab"), rules.cab)(rules),
        table=InTurn(_all(parts, "table"), rules.table)(rules),
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


def _choices(parts: tuple[Module, ...]) -> dict[str, Choice]:
    """How decisions are answered, with all that modules add and bar."""
    choices: dict[str, Choice] = _merged(parts, "choices")
    for part in parts:
        for name in part.adds.keys() & choices.keys():
            choices[name] = with_answers(choices[name], part.adds[name])
    for part in parts:
        for name in part.bars.keys() & choices.keys():
            choices[name] = with_bar(choices[name], part.bars[name])
    return choices


def _actions(parts: tuple[Module, ...]) -> dict[str, Action]:
    """What action cards do, with all that modules add, bar and hinder."""
    actions: dict[str, Action] = _merged(parts, "actions")
    for part in parts:
        for name in part.adds.keys() & actions.keys():
            more, action = part.adds[name], actions[name]
            actions[name] = never_idle_with(action, with_answers(action.choice, more), more)
    for part in parts:
        for name in part.bars.keys() & actions.keys():
            bar, action = part.bars[name], actions[name]
            actions[name] = idle_if_barred(action, with_bar(action.choice, bar), bar)
    hinders = _all(parts, "hinders")
    return {name: hindered(name, action, hinders) for name, action in actions.items()} if hinders else actions


def _reaches(parts: tuple[Module, ...]) -> dict[str, tuple[Reach, ...]]:
    """By action: where else modules let it lead."""
    names = dict.fromkeys(name for part in parts for name in part.reaches)
    return {name: tuple(part.reaches[name] for part in parts if name in part.reaches) for name in names}


def _all(parts: tuple[Module, ...], field: str) -> tuple[Any, ...]:
    """What all modules say that say anything."""
    return tuple(getattr(part, field) for part in parts if getattr(part, field) is not None)


def _steps(phase: str, parts: tuple[Module, ...]) -> tuple[Any, ...]:
    """The steps of a phase: early ones of later modules first, then the others in the order of the modules."""
    tables = [part.early.get(phase, {}) for part in reversed(parts)] + [part.phases.get(phase, {}) for part in parts]
    owners = [*reversed(parts), *parts]
    return tuple(_joined(f"{phase} step", tables, [owner.replaces for owner in owners]).values())


def _one(table: Mapping[str, T], name: str) -> tuple[T, ...]:
    return (table[name],) if name in table else ()


def _merged(parts: tuple[Module, ...], field: str) -> dict[str, Any]:
    return _joined(NAMED[field], [getattr(part, field) for part in parts], [part.replaces for part in parts])


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
    "closings": "closing of",
    "arrivals": "arrival",
    "choices": "choice",
    "actions": "action",
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
        for name in (*part.adds, *part.bars):
            if not anywhere & {f"choice {name}", f"action {name}"}:
                raise ModuleConflict(f"the module {part.name} extends the choice {name}, which is not there")
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
