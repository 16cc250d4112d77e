"""What an event of another module triggers because of the Shotgun."""

from colt_rules.events import BanditMoved, Cited, Event
from colt_rules.model.names import Cites, Place, is_roof, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import neutral_bullets
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.arrivals import TOO_FEW
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.rules.stagecoach.places import ON_TOP

PASSING: Cites = ("shotgun.passing",)


@clause("shotgun.passing", "ruling.shotgun.passing-only-by-move", "ruling.shotgun.too-few-bullets")
def shot_in_passing(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """A bandit whose Move leads over the Shotgun's roof gets a neutral bullet; a bandit carried over it gets none."""
    match event:
        case BanditMoved(bandit=bandit, start=start, to=to, how="move"):
            if bandit in rules.bandits(game) and leads_past(rules, game, start, to):
                return neutral_bullets(rules, game, (bandit,), PASSING, PASSING + TOO_FEW)
    return []


def leads_past(rules: Rules, game: Game, start: Place, to: Place) -> bool:
    """Whether the Shotgun stands between two roofs; the way to and from the stagecoach leads over the roof it faces."""
    coach, roofs = stagecoach_of(game), rules.graph(game).roofs
    if coach.shotgun not in roofs or coach.shotgun in (start, to) or not (is_roof(start) and is_roof(to)):
        return False
    crossed = [roof(coach.car) if place == ON_TOP else place for place in (start, to)]
    if not {*crossed} <= {*roofs}:  # a module may have roofs that are not part of the train
        return False
    ends = [*map(roofs.index, crossed)]
    return min(ends) <= roofs.index(coach.shotgun) <= max(ends)
