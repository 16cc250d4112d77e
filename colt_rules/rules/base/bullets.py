"""Neutral bullets: who gets one, and what if there are too few."""

from colt_rules.events import Cited, NeutralBulletGiven, NeutralBulletsShort
from colt_rules.model.names import Bandit, Cites
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause

ORDER = ("ruling.order.first-player-clockwise",)


@clause("ruling.order.first-player-clockwise")
def in_order(game: Game, bandits: list[Bandit]) -> tuple[Bandit, ...]:
    """Bandits affected at the same moment, clockwise from the first player."""
    if len(bandits) < 2:
        return tuple(bandits)
    seats = clockwise(game.options.seats, game.round.first)
    return tuple(sorted(bandits, key=lambda bandit: seats.index(game.figures[bandit].seat)))


@clause("neutral-bullets.too-few", "ruling.neutral-bullets.happenings-too", "ruling.neutral-bullets.group")
def neutral_bullets(game: Game, bandits: tuple[Bandit, ...], cites: Cites, short: Cites) -> list[Cited]:
    """Each of the bandits gets a neutral bullet, or none does if the pile is too small for all of them."""
    if game.neutral < len(bandits):
        return [(NeutralBulletsShort(bandits), short)]
    if len(bandits) > 1:
        cites += ORDER
    return [
        (NeutralBulletGiven(bandit, game.figures[bandit].seat, game.neutral - number), cites)
        for number, bandit in enumerate(bandits, 1)
    ]
