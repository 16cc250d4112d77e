"""The base game."""

from colt_rules.rules.base import happenings, schemin, scoring, setup, stealin, turns
from colt_rules.rules.base.actions import ACTIONS
from colt_rules.rules.base.arrivals import meet_the_marshal
from colt_rules.rules.base.places import places
from colt_rules.rules.module import Module, arrive

MODULE = Module(
    name="base",
    places=places,
    phases={
        "new": (setup.await_table,),
        "setup": setup.STEPS,
        "schemin": schemin.STEPS,
        "stealin": stealin.STEPS,
        "round-end": (arrive, happenings.begin, happenings.await_choices),
    },
    closings={
        "setup": setup.first_round,
        "schemin": schemin.end_schemin,
        "stealin": stealin.end_stealin,
        "round-end": scoring.close_round,
    },
    arrivals=(meet_the_marshal,),
    choices={**setup.CHOICES, **schemin.CHOICES, **happenings.CHOICES},
    actions=ACTIONS,
    turns=turns.TURNS,
    happenings=happenings.HAPPENINGS,
    scoring=scoring.LINES,
    order={
        "schemin": ("schemin.turn-order",),
        "stealin": ("stealin.first-in-first-out",),
        "round-end": ("round-end.happening-last",),
        "over": ("end.after-five-rounds",),
    },
)
