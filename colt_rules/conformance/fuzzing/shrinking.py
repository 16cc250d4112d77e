"""Shrinks a difference: Hypothesis leaves out pieces, and a final sweep removes any that remain unneeded."""

import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, cast

from attrs import frozen
from hypothesis import Phase, find
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample

from colt_rules.commands import Command, StartGame
from colt_rules.conformance.cases.board import FEWEST_CARS
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.expand import BadCase, position_of
from colt_rules.conformance.cases.setting import is_played
from colt_rules.conformance.fuzzing.pair import EngineDifference, EnginePair
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.playing import FoundDifference, IsNew, is_always_new, search_settings
from colt_rules.conformance.fuzzing.sketch import Sketch
from colt_rules.conformance.fuzzing.sketching import board_of, commands_of, given_of, is_drawable, take_apart
from colt_rules.conformance.notation import BadSketch
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, Accepted, decide, legal
from colt_rules.log.codec import command_object, read_command
from colt_rules.model.names import CHANCE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.rules.base.table import FEWEST_PLAYERS, Tables
from colt_rules.rules.editions import EDITIONS
from colt_rules.views import roles

SHRINKS = 2000
"""The number of smaller positions Hypothesis may try."""


@frozen
class Reproduction:
    """A position and commands, the last of which shows the difference."""

    given: Given
    commands: tuple[Any, ...]
    edition: str
    modules: tuple[str, ...]

    @property
    def position(self) -> Game:
        """The position before the commands."""
        return (
            NEW if self.given.board is None else position_of(self.given, self.edition, self.modules, self.given.rulings)
        )


@frozen
class ShrunkDifference:
    """A difference, where it was found, and the smallest scene that shows it."""

    difference: EngineDifference
    scene: Reproduction
    game: int
    """The seed of the game in which it was found."""
    pieces: int
    """The number of pieces the position had."""
    left: int
    """The number of pieces left."""


def shrink(
    pair: EnginePair, met: FoundDifference, seed: int, deadline: float, is_new: IsNew = is_always_new
) -> ShrunkDifference:
    """The smallest scene that still shows the difference, and no known one."""
    whole = _scene_of(met)
    if whole is None or not (_same(pair, whole, met.difference, is_new) or met.history[0][0] != NEW):
        return _from_the_beginning(pair, met, seed, is_new)
    found = pieces(whole)
    smallest = whole

    def still_differs(kept: tuple[int, ...]) -> bool:
        nonlocal smallest
        less = without(whole, [piece for piece, flag in zip(found, kept, strict=True) if not flag])
        if time.monotonic() > deadline or not _same(pair, less, met.difference, is_new):
            return False
        smallest = min(smallest, less, key=lambda sketch: len(pieces(sketch)))
        return True

    # After the deadline nothing differs any more, which Hypothesis reports as flaky.
    with suppress(NoSuchExample, Flaky):
        find(
            st.tuples(*(st.integers(0, 15) for _ in found)),
            still_differs,
            settings=search_settings([Phase.generate, Phase.shrink], SHRINKS),
            random=Random(seed),
        )
    smallest = _swept(pair, smallest, met.difference, deadline, is_new)
    scene = Reproduction(given_of(smallest), commands_of(smallest), smallest.edition, smallest.modules)
    game = _position(smallest)
    again = differs(pair, game, scene.commands, met.difference) if game is not None else None
    difference = again or met.difference  # an engine may answer differently now
    return ShrunkDifference(difference, scene, seed, len(found), len(pieces(smallest)))


def _from_the_beginning(pair: EnginePair, met: FoundDifference, seed: int, is_new: IsNew) -> ShrunkDifference:
    """Shrink a difference that no board can show, such as one in the set-up: find the smallest table that shows it."""
    commands = tuple(data for _, data in met.history if data is not None)
    for start, house_rules in _smaller_tables(commands):
        smaller = (*map(command_object, house_rules), *_played(start, house_rules, len(commands)))
        for end in range(len(house_rules) + 1, len(smaller) + 1):
            difference = differs(pair, NEW, smaller[:end], met.difference)
            if difference and difference.kind == met.difference.kind and is_new(difference, NEW, smaller[:end]):
                return _of_commands(difference, smaller[:end], seed, len(commands))
    return _of_commands(met.difference, commands, seed, len(commands))


def _of_commands(difference: EngineDifference, commands: tuple[Any, ...], seed: int, met: int) -> ShrunkDifference:
    """A difference shown from the beginning of the game, with the edition and modules that its table named."""
    start: dict[str, Any] = next((data for data in commands if data["type"] == "StartGame"), {})
    edition, modules = start.get("edition", EDITIONS[0]), tuple(start.get("modules", MODULES[:1]))
    if not (edition in EDITIONS and is_played(edition, modules)):
        edition, modules = EDITIONS[0], MODULES[:1]
    return ShrunkDifference(
        difference, Reproduction(Given(commands=()), commands, edition, modules), seed, met, len(commands)
    )


def _smaller_tables(commands: tuple[Any, ...]) -> Iterator[tuple[StartGame, tuple[Command, ...]]]:
    """Smaller tables for a game of the same kind: fewer players, fewer advanced rules, with and without house rules."""
    house_rules = tuple(read_command(data) for data in commands if data["type"] == "AgreeOnRuling")
    first = next((data for data in commands if data["type"] == "StartGame"), None)
    if first is None:
        return
    for agreed in dict.fromkeys(((), house_rules)):
        kinds = [
            (players, sum((start.powers, start.happenings, start.stations)), start, rules)
            for start, rules in Tables(_agreed(agreed)).kinds()
            if (start.edition, list(start.modules)) == (first["edition"], list(first["modules"]))
            for players in rules.table.players
        ]
        for players, advanced, start, rules in sorted(kinds, key=lambda kind: kind[:2]):
            if (players, advanced) < (len(first["seats"]), 3):
                wanted = rules.table
                seats, train = wanted.seated(wanted.names, players), rules.cars_to_choose[: wanted.train(players)]
                yield changed(start, seats=seats, train=train), agreed


def _agreed(house_rules: tuple[Command, ...]) -> Game:
    """The game before it is set up, with these answers agreed on."""
    game = NEW
    for house_rule in house_rules:
        verdict = decide(game, house_rule)
        assert isinstance(verdict, Accepted)
        game = verdict.after
    return game


def _played(start: StartGame, house_rules: tuple[Command, ...], most: int) -> tuple[Any, ...]:
    """The first commands of a game at this table, with every deal in its given order."""
    game, command, made = _agreed(house_rules), cast(Command, start), list[Any]()
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


def _swept(pair: EnginePair, sketch: Sketch, difference: EngineDifference, deadline: float, is_new: IsNew) -> Sketch:
    """Leave out single pieces that are not needed, until every piece is needed."""
    sketch, again = _redrawn(sketch), True
    while again:
        again = False
        for piece in pieces(sketch):
            less = _redrawn(without(sketch, [piece]))
            if time.monotonic() < deadline and _says_less(less, sketch) and _same(pair, less, difference, is_new):
                sketch, again = less, True
                break
    return sketch


def _says_less(less: Sketch, sketch: Sketch) -> bool:
    """Whether the smaller sketch really has less, with nothing else in its place."""
    changed = (given_of(less), less.commands) != (given_of(sketch), sketch.commands)
    return changed and len(pieces(less)) <= len(pieces(sketch))


def _redrawn(sketch: Sketch) -> Sketch:
    """The sketch redrawn from its position, if it has one: without some bandits, another may be first or act next."""
    game = _position(sketch)
    return (take_apart(game, commands_of(sketch)) if game is not None else None) or sketch


def _scene_of(met: FoundDifference) -> Sketch | None:
    """The last position before the difference that a board can show, with the commands since."""
    commands: tuple[Any, ...] = ()
    for game, data in reversed(met.history):
        commands = ((data,) if data is not None else ()) + commands
        drawn = take_apart(game, commands)
        if drawn is not None:
            return drawn
    return None


def _same(pair: EnginePair, sketch: Sketch, difference: EngineDifference, is_new: IsNew) -> bool:
    """Whether a scene shows a new difference of the same kind."""
    game, commands = _position(sketch), commands_of(sketch)
    found = differs(pair, game, commands, difference) if game is not None else None
    return found is not None and game is not None and found.kind == difference.kind and is_new(found, game, commands)


def _position(sketch: Sketch) -> Game | None:
    """The position of a sketch; None if it is invalid or the protocol excludes it."""
    if len(sketch.standing) < FEWEST_PLAYERS or len(sketch.cars) < FEWEST_CARS or not is_drawable(sketch):
        return None
    try:
        return board_of(sketch)
    except (BadCase, BadSketch, LookupError, ValueError):
        return None


def differs(pair: EnginePair, game: Game, commands: tuple[Any, ...], like: EngineDifference) -> EngineDifference | None:
    """How two engines differ after these commands, all but the last of which must be accepted."""
    difference = pair.new(game)
    if difference:
        return difference
    for number, command in enumerate(commands, 1):
        difference = pair.command(command)
        if difference or (number < len(commands) and pair.game == game):
            return difference if number == len(commands) else None
        game = pair.game
    if not like.subject:
        return None
    ask = pair.sight if like.kind == "view" else pair.options
    asked = (like.subject,) if like.subject in (*roles(game), CHANCE) else game.options.seats
    return next((difference for difference in map(ask, asked) if difference), None)
