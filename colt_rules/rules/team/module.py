"""Teams of two players."""

from colt_rules.rules.module import CLOSE, ActionCards, Module, Outcome, Turns
from colt_rules.rules.team import schemin, scoring, setup, table, turns
from colt_rules.rules.team.added_clauses import added_clauses, out_of_turn
from colt_rules.rules.team.evolve import EVOLVE

MODULE = Module(
    name="team",
    forbids=(table.forbids,),
    seating=(table.table,),
    steps={
        "setup": {"board-train": setup.board_train},
        "schemin": {CLOSE: schemin.end_schemin},
        "round-end": {CLOSE: scoring.close_round},
    },
    choices={**setup.CHOICES, **schemin.CHOICES},
    turns=Turns(kinds=turns.TURNS, out_of_turn=(out_of_turn,)),
    action_cards=ActionCards(stays_in_hand=(schemin.staying_in_hand,)),
    outcome=Outcome(scoring={"gunslinger": scoring.award_gunslinger}, win_together=(scoring.teams,)),
    evolve=EVOLVE,
    added_clauses=(added_clauses,),
    replaces=frozenset(
        {
            "setup step board-train",
            "schemin step close",
            "round-end step close",
            "choice first-player",
            "choice deck",
            "turn switching",
            "scoring gunslinger",
        }
    ),
)
