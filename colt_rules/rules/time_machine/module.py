"""The time machine: a small expansion that goes with everything."""

from colt_rules.rules.module import Module
from colt_rules.rules.time_machine import actions, round_end, scoring, setup, table
from colt_rules.rules.time_machine.added_clauses import added_clauses
from colt_rules.rules.time_machine.evolve import EVOLVE
from colt_rules.rules.time_machine.places import places

MODULE = Module(
    name="time-machine",
    evolve=EVOLVE,
    forbids=(table.forbids,),
    places=(places,),
    early={"setup": setup.STEPS, "stealin": {"reappear": round_end.reappear}},
    phases={"round-end": round_end.STEPS},
    choices=round_end.CHOICES,
    changes=actions.CHANGES,
    scoring=scoring.LINES,
    cannot_win=(scoring.caught,),
    out_of_turn=(actions.out_of_turn,),
    follows=(actions.follows,),
    added_clauses=(added_clauses,),
    replaces=frozenset({"round-end step fall-back", "round-end step judge-goals"}),
)
