"""Marshal & Prisoners: one of the players is the Marshal, and the train has a prison car."""

from colt_rules.rules.marshal import (
    bullets,
    fall,
    figure,
    goals,
    happenings,
    naming,
    prison,
    prisoners,
    schemin,
    scoring,
    search,
    setup,
    stealin,
    table,
    turns,
    whisky,
)
from colt_rules.rules.marshal.actions import ACTIONS, brilliant_idea, punch, robbery
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.disabled import disabled
from colt_rules.rules.marshal.evolve import EVOLVE
from colt_rules.rules.marshal.model import IDEA
from colt_rules.rules.marshal.places import places
from colt_rules.rules.module import ActionCards, Change, Components, Module, Outcome, Turns, early

MODULE = Module(
    name="marshal",
    forbids=(table.forbids,),
    seating=(table.table,),
    components=Components(
        cars=EXTRAS.cars,
        locomotive=(setup.locomotive,),
        kept_kinds=(punch.kept_kinds,),
        round_cards=EXTRAS.round_cards,
        printed=(naming.printed,),
    ),
    places=(places,),
    other_figures=(figure.other_figures,),
    steps={
        "setup": {**early(naming.STEPS), **early(setup.EARLY_STEPS), **setup.STEPS},
        "schemin": {
            **early(schemin.STEPS),
            **early(search.STEPS),
            **schemin.LATE_STEPS,
            **stealin.LATE_SCHEMIN_STEPS,
        },
        "stealin": stealin.STEPS,
        "round-end": {**early(happenings.STEPS), **whisky.STEPS, **bullets.STEPS, **goals.STEPS},
    },
    arrivals=brilliant_idea.ARRIVALS,
    choices={
        **naming.CHOICES,
        **setup.CHOICES,
        **schemin.CHOICES,
        **search.CHOICES,
        **stealin.CHOICES,
        **brilliant_idea.CHOICES,
        **happenings.CHOICES,
        **whisky.CHOICES,
        **ACTIONS,
    },
    changes=(
        *search.CHANGES,
        Change("punch", punch.PUNCH_MARSHAL, punch.forbid_punch),
        Change("punch", added=fall.THROW_OFF),
        Change("fire", fall.SHOOT_OFF, figure.forbid_fire),
        Change("robbery", added=robbery.ROB_TWO),
        *prison.CHANGES,
        *prisoners.CHANGES,
        *turns.CHANGES,
    ),
    turns=Turns(kinds=turns.TURNS, out_of_turn=(schemin.no_more_cards,)),
    action_cards=ActionCards(
        deck={IDEA: EXTRAS.actions[IDEA], "marshal": 0},
        stays_in_hand=(schemin.held,),
        acts_as=(figure.acts_as, brilliant_idea.acts_as),
        disabled=(disabled,),
    ),
    happenings=happenings.HAPPENINGS,
    outcome=Outcome(scoring=scoring.LINES, cannot_win=(scoring.cannot_win,), victory=(scoring.victory,)),
    evolve=EVOLVE,
    follows=(
        brilliant_idea.note_last_card,
        brilliant_idea.measure_pile,
        schemin.offer_another,
        fall.off_the_shotguns_roof,
    ),
    added_clauses=(
        figure.added_clauses,
        prison.added_clauses,
        prisoners.added_clauses,
        brilliant_idea.added_clauses,
        punch.added_clauses,
        setup.added_clauses,
        naming.added_clauses,
        schemin.added_clauses,
        turns.added_clauses,
        happenings.added_clauses,
        scoring.added_clauses,
        whisky.added_clauses,
    ),
    replaces=frozenset(
        {
            "cards of marshal",
            "setup step take-seats",
            "setup step draw-first-player",
            "setup step board-train",
            "choice flasks",
            "choice hostages",
            "round-end step drink",
            *(f"happening {name}" for name in happenings.REPLACED),
        }
    ),
)
