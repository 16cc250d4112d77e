"""The round's last step, and at the end of the game the money and the winner."""

from collections.abc import Callable
from functools import lru_cache

from colt_rules.events import Cited, GameEnded, RoundEnded, ScoreLine
from colt_rules.model.names import Bandit, Cites, Seat, is_bullet, owner_of
from colt_rules.model.state import Figure, Game, Standing, by_seat, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.schemin import start_round
from colt_rules.rules.module import Counted, Rules, Step, StepResult

GUNSLINGER = 1000


# --- the next round


@clause("round-end.next-first-player")
def to_the_left(game: Game) -> Seat:
    """The player to the left leads the next round."""
    return clockwise(game.options.seats, game.round.first)[1]


@clause("game.five-rounds", "end.after-five-rounds")
def closing(next_first: Callable[[Game], Seat], cites: Cites) -> Step:
    """The step that ends a round: another follows; after the fifth the game is over."""

    def close_round(rules: Rules, game: Game) -> StepResult:
        if not game.rounds:
            return end_game(rules, game)
        number, first = game.round.number, next_first(game)
        return [(RoundEnded(number, first), cites), *start_round(rules, game, number + 1, first)]

    return close_round


close_round = closing(to_the_left, ("round-end.next-first-player", "round-end.shuffle"))


# --- the end


def each_alone(game: Game) -> tuple[tuple[Seat, ...], ...]:
    """Every player is a side of their own."""
    return _alone(game.options.seats)


@lru_cache(maxsize=256)
def _alone(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    return tuple((seat,) for seat in seats)


def end_game(rules: Rules, game: Game) -> list[Cited]:
    """Everything is counted and the players are ranked."""
    counted = [one for count in rules.scoring for one in count(rules, game)]
    lines = tuple(line for line, _ in counted if line)
    standings = ranking(rules, game, lines)
    why = (*(ids for _, ids in counted), *rules.who_cannot_win(game).values(), _decided_by(rules, game, standings))
    cites = dict.fromkeys((*ENDED, *(id for ids in why for id in ids)))
    return [(GameEnded(lines, standings), tuple(cites))]


ENDED = ("game.five-rounds", "end.after-five-rounds", "game.goal")


def _decided_by(rules: Rules, game: Game, standings: tuple[Standing, ...]) -> Cites:
    """Which clauses made the winner."""
    if standings[0].rank > 1:
        return ("ruling.end.ranking-below",)
    richest = level_on_money(rules, game, standings)
    if len(richest) == 1:
        return ("end.richest-wins", "ruling.end.ranking-below")
    level = [standing for standing in richest if standing.bullets == standings[0].bullets]
    tie_break = ("end.richest-wins", *_tie_break(rules, richest), "ruling.end.ranking-below")
    return tie_break if len(level) == 1 else (*tie_break, "ruling.end.still-level")


def level_on_money(rules: Rules, game: Game, standings: tuple[Standing, ...]) -> list[Standing]:
    """Of the sides that can win those with the most money, each by the first of its players."""
    first = {side[0] for side in rules.sides(game) if not _lost(rules, game, side)}
    return [one for one in standings if one.money == standings[0].money and one.seat in first]


@clause("end.tie-break.fewest-bullets", "end.tie-break.opponents-and-happenings", "ruling.tie-break.to-the-letter")
def _tie_break(rules: Rules, level: list[Standing]) -> Cites:
    """Fewest bullets received; in one edition those from meetings with the Marshal are left out, unless by a claim."""
    other = "end.tie-break.opponents-and-happenings"
    if not rules.holds(other):
        return ("end.tie-break.fewest-bullets",)
    all_count = rules.claimed("ruling.tie-break.to-the-letter=all") and any(one.bullets for one in level)
    return (other, "ruling.tie-break.to-the-letter") if all_count else (other,)


@clause("scoring.tokens", "ruling.conductor.money")
def count_loot(rules: Rules, game: Game) -> list[Counted]:
    """All loot counts at face value, and money paid out counts as well."""
    lines: list[Counted] = []
    left_out = uncounted_bandits(rules, game)
    for figure in (game.figures[bandit] for bandit in by_seat(game) if bandit not in left_out):
        value = sum(game.values[token] for token in figure.loot)
        lines.append((ScoreLine(figure.seat, "tokens", value), ("scoring.tokens",)))
        if figure.ransom:
            lines.append((ScoreLine(figure.seat, "ransom", figure.ransom), ("ruling.conductor.money",)))
    return lines


@clause("scoring.gunslinger", "scoring.gunslinger.tie")
def award_gunslinger(rules: Rules, game: Game) -> list[Counted]:
    """Whoever fired most bullets gets $1000, all of them if several did."""
    return award(rules, game, ("scoring.gunslinger",))


@clause("ruling.gunslinger.nobody-fired")
def award(rules: Rules, game: Game, cites: Cites) -> list[Counted]:
    """The side that fired most at others gets $1000, all of them if several did, even if nobody fired."""
    fired = {side: shots_at_others(game, side) for side in rules.sides(game)}
    most = max(fired.values())
    best = [side for side, number in fired.items() if number == most]
    if rules.claimed("ruling.gunslinger.nobody-fired=empty-stack"):
        best = [side for side in best if not any(figure.bullets for figure in _figures(game, side))]
    if most == 0 and rules.claimed("ruling.gunslinger.nobody-fired=nobody"):
        best = []
    if not best:
        return [(None, (*cites, "ruling.gunslinger.nobody-fired"))]
    if len(best) > 1:
        cites += ("scoring.gunslinger.tie",)
    if most == 0:
        cites += ("ruling.gunslinger.nobody-fired",)
    return [(ScoreLine(side[0], "gunslinger", GUNSLINGER), cites) for side in best]


def shots_at_others(game: Game, side: tuple[Seat, ...]) -> int:
    """How many bullets a side has fired, without those that hit its own bandits."""
    return sum(len(BOX.bullets) - figure.bullets for figure in _figures(game, side)) - own_hits(game, side)


def _figures(game: Game, side: tuple[Seat, ...]) -> list[Figure]:
    return [figure for figure in game.figures.values() if figure.seat in side]


def own_hits(game: Game, side: tuple[Seat, ...]) -> int:
    """How many bullets of a side lie among its own cards: nobody else has hit them with these."""
    bandits = {bandit for bandit, figure in game.figures.items() if figure.seat in side}
    return sum(owner_of(card) in bandits for seat in side for card in bullet_cards(game, seat))


def bullet_cards(game: Game, seat: Seat) -> list[str]:
    """The bullet cards a player has received: they never leave the cards of the player's side."""
    cards = game.cards[seat]
    return [card for card in (*cards.hand, *cards.deck, *cards.discard) if is_bullet(card)]


@clause("end.tie-break.fewest-bullets", "end.tie-break.opponents-and-happenings")
def bullets_received(game: Game, seat: Seat) -> int:
    """How many bullet cards a player has received, without those that the tie-break leaves out."""
    return len(bullet_cards(game, seat)) - game.cards[seat].uncounted


@clause("game.goal", "end.richest-wins", "ruling.end.still-level", "ruling.end.ranking-below")
def ranking(rules: Rules, game: Game, lines: tuple[ScoreLine, ...]) -> tuple[Standing, ...]:
    """The richest side wins; level on money, fewer bullets received; level on both, the rank is shared.

    A side all of whose bandits are out of it comes after all others and never first.
    """
    last_round = clockwise(game.options.seats, game.round.first)
    by_order = rules.claimed("ruling.end.still-level=seat-order")
    measured = sorted(
        (
            _lost(rules, game, side),
            -sum(line.amount for line in lines if line.seat in side),
            sum(bullets_received(game, seat) for seat in side),
            last_round.index(side[0]) if by_order else 0,
            game.options.seats.index(side[0]),
            side,
        )
        for side in rules.sides(game)
    )
    ranks = [measure[:4] for measure in measured]
    nobody_wins = measured[0][0]
    return tuple(
        Standing(ranks.index((lost, money, bullets, order)) + (2 if nobody_wins else 1), seat, -money, bullets)
        for lost, money, bullets, order, _, side in measured
        for seat in side
    )


def _lost(rules: Rules, game: Game, side: tuple[Seat, ...]) -> bool:
    """Whether none of a side's bandits can win."""
    excluded = rules.who_cannot_win(game)
    return bool(excluded) and all(bandit in excluded for bandit, figure in game.figures.items() if figure.seat in side)


def uncounted_bandits(rules: Rules, game: Game) -> frozenset[Bandit]:
    """Whose money does not count: those out of it whose side can still win without them."""
    excluded = rules.who_cannot_win(game)
    if not excluded:
        return frozenset()
    lost = {seat for side in rules.sides(game) if _lost(rules, game, side) for seat in side}
    return frozenset(bandit for bandit in excluded if game.figures[bandit].seat not in lost)


LINES = {"tokens": count_loot, "gunslinger": award_gunslinger}
