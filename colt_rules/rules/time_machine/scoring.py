"""What the time machine is worth at the end of the game, and who cannot win in it."""

from collections.abc import Mapping

from colt_rules.events import ScoreLine
from colt_rules.model.names import Bandit, Cites
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.scoring import uncounted_bandits
from colt_rules.rules.marshal.scoring import is_played
from colt_rules.rules.module import Counted, Rules
from colt_rules.rules.time_machine.model import NAME, machine_of
from colt_rules.rules.time_machine.round_end import REWARD, travellers

CAUGHT: Cites = ("station.escape.caught", "ruling.time-machine.escape")


@clause("time-machine.end")
def traveller(rules: Rules, game: Game) -> list[Counted]:
    """The money of whoever was alone in it."""
    bandit = machine_of(game).rewarded
    if not bandit or bandit in uncounted_bandits(rules, game):
        return []
    return [(ScoreLine(game.figures[bandit].seat, "time-machine", REWARD), ("time-machine.end",))]


@clause("ruling.time-machine.escape")
def caught(rules: Rules, game: Game) -> Mapping[Bandit, Cites]:
    """Whoever is in the time machine when the game ends with the Escape has not got away."""
    return dict.fromkeys(travellers(rules, game), CAUGHT) if is_played(rules, game, "escape") else {}


LINES = {NAME: traveller}
