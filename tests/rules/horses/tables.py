"""Tables with horses and whisky, in any edition: without the stagecoach, that a test sees nothing but these."""

from colt_rules.events import GameStarted
from colt_rules.kernel import NEW, Accepted, awaiting, fold, settle
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import HidePawns
from tests.rules.sittings import sitting, until
from tests.verdicts import accepted


def seated(edition: str = "fr-horses", variant: str = "base", players: int = 0) -> Game:
    """A game that has just begun, also in editions whose tables would have to take the stagecoach."""
    start = sitting(edition, variant, players)
    begun = GameStarted(
        start.edition,
        (*start.modules, "horses"),
        start.seats,
        start.powers,
        start.happenings,
        start.stations,
        start.train,
    )
    return settle(fold([begun], NEW)).after


def attacking(edition: str = "fr-horses", variant: str = "base", players: int = 0) -> Game:
    """The last car is up in the horse attack."""
    return until("attack", seated(edition, variant, players))


def all_choose(game: Game, *boarding: str) -> Accepted:
    """Everybody who still rides chooses: these bandits board, the others ride on. What the last choice brings."""
    verdict = None
    for decision in awaiting(game):
        mine = tuple(sorted(bandit for bandit in boarding if game.figures[bandit].seat == decision.actor))
        verdict = accepted(verdict.after if verdict else game, HidePawns(decision.actor, mine))
    assert verdict
    return verdict
