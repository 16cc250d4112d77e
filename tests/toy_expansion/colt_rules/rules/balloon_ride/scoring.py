"""What the balloon pays at the end of the game."""

from colt_rules.events import ScoreLine
from colt_rules.model.names import car_of
from colt_rules.model.state import Game, by_seat
from colt_rules.registry.clause import clause
from colt_rules.rules.balloon_ride.model import BALLOON, balloon_of
from colt_rules.rules.module import Counted, Rules

A_STEP = 100
"""Dollars for each step that the balloon has risen."""


@clause("balloon.score")
def view_from_above(rules: Rules, game: Game) -> list[Counted]:
    """Each bandit in the balloon is paid for the view: the more, the higher the balloon."""
    money = A_STEP * balloon_of(game).height
    aloft = [bandit for bandit in by_seat(game) if car_of(game.figures[bandit].place) == BALLOON]
    return [(ScoreLine(game.figures[bandit].seat, "balloon", money), ("balloon.score",)) for bandit in aloft if money]
