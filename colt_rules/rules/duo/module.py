"""Two bandits a player; in the Polish book the game for two."""

from colt_rules.rules.duo import schemin, scoring, setup, table
from colt_rules.rules.duo.added_clauses import added_clauses
from colt_rules.rules.duo.evolve import EVOLVE
from colt_rules.rules.module import Module

MODULE = Module(
    name="duo",
    evolve=EVOLVE,
    forbids=(table.forbids,),
    seating=(table.table,),
    early={
        "schemin": {"await-added-card": schemin.await_added_card, "await-chosen-card": schemin.await_chosen_card},
    },
    phases={"setup": {"take-seats": setup.take_teams, "board-train": setup.board_train}},
    choices={**setup.CHOICES, **schemin.CHOICES},
    out_of_turn=(setup.out_of_turn,),
    hand_sizes=(schemin.beside_the_chosen_card,),
    scoring={"gunslinger": scoring.award_gunslinger},
    added_clauses=(added_clauses,),
    replaces=frozenset({"setup step take-seats", "setup step board-train", "scoring gunslinger"}),
)
