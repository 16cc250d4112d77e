"""The values of the choices that the stagecoach adds, for bots."""

from colt_rules.model.names import Place
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Prospects, Values
from colt_rules.presentation.base.bots import going
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import PunchShotgun, RideAway, Run, TakeHostage
from colt_rules.rules.stagecoach.model import NO_STAGECOACH, Stagecoach
from colt_rules.rules.stagecoach.places import WITHIN
from colt_rules.views import View

GUARDED = 400
"""The value of having the Shotgun away from a strongbox."""

ESCAPE = 5_000
"""The value of not being caught: more than anything else a bandit can gain."""


def _best_hostage(prospects: Prospects, places: set[Place]) -> float:
    """The value of the best hostage that the bandit could take in one of these places."""
    coach = part_of(prospects.seen, "stagecoach")
    if not coach or WITHIN not in places or prospects.me.bandit in coach.captors:
        return 0
    return max((EXTRAS.hostages[each].ransom for each in coach.hostages or ()), default=0)


def _board(seen: View) -> Stagecoach:
    """The stagecoach, as far as it is visible."""
    coach = part_of(seen, "stagecoach")
    return Stagecoach(coach.car, coach.shotgun) if coach else NO_STAGECOACH


VALUES = Values(
    commands={
        TakeHostage: lambda outlook, it: EXTRAS.hostages[it.hostage].ransom,
        PunchShotgun: lambda outlook, it: GUARDED,
        Run: lambda outlook, it: outlook.acting().at(it.to),
        RideAway: lambda outlook, it: ESCAPE,
    },
    reasons={Run: going},
    offers={"hostage": _best_hostage},
    board={"stagecoach": _board},
)
