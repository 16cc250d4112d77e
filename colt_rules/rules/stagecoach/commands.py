"""The commands of the stagecoach, the Shotgun and the hostages."""

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
    """Take one of the hostages that are still available."""

    hostage: str


@record
class RideAway(Command):
    """Carry out a Ride by leaving the train for good with the horse."""


COMMANDS: dict[str, type[Command]] = {
    "PunchShotgun": PunchShotgun,
    "Run": Run,
    "TakeHostage": TakeHostage,
    "RideAway": RideAway,
}
