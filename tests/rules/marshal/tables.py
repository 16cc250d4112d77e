"""Tables with a Marshal among the players."""

from typing import Any

from colt_rules.commands import StartGame
from colt_rules.model.state import Game
from tests.rules.sittings import until
from tests.tables import BANDITS, table

MODULES = ("base", "mei", "marshal")
WITH_HORSES = ("base", "horses", "stagecoach", "mei", "marshal")


def sitting(bandits: int = 3, **fields: Any) -> StartGame:
    """A StartGame with the Marshal in the second seat, this number of bandits, and cars to be drawn."""
    seats = (BANDITS[0], "marshal", *BANDITS[1:bandits])
    plain: dict[str, Any] = {"modules": MODULES, "seats": seats, "stations": True, "train": ()}
    return table(**plain | fields)


def dealt(kind: str, *house_rules: str, bandits: int = 3, **fields: Any) -> Game:
    """The game of such a table as soon as this kind of decision is open; no card is named, all is dealt as it lies."""
    return until(kind, sitting(bandits, **fields), *house_rules)
