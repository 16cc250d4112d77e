"""Boards out of games under way: any round, house rules and named cards, with everybody moved to another place.

The places that bandits come to in a game are few. Moved about, they meet in ways that most games never show.
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
"""How often a figure is moved to another place."""
NO_BANDITS = {seat for notation in NOTATIONS.values() for seat in notation.seats}
"""The seats whose figure stays inside the train."""


def boards(seed: int, kinds: Sequence[Kind], most: int) -> Iterator[Game]:
    """At most so many boards out of one game of these kinds; the same for the same seed."""
    random = Random(f"boards {seed}")  # another game than the one that is played by the seed
    number = random.randrange(2**31)
    agreed = any_game(number, kinds)
    bots = {seat: RandomBot(number + at) for at, seat in enumerate(agreed.start.seats)}
    steps = play(agreed.start, Dealer(number, agreed.usual), bots, agreed.claims)
    passed = [verdict.after for _, verdict in steps]
    # A game has many more decisions about which card to play than about what to do with one, which shows more.
    for game in sorted(passed, key=lambda game: random.random() * (3 if game.phase == "schemin" else 1)):
        if most <= 0:
            return
        sketch = take_apart(game, ())
        board = _board(moved(sketch, random)) if sketch is not None else None
        if board is not None:
            most -= 1
            yield board


def moved(sketch: Sketch, random: Random) -> Sketch:
    """The sketch with some of those on the board in other places, the Marshal's pawn among them."""
    on_the_train = [inside(car) for car in (LOCOMOTIVE, *sketch.cars)]
    everywhere = places_of(sketch.columns)

    def another(figure: str, at: Place) -> Place:
        if at not in everywhere or random.random() > MOVED:
            return at
        return random.choice(on_the_train if figure in NO_BANDITS else everywhere)

    marshal = another(next(iter(NO_BANDITS), ""), sketch.marshal) if sketch.marshal else sketch.marshal
    return evolve(sketch, marshal=marshal, standing={name: another(name, at) for name, at in sketch.standing.items()})


def _board(sketch: Sketch) -> Game | None:
    """The position that a sketch draws; None if no board can be like this, or somebody has nothing to decide."""
    try:
        game = board_of(sketch)
        return game if awaiting(game) and take_apart(game, ()) is not None else None
    except (BadCase, BadSketch, NotAtRest, LookupError, ValueError):
        return None
