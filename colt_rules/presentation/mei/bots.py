"""What Mei's ways are worth to a bot."""

from colt_rules.commands import ChangeFloor
from colt_rules.model.names import Place
from colt_rules.players.evaluation import Prospects, Values
from colt_rules.presentation.base.bots import climbed
from colt_rules.rules.mei.box import MEI
from colt_rules.rules.mei.floor_change import diagonals


def _climbed(prospects: Prospects, places: set[Place]) -> set[Place]:
    """Where a Floor change can lead; for Mei to the cars beside as well."""
    straight = climbed(prospects, places)
    if MEI not in prospects.me.powers:
        return straight
    return straight | {to for place in places for to in diagonals(prospects.graph, place)}


VALUES = Values(
    commands={ChangeFloor: lambda outlook, it: outlook.acting().at(it.to)},
    plans={"floor-change": lambda prospects: 60 + prospects.gain(_climbed(prospects, prospects.reach))},
    ways={"floor-change": _climbed},
)
