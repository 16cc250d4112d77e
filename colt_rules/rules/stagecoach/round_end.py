"""The end of every round: the stagecoach falls back."""

from colt_rules.events import Cited
from colt_rules.model.names import Cites, car_of, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Rules, StepResult
from colt_rules.rules.stagecoach.arrivals import comes_to
from colt_rules.rules.stagecoach.events import ShotgunMoved, StagecoachFellBack, StagecoachStayed
from colt_rules.rules.stagecoach.model import stagecoach_of


@clause("stagecoach.falls-back", "stagecoach.falls-back.tail", "ruling.stagecoach.last-round")
def fall_back(rules: Rules, game: Game) -> StepResult:
    """At the end of every round, after the happening, the stagecoach falls back one car; at the last car it stays."""
    coach, graph = stagecoach_of(game), rules.graph(game)
    if coach.fell_back == game.round.number:
        return None
    if is_over_before(rules, game):
        return None
    cites: Cites = ("stagecoach.falls-back", *_after_the_last(game))
    back = graph.backward.get(roof(coach.car))
    if back is None:
        return [(StagecoachStayed(coach.car), (*cites, "stagecoach.falls-back.tail"))]
    fell: list[Cited] = [(StagecoachFellBack(coach.car, car_of(back)), cites)]
    return fell + keep_level(rules, game)


@clause("ruling.stagecoach.last-round")
def _after_the_last(game: Game) -> Cites:
    """The ruling that the stagecoach falls back after the last round too; empty if this is not the last round."""
    return () if game.rounds else LAST_ROUND


LAST_ROUND: Cites = ("ruling.stagecoach.last-round",)


@clause("ruling.stagecoach.last-round")
def is_over_before(rules: Rules, game: Game) -> bool:
    """Whether a house rule keeps the stagecoach from falling back now, after the last round."""
    return not game.rounds and rules.agreed("ruling.stagecoach.last-round=not-any-more")


@clause("shotgun.keeps-facing", "shotgun.never-back")
def keep_level(rules: Rules, game: Game) -> list[Cited]:
    """Once on the train, the Shotgun goes one car toward the tail whenever the stagecoach does."""
    here, graph = stagecoach_of(game).shotgun, rules.graph(game)
    if here not in graph.roofs:
        return []
    back = graph.backward[here]
    return [(ShotgunMoved(here, back), ("shotgun.keeps-facing", *comes_to(rules, game, back)))]


STEPS = {"fall-back": fall_back}
