"""The clauses about cursed loot that events of other modules also cite.

Before the game is over, what an event cites must not reveal whether a token is cursed.
"""

from colt_rules.events import Event, GameEnded, LootPlaced, LootSetAside, LootTaken
from colt_rules.model.names import Cites, Token, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.scoring import count_loot
from colt_rules.rules.base.setup import JEWEL, STRONGBOX
from colt_rules.rules.cursed_loot.box import CURSED
from colt_rules.rules.cursed_loot.setup import FACE_DOWN, WHOSE
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.setup import place_stagecoach

CARRIED_OUT_BY: CarriedOutBy = {
    "ruling.cursed.nothing-else": (count_loot,),
    "ruling.cursed.one-supply": (place_stagecoach,),
}
"""The general rules for counting loot and for the stagecoach's strongbox treat cursed tokens like any others."""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of another module also cites."""
    match event:
        case LootPlaced(token=token) | LootSetAside(token=token) if kind_of(token) in CURSED:
            return (WHOSE,)
        case LootTaken(token=token) if kind_of(token) in (JEWEL, STRONGBOX):
            return (FACE_DOWN,)
        case GameEnded():
            return _counted(game)
    return ()


@clause("ruling.cursed.nothing-else")
def _counted(game: Game) -> Cites:
    """Cursed loot that a bandit has at the end counts its printed value and does nothing else."""
    owned = (token for figure in game.figures.values() for token in figure.loot)
    return ("ruling.cursed.nothing-else",) if any(is_cursed(game, token) for token in owned) else ()


def is_cursed(game: Game, token: Token) -> bool:
    """Whether a token is cursed: no other token has so little value."""
    return game.values[token] in CURSED.get(kind_of(token), ())
