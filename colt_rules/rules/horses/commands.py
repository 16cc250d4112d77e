"""The commands of horses and whisky."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Bandit, Car, Place, Token
from colt_rules.model.record import record


@record
class HidePawns(Command):
    """In the horse attack, choose in secret which of one's riding bandits board the current car, sorted."""

    boards: tuple[Bandit, ...]


@record
class BoardCar(Command):
    """As the last rider, board any car that has not come up yet, the current one included."""

    car: Car


@record
class Ride(Command):
    """Carry out a Ride: get off at this place, in the car where the horse stops or in the stagecoach beside it."""

    to: Place


@record
class UseFlask(Command):
    """Use a whisky flask on one's sheet instead of playing a card or drawing."""

    token: Token


COMMANDS: dict[str, type[Command]] = {
    "HidePawns": HidePawns,
    "BoardCar": BoardCar,
    "Ride": Ride,
    "UseFlask": UseFlask,
}
