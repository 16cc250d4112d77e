"""The commands of players with two bandits each."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Bandit, Card
from colt_rules.model.record import record


@record
class ChooseTeam(Command):
    """Take these two bandits; the first one keeps its Marshal card."""

    bandits: tuple[Bandit, ...]


@record
class PlaceBandits(Command):
    """Put this bandit into the last car and one's other bandit into the car ahead of it."""

    last: Bandit


@record
class ChooseCard(Command):
    """Take a card from one's deck before it is shuffled."""

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
