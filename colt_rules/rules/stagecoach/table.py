"""The modules that the stagecoach can be combined with."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Reasons
from colt_rules.registry.clause import clause


@clause("ruling.horses.first-games")
def forbids(command: StartGame) -> Reasons:
    """The stagecoach is only played with horses and whisky."""
    return () if "horses" in command.modules else ("ruling.horses.first-games",)
