"""The next first player, and how teams win."""

from colt_rules.model.names import Seat
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.scoring import award, closing
from colt_rules.rules.module import Counted, Rules, Sides


@clause("team.next-first-player")
def next_team(game: Game) -> Seat:
    """Player A of the next team becomes first player."""
    return clockwise(game.options.seats, game.round.first)[2]


close_round = closing(next_team, ("team.next-first-player", "round-end.shuffle"))


@clause("team.score")
def teams(game: Game, before: Sides) -> Sides:
    """The first two seats are a side, then the next two, and so on."""
    seats = game.options.seats
    return tuple(zip(seats[::2], seats[1::2], strict=True))


@clause("team.gunslinger", "ruling.team.gunslinger-tie")
def award_gunslinger(rules: Rules, game: Game) -> list[Counted]:
    """The team that fired the most bullets at others gets $1000; if several are level, each team gets $1000."""
    best = award(rules, game, ("scoring.gunslinger", "team.gunslinger"))
    return [(line, (*cites, "ruling.team.gunslinger-tie")) for line, cites in best] if len(best) > 1 else best
