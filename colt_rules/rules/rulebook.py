"""Puts the modules of a game together into one set of rules."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from typing import Any, TypeVar

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.editions import PUBLISHED
from colt_rules.rules.module import Module, Rules

T = TypeVar("T")

MODULES: tuple[str, ...] = ("base", "expert", "duo", "team")
"""The modules that are built, each a folder beside this file, in the order in which they are put together."""


def module_sets() -> Iterator[tuple[str, ...]]:
    """The base game with any of the other modules, whether or not they go together."""
    base, *others = MODULES
    for count in range(len(others) + 1):
        for chosen in combinations(others, count):
            yield (base, *chosen)


class ModuleConflict(ValueError):
    """Two modules give different answers to one question."""


def rules_of(game: Game) -> Rules:
    """The rules that a game is played by; before it has named any, those of the base game."""
    options = game.options
    return rulebook(options.modules, options.edition, options.rulings)


@lru_cache(maxsize=256)
def rulebook(modules: tuple[str, ...], edition: str = "", claims: tuple[str, ...] = ()) -> Rules:
    """The rules of these modules as an edition has them, with the answers that were claimed."""
    rules = assemble(map(module, modules or MODULES[:1]))
    differences = PUBLISHED[edition].clauses if edition in PUBLISHED else frozenset()
    return changed(rules, differences=differences, claims=frozenset(claims))


def module(name: str) -> Module:
    """The module of this name."""
    found: Module = import_module(f"colt_rules.rules.{name}").MODULE
    return found


def what_keeps_apart(command: StartGame) -> Cites:
    """Why these modules cannot be played together, or not in this edition."""
    return tuple(dict.fromkeys(id for name in command.modules for id in module(name).forbids(command)))


def assemble(modules: Iterable[Module]) -> Rules:
    """Put modules together in the order given; two answers to one question are an error."""
    parts = tuple(modules)
    actions = _merged("action", parts, "actions")
    closings = _merged("closing of", parts, "closings")
    phases = dict.fromkeys(phase for part in parts for phase in (*part.early, *part.phases, *part.closings))
    rules = Rules(
        places=tuple(places for part in parts for places in part.places),
        table=_only(parts, "table"),
        arrivals=tuple(_merged("arrival", parts, "arrivals").values()),
        steps={phase: _steps(phase, parts) + _one(closings, phase) for phase in phases},
        choices=_merged("choice", parts, "choices") | {name: action.choice for name, action in actions.items()},
        actions=actions,
        turns=_merged("turn", parts, "turns"),
        happenings=_merged("happening", parts, "happenings"),
        sides=_only(parts, "sides"),
        scoring=tuple(_merged("scoring", parts, "scoring").values()),
        order=_merged("order of", parts, "order"),
        also=tuple(part.also for part in parts if part.also),
    )
    _check_replaced(parts)
    return rules


def _steps(phase: str, parts: tuple[Module, ...]) -> tuple[Any, ...]:
    """The steps of a phase: early ones of later modules first, then the others in the order of the modules."""
    tables = [part.early.get(phase, {}) for part in reversed(parts)] + [part.phases.get(phase, {}) for part in parts]
    owners = [*reversed(parts), *parts]
    return tuple(_joined(f"{phase} step", tables, [owner.replaces for owner in owners]).values())


def _one(table: Mapping[str, T], name: str) -> tuple[T, ...]:
    return (table[name],) if name in table else ()


def _only(parts: tuple[Module, ...], field: str) -> Any:
    """What the base game says, or the one module that says otherwise."""
    said = [getattr(part, field) for part in parts if getattr(part, field) is not None]
    if len(said) > 2:
        raise ModuleConflict(f"two modules define the {field}")
    return said[-1]


def _merged(what: str, parts: tuple[Module, ...], field: str) -> dict[str, Any]:
    return _joined(what, [getattr(part, field) for part in parts], [part.replaces for part in parts])


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


def _check_replaced(parts: tuple[Module, ...]) -> None:
    """Whatever a module says it replaces is there to be replaced, by itself and by a module before it."""
    seen: set[str] = set()
    for part in parts:
        own = set(_names_of(part))
        for name in part.replaces:
            if name not in seen or name not in own:
                raise ModuleConflict(f"the module {part.name} replaces the {name}, which is not there")
        seen |= own


def _names_of(part: Module) -> Iterator[str]:
    """Everything that a module defines, as ``replaces`` calls it."""
    for field, what in (
        ("closings", "closing of"),
        ("arrivals", "arrival"),
        ("choices", "choice"),
        ("actions", "action"),
        ("turns", "turn"),
        ("happenings", "happening"),
        ("scoring", "scoring"),
        ("order", "order of"),
    ):
        yield from (f"{what} {name}" for name in getattr(part, field))
    for phases in (part.early, part.phases):
        yield from (f"{phase} step {name}" for phase, steps in phases.items() for name in steps)
