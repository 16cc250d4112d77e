"""A whole game: the dealer answers chance, the bots answer for their seats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations
from random import Random
from typing import Protocol, TypeAlias, cast

from colt_rules.commands import ClaimRuling, Command, StartGame, spoken
from colt_rules.decisions import Answers, Arrangements
from colt_rules.kernel import NEW, Accepted, Refused, Verdict, decide, decide_by, legal_by
from colt_rules.model.names import CHANCE, TABLE, Car, Seat
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.players.dealer import Dealer
from colt_rules.rules.base.table import Tables
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.module import Table
from colt_rules.rules.rulebook import rulebook, rules_of
from colt_rules.safe_text import one_of
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
        self.command = command
        self.clauses = refused.clauses


def new_game(
    seats: Sequence[Seat],
    *,
    edition: str = EDITIONS[0],
    modules: Sequence[str] = MODULES[:1],
    powers: bool = True,
    happenings: bool = True,
    stations: bool = True,
    train: Sequence[Car] = (),
) -> StartGame:
    """The command that sets up a game: the base game of the baseline with everything in it by default."""
    return StartGame(TABLE, edition, tuple(modules), tuple(seats), powers, happenings, stations, tuple(train))


@cache
def variants() -> dict[tuple[str, str], tuple[str, ...]]:
    """By edition and variant, all that can be played: the modules.

    A variant is called by its modules, without those that in its edition are in every game that has a later one too.
    """
    kinds = dict.fromkeys((start.edition, start.modules) for start, _ in Tables(NEW).kinds())
    return {
        (edition, variant_of(modules, [other for by, other in kinds if by == edition])): modules
        for edition, modules in kinds
    }


def variant_of(modules: tuple[str, ...], games: Sequence[tuple[str, ...]]) -> str:
    """What a game with these modules is called among those of its edition."""
    implied = {name for name, later in combinations(modules, 2) if all(name in game for game in games if later in game)}
    return "+".join(name for name in modules if name not in implied)


def all_variants() -> dict[str, tuple[str, ...]]:
    """Every variant that any edition has, with its modules in the first one, those with later modules last."""
    first = {variant: modules for (_, variant), modules in reversed(variants().items())}
    return dict(sorted(first.items(), key=lambda each: [MODULES.index(name) for name in reversed(each[1])]))


def modules_of(edition: str, variant: str) -> tuple[str, ...]:
    """The modules of a variant in an edition; where it has none, those of another edition, which the rules refuse."""
    known = all_variants()
    if variant not in known:
        raise ValueError(f"variant: {no_variant(variant)}")
    return variants().get((edition, variant)) or known[variant]


def no_variant(name: str) -> str:
    """What was expected where a name is no variant: the one with these modules, or names that are like it."""
    known, parts = all_variants(), set(name.split("+"))
    same = [variant for variant, modules in known.items() if set(variant.split("+")) <= parts <= set(modules)]
    expected = f"{same[0]}, as this variant is called" if same else one_of(name, known)
    return f"expected {expected}; got {name[:80]!r}: docs/variants.md lists what can be played"


def table_of(edition: str, modules: tuple[str, ...]) -> Table:
    """How many players can sit down to a game with these modules, and what their seats are called."""
    rules = rulebook(modules, edition)
    return rules.table


def any_seats(random: Random, table: Table, players: int) -> tuple[Seat, ...]:
    """So many seats of those that can sit down together, in any order, where the table leaves one."""
    if not table.chosen:
        return table.names[:players]
    free = [name for name in table.names if name not in table.required]
    seats = random.sample(free, players - len(table.required))
    for seat in table.required:
        seats.insert(random.randint(0, len(seats)), seat)
    return tuple(seats)


def play(
    start: StartGame,
    dealer: Dealer,
    bots: Mapping[Seat, Bot],
    claims: Sequence[ClaimRuling] = (),
    said: Sequence[Command] = (),
) -> Iterator[tuple[Command, Accepted]]:
    """Play a game to its end, one command at a time; the last one's state is the final one.

    What the table claims comes first, then the game is set up, then comes what the table says of it. Where several may
    answer at once, the first does. What the table is asked after that the dealer answers for it.
    """
    game: Game = NEW
    agreed: tuple[Command, ...] = (*claims, start, *said)
    for command in agreed:
        verdict = _accepted(command, decide(game, command))
        yield command, verdict
        game = verdict.after
    rules = rules_of(game)  # they stay the same from here on
    while verdict.awaiting:
        waited = verdict.awaiting
        actor = waited[0].actor
        answers = legal_by(rules, game, actor, waited)
        if actor == CHANCE:
            command = dealer.deal(cast(Arrangements, answers))
        elif actor == TABLE:
            command = dealer.agree(answers)
        else:
            command = bots[actor].choose(partial(view, game, actor), answers)
        verdict = _accepted(command, decide_by(rules, game, command, waited))
        yield command, verdict
        game = verdict.after


def _accepted(command: Command, verdict: Verdict) -> Accepted:
    if isinstance(verdict, Refused):
        raise GameRefused(command, verdict)
    return verdict
