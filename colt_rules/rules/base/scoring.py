"""The round's last step, and at the end of the game the money and the winner."""

from colt_rules.events import Cited, GameEnded, RoundEnded, ScoreLine
from colt_rules.model.names import Cites, Seat, is_bullet
from colt_rules.model.state import Game, Standing, by_seat, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.schemin import start_round
from colt_rules.rules.module import Due, Rules

GUNSLINGER = 1000


@clause("round-end.next-first-player", "game.five-rounds", "end.after-five-rounds")
def close_round(rules: Rules, game: Game) -> Due:
    """The player to the left leads the next round; after the fifth the game is over."""
    if not game.rounds:
        return end_game(rules, game)
    number, first = game.round.number, clockwise(game.options.seats, game.round.first)[1]
    return [
        (RoundEnded(number, first), ("round-end.next-first-player", "round-end.shuffle")),
        *start_round(game, number + 1, first),
    ]


def end_game(rules: Rules, game: Game) -> list[Cited]:
    """Everything is counted and the players are ranked."""
    counted = [one for count in rules.scoring for one in count(game)]
    lines = tuple(line for line, _ in counted)
    standings = ranking(game, lines)
    cites = dict.fromkeys((*ENDED, *(id for _, ids in counted for id in ids), *_decided_by(standings)))
    return [(GameEnded(lines, standings), tuple(cites))]


ENDED = ("game.five-rounds", "end.after-five-rounds", "game.goal")


def _decided_by(standings: tuple[Standing, ...]) -> Cites:
    """Which clauses made the winner."""
    richest = [standing for standing in standings if standing.money == standings[0].money]
    if len(richest) == 1:
        return ("end.richest-wins", "ruling.end.ranking-below")
    level = [standing for standing in richest if standing.rank == 1]
    tie_break = ("end.richest-wins", "end.tie-break.fewest-bullets", "ruling.end.ranking-below")
    return tie_break if len(level) == 1 else (*tie_break, "ruling.end.still-level")


@clause("scoring.tokens", "ruling.conductor.money")
def count_loot(game: Game) -> list[tuple[ScoreLine, Cites]]:
    """All loot counts at face value, and money paid out counts as well."""
    lines: list[tuple[ScoreLine, Cites]] = []
    for figure in map(game.figures.__getitem__, by_seat(game)):
        value = sum(game.values[token] for token in figure.loot)
        lines.append((ScoreLine(figure.seat, "tokens", value), ("scoring.tokens",)))
        if figure.ransom:
            lines.append((ScoreLine(figure.seat, "ransom", figure.ransom), ("ruling.conductor.money",)))
    return lines


@clause("scoring.gunslinger", "scoring.gunslinger.tie", "ruling.gunslinger.nobody-fired")
def award_gunslinger(game: Game) -> list[tuple[ScoreLine, Cites]]:
    """Whoever has the fewest bullets left gets $1000, all of them if several have, even if nobody fired."""
    fewest = min(figure.bullets for figure in game.figures.values())
    best = [game.figures[bandit].seat for bandit in by_seat(game) if game.figures[bandit].bullets == fewest]
    cites: Cites = ("scoring.gunslinger",)
    if len(best) > 1:
        cites += ("scoring.gunslinger.tie",)
    if fewest == len(BOX.bullets):
        cites += ("ruling.gunslinger.nobody-fired",)
    return [(ScoreLine(seat, "gunslinger", GUNSLINGER), cites) for seat in best]


@clause("end.tie-break.fewest-bullets")
def bullets_received(game: Game, seat: Seat) -> int:
    """How many bullet cards a player has received: they never leave the player's cards."""
    cards = game.cards[seat]
    return sum(map(is_bullet, cards.hand)) + sum(map(is_bullet, cards.deck))


@clause("game.goal", "end.richest-wins", "ruling.end.still-level", "ruling.end.ranking-below")
def ranking(game: Game, lines: tuple[ScoreLine, ...]) -> tuple[Standing, ...]:
    """The richest wins; level on money, fewer bullets received; level on both, the rank is shared."""
    measures = sorted(
        (-sum(line.amount for line in lines if line.seat == seat), bullets_received(game, seat), order, seat)
        for order, seat in enumerate(game.options.seats)
    )
    ranks = [(money, bullets) for money, bullets, _, _ in measures]
    return tuple(
        Standing(ranks.index((money, bullets)) + 1, seat, -money, bullets) for money, bullets, _, seat in measures
    )


LINES = (count_loot, award_gunslinger)
