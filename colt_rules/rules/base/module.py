"""The base game."""

from colt_rules.rules.base import agreeing, happenings, schemin, scoring, setup, stealin, table, turns
from colt_rules.rules.base.actions import ACTIONS
from colt_rules.rules.base.arrivals import meet_the_marshal
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.evolve import EVOLVE
from colt_rules.rules.base.places import places
from colt_rules.rules.module import CLOSE, ActionCards, Components, Module, Outcome, Turns, arrive

MODULE = Module(
    name="base",
    seating=(table.table,),
    components=Components(
        characters=BOX.characters,
        cars=BOX.cars,
        loot=(setup.supply,),
        locomotive=(setup.locomotive,),
        neutral_bullets=BOX.neutral_bullets,
        round_cards=BOX.round_cards,
    ),
    places=(places,),
    steps={
        "new": {"await-table": table.await_table},
        "setup": {**agreeing.STEPS, **setup.STEPS, CLOSE: setup.first_round},
        "schemin": {**schemin.STEPS, CLOSE: schemin.end_schemin},
        "stealin": {**stealin.STEPS, CLOSE: stealin.end_stealin},
        "round-end": {
            "arrive": arrive,
            "begin-happening": happenings.begin,
            "await-choices": happenings.await_choices,
            CLOSE: scoring.close_round,
        },
    },
    arrivals={"meet-the-marshal": meet_the_marshal},
    choices={
        **table.CHOICES,
        **agreeing.CHOICES,
        **setup.CHOICES,
        **schemin.CHOICES,
        **happenings.CHOICES,
        **ACTIONS,
    },
    turns=Turns(
        kinds=turns.TURNS,
        order={
            "schemin": ("schemin.turn-order",),
            "stealin": ("stealin.first-in-first-out",),
            "round-end": ("round-end.happening-last",),
            "over": ("end.after-five-rounds",),
        },
    ),
    action_cards=ActionCards(deck=BOX.actions),
    happenings=happenings.HAPPENINGS,
    outcome=Outcome(scoring=scoring.LINES, win_together=(scoring.each_alone,)),
    evolve=EVOLVE,
)
