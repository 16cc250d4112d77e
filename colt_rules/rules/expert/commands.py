"""The command of the expert variant."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Card
from colt_rules.model.record import record


@record
class KeepCards(Command):
    """Keep exactly these cards for the next round, sorted by name."""

    cards: tuple[Card, ...]


COMMANDS: dict[str, type[Command]] = {
    "KeepCards": KeepCards,
}
