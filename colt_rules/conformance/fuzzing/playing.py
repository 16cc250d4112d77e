"""Random games and drawn positions on two engines at once, until they differ."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from attrs import Factory, fields, frozen
from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis.errors import Flaky, NoSuchExample

from colt_rules.commands import COMMANDS, Command, StartGame
from colt_rules.conformance.cases.setting import is_played
from colt_rules.conformance.fuzzing.pair import Difference, Pair
from colt_rules.conformance.fuzzing.sketching import take_apart
from colt_rules.conformance.fuzzing.strategies import scenes, vocabulary
from colt_rules.conformance.noted import NOTED
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.log.codec import command_object
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.players.dealer import Dealer
from colt_rules.players.soak import Kind, any_game
from colt_rules.players.table import table_of, variants
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import SPECTATOR

NONSENSE = 0.3
"""How often a command that may be illegal is tried before the one that is played."""
LOOKS = 0.05
"""How often a view is compared after a command that brought nothing new: it is the longest answer, and changes little
from one command to the next."""
EXPLORED = 10
"""How many drawn positions count as a game."""
PLAYED_ON = 4
"""How many commands are played on from a drawn position: to draw it costs more than to play."""

IsNew: TypeAlias = Callable[[Difference, Game, tuple[Any, ...]], bool]
"""Whether a difference, met in this position by these commands, has to be reported."""


def anything(difference: Difference, position: Game, commands: tuple[Any, ...]) -> bool:
    """Whatever it is, it has to be reported."""
    return True


@frozen
class Met:
    """A difference as it was met in a game: the positions since the game's beginning, and the commands after each."""

    difference: Difference
    history: tuple[tuple[Game, Any], ...]


def play(pair: Pair, seed: int, deadline: float, is_new: IsNew = anything) -> Met | None:
    """Play one random game on both engines, until they differ in a new way or the game or the time is over."""
    difference = pair.new(NEW)
    if difference:
        raise CannotStart(f"the engine does not take the empty position ({difference.kind}): {difference.message}")
    agreed = any_game(seed, known_kinds(pair))
    course = _Course(pair, is_new, Random(seed), Dealer(seed), deadline, agreed.start)
    return course.played([*agreed.claims, agreed.start])


@frozen
class _Course:
    """Commands on two engines, one after the other, each compared."""

    pair: Pair
    is_new: IsNew
    random: Random
    dealer: Dealer
    deadline: float
    table: StartGame | None = None
    """What the table agrees on, if it has still to agree."""
    happened: set[str] = Factory(set)
    """The types of events that came up: after the first of each a view is looked at."""
    history: list[tuple[Game, Any]] = Factory(list)

    def played(self, agreed_on: list[Command], most: int | None = None) -> Met | None:
        """Let these commands come, then others at random, at most so many, until the two part in a new way."""
        pair, number = self.pair, 0
        while time.monotonic() < self.deadline and (most is None or number < most):
            game, number = pair.game, number + 1
            command = agreed_on.pop(0) if agreed_on else self._next(game)
            if command is None:
                return None
            for tried in (*_nonsense(game, self.table, self.random), command):
                if met := self._tried(game, command_object(tried)):
                    return met
            self.history.append((game, command_object(command)))
            if met := self.looked():
                return met
        return None

    def drawn(self, command: Command) -> Met | None:
        """Let a command come that may be legal or not."""
        game, data = self.pair.game, command_object(command)
        if met := self._tried(game, data):
            return met
        if self.pair.game != game:
            self.history.append((game, data))
        return None

    def _tried(self, game: Game, data: Any) -> Met | None:
        return self._new(self.pair.command(data), game, data)

    def looked(self) -> Met | None:
        """Compare what can be chosen and, after an event that is new in this game or now and then, what is seen."""
        game, types = self.pair.game, set(self.pair.happened)
        actor = next((decision.actor for decision in awaiting(game)), None) or self.random.choice(game.options.seats)
        # What can be played at all is the same before every game, and takes long to compare.
        if game.phase != "new" and (met := self._new(self.pair.options(actor), game, None)):
            return met
        is_new = not types <= self.happened
        self.happened.update(types)
        if not is_new and self.random.random() > LOOKS:
            return None
        by = self.history[-1][1]["actor"] if self.history else actor
        anybody = self.random.choice((*game.options.seats, SPECTATOR))
        # What is shown to one alone is mostly shown to whoever has acted.
        role = by if by in game.options.seats and self.random.random() < 0.5 else anybody
        return self._new(self.pair.sight(role), game, None)

    def _new(self, difference: Difference | None, game: Game, data: Any) -> Met | None:
        """The difference, if it has to be reported; past any other the engine is led back to where the reference is."""
        if difference is None:
            return None
        if self.is_new(difference, game, () if data is None else (data,)):
            return Met(difference, (*self.history, (game, data)))
        self.pair.lead_back()
        return None

    def _next(self, game: Game) -> Command | None:
        """What whoever has to decide chooses; None if the game is over."""
        actor = next((decision.actor for decision in awaiting(game)), None)
        if actor is None or actor == TABLE:
            return None
        answers = legal(game, actor)
        return self.dealer.deal(answers) if isinstance(answers, Arrangements) else self.random.choice(answers)


def known_kinds(pair: Pair) -> list[Kind]:
    """The kinds of games that the engine claims: an edition that it knows, with modules that it knows."""
    editions, modules = pair.started.editions, set(pair.started.modules)
    kinds = [kind for kind, needed in variants().items() if kind[0] in editions and set(needed) <= modules]
    if not kinds:
        claimed = f"{', '.join(editions) or 'none'} with {', '.join(pair.started.modules) or 'none'}"
        raise CannotStart(f"expected an engine that claims an edition and its modules, got one that claims {claimed}")
    return kinds


def _odd_tables(table: StartGame, random: Random, game: Game) -> Iterator[StartGame]:
    """Tables that agree on something that cannot be played."""
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
    """Perhaps a command that speaks of this position and is not legal in it."""
    if game.phase == "new":
        if table is not None:
            yield from _odd_tables(table, random, game)
        return
    if random.random() > NONSENSE:
        return
    words = vocabulary(game)
    decision = awaiting(game)[0]
    expected = legal(game, decision.actor)
    sample = next(iter(expected), None)
    kind = sample.__class__ if sample and random.random() < 0.8 else random.choice(list(COMMANDS.values()))
    if kind is StartGame or sample is None:
        return
    actor = decision.actor if random.random() < 0.8 else random.choice(game.options.seats)
    values: dict[str, Any] = {}
    for field in fields(kind)[1:]:
        choice = words[field.name]
        several = tuple(random.sample(choice, random.randint(0, min(2, len(choice)))))
        values[field.name] = several if field.type == tuple[str, ...] else random.choice(choice)
    tried = kind(actor=actor, **values)
    if tried not in legal(game, actor):
        yield tried


SAMPLED = [module for module, noted in NOTED.items() if noted.sampled]


@cache
def drawn_modules() -> tuple[tuple[str, ...], ...]:
    """The modules of positions that are drawn: the base game, then each that draws with those that it needs."""
    games = sorted(set(variants().values()), key=lambda modules: (len(modules), modules))
    smallest = ([game for game in games if module in game][:1] for module in SAMPLED)
    return (MODULES[:1], *chain.from_iterable(smallest))


def _drawn_kinds(pair: Pair) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The editions that the engine claims, each with the modules of it that are drawn and that it claims."""
    return tuple(
        (edition, modules)
        for modules in drawn_modules()
        for edition in EDITIONS
        if edition in pair.started.editions and set(modules) <= set(pair.started.modules)
        if is_played(edition, modules)
    )


def explore(pair: Pair, seed: int, deadline: float, is_new: IsNew = anything) -> Met | None:
    """Try drawn positions, in which more meets than in a game: stations, short piles, crowded roofs."""
    met: list[Met] = []
    random, dealer, happened = Random(seed), Dealer(seed), set[str]()
    kinds = _drawn_kinds(pair)
    if not kinds:
        return None

    def parts(scene: tuple[Game, Command]) -> bool:
        drawable = take_apart(scene[0], ()) is not None  # else nothing could be left out of it
        course = _Course(pair, is_new, random, dealer, deadline, happened=happened)
        if drawable and time.monotonic() < deadline and (found := _meet(course, *scene)):
            met.append(found)
        return bool(met)

    with suppress(NoSuchExample, Flaky):
        find(scenes(kinds), parts, settings=quietly([Phase.generate], EXPLORED), random=Random(seed))
    return met[0] if met else None


def _meet(course: _Course, game: Game, command: Command) -> Met | None:
    """Put both into a position, let a command come that may be legal or not, and play on."""
    difference = course.pair.new(game)
    if difference:
        return Met(difference, ((game, None),)) if course.is_new(difference, game, ()) else None
    if met := course.looked():
        return met
    return course.drawn(command) or course.played([], PLAYED_ON)


def quietly(phases: list[Phase], most: int) -> settings:
    """Hypothesis as a searcher, not as a test: no database, no time limit of its own, no word."""
    return settings(
        max_examples=most,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )
