"""The stagecoach with its guard and its hostages: the other half of the expansion Horses & Stagecoach."""

from colt_rules.rules.module import ARRIVAL, Module
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
    evolve=EVOLVE,
    forbids=(table.forbids,),
    places=(places,),
    neutral_bullets=EXTRAS.neutral_bullets,
    round_cards=EXTRAS.round_cards,
    loot=(setup.supply,),
    early={"setup": setup.STEPS, "schemin": {**hostages.STEPS, **schemin.STEPS}},
    phases={
        "schemin": schemin.LATE_STEPS,
        "round-end": {**happenings.STEPS, **round_end.STEPS},
        ARRIVAL: {**arrivals.ARRIVALS, **hostages.ARRIVALS},
    },
    choices={**setup.CHOICES, **schemin.CHOICES, **arrivals.CHOICES, **hostages.CHOICES, **happenings.CHOICES},
    changes=(*actions.CHANGES, *schemin.CHANGES),
    disabled_cards=(actions.disabled,),
    turns=TURNS,
    happenings=happenings.HAPPENINGS,
    scoring=scoring.LINES,
    cannot_win=(scoring.caught,),
    hand_sizes=(hostages.one_card_fewer,),
    stays_in_hand=(schemin.kept,),
    card_faces=(hostages.face_up,),
    plays_as=(hostages.plays_as,),
    follows=(shot_in_passing, arrivals.tolerated, scoring.remember),
    added_clauses=(
        added_clauses,
        hostages.added_clauses,
        schemin.added_clauses,
        scoring.added_clauses,
    ),
)
