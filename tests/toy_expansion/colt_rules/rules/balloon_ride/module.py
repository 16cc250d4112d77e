"""The balloon: everything that it adds to the rules, at a glance."""

from colt_rules.rules.balloon_ride import schemin, setup
from colt_rules.rules.balloon_ride.evolve import EVOLVE
from colt_rules.rules.balloon_ride.model import BALLOON, MODULE_NAME
from colt_rules.rules.balloon_ride.places import added_clauses, places
from colt_rules.rules.balloon_ride.scoring import view_from_above
from colt_rules.rules.module import Change, Module, Outcome, early

MODULE = Module(
    name=MODULE_NAME,
    places=(places,),
    steps={"setup": early(setup.STEPS)},
    choices=setup.CHOICES,
    changes=(Change("scheme", added=schemin.THROW_SANDBAG),),
    outcome=Outcome(scoring={BALLOON: view_from_above}),
    evolve=EVOLVE,
    added_clauses=(added_clauses,),
)
