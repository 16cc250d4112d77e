"""What the choices that the stagecoach brings are worth to a bot."""

from colt_rules.model.names import Place
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Prospects, Values
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import PunchShotgun, RideAway, Run, TakeHostage
from colt_rules.rules.stagecoach.model import NO_STAGECOACH, Stagecoach
from colt_rules.rules.stagecoach.places import WITHIN
from colt_rules.views import View

GUARDED = 400
"""What it is worth to have the Shotgun out of the way of a strongbox."""

ESCAPE = 5_000
"""What it is worth not to be caught: all there is to win."""


def _best_hostage(prospects: Prospects, places: set[Place]) -> float:
    """What the best hostage is worth whom the bandit could take in one of these places."""
    coach = part_of(prospects.seen, "stagecoach")
    if not coach or WITHIN not in places or prospects.me.bandit in coach.captors:
        return 0
    return max((EXTRAS.hostages[each].ransom for each in coach.hostages or ()), default=0)


def _board(seen: View) -> Stagecoach:
    """The stagecoach with what can be seen of it."""
    coach = part_of(seen, "stagecoach")
    return Stagecoach(coach.car, coach.shotgun) if coach else NO_STAGECOACH


VALUES = Values(
    commands={
        TakeHostage: lambda outlook, it: EXTRAS.hostages[it.hostage].ransom,
        PunchShotgun: lambda outlook, it: GUARDED,
        Run: lambda outlook, it: outlook.acting().at(it.to),
        RideAway: lambda outlook, it: ESCAPE,
    },
    offers={"hostage": _best_hostage},
    board={"stagecoach": _board},
)
