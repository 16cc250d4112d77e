"""The events of the stagecoach: the Shotgun, the hostages, the melee, the plan of attack and its round cards."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Car, Card, Number, Place, Seat, Token
from colt_rules.model.record import record


@record
class StagecoachPlaced(Event):
    """The stagecoach was put beside a car."""

    car: Open[Car]


@record
class ShotgunPlaced(Event):
    """The Shotgun was put at a place."""

    place: Open[Place]


@record
class HostagesDrawn(Event):
    """These hostages were drawn and lie face up beside the train."""

    hostages: Open[tuple[str, ...]]


@record
class StagecoachMoved(Event):
    """The stagecoach, with everything in it and on it, moved to another car."""

    start: Open[Car]
    to: Open[Car]


@record
class StagecoachFellBack(Event):
    """At the end of the round the stagecoach, with everything in it and on it, fell back to the next car."""

    start: Open[Car]
    to: Open[Car]


@record
class StagecoachStayed(Event):
    """At the end of the round the stagecoach stayed because it faces the last car."""

    car: Open[Car]


@record
class ShotgunThrown(Event):
    """A bandit punched the Shotgun, who landed on a roof of the train."""

    by: Open[Bandit]
    start: Open[Place]
    to: Open[Place]


@record
class ShotgunMoved(Event):
    """The Shotgun moved to another roof together with the stagecoach."""

    start: Open[Place]
    to: Open[Place]


@record
class ShotgunMet(Event):
    """These bandits are on the Shotgun's roof and have to run, in this order."""

    bandits: Open[tuple[Bandit, ...]]


@record
class ShotgunTolerated(Event):
    """These bandits may stay beside the Shotgun: he came to them, and they have not left his roof since."""

    bandits: Open[tuple[Bandit, ...]]


@record
class BanditRan(Event):
    """A bandit ran from the Shotgun to another roof."""

    bandit: Open[Bandit]
    start: Open[Place]
    to: Open[Place]


@record
class HostageTaken(Event):
    """A bandit inside the stagecoach took a hostage."""

    bandit: Open[Bandit]
    hostage: Open[str]


@record
class PowersLost(Event):
    """A bandit lost these powers for the rest of the game."""

    bandit: Open[Bandit]
    powers: Open[tuple[str, ...]]


@record
class PoodleBit(Event):
    """A round began, and the poodle's captor is to get a neutral bullet."""

    bandit: Open[Bandit]
    round: Open[Number]


@record
class ChoiceSealed(Event):
    """In a melee a player chose a card, or a draw if ``card`` is None, in secret."""

    seat: Open[Seat]
    # Whether it is a card or a draw, and which way up the card will lie, are as secret as the card.
    card: Annotated[Card | None, SeenBy("player")]
    face_down: Annotated[bool, SeenBy("player")]


@record
class MeleeShown(Event):
    """All players have chosen and all draws are done; these players show their cards, which are laid in this order."""

    order: Open[tuple[Seat, ...]]


@record
class MeleeEnded(Event):
    """All choices of the melee have been carried out."""


@record
class PlanStarted(Event):
    """Schemin' is over, and these players may each keep up to ``plans`` cards for the next round."""

    round: Open[Number]
    seats: Open[tuple[Seat, ...]]
    plans: Open[Number]


@record
class CardsKept(Event):
    """A player chose the cards that stay in hand."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class HorsesRemoved(Event):
    """These horses left the game, nearest to the tail first; empty if no horse was left."""

    horses: Open[tuple[str, ...]]


@record
class HorseMoved(Event):
    """A horse without a rider moved to another car."""

    horse: Open[str]
    start: Open[Car]
    to: Open[Car]


@record
class FlaskDrunk(Event):
    """In this round the Marshal emptied a flask at his place; ``to`` is where he goes."""

    round: Open[Number]
    token: Open[Token]
    # Everybody sees by how far the Marshal goes what he drank.
    kind: Open[str]
    place: Open[Place]
    to: Open[Place]


@record
class NothingToDrink(Event):
    """In this round there was no flask at the Marshal's place."""

    round: Open[Number]
    place: Open[Place]


@record
class BanditEscaped(Event):
    """A bandit rode away with a horse and is out of the game."""

    bandit: Open[Bandit]
    horse: Open[str]
    start: Open[Place]


@record
class BulletRemembered(Event):
    """A bandit got a bullet in a round in which each bullet costs money at the end; ``count`` is the number so far."""

    bandit: Open[Bandit]
    count: Open[Number]


HOW = ("higher-speed",)
"""The values of ``how`` that this module adds to BanditMoved."""

EVENTS: dict[str, type[Event]] = {
    "StagecoachPlaced": StagecoachPlaced,
    "ShotgunPlaced": ShotgunPlaced,
    "HostagesDrawn": HostagesDrawn,
    "StagecoachMoved": StagecoachMoved,
    "StagecoachFellBack": StagecoachFellBack,
    "StagecoachStayed": StagecoachStayed,
    "ShotgunThrown": ShotgunThrown,
    "ShotgunMoved": ShotgunMoved,
    "ShotgunMet": ShotgunMet,
    "ShotgunTolerated": ShotgunTolerated,
    "BanditRan": BanditRan,
    "HostageTaken": HostageTaken,
    "PowersLost": PowersLost,
    "PoodleBit": PoodleBit,
    "ChoiceSealed": ChoiceSealed,
    "MeleeShown": MeleeShown,
    "MeleeEnded": MeleeEnded,
    "PlanStarted": PlanStarted,
    "CardsKept": CardsKept,
    "HorsesRemoved": HorsesRemoved,
    "HorseMoved": HorseMoved,
    "FlaskDrunk": FlaskDrunk,
    "NothingToDrink": NothingToDrink,
    "BanditEscaped": BanditEscaped,
    "BulletRemembered": BulletRemembered,
}
