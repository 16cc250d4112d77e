"""Random games on two engines at once, the reference and another; the first difference, made as small as it can be.

The games are played command by command on both. Where they part, the position is taken apart into pieces, and
Hypothesis leaves out as many as it can while the two still part in the same way; what is left is a case.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any, cast

from attrs import frozen
from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample
from msgspec import UnsetType

from colt_rules.commands import COMMANDS, Command, StartGame
from colt_rules.conformance.cases.board import BadSketch
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.expand import BadCase, position_of
from colt_rules.conformance.fuzzing.sketching import Sketch, commands_of, given_of, is_drawable, pieces, sketch, without
from colt_rules.conformance.fuzzing.strategies import BANDITS, CARS, scenes, vocabulary
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.compare import options_differ, whole_differs
from colt_rules.conformance.running.interview import Adapter, greet
from colt_rules.conformance.running.questions import Answer, Trouble
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, Accepted, awaiting, decide, legal
from colt_rules.log.codec import command_object, to_data, to_json
from colt_rules.model.names import CHANCE, TABLE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.players.dealer import Dealer
from colt_rules.rules.rulebook import EDITIONS, MODULES
from colt_rules.views import SPECTATOR, roles

NONSENSE = 0.3
"""How often a command that may be illegal is tried before the one that is played."""
EXPLORED = 60
"""How many drawn positions count as a game."""
SHRINKS = 2000
"""How many smaller positions Hypothesis may try."""


@frozen
class Difference:
    """Where two engines part: in what, and what each of them said."""

    kind: str
    """legal, verdict, events, state, view, cites, or what went wrong with the engine: crash, timeout, ..."""
    subject: str
    """The actor or role that was asked about; nothing where a command came."""
    message: str
    expected: Any
    got: Any


@frozen
class Scene:
    """A position and commands, the last of which brings the difference out."""

    given: Given
    commands: tuple[Any, ...]


@frozen
class Found:
    """A difference, where it was met, and the smallest scene that shows it."""

    difference: Difference
    scene: Scene
    game: int
    """The seed of the game in which it was met."""
    pieces: int
    """How many pieces the position had."""
    left: int
    """How many are left."""


class Pair:
    """The reference and another engine, asked the same things."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._reference = Reference()
        self._seq = 0
        self.compared = 0
        """How many answers of the engine were held against the reference's."""
        self.started, self._engine = greet(adapter)

    @property
    def game(self) -> Game:
        """The position of the reference."""
        return self._reference.game

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.stop()

    def new(self, game: Game) -> Difference | None:
        """Put both into this position."""
        _, answer = self._ask(lambda seq: p.New(seq, game))
        return _trouble(answer, "")

    def command(self, command: Any) -> Difference | None:
        """Let a command come to both, and compare what they make of it.

        An engine that decides nothing is told what happened: the events, if it folds, else the position.
        """
        if {"decide", "outcome"} & set(self.started.levels):
            expected, answer = self._ask(lambda seq: p.Command(seq, command))
            if isinstance(expected, p.Failed):
                return None  # no position of the game: whatever an engine does with it, it does nothing wrong
            return _trouble(answer, "") or self._verdicts_differ(expected, answer)
        self._seq += 1
        verdict = self._reference.answer(p.Command(self._seq, command))
        if not isinstance(verdict, p.Accepted) or isinstance(verdict.events, UnsetType):
            return None
        if "fold" not in self.started.levels:
            return _trouble(self._engine_says(p.New(self._seq, self.game)), "")
        bare = tuple(p.EventMessage(event.type, event.v, event.data) for event in verdict.events)
        answer = self._engine_says(p.Log(self._seq, bare))
        if not isinstance(answer, p.Folded):
            return _trouble(answer, "")
        self.compared += 1
        wanted, came = to_data(self.game), to_data(answer.state)
        message = whole_differs(wanted, came)
        return Difference("state", "", message, wanted, came) if message else None

    def options(self, actor: str) -> Difference | None:
        """Compare what an actor can choose."""
        if "legal" not in self.started.levels:
            return None
        expected, answer = self._ask(lambda seq: p.Legal(seq, actor))
        told = _trouble(answer, actor)
        if told or not isinstance(expected, p.Choices) or not isinstance(answer, p.Choices):
            return told
        wanted, came = to_data(expected), to_data(answer)
        rows = wanted.get("rows")
        asked = {"actor": actor, **({"rows": rows} if rows else {"are": wanted["commands"]})}
        message = options_differ(asked, came.get("commands"), came.get("rows"))
        return Difference("legal", actor, message, asked, came) if message else None

    def sight(self, role: str) -> Difference | None:
        """Compare what a role sees."""
        if "view" not in self.started.levels:
            return None
        expected, answer = self._ask(lambda seq: p.Look(seq, role))
        told = _trouble(answer, role)
        if told or not isinstance(expected, p.Seen) or not isinstance(answer, p.Seen):
            return told
        wanted, came = to_data(expected.view), to_data(answer.view)
        message = whole_differs(wanted, came)
        return Difference("view", role, message, wanted, came) if message else None

    def _ask(self, request: Callable[[int], p.Request]) -> tuple[p.Response, Answer]:
        self._seq += 1
        asked = request(self._seq)
        expected, answer = self._reference.answer(asked), self._engine_says(asked)
        self.compared += not isinstance(answer, p.Ready | p.Skipped)
        return expected, answer

    def _engine_says(self, request: p.Request) -> Answer:
        """What the engine answers; one that broke is started again for the next question."""
        if self._engine is None:
            _, self._engine = greet(self._adapter)
        assert self._engine is not None
        answer = self._engine.ask(request)
        if isinstance(answer, Trouble) and answer.lost:
            self._engine.kill()
            self._engine = None
        return answer

    def _verdicts_differ(self, expected: p.Response, answer: Answer) -> Difference | None:
        if isinstance(answer, p.Skipped):
            return None
        if isinstance(expected, p.Refused):
            if isinstance(answer, p.Refused):
                return self._clauses_differ(expected, answer)
            return Difference(
                "verdict", "", "expected a refusal, got a command that stands", to_data(expected), to_data(answer)
            )
        assert isinstance(expected, p.Accepted)
        if not isinstance(answer, p.Accepted):
            return Difference(
                "verdict", "", "expected the command to stand, got a refusal", to_data(expected), to_data(answer)
            )
        if "decide" in self.started.levels and not isinstance(answer.events, UnsetType):
            wanted, came = (to_data(each.events) for each in (expected, answer))
            for number, (one, other) in enumerate(zip(_bare(wanted), _bare(came), strict=False), 1):
                if to_json(one) != to_json(other):
                    told = whole_differs({"type": one["type"]}, {"type": other["type"]}) or whole_differs(one, other)
                    return Difference("events", "", f"event {number}: {told}", wanted, came)
            if len(wanted) != len(came):
                return Difference("events", "", f"expected {len(wanted)} events, got {len(came)}", wanted, came)
        if "outcome" in self.started.levels and not isinstance(answer.state, UnsetType):
            wanted, came = to_data(expected.state), to_data(answer.state)
            if message := whole_differs(wanted, came):
                return Difference("state", "", message, wanted, came)
        return None

    def _clauses_differ(self, expected: p.Refused, answer: p.Refused) -> Difference | None:
        if "cite" not in self.started.levels or isinstance(answer.clauses, UnsetType):
            return None
        wanted, came = sorted(set(_given(expected.clauses))), sorted(set(answer.clauses))
        if wanted == came:
            return None
        return Difference(
            "cites", "", f"expected the refusal to cite {', '.join(wanted)}; got {', '.join(came)}", wanted, came
        )


def _given(ids: tuple[str, ...] | UnsetType) -> tuple[str, ...]:
    return () if isinstance(ids, UnsetType) else ids


def _bare(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in event.items() if key != "cites"} for event in events]


def _trouble(answer: Answer, subject: str) -> Difference | None:
    if isinstance(answer, Trouble):
        return Difference(answer.status, subject, answer.message, None, answer.got)
    if isinstance(answer, p.Failed):
        return Difference("error", subject, answer.message, None, None)
    return None


# --- playing


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
        return Met(told, ((game, None),))
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
        if time.monotonic() < deadline and (told := _meet(pair, *scene)):
            met.append(told)
        return bool(met)

    with suppress(NoSuchExample, Flaky):
        find(scenes(), parts, settings=_quietly([Phase.generate], EXPLORED), random=Random(seed))
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


def _quietly(phases: list[Phase], most: int) -> settings:
    """Hypothesis as a searcher, not as a test: no database, no time limit of its own, no word."""
    return settings(
        max_examples=most,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )


# --- shrinking


def shrink(pair: Pair, met: Met, seed: int, deadline: float) -> Found:
    """The smallest scene that still shows the difference."""
    whole = _scene_of(pair, met)
    if whole is None:
        return _from_the_beginning(pair, met, seed)
    found = pieces(whole)
    smallest = whole

    def still_differs(kept: tuple[int, ...]) -> bool:
        nonlocal smallest
        less = without(whole, [piece for piece, flag in zip(found, kept, strict=True) if not flag])
        if time.monotonic() > deadline or not _same(pair, less, met.difference):
            return False
        smallest = min(smallest, less, key=lambda of: len(pieces(of)))
        return True

    # When the time is over nothing differs any more, which Hypothesis takes for a test that is not sure of itself.
    with suppress(NoSuchExample, Flaky):
        find(
            st.tuples(*(st.integers(0, 15) for _ in found)),
            still_differs,
            settings=_quietly([Phase.generate, Phase.shrink], SHRINKS),
            random=Random(seed),
        )
    smallest = _swept(pair, smallest, met.difference, deadline)
    told = _differs(pair, smallest, met.difference)
    assert told is not None
    return Found(told, Scene(given_of(smallest), commands_of(smallest)), seed, len(found), len(pieces(smallest)))


def _from_the_beginning(pair: Pair, met: Met, seed: int) -> Found:
    """A difference that no board can show, such as one in the set-up: the smallest table at which it comes up."""
    commands = tuple(data for _, data in met.history if data is not None)
    first = commands[0] if commands else None
    for players, advanced in product(
        range(3, len(BANDITS) + 1), ((False,) * 3, (True, False, False), (False, True, False), (True,) * 3)
    ):
        if first is None or (players, sum(advanced)) >= (len(first["seats"]), 3):
            break
        smaller = _played(
            StartGame(TABLE, EDITIONS[0], MODULES[:1], BANDITS[:players], *advanced, CARS[:players]), len(commands)
        )
        for end in range(1, len(smaller) + 1):
            told = differs(pair, NEW, smaller[:end], met.difference)
            if told and told.kind == met.difference.kind:
                return Found(told, Scene(Given(commands=()), smaller[:end]), seed, len(commands), end)
    return Found(met.difference, Scene(Given(commands=()), commands), seed, len(commands), len(commands))


def _played(start: StartGame, most: int) -> tuple[Any, ...]:
    """The first commands of a game at this table, with everything dealt as it lies."""
    game, command, made = NEW, cast(Command, start), list[Any]()
    while len(made) < most:
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted)
        made.append(command_object(command))
        if not verdict.awaiting:
            break
        game = verdict.after
        answers = legal(game, verdict.awaiting[0].actor)
        command = (
            answers.deal(answers.items[: answers.count]) if isinstance(answers, Arrangements) else next(iter(answers))
        )
    return tuple(made)


def _swept(pair: Pair, of: Sketch, difference: Difference, deadline: float) -> Sketch:
    """Leave out every single piece that is still not needed, until none is left."""
    of, again = _redrawn(of), True
    while again:
        again = False
        for piece in pieces(of):
            less = _redrawn(without(of, [piece]))
            if time.monotonic() < deadline and _says_less(less, of) and _same(pair, less, difference):
                of, again = less, True
                break
    return of


def _says_less(less: Sketch, of: Sketch) -> bool:
    """Whether leaving something out left something out, and brought in nothing else for it."""
    changed = (given_of(less), less.commands) != (given_of(of), of.commands)
    return changed and len(pieces(less)) <= len(pieces(of))


def _redrawn(of: Sketch) -> Sketch:
    """The sketch of what a sketch draws, if it can be told: with some gone, others are first or next to act."""
    game = _position(of)
    return (sketch(game, commands_of(of)) if game is not None else None) or of


def _scene_of(pair: Pair, met: Met) -> Sketch | None:
    """The last position before the difference that a board can show, with the commands since, if it shows there too."""
    commands: tuple[Any, ...] = ()
    for game, data in reversed(met.history):
        commands = ((data,) if data is not None else ()) + commands
        drawn = sketch(game, commands)
        if drawn is not None:
            return drawn if _same(pair, drawn, met.difference) else None
    return None


def _same(pair: Pair, of: Sketch, difference: Difference) -> bool:
    told = _differs(pair, of, difference)
    return told is not None and told.kind == difference.kind


def _differs(pair: Pair, of: Sketch, difference: Difference) -> Difference | None:
    """How the two engines part in a scene; nothing if they do not, or if the scene makes no sense."""
    game = _position(of)
    return differs(pair, game, commands_of(of), difference) if game is not None else None


def _position(of: Sketch) -> Game | None:
    """The position that a sketch draws; nothing if it makes no sense."""
    if not of.standing or not is_drawable(of):
        return None
    try:
        return position_of(given_of(of), EDITIONS[0])
    except (BadCase, BadSketch, LookupError, ValueError):
        return None


def differs(pair: Pair, game: Game, commands: tuple[Any, ...], like: Difference) -> Difference | None:
    """How two engines part when these commands come, all but the last of which must stand, and they are asked alike."""
    told = pair.new(game)
    if told:
        return told
    for number, command in enumerate(commands, 1):
        told = pair.command(command)
        if told or (number < len(commands) and pair.game == game):
            return told if number == len(commands) else None
        game = pair.game
    if not like.subject:
        return None
    ask = pair.sight if like.kind == "view" else pair.options
    asked = (like.subject,) if like.subject in (*roles(game), CHANCE) else game.options.seats
    return next((told for told in map(ask, asked) if told), None)


class NothingCompared(ValueError):
    """The engine skipped whatever it was asked."""


def fuzz(adapter: Adapter, seed: int, most: int, seconds: float, progress: Callable[[int], None]) -> Found | None:
    """Play at most so many games for so long, and shrink the first difference; nothing if the two never part.

    Every other game is no game but a number of drawn positions: much of what is rare in games is common in those.
    """
    began = time.monotonic()
    pair = Pair(adapter)
    try:
        for number in range(most):
            if time.monotonic() - began > seconds:
                break
            look = explore if number % 2 else play
            met = look(pair, seed + number, began + seconds)
            progress(number + 1)
            if met:
                return shrink(pair, met, seed + number, time.monotonic() + max(seconds, 20.0))
        if not pair.compared:
            raise NothingCompared("expected an engine that answers something, got one that skipped every question")
        return None
    finally:
        pair.close()
