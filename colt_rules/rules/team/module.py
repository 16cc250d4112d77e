"""Teams of two players."""

from colt_rules.rules.module import Module
from colt_rules.rules.team import schemin, scoring, setup, table, turns
from colt_rules.rules.team.added_clauses import added_clauses, waits
from colt_rules.rules.team.evolve import EVOLVE

MODULE = Module(
    name="team",
    evolve=EVOLVE,
    forbids=table.forbids,
    table=table.table,
    phases={"setup": {"board-train": setup.board_train}},
    closings={"schemin": schemin.end_schemin, "round-end": scoring.close_round},
    choices={**setup.CHOICES, **schemin.CHOICES},
    turns=turns.TURNS,
    sides=scoring.teams,
    stays_in_hand=schemin.staying_in_hand,
    scoring={"gunslinger": scoring.award_gunslinger},
    waits=waits,
    added_clauses=added_clauses,
    replaces=frozenset(
        {
            "setup step board-train",
            "closing of schemin",
            "closing of round-end",
            "choice first-player",
            "choice deck",
            "turn switching",
            "scoring gunslinger",
        }
    ),
)
