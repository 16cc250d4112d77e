"""The commands of the stagecoach, its guard and its hostages."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Place
from colt_rules.model.record import record


@record
class AgreeOnRoundCards(Command):
    """Agree on seven round cards and three stations to draw from, each row sorted; with none named, on all of them."""

    rounds: tuple[str, ...]
    stations: tuple[str, ...]


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
    "AgreeOnRoundCards": AgreeOnRoundCards,
    "PunchShotgun": PunchShotgun,
    "Run": Run,
    "TakeHostage": TakeHostage,
    "RideAway": RideAway,
}
