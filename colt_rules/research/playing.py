"""Who chooses at a table, and whole matches of one kind of player against another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol, TypeAlias

import msgspec

from colt_rules.log.codec import read_command
from colt_rules.model.names import Seat
from colt_rules.model.record import record
from colt_rules.players.play import Bot, any_seats, new_game, table_of
from colt_rules.research.session import Data, Table, check_seed, table
from colt_rules.research.statistics import wilson
from colt_rules.rules.editions import EDITIONS
from colt_rules.views import View

Choices: TypeAlias = Sequence[Data]
"""The choices at a table, as commands."""


class Player(Protocol):
    """Somebody who chooses for a seat, by what it sees and nothing else."""

    def choose(self, seen: Data, choices: Choices) -> int:
        """The number of the choice to take."""
        ...


MakesPlayer: TypeAlias = Callable[[int], Player]
"""A player of some kind, for a seed."""


class AnyChoice:
    """Takes any choice with the same probability."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, seen: Data, choices: Choices) -> int:
        """Any number."""
        return self._random.randrange(len(choices))


class BotPlays:
    """Lets a bot of ``colt_rules.players`` choose."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, seen: Data, choices: Choices) -> int:
        """The number of what the bot would do."""
        commands = [read_command(command) for command in choices]
        return commands.index(self._bot.choose(lambda: msgspec.convert(seen, View), commands))


def play_on(at: Table, players: Mapping[Seat, Player]) -> None:
    """Play a game to its end. Whoever has a single choice is not asked."""
    while (actor := at.actor) is not None:
        choices = at.choices
        at.take(players[actor].choose(at.view(actor), choices) if len(choices) > 1 else 0)


@record
class Played:
    """A game of a match."""

    number: int
    seat: Seat
    """Whose game is counted."""
    won: float
    """1 for a victory, less where it is shared, 0 for none."""
    money: int
    others: float
    """The money of the others, on average."""


@record
class Tally:
    """The games of a match, counted."""

    games: int
    won: float
    """How many games of all."""
    least: float
    most: float
    """The share of victories lies between these, at 95 of 100."""
    fair: float
    """The share of victories if all were equally good."""
    money: float
    others: float

    @property
    def share(self) -> float:
        """Of all games, how many were won."""
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
) -> Iterator[Played]:
    """Games of one player against others of another kind; the one sits in every seat in turn, with any bandits."""
    seed = check_seed(seed)
    played = modules or new_game(()).modules
    names = table_of(edition, played)
    for number in range(games):
        seeds = Random(f"{seed} {number}")
        seats = any_seats(seeds, names, players)
        seat = seats[number % players]
        at = table(new_game(seats, edition=edition, modules=played), seed=seeds.getrandbits(62), engine=engine)
        play_on(at, {each: (one if each == seat else others)(seeds.getrandbits(62)) for each in seats})
        winners = [row["seat"] for row in at.ranking if row["rank"] == 1]
        money = {row["seat"]: row["money"] for row in at.ranking}
        mine = money.pop(seat)
        yield Played(
            number, seat, (seat in winners) / max(1, len(winners)), mine, sum(money.values()) / max(1, len(money))
        )


def tally(played: Sequence[Played], players: int = 4) -> Tally:
    """These games, counted, with a 95% interval (Wilson's) of the share that was won."""
    if not played:
        raise ValueError("expected at least one game, got none")
    games, won = len(played), sum(each.won for each in played)
    limits = wilson(won, games)
    money, others = (sum(row) / games for row in zip(*((each.money, each.others) for each in played), strict=True))
    return Tally(games, won, limits.low, limits.high, 1 / players, money, others)
