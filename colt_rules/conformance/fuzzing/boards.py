"""Boards from games in progress: any round, house rules and named cards, with figures moved to other places.

In a game, bandits reach few places. Moved at random, they meet in ways that most games never show.
"""

from collections.abc import Iterator, Sequence
from random import Random

from attrs import evolve

from colt_rules.conformance.cases.expand import BadCase
from colt_rules.conformance.fuzzing.sketch import Sketch
from colt_rules.conformance.fuzzing.sketching import board_of, take_apart
from colt_rules.conformance.notation import BadSketch
from colt_rules.conformance.notations import places_of
from colt_rules.kernel import NotAtRest, awaiting
from colt_rules.model.names import LOCOMOTIVE, Place, inside
from colt_rules.model.state import Game
from colt_rules.players.soak import Kind, any_game, played
from colt_rules.rules.rulebook import rulebook

MOVED = 0.6
"""The probability that a figure is moved."""


def boards(seed: int, kinds: Sequence[Kind], most: int) -> Iterator[Game]:
    """At most ``most`` boards from one game of these kinds; the same for the same seed."""
    random = Random(f"boards {seed}")  # not the game that the fuzzer plays with this seed
    number = random.randrange(2**31)
    passed = [verdict.after for _, verdict in played(any_game(number, kinds), number)]
    # A game has far more decisions about which card to play than about carrying one out, which shows more.
    for game in sorted(passed, key=lambda game: random.random() * (3 if game.phase == "schemin" else 1)):
        if most <= 0:
            return
        sketch = take_apart(game, ())
        board = _board(moved(sketch, random)) if sketch is not None else None
        if board is not None:
            most -= 1
            yield board


def moved(sketch: Sketch, random: Random) -> Sketch:
    """The sketch with some figures in other places, the Marshal included, who stays inside the train."""
    inside_the_train = [inside(car) for car in (LOCOMOTIVE, *sketch.cars)]
    everywhere = places_of(sketch.columns)
    no_bandits = rulebook(sketch.modules).no_bandits

    def another(at: Place, places: Sequence[Place]) -> Place:
        return at if at not in everywhere or random.random() > MOVED else random.choice(places)

    return evolve(
        sketch,
        marshal=another(sketch.marshal, inside_the_train),
        standing={
            name: another(at, inside_the_train if name in no_bandits else everywhere)
            for name, at in sketch.standing.items()
        },
    )


def _board(sketch: Sketch) -> Game | None:
    """The position of a sketch; None if no board can show it or there is nothing to decide."""
    try:
        game = board_of(sketch)
        return game if awaiting(game) and take_apart(game, ()) is not None else None
    except (BadCase, BadSketch, NotAtRest, LookupError, ValueError):
        return None
