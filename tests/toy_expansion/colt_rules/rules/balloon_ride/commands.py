"""The command of the balloon."""

from colt_rules.model.messages import Command, Earlier
from colt_rules.model.names import Token
from colt_rules.model.record import record


@record
class ThrowSandbagV1(Command):
    """Throw a sandbag that one has, instead of playing a card or drawing."""

    sandbag: Token


@record
class ThrowSandbag(Command):
    """Throw a sandbag that one has, instead of playing a card or drawing."""

    earlier = (Earlier(ThrowSandbagV1, renamed={"sandbag": "token"}),)

    token: Token


COMMANDS: dict[str, type[Command]] = {"ThrowSandbag": ThrowSandbag}
