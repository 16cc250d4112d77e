"""The expert variant: each player has a discard pile and keeps cards from round to round."""

from colt_rules.rules.expert import schemin, scoring, stealin
from colt_rules.rules.expert.added_clauses import added_clauses
from colt_rules.rules.expert.evolve import EVOLVE
from colt_rules.rules.module import CLOSE, Module, early

MODULE = Module(
    name="expert",
    steps={
        "schemin": {
            **early({"await-kept-cards": schemin.await_kept_cards, "finish-draw": schemin.finish_draw}),
            "deal-hands": schemin.fill_hands,
            CLOSE: schemin.end_schemin,
        },
        "stealin": {"next-card": stealin.next_card},
        "round-end": {CLOSE: scoring.close_round},
    },
    choices=schemin.CHOICES,
    evolve=EVOLVE,
    added_clauses=(added_clauses,),
    replaces=frozenset(
        {
            "schemin step deal-hands",
            "stealin step next-card",
            "schemin step close",
            "round-end step close",
            "choice scheme",
        }
    ),
)
