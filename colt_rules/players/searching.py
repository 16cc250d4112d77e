"""A bot that searches: it tries its choices in imagined games and takes the one with which its side ends up richest.

It completes its view at random into whole states (``imagining``), plays the likeliest choices on from there on the
reference engine, with schemers in all seats, and compares the money. The worse half of the choices is dropped again
and again. **It knows only its view**: the same view, choices and seed give the same answer, unless a clock stops it.

Where the hidden information of a module cannot be imagined, and where answers are too many to list, it schemes.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

import attrs
import msgspec

from colt_rules.commands import Command
from colt_rules.decisions import Answers, Arrangements, Lazy, how_many
from colt_rules.kernel import Accepted, decide_by, legal_by
from colt_rules.log.codec import to_data
from colt_rules.model.names import CHANCE, Bandit, Seat, Token
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.players.bots import SchemingBot, outlook_of
from colt_rules.players.dealer import Dealer
from colt_rules.players.imagining import CannotImagine, Imagination, unimaginable
from colt_rules.players.play import Look
from colt_rules.rules.base.scoring import bullet_cards, count
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import View, view


@record
class Effort:
    """How much a bot searches before a choice."""

    playouts: int = 48
    """How many imagined games it plays at most."""
    seconds: float | None = None
    """After how long it stops and takes the best choice so far; None to play all."""
    choices: int = 6
    """How many choices it tries, the likeliest by the schemer's estimates."""
    rounds: int | None = 0
    """How many rounds after the current one an imagined game lasts, or None for all."""


USUAL_EFFORT = Effort()

NEAR = 0.3
"""The share of the best loot at a bandit's place that counts for it at the end of a round."""
WOUND = 20
"""What a bullet card costs its owner in each round that follows."""
AWARD = "gunslinger"
"""The line of the score that the rounds to come can still turn; those who are level share it."""
OUT_OF_IT = 5_000
"""What it costs a side that it cannot win."""


class SearchingBot:
    """Tries its choices in imagined games."""

    def __init__(
        self, seed: int | None = None, effort: Effort = USUAL_EFFORT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._random = Random(seed)
        self._effort = effort
        self._clock = clock

    def choose(self, look: Look, answers: Answers) -> Command:
        """The answer with which its side has the highest average lead."""
        begun = self._clock()
        if how_many(answers) == 1:
            return next(iter(answers))
        seen = look()
        schemer = SchemingBot(self._random.getrandbits(62))
        if isinstance(answers, Lazy) or unimaginable(seen.options.modules):
            return schemer.choose(lambda: seen, answers)
        tried = _likeliest(seen, answers, self._effort.choices)
        try:
            return self._best(Imagination(to_data(seen)), tried, begun)
        except CannotImagine:
            return schemer.choose(lambda: seen, answers)

    def _best(self, imagination: Imagination, tried: Sequence[Command], begun: float) -> Command:
        """The best of these choices; each batch of imagined games halves them."""
        left, effort = list(tried), self._effort
        gains = dict.fromkeys(left, 0.0)
        batches = max(1, (len(left) - 1).bit_length())
        for _ in range(batches):
            for _ in range(max(1, effort.playouts // (batches * len(left)))):
                if effort.seconds is not None and self._clock() - begun > effort.seconds:
                    return max(left, key=lambda command: gains[command])
                self._try_all(imagination, left, gains)
            left = sorted(left, key=lambda command: -gains[command])[: -(-len(left) // 2)]
        return left[0]

    def _try_all(self, imagination: Imagination, left: Sequence[Command], gains: dict[Command, float]) -> None:
        """Add to ``gains`` what these choices gain in one imagined state, with the same chance for all."""
        game = msgspec.convert(imagination.world(self._random), Game)
        rules, seed = rules_of(game), self._random.getrandbits(62)
        found: dict[Command, float] = {}
        for command in left:
            verdict = decide_by(rules, game, command)
            if not isinstance(verdict, Accepted):
                return  # the choices contradict the state in something that the view does not show
            found[command] = _lead(rules, self._played_on(rules, verdict, seed), imagination.seat)
        for command, lead in found.items():
            gains[command] += lead

    def _played_on(self, rules: Rules, verdict: Accepted, seed: int) -> Game:
        """The end of an imagined game."""
        game, waited = verdict.after, verdict.awaiting
        last = None if self._effort.rounds is None else max(1, game.round.number) + self._effort.rounds
        dealer, schemer = Dealer(seed), SchemingBot(seed)
        while waited and (last is None or game.round.number <= last):
            actor = waited[0].actor
            answers = legal_by(rules, game, actor, waited)
            if actor == CHANCE:
                command: Command = dealer.deal(cast(Arrangements, answers))
            else:
                command = schemer.choose(lambda seat=actor, at=game: view(at, seat), answers)  # type: ignore[misc]
            verdict = cast(Accepted, decide_by(rules, game, command, waited))
            game, waited = verdict.after, verdict.awaiting
        return game


def _likeliest(seen: View, answers: Sequence[Command], most: int) -> list[Command]:
    """The most promising answers by the schemer's estimates, the best first; of equal unseen tokens only one."""
    outlook = outlook_of(seen)
    tokens = [token for each in seen.bandits for token in each.tokens]
    tokens += [token for lying in seen.floor.values() for token in lying]
    alike: dict[Token, str] = {token.token: token.kind for token in tokens if token.value is None}
    kinds: dict[Any, Command] = {}
    for command in answers:
        fields = attrs.astuple(command, recurse=False)
        kinds.setdefault((command.__class__, *(alike.get(field, field) for field in fields)), command)
    return sorted(kinds.values(), key=lambda command: -outlook.worth(command))[:most]


def _lead(rules: Rules, game: Game, seat: Seat) -> float:
    """The lead of a seat's side in money over the mean of the richest other side and the average other side."""
    money = _final(game, rules) if game.ranking else _standing(rules, game)
    mine, others = money.pop(next(side for side in money if seat in side)), money.values()
    return float(mine - max(others) / 2 - sum(others) / len(others) / 2)


def _final(game: Game, rules: Rules) -> dict[tuple[Seat, ...], float]:
    """By side, its money at the end of the game; much less if it cannot win."""
    money = {one.seat: one.money for one in game.ranking}
    excluded = rules.who_cannot_win(game)
    out = {side for side in rules.sides(game) if all(bandit in excluded for bandit in _bandits(game, side))}
    return {side: money[side[0]] - OUT_OF_IT * (side in out) for side in rules.sides(game)}


def _standing(rules: Rules, game: Game) -> dict[tuple[Seat, ...], float]:
    """By side, what its money and prospects are worth when a round is over and others follow."""
    worth = dict.fromkeys(game.options.seats, 0.0)
    played, left = game.round.number, len(game.rounds) + 1
    lines = [line for line, _ in count(rules, game) if line]
    level = sum(line.line == AWARD for line in lines)
    for line in lines:
        worth[line.seat] += line.amount * (played / (played + left) / level if line.line == AWARD else 1)
    for figure in game.figures.values():
        lying = [game.values[token] for token in game.floor.get(figure.place, ())]
        worth[figure.seat] += NEAR * max(lying, default=0)
    for seat in game.cards:
        worth[seat] -= WOUND * left * len(bullet_cards(game, seat))
    return {side: sum(worth[seat] for seat in side) for side in rules.sides(game)}


def _bandits(game: Game, side: tuple[Seat, ...]) -> list[Bandit]:
    return [bandit for bandit, figure in game.figures.items() if figure.seat in side]
