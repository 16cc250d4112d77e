"""Horses and whisky: half of the expansion Horses & Stagecoach, and all of it that first games may use."""

from colt_rules.rules.horses import schemin, setup, table
from colt_rules.rules.horses.actions import ACTIONS
from colt_rules.rules.horses.added_clauses import added_clauses, flask_drops
from colt_rules.rules.horses.box import EXTRAS
from colt_rules.rules.horses.evolve import EVOLVE
from colt_rules.rules.horses.places import places
from colt_rules.rules.module import Change, Module

MODULE = Module(
    name="horses",
    evolve=EVOLVE,
    forbids=(table.forbids,),
    places=(places,),
    deck=EXTRAS.actions,
    early={"setup": setup.STEPS, "schemin": schemin.STEPS},
    choices={**setup.CHOICES, **schemin.CHOICES, **ACTIONS},
    changes=(Change("scheme", added=schemin.USE_FLASK), Change("punch", forbidden=flask_drops)),
    added_clauses=(added_clauses,),
)
