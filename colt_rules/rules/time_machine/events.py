"""The events of the time machine."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Car, Number, Place
from colt_rules.model.record import record


@record
class TimeMachinePlaced(Event):
    """The time machine was put in front of the locomotive."""


@record
class TimeMachineCrowded(Event):
    """At the end of this round there were several bandits in the time machine, so no bandit travels."""

    round: Open[Number]
    bandits: Open[tuple[Bandit, ...]]


@record
class TravellerStayed(Event):
    """At the end of this round a bandit was alone in the time machine, and its player let it stay there."""

    round: Open[Number]
    bandit: Open[Bandit]


@record
class BanditHidden(Event):
    """A bandit left the time machine and hides beneath a car that only its player knows."""

    bandit: Open[Bandit]
    car: Annotated[Car, SeenBy("hider")]


@record
class BanditReappeared(Event):
    """A bandit who was hidden beneath a car reappeared inside it."""

    bandit: Open[Bandit]
    place: Open[Place]


@record
class TravellerRewarded(Event):
    """At the end of the game a bandit was alone in the time machine and got this much money."""

    bandit: Open[Bandit]
    amount: Open[Number]


EVENTS: dict[str, type[Event]] = {
    "TimeMachinePlaced": TimeMachinePlaced,
    "TimeMachineCrowded": TimeMachineCrowded,
    "TravellerStayed": TravellerStayed,
    "BanditHidden": BanditHidden,
    "BanditReappeared": BanditReappeared,
    "TravellerRewarded": TravellerRewarded,
}
