"""The command of the balloon."""

from colt_rules.model.messages import Command
from colt_rules.model.names import Token
from colt_rules.model.record import record


@record
class ThrowSandbag(Command):
    """Throw a sandbag that one has, in place of playing a card or drawing."""

    token: Token


COMMANDS: dict[str, type[Command]] = {"ThrowSandbag": ThrowSandbag}
