"""What games with two bandits per player add to the notation of cases."""

from colt_rules.conformance.notation import Notation
from colt_rules.model.names import Bandit, Card
from colt_rules.rules.duo.setup import eleven_cards
from colt_rules.rules.module import Rules


def deck(rules: Rules, figures: tuple[Bandit, ...]) -> tuple[Card, ...] | None:
    """The deck of a player with two bandits."""
    return eleven_cards(rules, *figures) if len(figures) == 2 else None


NOTATION = Notation(
    deck=deck,
    pages={
        "Given.teams": "duo: the two bandits of each seat, such as "
        "`{player-1: [tuco, doc], player-2: [ghost, belle]}`.",
        "decided": "teams, where bandits board",
        "rows.what": "with duo `partners`",
    },
)
