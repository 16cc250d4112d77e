"""The award with two bandits each."""

from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.scoring import award
from colt_rules.rules.module import Counted, Rules


@clause("duo.gunslinger", "duo.gunslinger.none")
def award_gunslinger(rules: Rules, game: Game) -> list[Counted]:
    """Whoever's bandits fired most at others gets $1000; in one edition nobody does."""
    if rules.holds("duo.gunslinger.none"):
        return [(None, ("duo.gunslinger.none",))]
    return award(rules, game, ("scoring.gunslinger", "duo.gunslinger"))
