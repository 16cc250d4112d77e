"""The stagecoach with its guard and its hostages: the other half of the expansion Horses & Stagecoach."""

from colt_rules.rules.module import ActionCards, Components, Module, Outcome, Turns, early
from colt_rules.rules.stagecoach import (
    actions,
    arrivals,
    happenings,
    hostages,
    round_end,
    schemin,
    scoring,
    setup,
    table,
)
from colt_rules.rules.stagecoach.added_clauses import added_clauses
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.evolve import EVOLVE
from colt_rules.rules.stagecoach.follows import shot_in_passing
from colt_rules.rules.stagecoach.places import places
from colt_rules.rules.stagecoach.turns import TURNS

MODULE = Module(
    name="stagecoach",
    forbids=(table.forbids,),
    components=Components(
        loot=(setup.supply,),
        neutral_bullets=EXTRAS.neutral_bullets,
        round_cards=EXTRAS.round_cards,
    ),
    places=(places,),
    steps={
        "setup": early(setup.STEPS),
        "schemin": {**early(hostages.STEPS), **early(schemin.STEPS), **schemin.LATE_STEPS},
        "round-end": {**happenings.STEPS, **round_end.STEPS},
    },
    arrivals={**arrivals.ARRIVALS, **hostages.ARRIVALS},
    choices={**setup.CHOICES, **schemin.CHOICES, **arrivals.CHOICES, **hostages.CHOICES, **happenings.CHOICES},
    changes=(*actions.CHANGES, *schemin.CHANGES),
    turns=Turns(kinds=TURNS, plays_as=(hostages.plays_as,), card_faces=(hostages.face_up,)),
    action_cards=ActionCards(
        hand_sizes=(hostages.one_card_fewer,),
        stays_in_hand=(schemin.kept,),
        disabled=(actions.disabled,),
    ),
    happenings=happenings.HAPPENINGS,
    outcome=Outcome(scoring=scoring.LINES, cannot_win=(scoring.caught,)),
    evolve=EVOLVE,
    follows=(shot_in_passing, arrivals.tolerated, scoring.remember),
    added_clauses=(
        added_clauses,
        hostages.added_clauses,
        schemin.added_clauses,
        scoring.added_clauses,
    ),
)
