"""The kinds of game that can be played, computed from the rules, so that a new module is included."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, TypeAlias

import pytest
from _pytest.mark import ParameterSet

from colt_rules.model.names import Reasons
from colt_rules.modules import MODULES
from colt_rules.players.coverage import fewest
from colt_rules.players.play import new_game, variants
from colt_rules.rules.base.table import what_forbids
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import module_sets

Pair: TypeAlias = tuple[str, str]
"""Two modules, or an edition and a module."""


def pairs_of(edition: str, modules: Sequence[str]) -> set[Pair]:
    """The pairs that come up in a game with these modules."""
    return {*combinations(modules, 2), *product((edition,), modules)}


def with_every_edition_and_module() -> list[tuple[str, str]]:
    """A few pairs of edition and variant in which every edition and every module is played."""
    return sorted(kind for kind, _ in fewest((kind, {kind[0], *modules}) for kind, modules in variants().items()))


@cache
def with_every_pair() -> dict[tuple[str, str], tuple[str, ...]]:
    """A few variants in which every pair of modules that can be combined meets, in every edition."""
    known = variants()
    few = [kind for kind, _ in fewest((kind, pairs_of(kind[0], modules)) for kind, modules in known.items())]
    return {kind: modules for kind, modules in known.items() if kind in (next(iter(known)), *few)}


@cache
def one_by_one() -> dict[tuple[str, str], tuple[str, ...]]:
    """The variants and the modules of every edition, each alone; `colt soak --each` plays every combination."""
    return {(edition, variant): modules for (edition, variant), modules in variants().items() if "+" not in variant}


def each(kinds: Iterable[tuple[str, Any]], leaving_out: bool = True) -> list[ParameterSet]:
    """Parameters of a test: kinds of game, each an edition with a variant or its modules.

    They are a few in which every pair of modules meets; where there is time, each module alone too. With
    ``leaving_out`` false they are really all where there is time, for what has to hold in every combination.
    """
    few, many = (
        {*found, *((edition, modules) for (edition, _), modules in found.items())}
        for found in (with_every_pair(), one_by_one())
    )
    return [
        pytest.param(
            *(edition, game),
            id=f"{edition}-{game if isinstance(game, str) else '-'.join(game)}",
            marks=() if (edition, game) in few else pytest.mark.thorough,
        )
        for edition, game in kinds
        if not leaving_out or (edition, game) in many | few
    ]


def pairs() -> list[Pair]:
    """Every two modules, and every edition with every module."""
    return [*combinations(MODULES, 2), *product(EDITIONS, MODULES)]


def why_never(pair: Pair) -> dict[str, Reasons]:
    """By edition, the clauses that refuse the smallest game with this pair; nothing if some game has it."""
    if any(pair in pairs_of(edition, modules) for (edition, _), modules in variants().items()):
        return {}
    smallest = {
        edition: new_game((), edition=edition, modules=modules)
        for edition, modules in reversed([*product(EDITIONS, module_sets())])
        if pair in pairs_of(edition, modules)
    }
    return {edition: what_forbids(game, ()) for edition, game in smallest.items()}
