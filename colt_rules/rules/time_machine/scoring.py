"""The money for the traveller at the end of the game, and who in the time machine cannot win."""

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

ESCAPE = "ruling.time-machine.escape"
CAUGHT: Cites = ("station.escape.caught", ESCAPE)


@clause("time-machine.end")
def traveller(rules: Rules, game: Game) -> list[Counted]:
    """The bandit who was alone in the time machine gets $500."""
    bandit = machine_of(game).rewarded
    if not bandit or bandit in uncounted_bandits(rules, game):
        return []
    return [(ScoreLine(game.figures[bandit].seat, "time-machine", REWARD), ("time-machine.end",))]


@clause("ruling.time-machine.escape")
def caught(rules: Rules, game: Game) -> Mapping[Bandit, Cites]:
    """By Escape a bandit who is in the time machine when the game ends cannot win, except by a house rule."""
    if not is_played(rules, game, "escape") or rules.agreed(GOT_AWAY):
        return {}
    return dict.fromkeys(travellers(rules, game), CAUGHT)


@clause("ruling.time-machine.escape")
def got_away(rules: Rules, game: Game) -> Cites:
    """By a house rule bandits in the time machine have got away and can win."""
    away = rules.agreed(GOT_AWAY) and is_played(rules, game, "escape") and travellers(rules, game)
    return (ESCAPE,) if away else ()


GOT_AWAY = f"{ESCAPE}=got-away"


LINES = {NAME: traveller}
