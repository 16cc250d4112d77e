"""The commands of the stagecoach, its guard and its hostages."""

from typing import TypeAlias

from colt_rules.model.names import Place
from colt_rules.model.record import record


@record
class AgreeOnRoundCards:
    """Agree on seven round cards and three stations to draw from, each row sorted; with none named, on all of them."""

    actor: str
    rounds: tuple[str, ...]
    stations: tuple[str, ...]


@record
class PunchShotgun:
    """Carry out a Punch against the Shotgun on the roof of the stagecoach."""

    actor: str


@record
class Run:
    """Run from the Shotgun to the roof of an adjacent car."""

    actor: str
    to: Place


@record
class TakeHostage:
    """Take one of the hostages that are still beside the train."""

    actor: str
    hostage: str


@record
class RideAway:
    """Carry out a Ride by leaving the train for good, horse and all."""

    actor: str


Command: TypeAlias = AgreeOnRoundCards | PunchShotgun | Run | TakeHostage | RideAway

COMMANDS: dict[str, type[Command]] = {
    "AgreeOnRoundCards": AgreeOnRoundCards,
    "PunchShotgun": PunchShotgun,
    "Run": Run,
    "TakeHostage": TakeHostage,
    "RideAway": RideAway,
}
