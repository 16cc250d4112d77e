"""Tables with cursed loot, alone and with the modules that have strongboxes, jewels or purses of their own."""

from typing import Any

from colt_rules.commands import StartGame
from tests.rules.sittings import sitting as any_sitting
from tests.tables import CARS

ALONE = ("base", "cursed-loot")
WITH_STAGECOACH = ("base", "horses", "stagecoach", "cursed-loot")
WITH_MARSHAL = ("base", "mei", "marshal", "cursed-loot")
WITH_EVERYTHING = ("base", "horses", "stagecoach", "mei", "marshal", "cursed-loot")


def sitting(*modules: str, **fields: Any) -> StartGame:
    """Four players with cursed loot and the first cars of the box."""
    return any_sitting(modules=modules or ALONE, **{"train": CARS[:4]} | fields)
