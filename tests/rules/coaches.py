"""Positions and tables with the whole expansion."""

from typing import Any

from colt_rules.commands import StartGame
from colt_rules.conformance.cases.board import board
from colt_rules.model.state import Game
from tests.rules.sittings import SEATS
from tests.tables import BANDITS, table

ALL = ("base", "horses", "stagecoach")
WITHIN, ON_TOP = "stagecoach.inside", "stagecoach.roof"


def coach(sketch: str, **fields: Any) -> Game:
    """A position with a stagecoach."""
    return board(sketch, modules=ALL, **fields)


def coaching(edition: str = "ru-full", variant: str = "", players: int = 4, **fields: Any) -> StartGame:
    """A table for the whole expansion; the cars are drawn."""
    modules = ("base", *((variant,) if variant else ()), *ALL[1:])
    seats = SEATS[:players] if variant == "duo" else BANDITS[:players]
    plain: dict[str, Any] = {"edition": edition, "modules": modules, "seats": seats, "stations": True, "train": ()}
    return table(**plain | fields)
