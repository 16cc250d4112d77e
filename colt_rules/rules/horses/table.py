"""The modules that horses and whisky can be combined with."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Reasons
from colt_rules.registry.clause import clause
from colt_rules.rules.editions import PUBLISHED, holds


@clause("horses.setup.first-games", "ruling.horses.first-games", "horses.setup.stagecoach")
def forbids(command: StartGame) -> Reasons:
    """Horses and whisky are played with the stagecoach; one edition allows first games without it.

    An edition that has only horses and whisky plays them alone.
    """
    plays_both = {"horses", "stagecoach"} <= set(PUBLISHED[command.edition].modules)
    if not plays_both or "stagecoach" in command.modules or holds("horses.setup.first-games", command.edition):
        return ()
    return ("horses.setup.stagecoach", "ruling.horses.first-games")
