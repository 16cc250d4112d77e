"""Horses and whisky: the half of the expansion Horses & Stagecoach that first games may use."""

from colt_rules.rules.horses import schemin, setup, table
from colt_rules.rules.horses.actions import ACTIONS
from colt_rules.rules.horses.added_clauses import added_clauses, flask_drops
from colt_rules.rules.horses.box import EXTRAS
from colt_rules.rules.horses.evolve import EVOLVE
from colt_rules.rules.horses.places import places
from colt_rules.rules.module import ActionCards, Change, Module, early

MODULE = Module(
    name="horses",
    forbids=(table.forbids,),
    places=(places,),
    steps={"setup": early(setup.STEPS), "schemin": early(schemin.STEPS)},
    choices={**setup.CHOICES, **schemin.CHOICES, **ACTIONS},
    changes=(Change("scheme", added=schemin.USE_FLASK), Change("punch", forbidden=flask_drops)),
    action_cards=ActionCards(deck=EXTRAS.actions),
    evolve=EVOLVE,
    added_clauses=(added_clauses,),
)
