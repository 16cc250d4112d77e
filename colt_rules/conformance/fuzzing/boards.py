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
from colt_rules.conformance.notations import NOTATIONS, places_of
from colt_rules.kernel import NotAtRest, awaiting
from colt_rules.model.names import LOCOMOTIVE, Place, inside
from colt_rules.model.state import Game
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import play
from colt_rules.players.soak import Kind, any_game

MOVED = 0.6
"""The probability that a figure is moved."""
NO_BANDITS = {seat for notation in NOTATIONS.values() for seat in notation.seats}
"""The seats whose figure stays inside the train."""


def boards(seed: int, kinds: Sequence[Kind], most: int) -> Iterator[Game]:
    """At most ``most`` boards from one game of these kinds; the same for the same seed."""
    random = Random(f"boards {seed}")  # not the game that the fuzzer plays with this seed
    number = random.randrange(2**31)
    agreed = any_game(number, kinds)
    bots = {seat: RandomBot(number + at) for at, seat in enumerate(agreed.start.seats)}
    steps = play(agreed.start, Dealer(number, agreed.usual), bots, agreed.house_rules)
    passed = [verdict.after for _, verdict in steps]
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
    """The sketch with some figures in other places, the Marshal's pawn included."""
    on_the_train = [inside(car) for car in (LOCOMOTIVE, *sketch.cars)]
    everywhere = places_of(sketch.columns)

    def another(figure: str, at: Place) -> Place:
        if at not in everywhere or random.random() > MOVED:
            return at
        return random.choice(on_the_train if figure in NO_BANDITS else everywhere)

    marshal = another(next(iter(NO_BANDITS), ""), sketch.marshal) if sketch.marshal else sketch.marshal
    return evolve(sketch, marshal=marshal, standing={name: another(name, at) for name, at in sketch.standing.items()})


def _board(sketch: Sketch) -> Game | None:
    """The position of a sketch; None if no board can show it or there is nothing to decide."""
    try:
        game = board_of(sketch)
        return game if awaiting(game) and take_apart(game, ()) is not None else None
    except (BadCase, BadSketch, NotAtRest, LookupError, ValueError):
        return None
