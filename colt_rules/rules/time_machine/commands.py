"""The command of the time machine."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Bandit, Car
from colt_rules.model.record import record


@record
class HideBandit(Command):
    """At the end of a round, hide the bandit in the time machine beneath the locomotive, a car or the stagecoach."""

    bandit: Bandit
    car: Car


COMMANDS: dict[str, type[Command]] = {"HideBandit": HideBandit}
