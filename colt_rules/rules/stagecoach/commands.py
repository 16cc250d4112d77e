"""The commands of the stagecoach, its guard and its hostages."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Place
from colt_rules.model.record import record


@record
class PunchShotgun(Command):
    """Carry out a Punch against the Shotgun on the roof of the stagecoach."""


@record
class Run(Command):
    """Run from the Shotgun to the roof of an adjacent car."""

    to: Place


@record
class TakeHostage(Command):
    """Take one of the hostages that are still beside the train."""

    hostage: str


@record
class RideAway(Command):
    """Carry out a Ride by leaving the train for good, horse and all."""


COMMANDS: dict[str, type[Command]] = {
    "PunchShotgun": PunchShotgun,
    "Run": Run,
    "TakeHostage": TakeHostage,
    "RideAway": RideAway,
}
