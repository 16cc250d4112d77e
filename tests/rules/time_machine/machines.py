"""Positions with a time machine."""

from typing import Any

from colt_rules.conformance.cases.board import board
from colt_rules.model.graph import Graph
from colt_rules.model.state import Game
from colt_rules.rules.rulebook import rules_of

ALONE = ("base", "time-machine")
WITH_COACH = ("base", "horses", "stagecoach", "time-machine")
WITH_MARSHAL = ("base", "mei", "marshal", "time-machine")
MACHINE, CAB, TOP = "time-machine.inside", "locomotive.inside", "locomotive.roof"
WITHIN, ON_TOP = "stagecoach.inside", "stagecoach.roof"


def machine(sketch: str, modules: tuple[str, ...] = ALONE, **fields: Any) -> Game:
    """A position with a time machine, in the base game unless other modules are named."""
    return board(sketch, modules=modules, **fields)


def graph(game: Game) -> Graph:
    """The board as it is now."""
    return rules_of(game).graph(game)
