"""Plays a whole game: the dealer answers for chance, the bots for their seats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations
from random import Random
from typing import Protocol, TypeAlias, cast

from colt_rules.commands import AgreeOnRuling, Command, StartGame, command_text
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
"""The view of a bot, computed only on demand."""


class Bot(Protocol):
    """A program that answers for a seat."""

    def choose(self, look: Look, answers: Answers) -> Command:
        """Choose one of the answers."""
        ...


class GameRefused(ValueError):
    """The rules refused the set-up or a bot's command; the message says what and why."""

    def __init__(self, command: Command, refused: Refused) -> None:
        super().__init__(f"{command_text(command)} was refused: {refused.message} ({', '.join(refused.clauses)})")
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
    """The command that sets up a game; by default the base game of the baseline with all options."""
    return StartGame(TABLE, edition, tuple(modules), tuple(seats), powers, happenings, stations, tuple(train))


@cache
def variants() -> dict[tuple[str, str], tuple[str, ...]]:
    """By edition and variant: the modules, for everything that can be played.

    A variant is named after its modules, without modules that a later module always requires in its edition.
    """
    kinds = dict.fromkeys((start.edition, start.modules) for start, _ in Tables(NEW).kinds())
    return {
        (edition, variant_of(modules, [other for by, other in kinds if by == edition])): modules
        for edition, modules in kinds
    }


def variant_of(modules: tuple[str, ...], games: Sequence[tuple[str, ...]]) -> str:
    """The name of a game with these modules, given all games of its edition."""
    implied = {name for name, later in combinations(modules, 2) if all(name in game for game in games if later in game)}
    return "+".join(name for name in modules if name not in implied)


def all_variants() -> dict[str, tuple[str, ...]]:
    """By variant of any edition: its modules in the first edition that has it; sorted by its last module."""
    first = {variant: modules for (_, variant), modules in reversed(variants().items())}
    return dict(sorted(first.items(), key=lambda each: [MODULES.index(name) for name in reversed(each[1])]))


def modules_of(edition: str, variant: str) -> tuple[str, ...]:
    """The modules of a variant in an edition, or else in another edition, so that the rules refuse them."""
    known = all_variants()
    if variant not in known:
        raise ValueError(f"variant: {no_variant(variant)}")
    return variants().get((edition, variant)) or known[variant]


def no_variant(name: str) -> str:
    """The message for an unknown variant: the name of the variant with these modules, or similar names."""
    known, parts = all_variants(), set(name.split("+"))
    same = [variant for variant, modules in known.items() if set(variant.split("+")) <= parts <= set(modules)]
    expected = f"{same[0]}, as this variant is called" if same else one_of(name, known)
    return f"expected {expected}; got {name[:80]!r}: docs/variants.md lists what can be played"


def table_of(edition: str, modules: tuple[str, ...]) -> Table:
    """The numbers of players of a game with these modules, and the names of their seats."""
    rules = rulebook(modules, edition)
    return rules.table


def any_seats(random: Random, table: Table, players: int) -> tuple[Seat, ...]:
    """Random seats for this many players, in random order where the table leaves a choice."""
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
    house_rules: Sequence[AgreeOnRuling] = (),
    named: Sequence[Command] = (),
) -> Iterator[tuple[Command, Accepted]]:
    """Play a game to its end and yield each command with its verdict; the last verdict has the final state.

    The house rules come first, then the set-up, then the commands in ``named``, by which the table states what its
    cards show. The dealer answers later decisions of the table. If several decisions are open, the first is answered.
    """
    game: Game = NEW
    agreed: tuple[Command, ...] = (*house_rules, start, *named)
    for command in agreed:
        verdict = _accepted(command, decide(game, command))
        yield command, verdict
        game = verdict.after
    rules = rules_of(game)  # they stay the same for the rest of the game
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
