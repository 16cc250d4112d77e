"""The end of a round, and the end of the game: money, ranking and winners."""

from collections.abc import Callable
from functools import lru_cache

from colt_rules.events import Cited, GameEnded, RoundEnded, ScoreLine
from colt_rules.model.names import Bandit, Cites, Seat, is_bullet, owner_of
from colt_rules.model.state import Figure, Game, Standing, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.schemin import start_round
from colt_rules.rules.module import Counted, Rules, Sides, Step, StepResult

GUNSLINGER = 1000


# --- the next round


@clause("round-end.next-first-player")
def to_the_left(game: Game) -> Seat:
    """The player to the left of the first player becomes first player."""
    return clockwise(game.options.seats, game.round.first)[1]


@clause("game.five-rounds", "end.after-five-rounds")
def closing(next_first: Callable[[Game], Seat], cites: Cites) -> Step:
    """The step that ends a round: the next round begins, or the game ends after the fifth."""

    def close_round(rules: Rules, game: Game) -> StepResult:
        if not game.rounds:
            return end_game(rules, game)
        number, first = game.round.number, next_first(game)
        return [(RoundEnded(number, first), cites), *start_round(rules, game, number + 1, first)]

    return close_round


close_round = closing(to_the_left, ("round-end.next-first-player", "round-end.shuffle"))


# --- the end


def each_alone(game: Game, before: Sides) -> Sides:
    """Every player wins alone."""
    return _alone(game.options.seats)


@lru_cache(maxsize=256)
def _alone(seats: tuple[Seat, ...]) -> Sides:
    return tuple((seat,) for seat in seats)


def end_game(rules: Rules, game: Game) -> list[Cited]:
    """After the last round all money is counted and the players are ranked."""
    counted = count(rules, game)
    lines = tuple(line for line, _ in counted if line)
    standings = ranking(rules, game, lines)
    why = (*(ids for _, ids in counted), *rules.who_cannot_win(game).values(), _decided_by(rules, game, standings))
    goal = () if rules.won(game) else ("game.goal",)
    cites = dict.fromkeys((*ENDED, *goal, *(id for ids in why for id in ids)))
    return [(GameEnded(lines, standings), tuple(cites))]


ENDED = ("game.five-rounds", "end.after-five-rounds")


def count(rules: Rules, game: Game) -> list[Counted]:
    """All score lines, each with its clauses."""
    return [one for lines in rules.outcome.scoring.values() for one in lines(rules, game)]


def _decided_by(rules: Rules, game: Game, standings: tuple[Standing, ...]) -> Cites:
    """The clauses that decided who won."""
    if won := rules.won(game):
        return (*won[1], "ruling.end.ranking-below")
    if standings[0].rank > 1:
        return ("ruling.end.ranking-below",)
    richest = level_on_money(rules, game, standings)
    if len(richest) == 1:
        return ("end.richest-wins", "ruling.end.ranking-below")
    level = [standing for standing in richest if standing.bullets == standings[0].bullets]
    tie_break = ("end.richest-wins", *_tie_break(rules, richest), "ruling.end.ranking-below")
    return tie_break if len(level) == 1 else (*tie_break, "ruling.end.still-level")


def level_on_money(rules: Rules, game: Game, standings: tuple[Standing, ...]) -> list[Standing]:
    """The sides with the most money among the sides that can win by money, each with the standing of its first player.

    Empty if there are winners regardless of money.
    """
    if rules.won(game):
        return []
    first = {side[0] for side in sides_with_bandits(rules, game) if not _lost(rules, game, side)}
    return [one for one in standings if one.money == standings[0].money and one.seat in first]


@clause("end.tie-break.fewest-bullets", "end.tie-break.opponents-and-happenings", "ruling.tie-break.to-the-letter")
def _tie_break(rules: Rules, level: list[Standing]) -> Cites:
    """Among the richest, the player who received the fewest bullet cards wins; one edition leaves some of them out.

    By a house rule that edition counts all of them too. Returns the clauses of the tie-break.
    """
    other = "end.tie-break.opponents-and-happenings"
    if not rules.holds(other):
        return ("end.tie-break.fewest-bullets",)
    all_count = rules.agreed("ruling.tie-break.to-the-letter=all") and any(one.bullets for one in level)
    return (other, "ruling.tie-break.to-the-letter") if all_count else (other,)


@clause("scoring.tokens", "ruling.conductor.money")
def count_loot(rules: Rules, game: Game) -> list[Counted]:
    """Each player adds up the values of their loot tokens; money that was paid to them counts too."""
    lines: list[Counted] = []
    left_out = uncounted_bandits(rules, game)
    for figure in (game.figures[bandit] for bandit in rules.bandits_by_seat(game) if bandit not in left_out):
        value = sum(game.values[token] for token in figure.loot)
        lines.append((ScoreLine(figure.seat, "tokens", value), ("scoring.tokens",)))
        if figure.ransom:
            lines.append((ScoreLine(figure.seat, "ransom", figure.ransom), ("ruling.conductor.money",)))
    return lines


@clause("scoring.gunslinger", "scoring.gunslinger.tie")
def award_gunslinger(rules: Rules, game: Game) -> list[Counted]:
    """The player who fired the most bullets gets $1000; if several are level, each of them gets $1000."""
    return award(rules, game, ("scoring.gunslinger",))


@clause("ruling.gunslinger.nobody-fired")
def award(rules: Rules, game: Game, cites: Cites) -> list[Counted]:
    """The side that fired the most bullets at others gets $1000; if several are level, each of them does.

    That holds even if no side fired. House rules can withhold the award then, or give it only for empty bullet stacks.
    """
    fired = {side: shots_at_others(rules, game, side) for side in sides_with_bandits(rules, game)}
    most = max(fired.values())
    best = [side for side, number in fired.items() if number == most]
    if rules.agreed("ruling.gunslinger.nobody-fired=empty-stack"):
        best = [side for side in best if not any(figure.bullets for figure in _figures(rules, game, side))]
    if most == 0 and rules.agreed("ruling.gunslinger.nobody-fired=nobody"):
        best = []
    if not best:
        return [(None, (*cites, "ruling.gunslinger.nobody-fired"))]
    if len(best) > 1:
        cites += ("scoring.gunslinger.tie",)
    if most == 0:
        cites += ("ruling.gunslinger.nobody-fired",)
    return [(ScoreLine(side[0], "gunslinger", GUNSLINGER), cites) for side in best]


def sides_with_bandits(rules: Rules, game: Game) -> tuple[tuple[Seat, ...], ...]:
    """The sides that have a bandit: only they can get money and awards."""
    if not rules.no_bandits:
        return rules.sides(game)
    return tuple(side for side in rules.sides(game) if _figures(rules, game, side))


def shots_at_others(rules: Rules, game: Game, side: tuple[Seat, ...]) -> int:
    """How many bullets a side has fired, except bullets that hit its own bandits."""
    fired = sum(len(BOX.bullets) - figure.bullets for figure in _figures(rules, game, side))
    return fired - own_hits(rules, game, side)


def _figures(rules: Rules, game: Game, side: tuple[Seat, ...]) -> list[Figure]:
    return [figure for figure in rules.bandits(game).values() if figure.seat in side]


def own_hits(rules: Rules, game: Game, side: tuple[Seat, ...]) -> int:
    """How many bullet cards among the cards of a side were fired by its own bandits."""
    bandits = {bandit for bandit, figure in rules.bandits(game).items() if figure.seat in side}
    return sum(owner_of(card) in bandits for seat in side for card in bullet_cards(game, seat))


def bullet_cards(game: Game, seat: Seat) -> list[str]:
    """The bullet cards that a player has received. They never leave the cards of the player's side."""
    cards = game.cards[seat]
    return [card for card in (*cards.hand, *cards.deck, *cards.discard) if is_bullet(card)]


@clause("end.tie-break.fewest-bullets", "end.tie-break.opponents-and-happenings")
def bullets_received(game: Game, seat: Seat) -> int:
    """How many bullet cards a player has received, except the cards that the tie-break leaves out."""
    return len(bullet_cards(game, seat)) - game.cards[seat].uncounted


@clause("game.goal", "end.richest-wins", "ruling.end.still-level", "ruling.end.ranking-below")
def ranking(rules: Rules, game: Game, lines: tuple[ScoreLine, ...]) -> tuple[Standing, ...]:
    """The richest side wins; if sides are level, the one that received fewer bullets.

    Sides that are still level share the rank. Winners regardless of money share the first rank. A side whose bandits
    cannot win is ranked after all others that have bandits; a side without bandits comes last. Money never puts either
    of them first.
    """
    won = rules.won(game)
    last_round = clockwise(game.options.seats, game.round.first)
    by_order = rules.agreed("ruling.end.still-level=seat-order")
    measured = sorted(
        (
            _group(rules, game, side, won[0] if won else ()),
            -sum(line.amount for line in lines if line.seat in side),
            sum(bullets_received(game, seat) for seat in side),
            last_round.index(side[0]) if by_order else 0,
            game.options.seats.index(side[0]),
            side,
        )
        for side in rules.sides(game)
    )
    ranks = [measure[: 1 if measure[0] == WON else 4] for measure in measured]
    nobody_wins = measured[0][0] >= OUT_OF_IT
    return tuple(
        Standing(ranks.index(rank) + (2 if nobody_wins else 1), seat, -money, bullets)
        for rank, (_, money, bullets, _, _, side) in zip(ranks, measured, strict=True)
        for seat in side
    )


WON, BY_MONEY, OUT_OF_IT, WITHOUT_MONEY = range(4)
"""The groups in which sides are ranked, from the top."""


def _group(rules: Rules, game: Game, side: tuple[Seat, ...], winners: tuple[Seat, ...]) -> int:
    if any(seat in winners for seat in side):
        return WON
    if not _figures(rules, game, side):
        return WITHOUT_MONEY
    return OUT_OF_IT if _lost(rules, game, side) else BY_MONEY


def _lost(rules: Rules, game: Game, side: tuple[Seat, ...]) -> bool:
    """Whether all bandits of a side are among those who cannot win."""
    excluded = rules.who_cannot_win(game)
    return bool(excluded) and all(bandit in excluded for bandit, figure in game.figures.items() if figure.seat in side)


def uncounted_bandits(rules: Rules, game: Game) -> frozenset[Bandit]:
    """The bandits whose money does not count: they cannot win, but their side still can."""
    excluded = rules.who_cannot_win(game)
    if not excluded:
        return frozenset()
    lost = {seat for side in rules.sides(game) if _lost(rules, game, side) for seat in side}
    return frozenset(bandit for bandit in excluded if game.figures[bandit].seat not in lost)


LINES = {"tokens": count_loot, "gunslinger": award_gunslinger}
