"""Random games and drawn positions on two engines at once, until they part."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from attrs import frozen
from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis.errors import Flaky, NoSuchExample

from colt_rules.commands import COMMANDS, Command, StartGame
from colt_rules.conformance.cases.setting import is_played
from colt_rules.conformance.fuzzing.pair import Difference, Pair
from colt_rules.conformance.fuzzing.sketching import sketch
from colt_rules.conformance.fuzzing.strategies import CARS, scenes, vocabulary
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.decisions import Answers, Arrangements
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.log.codec import command_object
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players.dealer import Dealer
from colt_rules.players.soak import Kind, any_game
from colt_rules.players.table import variants
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import MODULES
from colt_rules.views import SPECTATOR

NONSENSE = 0.3
"""How often a command that may be illegal is tried before the one that is played."""
EXPLORED = 60
"""How many drawn positions count as a game."""


@frozen
class Met:
    """A difference as it was met in a game: the positions since the game's beginning, and the commands after each."""

    difference: Difference
    history: tuple[tuple[Game, Any], ...]


def play(pair: Pair, seed: int, deadline: float) -> Met | None:
    """Play one random game on both engines, until they part or the game or the time is over."""
    random, dealer = Random(seed), Dealer(seed)
    game, history = NEW, list[tuple[Game, Any]]()
    told = pair.new(game)
    if told:
        raise CannotStart(f"the engine does not take the empty position ({told.kind}): {told.message}")
    agreed = any_game(seed, known_kinds(pair))
    agreed_on: list[Command] = [*agreed.claims, agreed.start]
    command = agreed_on.pop(0)
    while time.monotonic() < deadline:
        for tried in (*_nonsense(game, agreed.start, random), command):
            data = command_object(tried)
            told = pair.command(data)
            if told:
                return Met(told, (*history, (game, data)))
        history.append((game, command_object(command)))
        game = pair.game
        open_ = awaiting(game)
        actor = open_[0].actor if open_ else random.choice(game.options.seats)
        told = _options(pair, actor) or pair.sight(random.choice((*game.options.seats, SPECTATOR)))
        if told:
            return Met(told, (*history, (game, None)))
        if not open_:
            return None
        if agreed_on:
            command = agreed_on.pop(0)
            continue
        answers = legal(game, actor)
        command = dealer.deal(answers) if isinstance(answers, Arrangements) else _any_of(answers, random)
    return None


def _any_of(answers: Answers, random: Random) -> Command:
    """One of the answers, without a list of them all where that would be long."""
    chosen: Command = random.choice(answers if isinstance(answers, Sequence) else list(answers))
    return chosen


def known_kinds(pair: Pair) -> list[Kind]:
    """The kinds of games that the engine claims: an edition that it knows, with modules that it knows."""
    editions, modules = pair.started.editions, set(pair.started.modules)
    kinds = [kind for kind, needed in variants().items() if kind[0] in editions and set(needed) <= modules]
    if not kinds:
        claimed = f"{', '.join(editions) or 'none'} with {', '.join(pair.started.modules) or 'none'}"
        raise CannotStart(f"expected an engine that claims an edition and its modules, got one that claims {claimed}")
    return kinds


def _options(pair: Pair, actor: str) -> Difference | None:
    """Compare what an actor can choose; nobody lists what a table can agree on."""
    return pair.options(actor) if actor != TABLE else None


def _odd_tables(table: StartGame, random: Random, game: Game) -> Iterator[StartGame]:
    """Tables that agree on something that cannot be played."""
    for odd in (
        changed(table, seats=table.seats[:1]),
        changed(table, seats=(*table.seats[:-1], table.seats[0])),
        changed(table, train=CARS[: len(table.seats) - 1]),
        changed(table, train=(CARS[0],) * len(table.seats)),
        changed(table, happenings=False, stations=True),
    ):
        if random.random() < NONSENSE and odd not in legal(game, TABLE):
            yield odd


def _nonsense(game: Game, table: StartGame, random: Random) -> Iterator[Command]:
    """Perhaps a command that speaks of this position and is not legal in it."""
    if game.phase == "new":
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
    for field in kind.__attrs_attrs__[1:]:
        choice = words[field.name]
        several = tuple(random.sample(choice, random.randint(0, min(2, len(choice)))))
        values[field.name] = several if field.type == tuple[str, ...] else random.choice(choice)
    tried = kind(actor=actor, **values)
    if tried not in legal(game, actor):
        yield tried


DRAWN = (MODULES[:1], (MODULES[0], "horses"), (MODULES[0], "horses", "stagecoach"))
"""The modules of positions that are drawn."""


def _drawn_kinds(pair: Pair) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The editions that the engine claims, each with the modules of it that are drawn and that it claims."""
    return tuple(
        (edition, modules)
        for modules in DRAWN
        for edition in EDITIONS
        if edition in pair.started.editions and set(modules) <= set(pair.started.modules)
        if is_played(edition, modules)
    )


def explore(pair: Pair, seed: int, deadline: float) -> Met | None:
    """Try drawn positions, in which more meets than in a game: stations, short piles, crowded roofs."""
    met: list[Met] = []
    kinds = _drawn_kinds(pair)
    if not kinds:
        return None

    def parts(scene: tuple[Game, Command]) -> bool:
        drawable = sketch(scene[0], ()) is not None  # else nothing could be left out of it
        if drawable and time.monotonic() < deadline and (told := _meet(pair, *scene)):
            met.append(told)
        return bool(met)

    with suppress(NoSuchExample, Flaky):
        find(scenes(kinds), parts, settings=quietly([Phase.generate], EXPLORED), random=Random(seed))
    return met[0] if met else None


def _meet(pair: Pair, game: Game, command: Command) -> Met | None:
    data = command_object(command)
    actor = next((decision.actor for decision in awaiting(game)), game.options.seats[0])
    told = pair.new(game) or pair.options(actor) or pair.sight(actor if actor in game.options.seats else SPECTATOR)
    if told:
        return Met(told, ((game, None),))
    told = pair.command(data)
    if told:
        return Met(told, ((game, data),))
    after = pair.game
    actor = next((decision.actor for decision in awaiting(after)), game.options.seats[0])
    told = pair.options(actor) or pair.sight(SPECTATOR)
    return Met(told, ((game, data), (after, None))) if told else None


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
