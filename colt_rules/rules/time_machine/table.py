"""The modules that the time machine can be combined with."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Reasons
from colt_rules.registry.clause import clause


@clause("ruling.time-machine.goes-with")
def forbids(command: StartGame) -> Reasons:
    """The time machine can be combined with every other module."""
    return ()
