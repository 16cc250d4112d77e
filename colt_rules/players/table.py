"""A whole game: the dealer answers chance, the bots answer for their seats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Protocol, TypeAlias, cast

from colt_rules.commands import ClaimRuling, Command, StartGame, spoken
from colt_rules.decisions import Answers, Arrangements
from colt_rules.kernel import NEW, Accepted, Refused, decide, legal
from colt_rules.model.names import CHANCE, TABLE, Car, Seat
from colt_rules.model.state import Game
from colt_rules.players.dealer import Dealer
from colt_rules.rules.base.table import Tables
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.module import Table
from colt_rules.rules.rulebook import MODULES, rulebook
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

    def __init__(self, command: Command, refused: Refused) -> None:
        super().__init__(f"{spoken(command)} was refused: {refused.message} ({', '.join(refused.clauses)})")
        self.clauses = refused.clauses


def new_game(
    seats: tuple[Seat, ...],
    *,
    edition: str = EDITIONS[0],
    modules: tuple[str, ...] = MODULES[:1],
    powers: bool = True,
    happenings: bool = True,
    stations: bool = True,
    train: tuple[Car, ...] = (),
) -> StartGame:
    """The command that sets up a game: the base game of the baseline with everything in it, unless told otherwise."""
    return StartGame(TABLE, edition, modules, seats, powers, happenings, stations, train)


@cache
def variants() -> dict[tuple[str, str], tuple[str, ...]]:
    """By edition and variant, all that can be played: the modules. A variant is named after the last of them."""
    return {(start.edition, start.modules[-1]): start.modules for start, _ in Tables(NEW).kinds()}


def modules_of(edition: str, variant: str) -> tuple[str, ...]:
    """The modules of a variant in an edition; where it has none, those of the baseline, which the rules refuse."""
    asked = (MODULES[0], variant) if variant != MODULES[0] else MODULES[:1]
    return variants().get((edition, variant), asked)


def table_of(edition: str, modules: tuple[str, ...]) -> Table:
    """How many players can sit down to a game with these modules, and what their seats are called."""
    rules = rulebook(modules, edition)
    return rules.table(rules)


def play(
    start: StartGame, dealer: Dealer, bots: Mapping[Seat, Bot], claims: Sequence[ClaimRuling] = ()
) -> Iterator[tuple[Command, Accepted]]:
    """Play a game to its end, one command at a time; the last one's state is the final one.

    What the table claims comes first, then the game is set up. Where several may answer at once, the first does.
    """
    game: Game = NEW
    agreed: list[Command] = [*claims, start]
    command = agreed.pop(0)
    while True:
        verdict = decide(game, command)
        if isinstance(verdict, Refused):
            raise GameRefused(command, verdict)
        yield command, verdict
        if not verdict.awaiting:
            return
        game, actor = verdict.after, verdict.awaiting[0].actor
        if agreed:
            command = agreed.pop(0)
            continue
        answers = legal(game, actor)
        if actor == CHANCE:
            command = dealer.deal(cast(Arrangements, answers))
        else:
            command = bots[actor].choose(partial(view, game, actor), answers)
