"""What games with two bandits per player add to the notation of cases."""

from colt_rules.conformance.notation import Notation
from colt_rules.rules.duo.setup import eleven_cards

NOTATION = Notation(
    deck_of_two=eleven_cards,
    dealt=("partners",),
    pages={
        "Given.teams": "duo: the two bandits of each seat, such as "
        "`{player-1: [tuco, doc], player-2: [ghost, belle]}`.",
        "decided": "teams, where bandits board",
        "rows.what": "with duo `partners`",
    },
)
