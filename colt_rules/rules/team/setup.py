"""The set-up in teams."""

from colt_rules.events import BanditPlaced, FirstPlayerDrawn
from colt_rules.model.names import inside
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.setup import drawn, one
from colt_rules.rules.module import Rules, StepResult


@clause("team.placement")
def board_train(rules: Rules, game: Game) -> StepResult:
    """The bandits of players A start inside the last car, the bandits of players B inside the car ahead of it."""
    if all(figure.place for figure in game.figures.values()):
        return None
    cars = (inside(game.train[-1]), inside(game.train[-2]))
    seats = game.options.seats
    return [
        (BanditPlaced(seat, cars[seats.index(seat) % 2]), ("team.placement", "setup.placement.inside"))
        for seat in clockwise(seats, game.round.first)
    ]


FIRST_PLAYER = ("team.first-player", "setup.first-player.drawn", "setup.first-player.holds-rounds")


@clause("team.first-player")
def _a_players(rules: Rules, game: Game) -> tuple[str, ...]:
    """The first player is drawn among players A."""
    return game.options.seats[::2]


CHOICES = {
    "first-player": drawn(
        "first-player",
        items=_a_players,
        count=one,
        happens=lambda rules, game, outcome: [(FirstPlayerDrawn(outcome[0]), FIRST_PLAYER)],
        cites=("team.first-player",),
    ),
}
