"""Random games and drawn positions on two engines at once, until they differ."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, TypeAlias

from attrs import Factory, define, fields, frozen
from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis.errors import Flaky, NoSuchExample

from colt_rules.commands import COMMANDS, Command, StartGame
from colt_rules.conformance.fuzzing.boards import boards
from colt_rules.conformance.fuzzing.pair import EngineDifference, EnginePair
from colt_rules.conformance.fuzzing.sketching import take_apart
from colt_rules.conformance.fuzzing.strategies import scenes, vocabulary
from colt_rules.conformance.protocol.messages import Started
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.log.codec import command_object
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import table_of, variants
from colt_rules.players.soak import Kind, any_game
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import SPECTATOR

NONSENSE = 0.3
"""The probability that a possibly illegal command is tried before the command that is played."""
NEAR = 0.5
"""The probability that such a command is a legal one with one field changed."""
LOOKS = 0.05
"""The probability that a view is compared after a command without new events.

A view is the longest answer and changes little.
"""
BOARDS = 10
"""The default number of boards for each game."""
PLAYED_ON = 4
"""The number of commands played from a board: drawing it costs more than playing."""

IsNew: TypeAlias = Callable[[EngineDifference, Game, tuple[Any, ...]], bool]
"""Whether a difference found in this position with these commands has to be reported."""


def is_always_new(difference: EngineDifference, position: Game, commands: tuple[Any, ...]) -> bool:
    """Report every difference."""
    return True


@frozen
class FoundDifference:
    """A difference found in a game: the positions since the beginning, each with the command that followed."""

    difference: EngineDifference
    history: tuple[tuple[Game, Any], ...]


@define
class Totals:
    """Totals of what was played, without shrinking."""

    games: int = 0
    ended: int = 0
    """How many games were played to their end."""
    boards: int = 0
    commands: int = 0


def play(
    pair: EnginePair, seed: int, deadline: float, is_new: IsNew = is_always_new, counted: Totals | None = None
) -> FoundDifference | None:
    """Play one random game on both engines, until they differ in a new way or the game or the time is over."""
    counted = counted or Totals()
    difference = pair.new(NEW)
    if difference:
        raise CannotStart(f"the engine does not take the empty position ({difference.kind}): {difference.message}")
    agreed = any_game(seed, [kind_for_seed(known_kinds(pair), seed)])
    dealer = Dealer(seed, agreed.usual)
    course = _Course(pair, is_new, Random(seed), dealer, deadline, counted, agreed.start)
    counted.games += 1
    met = course.played([*agreed.house_rules, agreed.start])
    counted.ended += met is None and pair.game.phase == "over"
    return met


def follow(
    pair: EnginePair, commands: Iterable[Command], seed: int, is_new: IsNew = is_always_new
) -> FoundDifference | None:
    """Play a game of these commands on both engines, until they differ in a new way or the engine skips a command.

    The seed determines which views are compared.
    """
    difference = pair.new(NEW)
    if difference:
        raise CannotStart(f"the engine does not take the empty position ({difference.kind}): {difference.message}")
    course = _Course(pair, is_new, Random(seed), Dealer(seed), math.inf, Totals())
    return None if pair.left else course.followed(commands)


@frozen
class _Course:
    """Sends commands to two engines, one by one, and compares the answers."""

    pair: EnginePair
    is_new: IsNew
    random: Random
    dealer: Dealer
    deadline: float
    counted: Totals
    table: StartGame | None = None
    """The agreement of the table, if it has yet to agree."""
    happened: set[str] = Factory(set)
    """The types of events so far: after the first of each type a view is compared."""
    history: list[tuple[Game, Any]] = Factory(list)

    def played(self, agreed_on: list[Command], most: int | None = None) -> FoundDifference | None:
        """Play these commands, then at most ``most`` random ones, until the two differ in a new way."""
        pair, number = self.pair, 0
        while time.monotonic() < self.deadline and (most is None or number < most):
            game, number = pair.game, number + 1
            command = agreed_on.pop(0) if agreed_on else self._next(game)
            if command is None:
                return None
            nonsense = _nonsense(game, self.table, self.random) if pair.decides else ()
            for tried in (*nonsense, command):
                if met := self._tried(game, command_object(tried)):
                    return met
            self.history.append((game, command_object(command)))
            if met := self.looked():
                return met
        return None

    def followed(self, commands: Iterable[Command]) -> FoundDifference | None:
        """Play these commands until the two differ in a new way, or the engine skips one."""
        for command in commands:
            game, data = self.pair.game, command_object(command)
            met = self._tried(game, data)
            if met or self.pair.left:
                return met
            self.history.append((game, data))
            if met := self.looked():
                return met
        return None

    def drawn(self, command: Command) -> FoundDifference | None:
        """Play a command that may be illegal."""
        game, data = self.pair.game, command_object(command)
        if met := self._tried(game, data):
            return met
        if self.pair.game != game:
            self.history.append((game, data))
        return None

    def _tried(self, game: Game, data: Any) -> FoundDifference | None:
        self.counted.commands += 1
        return self._new(self.pair.command(data), game, data)

    def looked(self) -> FoundDifference | None:
        """Compare the options and, after an event that is new in this game or at random, a view."""
        game, types = self.pair.game, set(self.pair.happened)
        actors = [*dict.fromkeys(decision.actor for decision in awaiting(game))]
        actors = actors or [self.random.choice(game.options.seats)]
        # The games that can be set up are always the same, and slow to compare.
        for actor in actors if game.phase != "new" else ():
            if met := self._new(self.pair.options(actor), game, None):
                return met
        is_new = not types <= self.happened
        self.happened.update(types)
        if not is_new and self.random.random() > LOOKS:
            return None
        by = self.history[-1][1]["actor"] if self.history else actors[0]
        anybody = self.random.choice((*game.options.seats, SPECTATOR))
        # What only one player sees is mostly shown to the player who acted.
        role = by if by in game.options.seats and self.random.random() < 0.5 else anybody
        return self._new(self.pair.sight(role), game, None)

    def _new(self, difference: EngineDifference | None, game: Game, data: Any) -> FoundDifference | None:
        """The difference if it has to be reported; otherwise the engine is put back into the reference's position."""
        if difference is None:
            return None
        if self.is_new(difference, game, () if data is None else (data,)):
            return FoundDifference(difference, (*self.history, (game, data)))
        self.pair.lead_back()
        return None

    def _next(self, game: Game) -> Command | None:
        """A random choice of the player who has to decide; None if the game is over."""
        actor = next((decision.actor for decision in awaiting(game)), None)
        if actor is None:
            return None
        answers = legal(game, actor)
        if isinstance(answers, Arrangements):
            return self.dealer.deal(answers)
        return self.dealer.agree(answers) if actor == TABLE else self.random.choice(answers)


def known_kinds(pair: EnginePair) -> list[Kind]:
    """The kinds of games that the engine supports: its editions with its modules."""
    started = pair.started
    kinds = [kind for kind in variants() if not unsupported(started, kind)]
    if not kinds:
        supported = f"{', '.join(started.editions) or 'none'} with {', '.join(started.modules) or 'none'}"
        raise CannotStart(
            f"expected an engine that supports an edition and its modules, got one that supports {supported}"
        )
    return kinds


def unsupported(started: Started, kind: Kind) -> list[str]:
    """The edition and the modules that games of this kind need and the engine does not support."""
    edition = [kind[0]] if kind[0] not in started.editions else []
    return [*edition, *(module for module in variants()[kind] if module not in started.modules)]


def kind_for_seed(kinds: Sequence[Kind], seed: int) -> Kind:
    """The kind of game for a seed: odd seeds go through all kinds in turn, even ones prefer many modules.

    Each further module doubles the weight: where many modules meet, more can go wrong, and fewer people look.
    """
    if seed % 2:
        return kinds[seed // 2 % len(kinds)]
    return Random(f"kind {seed}").choices(kinds, [2 ** len(variants()[kind]) for kind in kinds])[0]


def _odd_tables(table: StartGame, random: Random, game: Game) -> Iterator[StartGame]:
    """Agreements of a table that cannot be played."""
    required = table_of(table.edition, table.modules).required
    cars = rulebook(table.modules, table.edition).cars_to_choose
    for odd in (
        *(changed(table, seats=tuple(other for other in table.seats if other != seat)) for seat in required),
        changed(table, seats=table.seats[:1]),
        changed(table, seats=(*table.seats[:-1], table.seats[0])),
        changed(table, train=cars[: len(table.seats) - 1]),
        changed(table, train=(cars[0],) * len(table.seats)),
        changed(table, happenings=False, stations=True),
    ):
        if random.random() < NONSENSE and odd not in legal(game, TABLE):
            yield odd


def _nonsense(game: Game, table: StartGame | None, random: Random) -> Iterator[Command]:
    """A command with names of this position that is not legal in it, or none."""
    if game.phase == "new":
        if table is not None:
            yield from _odd_tables(table, random, game)
        return
    if random.random() > NONSENSE:
        return
    decision = awaiting(game)[0]
    expected = legal(game, decision.actor)
    if isinstance(expected, Arrangements):  # a large deck has too many arrangements to choose from
        sample = next(iter(expected), None)
    else:
        sample = random.choice(expected) if expected else None
    kind = sample.__class__ if sample and random.random() < 0.8 else random.choice(list(COMMANDS.values()))
    if kind is StartGame or sample is None:
        return
    actor = decision.actor if random.random() < 0.8 else random.choice(game.options.seats)
    words = vocabulary(game, kind)
    values: dict[str, Any] = {}
    for field in fields(kind)[1:]:
        choice = words[field.name]
        several = tuple(random.sample(choice, random.randint(0, min(2, len(choice)))))
        values[field.name] = several if field.type == tuple[str, ...] else random.choice(choice)
    if isinstance(sample, kind) and len(values) > 1 and random.random() < NEAR:
        other = random.choice([*values])  # an almost legal command is more easily accepted by mistake
        values = {name: values[name] if name == other else getattr(sample, name) for name in values}
    tried = kind(actor=actor, **values)
    if tried not in legal(game, actor):
        yield tried


def drawn_kinds(kinds: Sequence[Kind]) -> list[Kind]:
    """The kinds for which positions are drawn: kinds in which every player has one bandit and plays alone.

    Boards of the other kinds are taken from games.
    """
    return [kind for kind in kinds if _is_drawn(*kind)]


@cache
def _is_drawn(edition: str, variant: str) -> bool:
    rules = rulebook(variants()[edition, variant], edition)
    table = rules.table
    seats = table.seated(table.names, min(table.players))
    return set(seats) <= {*rules.components.characters, *table.required} and rules.side(seats, seats[0]) == seats[:1]


def explore(
    pair: EnginePair,
    seed: int,
    deadline: float,
    is_new: IsNew = is_always_new,
    most: int = BOARDS,
    counted: Totals | None = None,
) -> FoundDifference | None:
    """Try boards, which show more combinations than a game: stations, short piles, crowded roofs.

    Half of them are drawn at random, the others come from a game in progress.
    """
    random, dealer, happened = Random(seed), Dealer(seed), set[str]()
    counted = counted or Totals()

    def tried(game: Game, command: Command | None) -> FoundDifference | None:
        if time.monotonic() > deadline:
            return None
        course = _Course(pair, is_new, random, dealer, deadline, counted, happened=happened)
        counted.boards += 1
        return _meet(course, game, command)

    under_way = most // 2
    return _drawn(pair, seed, most - under_way, tried) or next(
        filter(
            None, (tried(game, None) for game in boards(seed, [kind_for_seed(known_kinds(pair), seed + 1)], under_way))
        ),
        None,
    )


def _drawn(
    pair: EnginePair, seed: int, most: int, tried: Callable[[Game, Command], FoundDifference | None]
) -> FoundDifference | None:
    """Draw positions, each with a command, until one of them shows a difference."""
    met: list[FoundDifference] = []
    kinds = drawn_kinds(known_kinds(pair))
    if not kinds or not most:
        return None
    kind = kind_for_seed(kinds, seed)

    def parts(scene: tuple[Game, Command]) -> bool:
        drawable = take_apart(scene[0], ()) is not None  # otherwise it could not be shrunk
        if drawable and (found := tried(*scene)):
            met.append(found)
        return bool(met)

    with suppress(NoSuchExample, Flaky):
        find(
            scenes([(kind[0], variants()[kind])]),
            parts,
            settings=search_settings([Phase.generate], most),
            random=Random(seed),
        )
    return met[0] if met else None


def _meet(course: _Course, game: Game, command: Command | None) -> FoundDifference | None:
    """Put both into a position, send the command, if any, and play on."""
    difference = course.pair.new(game)
    if difference:
        return FoundDifference(difference, ((game, None),)) if course.is_new(difference, game, ()) else None
    if met := course.looked():
        return met
    return (course.drawn(command) if command else None) or course.played([], PLAYED_ON)


def search_settings(phases: list[Phase], most: int) -> settings:
    """Settings that use Hypothesis for searching rather than testing: no database, deadline or output."""
    return settings(
        max_examples=most,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )
