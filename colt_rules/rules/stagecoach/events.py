"""The events of the stagecoach: its guard, its hostages, the melee, the plan of attack and what its cards bring."""

from typing import Annotated

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Bandit, Car, Card, Number, Place, Seat, Token
from colt_rules.model.record import record


@record
class StagecoachPlaced(Event):
    """The stagecoach stands beside a car."""

    car: Open[Car]


@record
class ShotgunPlaced(Event):
    """The Shotgun stands at a place."""

    place: Open[Place]


@record
class HostagesDrawn(Event):
    """These hostages lie open beside the train."""

    hostages: Open[tuple[str, ...]]


@record
class StagecoachMoved(Event):
    """The stagecoach, with all that is in it and on it, came to face another car."""

    start: Open[Car]
    to: Open[Car]


@record
class StagecoachFellBack(Event):
    """At the round's end the stagecoach fell back to the next car, with all that is in it and on it."""

    start: Open[Car]
    to: Open[Car]


@record
class StagecoachStayed(Event):
    """At the round's end the stagecoach stayed: it faces the last car."""

    car: Open[Car]


@record
class ShotgunThrown(Event):
    """A bandit punched the Shotgun, who landed on a roof of the train."""

    by: Open[Bandit]
    start: Open[Place]
    to: Open[Place]


@record
class ShotgunMoved(Event):
    """The Shotgun went along with the stagecoach to another roof."""

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
    """A bandit lost its powers for the rest of the game."""

    bandit: Open[Bandit]
    powers: Open[tuple[str, ...]]


@record
class PoodleBit(Event):
    """A round began, and the poodle's captor is due a neutral bullet."""

    bandit: Open[Bandit]
    round: Open[Number]


@record
class ChoiceSealed(Event):
    """In a melee a player settled on a card, or with no card on a draw, without showing it."""

    seat: Open[Seat]
    # Whether it is a card at all, and which way up it will lie, is as secret as the card.
    card: Annotated[Card | None, SeenBy("player")]
    face_down: Annotated[bool, SeenBy("player")]


@record
class MeleeShown(Event):
    """All have chosen, and who draws has drawn: these players show their cards, which are laid in this order."""

    order: Open[tuple[Seat, ...]]


@record
class MeleeEnded(Event):
    """All choices of the melee were carried out."""


@record
class PlanStarted(Event):
    """Schemin' is over, and these players may keep up to so many cards for the next round."""

    round: Open[Number]
    seats: Open[tuple[Seat, ...]]
    plans: Open[Number]


@record
class CardsKept(Event):
    """A player said which cards stay in hand."""

    seat: Open[Seat]
    cards: Annotated[tuple[Card, ...], SeenBy("player", count="count")]


@record
class HorsesRemoved(Event):
    """These horses left the game, nearest to the tail first; none if no horse was left, which is told as well."""

    horses: Open[tuple[str, ...]]


@record
class HorseMoved(Event):
    """A horse without a rider came to stand beside another car."""

    horse: Open[str]
    start: Open[Car]
    to: Open[Car]


@record
class FlaskDrunk(Event):
    """In this round the Marshal emptied a flask that lay where he was; it leads him as far as a place."""

    round: Open[Number]
    token: Open[Token]
    # What the Marshal drinks everybody sees by how far he goes.
    kind: Open[str]
    place: Open[Place]
    to: Open[Place]


@record
class NothingToDrink(Event):
    """In this round no flask lay where the Marshal was."""

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
    """A bullet was given in the round in which each one costs money at the end; so many has the bandit now."""

    bandit: Open[Bandit]
    count: Open[Number]


HOW = ("higher-speed",)
"""The words for how a bandit came to another place."""

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
