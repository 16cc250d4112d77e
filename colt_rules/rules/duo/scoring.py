"""The Gunslinger award with two bandits a player."""

from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.scoring import award
from colt_rules.rules.module import Counted, Rules


@clause("duo.gunslinger", "duo.gunslinger.none")
def award_gunslinger(rules: Rules, game: Game) -> list[Counted]:
    """The player whose two bandits fired the most bullets at others gets $1000; in one edition there is no award."""
    if rules.holds("duo.gunslinger.none"):
        return [(None, ("duo.gunslinger.none",))]
    return award(rules, game, ("scoring.gunslinger", "duo.gunslinger"))
