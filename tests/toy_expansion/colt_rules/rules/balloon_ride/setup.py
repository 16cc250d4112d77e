"""The set-up: a sandbag in each car."""

from colt_rules.decisions import Decision
from colt_rules.events import Cited
from colt_rules.model.names import CHANCE, inside
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.balloon_ride.box import EXTRAS
from colt_rules.rules.balloon_ride.events import SandbagPlaced
from colt_rules.rules.balloon_ride.model import SANDBAG, balloon_of
from colt_rules.rules.base.setup import drawn
from colt_rules.rules.module import Rules, StepResult

CITES = ("balloon.sandbags", "balloon.secret")


@clause("balloon.sandbags")
def place_sandbags(rules: Rules, game: Game) -> StepResult:
    """Once the cars are filled, sandbags are drawn."""
    return (Decision(CHANCE, "sandbags", ""),) if game.floor and not balloon_of(game).sandbags else None


def _sandbags(rules: Rules, game: Game) -> tuple[str, ...]:
    """All sandbags in the box."""
    return tuple(kind for kind, sandbag in EXTRAS.sandbags.items() for _ in range(sandbag.count))


def _wanted(rules: Rules, game: Game) -> int:
    return len(game.train) - 1


@clause("balloon.sandbags")
def _placed(rules: Rules, game: Game, kinds: tuple[str, ...]) -> list[Cited]:
    """Each car behind the locomotive gets one sandbag."""
    return [
        (SandbagPlaced(f"{SANDBAG}-{number}", kind, inside(car)), CITES)
        for number, (car, kind) in enumerate(zip(game.train[1:], kinds, strict=True), 1)
    ]


STEPS = {"place-sandbags": place_sandbags}
CHOICES = {"sandbags": drawn("sandbags", _sandbags, _wanted, _placed, CITES)}
