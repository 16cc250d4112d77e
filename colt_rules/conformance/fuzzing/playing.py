"""Random games and drawn positions on two engines at once, until they part."""

import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from attrs import frozen
from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis.errors import Flaky, NoSuchExample

from colt_rules.commands import COMMANDS, Command, StartGame
from colt_rules.conformance.fuzzing.pair import Difference, Pair
from colt_rules.conformance.fuzzing.sketching import sketch
from colt_rules.conformance.fuzzing.strategies import BANDITS, CARS, scenes, vocabulary
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.log.codec import command_object
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players.dealer import Dealer
from colt_rules.rules.rulebook import EDITIONS, MODULES
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
    command: Command = _table(random)
    while time.monotonic() < deadline:
        for tried in (*_nonsense(game, random), command):
            data = command_object(tried)
            told = pair.command(data)
            if told:
                return Met(told, (*history, (game, data)))
        history.append((game, command_object(command)))
        game = pair.game
        open_ = awaiting(game)
        actor = open_[0].actor if open_ else random.choice(game.options.seats)
        told = pair.options(actor) or pair.sight(random.choice((*game.options.seats, SPECTATOR)))
        if told:
            return Met(told, (*history, (game, None)))
        if not open_:
            return None
        answers = legal(game, actor)
        command = dealer.deal(answers) if isinstance(answers, Arrangements) else random.choice(list(answers))
    return None


def _table(random: Random) -> StartGame:
    seats = tuple(random.sample(BANDITS, random.randint(3, len(BANDITS))))
    happenings = random.random() < 0.8
    train = tuple(random.sample(CARS, len(seats))) if random.random() < 0.5 else ()
    stations = happenings and random.random() < 0.6
    return StartGame(TABLE, EDITIONS[0], MODULES[:1], seats, random.random() < 0.8, happenings, stations, train)


def _odd_tables(random: Random) -> Iterator[StartGame]:
    """Tables that agree on something that cannot be played."""
    table = _table(random)
    for odd in (
        changed(table, seats=table.seats[:2]),
        changed(table, seats=(*table.seats[:-1], table.seats[0])),
        changed(table, train=CARS[: len(table.seats) - 1]),
        changed(table, train=(CARS[0],) * len(table.seats)),
        changed(table, happenings=False, stations=True),
    ):
        if random.random() < NONSENSE and odd not in legal(NEW, TABLE):
            yield odd


def _nonsense(game: Game, random: Random) -> Iterator[Command]:
    """Perhaps a command that speaks of this position and is not legal in it."""
    if game.phase == "new":
        yield from _odd_tables(random)
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
    values = {field.name: random.choice(words[field.name]) for field in kind.__attrs_attrs__[1:]}
    if "outcome" in values:
        values["outcome"] = tuple(values["outcome"])
    tried = kind(actor=actor, **values)
    if tried not in legal(game, actor):
        yield tried


def explore(pair: Pair, seed: int, deadline: float) -> Met | None:
    """Try drawn positions, in which more meets than in a game: stations, short piles, crowded roofs."""
    met: list[Met] = []

    def parts(scene: tuple[Game, Command]) -> bool:
        drawable = sketch(scene[0], ()) is not None  # else nothing could be left out of it
        if drawable and time.monotonic() < deadline and (told := _meet(pair, *scene)):
            met.append(told)
        return bool(met)

    with suppress(NoSuchExample, Flaky):
        find(scenes(), parts, settings=quietly([Phase.generate], EXPLORED), random=Random(seed))
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
