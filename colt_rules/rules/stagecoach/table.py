"""With which modules the stagecoach can be played."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Reasons
from colt_rules.registry.clause import clause


@clause("ruling.horses.first-games")
def forbids(command: StartGame) -> Reasons:
    """The stagecoach comes with horses and whisky: these can be played without it, but not it without them."""
    return () if "horses" in command.modules else ("ruling.horses.first-games",)
