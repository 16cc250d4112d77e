"""The values of choices that only a player with two bandits has."""

from itertools import permutations

from colt_rules.model.names import Bandit, Card
from colt_rules.players.evaluation import FRESH, Values
from colt_rules.players.imagining import Completion
from colt_rules.rules.duo.commands import AddNoCard, ChooseCard
from colt_rules.rules.duo.setup import eleven_cards
from colt_rules.rules.module import Rules


def _decks(rules: Rules, figures: tuple[Bandit, ...]) -> list[tuple[Card, ...]]:
    """Two bandits share a deck; a view does not say whose Marshal card is in it."""
    return [eleven_cards(rules, *pair) for pair in permutations(figures)] if len(figures) == 2 else []


IMAGINABLE = True
COMPLETION = Completion(decks=_decks)

VALUES = Values(
    commands={
        ChooseCard: lambda outlook, it: outlook.of_card(it.card),
        AddNoCard: lambda outlook, it: FRESH - 40,
    },
)
