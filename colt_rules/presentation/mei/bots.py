"""The values of Mei's moves for bots."""

from colt_rules.commands import ChangeFloor
from colt_rules.model.names import Place
from colt_rules.players.evaluation import Prospects, Values
from colt_rules.presentation.base.bots import climbed
from colt_rules.rules.mei.box import MEI
from colt_rules.rules.mei.floor_change import diagonals


def _climbed(prospects: Prospects, places: set[Place]) -> set[Place]:
    """The places that a Floor change can reach; for Mei also the other level of adjacent cars."""
    straight = climbed(prospects, places)
    if MEI not in prospects.me.powers:
        return straight
    return straight | {to for place in places for to in diagonals(prospects.graph, place)}


IMAGINABLE = True
"""It hides nothing but cards, purses and rounds to come, or nothing at all: see ``players/imagining.py``."""

VALUES = Values(
    commands={ChangeFloor: lambda outlook, it: outlook.acting().at(it.to)},
    plans={"floor-change": lambda prospects: 60 + prospects.gain(_climbed(prospects, prospects.reach))},
    ways={"floor-change": _climbed},
)
