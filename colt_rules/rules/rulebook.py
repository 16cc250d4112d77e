"""Puts the modules of a game together into one set of rules."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from typing import TypeVar

from colt_rules.rules.module import Action, Choice, Module, Rules

T = TypeVar("T")

MODULES: tuple[str, ...] = ("base",)
"""The modules that are built, each a folder beside this file, in the order in which they are put together."""

EDITIONS: tuple[str, ...] = ("ru-full",)
"""The editions that can be played."""


def module_sets() -> Iterator[tuple[str, ...]]:
    """Every set of modules that can be played: the base game, with any of the others."""
    base, *others = MODULES
    for count in range(len(others) + 1):
        for chosen in combinations(others, count):
            yield (base, *chosen)


class ModuleConflict(ValueError):
    """Two modules give different answers to one question."""


@lru_cache(maxsize=64)
def rulebook(modules: tuple[str, ...]) -> Rules:
    """The rules of a game with these modules; before a game has named any, those of the base game."""
    return assemble(import_module(f"colt_rules.rules.{name}").MODULE for name in modules or MODULES[:1])


def assemble(modules: Iterable[Module]) -> Rules:
    """Put modules together in the order given; two answers to one question are an error."""
    parts = tuple(modules)
    actions = _merged("action", [part.actions for part in parts])
    closings = _merged("closing step of", [part.closings for part in parts])
    phases = dict.fromkeys(phase for part in parts for phase in (*part.phases, *part.closings))
    return Rules(
        places=tuple(part.places for part in parts),
        arrivals=tuple(step for part in parts for step in part.arrivals),
        steps={
            phase: tuple(step for part in parts for step in part.phases.get(phase, ()))
            + ((closings[phase],) if phase in closings else ())
            for phase in phases
        },
        choices=_merged("choice", [part.choices for part in parts] + [_choices(actions)]),
        actions=actions,
        turns=_merged("turn", [part.turns for part in parts]),
        happenings=_merged("happening", [part.happenings for part in parts]),
        scoring=tuple(line for part in parts for line in part.scoring),
        order=_merged("order of play", [part.order for part in parts]),
    )


def _choices(actions: Mapping[str, Action]) -> dict[str, Choice]:
    return {name: action.choice for name, action in actions.items()}


def _merged(what: str, tables: list[Mapping[str, T]]) -> dict[str, T]:
    merged: dict[str, T] = {}
    for table in tables:
        for name, entry in table.items():
            if merged.setdefault(name, entry) is not entry:
                raise ModuleConflict(f"two modules define the {what} {name!r}")
    return merged
