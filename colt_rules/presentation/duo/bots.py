"""The values of choices that only a player with two bandits has."""

from colt_rules.players.evaluation import FRESH, Values
from colt_rules.rules.duo.commands import AddNoCard, ChooseCard

VALUES = Values(
    commands={
        ChooseCard: lambda outlook, it: outlook.of_card(it.card),
        AddNoCard: lambda outlook, it: FRESH - 40,
    },
)
