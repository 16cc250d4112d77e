"""A position as a board states it, with the commands that follow, because tokens are renumbered.

Defaults need not be stated.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from colt_rules.conformance.cases.board import VALUES
from colt_rules.conformance.cases.drawing import numbered
from colt_rules.conformance.notation import Cell, OptionValues, SketchWords
from colt_rules.conformance.notations import ELSEWHERE, SKETCH, sketch_with
from colt_rules.model.names import (
    LOCOMOTIVE,
    Bandit,
    Car,
    Card,
    Place,
    Seat,
    Token,
    inside,
    kind_of,
    roof,
)
from colt_rules.rules.base.box import BOX
from colt_rules.rules.rulebook import rulebook

FULL = len(BOX.bullets)
PLAIN_CARD = "tunnel.2-4"


@frozen
class Sketch:
    """A position as a board states it, and the commands that follow."""

    edition: str
    modules: tuple[str, ...]
    rulings: tuple[str, ...]
    teams: Mapping[Seat, tuple[Bandit, ...]]
    """The bandits of each seat, mostly one; if there are two, the Marshal card of the first is in the deck."""
    cars: tuple[Car, ...]
    marshal: Place
    standing: Mapping[Bandit, Place]
    """The bandits in the order of their seats."""
    floor: Mapping[Place, tuple[Token, ...]]
    loot: Mapping[Bandit, tuple[Token, ...]]
    aside: tuple[Token, ...]
    values: Mapping[Token, int]
    first: Seat
    actor: Seat
    """The actor who has to decide."""
    powers: bool
    happenings: bool
    bullets: Mapping[Bandit, int]
    neutral: int
    card: str
    rounds: tuple[str, ...]
    number: int
    pile: tuple[Card, ...]
    """In the notation of a board: ``tuco-fire?`` lies face down, ``tuco-fire@ghost`` was played by Ghost."""
    hands: Mapping[Seat, tuple[Card, ...]] | None
    decks: Mapping[Seat, tuple[Card, ...]]
    turn: int
    acted: int
    draws: Mapping[Seat, tuple[int, ...]]
    discards: Mapping[Seat, tuple[Card, ...]]
    borrowed: Mapping[Seat, tuple[Card, ...]]
    uncounted: Mapping[Seat, int]
    cells: Mapping[Cell, Sequence[str]]
    """By cell: the words of modules there, except loot."""
    words: Mapping[Token, str]
    """By token: its word, if that is not its kind."""
    options: OptionValues
    """The options of modules."""
    commands: tuple[Any, ...]

    @cached_property
    def columns(self) -> tuple[Car, ...]:
        """The cars, and the columns that modules add."""
        return (LOCOMOTIVE, *self.cars, *self.added.columns)

    @cached_property
    def added(self) -> SketchWords:
        """What the modules in play add to a drawing."""
        return sketch_with(self.modules)

    @cached_property
    def is_fixed(self) -> bool:
        """Whether bandits belong together, so that no bandit can be left out alone."""
        rules, seats = rulebook(self.modules), tuple(self.teams)
        return self.is_shared or any(len(rules.side(seats, seat)) > 1 for seat in seats)

    @cached_property
    def is_shared(self) -> bool:
        """Whether players have more than one bandit and are not named after them."""
        return any(bandits != (seat,) for seat, bandits in self.teams.items())


def tokens_of(sketch: Sketch) -> Iterator[Token]:
    """Every token, in the order in which a board numbers them."""
    for car in sketch.columns:
        yield from sketch.floor.get(inside(car), ())
        yield from sketch.floor.get(roof(car), ())
    for bandit in sketch.standing:
        yield from sketch.loot.get(bandit, ())
    yield from sketch.aside


def in_board_order(sketch: Sketch) -> tuple[Bandit, ...]:
    """The bandits in the order of a board: head to tail, inside before roof."""
    order = [*(place for car in sketch.columns for place in (inside(car), roof(car))), *ELSEWHERE.values()]
    return tuple(
        sorted(
            sketch.standing,
            key=lambda bandit: order.index(sketch.standing[bandit]) if sketch.standing[bandit] in order else -1,
        )
    )


def word_for(token: Token, sketch: Sketch) -> str:
    """The word of a board for a token, with its value only if that is not the usual one."""
    kind, value = kind_of(token), sketch.values[token]
    named = sketch.words.get(token, "")
    if named and named != token:
        return named
    return (named or kind) + ("" if value == usual_value(token) else f":{value}")


USUAL = {loot.kind: loot.worth for loot in reversed([*SKETCH.loot.values()])} | VALUES
"""By kind of loot: the usual value, which the first word for this kind stands for."""


def usual_value(token: Token) -> int:
    """The default value of a token."""
    return USUAL[kind_of(token)]


def is_at_default_place(token: Token, sketch: Sketch) -> bool:
    """Whether a token of a module lies where a board puts it by default, after all others."""
    if sketch.values[token] != usual_value(token):
        return False
    places = (place for place, tokens in sketch.floor.items() if tokens[-1:] == (token,))
    return any(sketch.words.get(token) in sketch.added.default.get(place, ()) for place in places)


def is_default(token: Token, sketch: Sketch) -> bool:
    """Whether a board has this token there by default."""
    return (token in sketch.aside and is_ordinary_aside(sketch)) or is_at_default_place(token, sketch)


def is_ordinary_aside(sketch: Sketch) -> bool:
    """Whether the loot set aside is the default, one strongbox; a board would have to say that there is none."""
    return tuple(word_for(token, sketch) for token in sketch.aside) == ("strongbox",)


def renamed(sketch: Sketch) -> dict[Token, Token]:
    """The name of each token on the drawn board."""
    names: dict[Token, Token] = {}
    for token in tokens_of(sketch):
        has_its_name = sketch.words.get(token) == token
        names[token] = token if has_its_name else numbered(kind_of(token), {*names.values()})
    return names
