"""A whole game: the dealer answers chance, the bots answer for their seats."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Protocol, TypeAlias, cast

from colt_rules.commands import Command, StartGame, spoken
from colt_rules.decisions import Answers, Arrangements
from colt_rules.kernel import NEW, Accepted, Refused, decide, legal
from colt_rules.model.names import CHANCE, TABLE, Car, Seat
from colt_rules.model.state import Game
from colt_rules.players.dealer import Dealer
from colt_rules.rules.rulebook import EDITIONS, MODULES
from colt_rules.views import View, view

Look: TypeAlias = Callable[[], View]
"""What a bot may know, made only when the bot wants to look."""


class Bot(Protocol):
    """Somebody who answers for a seat."""

    def choose(self, look: Look, answers: Answers) -> Command:
        """Pick one of the answers."""
        ...


class GameRefused(ValueError):
    """The game could not be set up or a bot gave an answer that is none; the message says what and why."""


def new_game(
    seats: tuple[Seat, ...],
    *,
    edition: str = EDITIONS[0],
    powers: bool = True,
    happenings: bool = True,
    stations: bool = True,
    train: tuple[Car, ...] = (),
) -> StartGame:
    """The command that sets up a game of the base box, with everything in it unless told otherwise."""
    return StartGame(TABLE, edition, MODULES[:1], seats, powers, happenings, stations, train)


def play(start: StartGame, dealer: Dealer, bots: Mapping[Seat, Bot]) -> Iterator[tuple[Command, Accepted]]:
    """Play a game to its end, one command at a time; the last one's state is the final one."""
    game: Game = NEW
    command: Command = start
    while True:
        verdict = decide(game, command)
        if isinstance(verdict, Refused):
            raise GameRefused(f"{spoken(command)} was refused: {verdict.message} ({', '.join(verdict.clauses)})")
        yield command, verdict
        if not verdict.awaiting:
            return
        game, actor = verdict.after, verdict.awaiting[0].actor
        answers = legal(game, actor)
        if actor == CHANCE:
            command = dealer.deal(cast(Arrangements, answers))
        else:
            command = bots[actor].choose(partial(view, game, actor), answers)
