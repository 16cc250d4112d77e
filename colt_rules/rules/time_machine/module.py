"""The Time Machine: a small expansion that can be played with all others."""

from colt_rules.rules.module import Module, Outcome, Turns, early
from colt_rules.rules.time_machine import actions, round_end, scoring, setup, table
from colt_rules.rules.time_machine.added_clauses import added_clauses
from colt_rules.rules.time_machine.evolve import EVOLVE
from colt_rules.rules.time_machine.places import places

MODULE = Module(
    name="time-machine",
    forbids=(table.forbids,),
    places=(places,),
    steps={
        "setup": early(setup.STEPS),
        "stealin": early({"reappear": round_end.reappear}),
        "round-end": round_end.STEPS,
    },
    choices=round_end.CHOICES,
    changes=actions.CHANGES,
    turns=Turns(out_of_turn=(actions.out_of_turn,)),
    outcome=Outcome(scoring=scoring.LINES, cannot_win=(scoring.caught,)),
    evolve=EVOLVE,
    follows=(actions.follows,),
    added_clauses=(added_clauses,),
    replaces=frozenset({"round-end step fall-back", "round-end step judge-goals"}),
)
