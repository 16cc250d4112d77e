"""Which kinds of game can be played, asked of the rules, so that a new module is among them by itself."""

from itertools import combinations, product

from colt_rules.model.names import Reasons
from colt_rules.modules import MODULES
from colt_rules.players.covering import Pair, fewest, pairs_of
from colt_rules.players.table import new_game, variants
from colt_rules.rules.base.table import what_forbids
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import module_sets


def with_every_edition_and_module() -> list[tuple[str, str]]:
    """Few editions with variants between which every edition and every module is played."""
    return sorted(kind for kind, _ in fewest((kind, {kind[0], *modules}) for kind, modules in variants().items()))


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
