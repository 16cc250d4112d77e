"""The commands of horses and whisky."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Bandit, Car, Place, Token
from colt_rules.model.record import record


@record
class HidePawns(Command):
    """In the horse attack: hide in the hand which of one's riding bandits board the car that is up, sorted."""

    boards: tuple[Bandit, ...]


@record
class BoardCar(Command):
    """The last rider boards any car that has not been up yet."""

    car: Car


@record
class Ride(Command):
    """Carry out a Ride: get off at this place, the car where the horse has stopped or what is beside it."""

    to: Place


@record
class UseFlask(Command):
    """Use a whisky flask that lies on one's sheet, in place of playing a card or drawing."""

    token: Token


COMMANDS: dict[str, type[Command]] = {
    "HidePawns": HidePawns,
    "BoardCar": BoardCar,
    "Ride": Ride,
    "UseFlask": UseFlask,
}
