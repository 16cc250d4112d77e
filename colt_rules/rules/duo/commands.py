"""The commands of players with two bandits each."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Bandit, Card
from colt_rules.model.record import record


@record
class ChooseTeam(Command):
    """Take these two bandits; the one named first keeps its Marshal card."""

    bandits: tuple[Bandit, ...]


@record
class PlaceBandits(Command):
    """Put this bandit into the last car and the player's other one into the car before it."""

    last: Bandit


@record
class ChooseCard(Command):
    """Take a card out of one's deck before it is shuffled."""

    card: Card


@record
class AddNoCard(Command):
    """Add no card to the Fire that was just played."""


COMMANDS: dict[str, type[Command]] = {
    "ChooseTeam": ChooseTeam,
    "PlaceBandits": PlaceBandits,
    "ChooseCard": ChooseCard,
    "AddNoCard": AddNoCard,
}
