"""The next round's first player, and how teams win."""

from colt_rules.model.names import Seat
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.scoring import award, closing
from colt_rules.rules.module import Counted, Rules, Sides


@clause("team.next-first-player")
def next_team(game: Game) -> Seat:
    """The A player of the next team leads the next round."""
    return clockwise(game.options.seats, game.round.first)[2]


close_round = closing(next_team, ("team.next-first-player", "round-end.shuffle"))


@clause("team.score")
def teams(game: Game, before: Sides) -> Sides:
    """Two seats in a row, counted from the first one, are a side."""
    seats = game.options.seats
    return tuple(zip(seats[::2], seats[1::2], strict=True))


@clause("team.gunslinger", "ruling.team.gunslinger-tie")
def award_gunslinger(rules: Rules, game: Game) -> list[Counted]:
    """The team that fired most at others gets $1000, of several teams each once."""
    best = award(rules, game, ("scoring.gunslinger", "team.gunslinger"))
    return [(line, (*cites, "ruling.team.gunslinger-tie")) for line, cites in best] if len(best) > 1 else best
