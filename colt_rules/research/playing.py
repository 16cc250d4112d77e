"""Players for a session, and matches of one kind of player against another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol, TypeAlias

import msgspec

from colt_rules.log.codec import read_command
from colt_rules.model.names import Seat
from colt_rules.model.record import record
from colt_rules.players.play import Bot, any_seats, new_game, table_of
from colt_rules.research.session import Data, Session, check_seed, new_session
from colt_rules.research.statistics import wilson
from colt_rules.rules.editions import EDITIONS
from colt_rules.views import View

Choices: TypeAlias = Sequence[Data]
"""The choices in a session, as commands."""


class Player(Protocol):
    """Chooses for a seat from its view only."""

    def choose(self, seen: Data, choices: Choices) -> int:
        """The index of the choice to take."""
        ...


MakesPlayer: TypeAlias = Callable[[int], Player]
"""Makes a player of some kind from a seed."""


class AnyChoice:
    """Takes each choice with the same probability."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, seen: Data, choices: Choices) -> int:
        """A random index."""
        return self._random.randrange(len(choices))


class BotPlays:
    """Adapts a bot of ``colt_rules.players``."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, seen: Data, choices: Choices) -> int:
        """The index of the bot's choice."""
        commands = [read_command(command) for command in choices]
        return commands.index(self._bot.choose(lambda: msgspec.convert(seen, View), commands))


def play_on(at: Session, players: Mapping[Seat, Player]) -> None:
    """Play a game to its end. A single choice is taken without asking the player."""
    while (actor := at.actor) is not None:
        choices = at.choices
        at.take(players[actor].choose(at.view(actor), choices) if len(choices) > 1 else 0)


@record
class MatchGame:
    """A game of a match."""

    number: int
    seat: Seat
    """The seat of the player under test."""
    won: float
    """1 for a victory, a fraction for a shared victory, otherwise 0."""
    money: int
    others: float
    """The average money of the other seats."""


@record
class MatchResult:
    """The results of a match."""

    games: int
    won: float
    """How many games were won."""
    least: float
    most: float
    """The bounds of the 95% interval of the win rate."""
    fair: float
    """The win rate if all players were equally good."""
    money: float
    others: float

    @property
    def share(self) -> float:
        """The win rate."""
        return self.won / self.games


def match(
    one: MakesPlayer,
    others: MakesPlayer,
    *,
    games: int,
    players: int = 4,
    edition: str = EDITIONS[0],
    modules: tuple[str, ...] | None = None,
    seed: int = 0,
    engine: str | None = None,
) -> Iterator[MatchGame]:
    """Play one player against others of another kind; the player rotates through the seats, with random bandits."""
    seed = check_seed(seed)
    played = modules or new_game(()).modules
    names = table_of(edition, played)
    for number in range(games):
        seeds = Random(f"{seed} {number}")
        seats = any_seats(seeds, names, players)
        seat = seats[number % players]
        at = new_session(new_game(seats, edition=edition, modules=played), seed=seeds.getrandbits(62), engine=engine)
        play_on(at, {each: (one if each == seat else others)(seeds.getrandbits(62)) for each in seats})
        yield game_of(number, seat, at.ranking)


def game_of(number: int, seat: Seat, ranking: Sequence[Data]) -> MatchGame:
    """A game of a match that has ended with this ranking."""
    winners = [row["seat"] for row in ranking if row["rank"] == 1]
    money = {row["seat"]: row["money"] for row in ranking}
    mine = money.pop(seat)
    return MatchGame(
        number, seat, (seat in winners) / max(1, len(winners)), mine, sum(money.values()) / max(1, len(money))
    )


def tally(played: Sequence[MatchGame], players: int = 4) -> MatchResult:
    """The results of these games, with a 95% Wilson interval of the win rate."""
    if not played:
        raise ValueError("expected at least one game, got none")
    games, won = len(played), sum(each.won for each in played)
    limits = wilson(won, games)
    money, others = (sum(row) / games for row in zip(*((each.money, each.others) for each in played), strict=True))
    return MatchResult(games, won, limits.low, limits.high, 1 / players, money, others)
