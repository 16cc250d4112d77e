"""Marshal & Prisoners: one of the players is the Marshal, and the train has a prison car."""

from colt_rules.rules.marshal import (
    bullets,
    goals,
    happenings,
    naming,
    schemin,
    scoring,
    search,
    setup,
    stealin,
    table,
    turns,
    whisky,
)
from colt_rules.rules.marshal.actions import ACTIONS, acts_as, brilliant_idea
from colt_rules.rules.marshal.actions.punch import kept_kinds
from colt_rules.rules.marshal.added_clauses import added_clauses
from colt_rules.rules.marshal.adds import ADDS
from colt_rules.rules.marshal.bars import BARS
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.evolve import EVOLVE
from colt_rules.rules.marshal.figure import hides_nobody, no_bandits
from colt_rules.rules.marshal.follows import follows
from colt_rules.rules.marshal.hinders import hinders
from colt_rules.rules.marshal.model import IDEA, PRISON
from colt_rules.rules.marshal.places import places
from colt_rules.rules.module import Module

MODULE = Module(
    name="marshal",
    evolve=EVOLVE,
    forbids=table.forbids,
    fits=table.fits,
    table=table.table,
    places=places,
    cars=EXTRAS.cars,
    tail=(PRISON,),
    cab=setup.cab,
    deck={IDEA: EXTRAS.actions[IDEA], "marshal": 0},
    round_cards=EXTRAS.round_cards,
    printed_turns=naming.printed_turns,
    printed_symbols=naming.printed_symbols,
    company=happenings.company,
    kept_kinds=kept_kinds,
    hides_nobody=hides_nobody,
    no_bandits=no_bandits,
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
    },
    actions=ACTIONS,
    adds=ADDS,
    bars=BARS,
    hinders=hinders,
    acts_as=acts_as,
    turns=turns.TURNS,
    happenings=happenings.HAPPENINGS,
    scoring=scoring.LINES,
    cannot_win=scoring.cannot_win,
    victory=scoring.victory,
    stays_in_hand=schemin.held,
    waits=schemin.no_more_cards,
    follows=follows,
    added_clauses=added_clauses,
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
