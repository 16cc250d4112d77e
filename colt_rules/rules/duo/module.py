"""Two bandits for each player; in the Polish book, the game for two."""

from colt_rules.rules.duo import schemin, scoring, setup, table
from colt_rules.rules.duo.added_clauses import added_clauses
from colt_rules.rules.duo.evolve import EVOLVE
from colt_rules.rules.module import ActionCards, Module, Outcome, Turns, early

MODULE = Module(
    name="duo",
    forbids=(table.forbids,),
    seating=(table.table,),
    steps={
        "setup": {"take-seats": setup.take_teams, "board-train": setup.board_train},
        "schemin": early(
            {"await-added-card": schemin.await_added_card, "await-chosen-card": schemin.await_chosen_card}
        ),
    },
    choices={**setup.CHOICES, **schemin.CHOICES},
    turns=Turns(out_of_turn=(setup.out_of_turn,)),
    action_cards=ActionCards(hand_sizes=(schemin.beside_the_chosen_card,)),
    outcome=Outcome(scoring={"gunslinger": scoring.award_gunslinger}),
    evolve=EVOLVE,
    added_clauses=(added_clauses,),
    replaces=frozenset({"setup step take-seats", "setup step board-train", "scoring gunslinger"}),
)
