"""The commands of horses and whisky."""

from typing import TypeAlias

from colt_rules.model.names import Bandit, Car, Place, Token
from colt_rules.model.record import record


@record
class HidePawns:
    """In the horse attack: hide in the hand which of one's riding bandits board the car that is up, sorted."""

    actor: str
    boards: tuple[Bandit, ...]


@record
class BoardCar:
    """The last rider boards any car that has not been up yet."""

    actor: str
    car: Car


@record
class Ride:
    """Carry out a Ride: get off at this place, the car where the horse has stopped or what is beside it."""

    actor: str
    to: Place


@record
class UseFlask:
    """Use a whisky flask that lies on one's sheet, in place of playing a card or drawing."""

    actor: str
    token: Token


Command: TypeAlias = HidePawns | BoardCar | Ride | UseFlask

COMMANDS: dict[str, type[Command]] = {
    "HidePawns": HidePawns,
    "BoardCar": BoardCar,
    "Ride": Ride,
    "UseFlask": UseFlask,
}
