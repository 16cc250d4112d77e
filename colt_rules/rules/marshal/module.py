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
from colt_rules.rules.module import ARRIVAL, Change, Module

MODULE = Module(
    name="marshal",
    evolve=EVOLVE,
    forbids=(table.forbids,),
    seating=(table.table,),
    places=(places,),
    cars=EXTRAS.cars,
    locomotive=(setup.locomotive,),
    deck={IDEA: EXTRAS.actions[IDEA], "marshal": 0},
    round_cards=EXTRAS.round_cards,
    printed=(naming.printed,),
    kept_kinds=(punch.kept_kinds,),
    other_figures=(figure.other_figures,),
    early={
        "setup": {**naming.STEPS, **setup.EARLY_STEPS},
        "schemin": {**schemin.STEPS, **search.STEPS},
        "round-end": happenings.STEPS,
    },
    phases={
        "setup": setup.STEPS,
        "schemin": {**schemin.LATE_STEPS, **stealin.LATE_SCHEMIN_STEPS},
        "stealin": stealin.STEPS,
        "round-end": {**whisky.STEPS, **bullets.STEPS, **goals.STEPS},
        ARRIVAL: brilliant_idea.ARRIVALS,
    },
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
    disabled_cards=(disabled,),
    acts_as=(figure.acts_as, brilliant_idea.acts_as),
    turns=turns.TURNS,
    happenings=happenings.HAPPENINGS,
    scoring=scoring.LINES,
    cannot_win=(scoring.cannot_win,),
    victory=(scoring.victory,),
    stays_in_hand=(schemin.held,),
    out_of_turn=(schemin.no_more_cards,),
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
