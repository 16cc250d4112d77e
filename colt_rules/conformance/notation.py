"""What a module adds to the notation of conformance cases, and the types its part ``notation`` uses.

The suite reads, writes, checks and shrinks boards by these points alone. A point that a ``Notation`` leaves out adds
nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import Factory, frozen

from colt_rules.model.names import Bandit, Car, Card, Place, Seat, Token, car_of
from colt_rules.model.state import Game
from colt_rules.rules.module import Rules

T = TypeVar("T")
Cell: TypeAlias = str
"""A car and a row of a sketch: a place, ``mail.roof``, or a cell of a row that a module adds."""
OptionValues: TypeAlias = Mapping[str, Any]
"""By option: what a case states about its board beyond the sketch."""
Sample: TypeAlias = tuple[Mapping[Cell, Sequence[str]], OptionValues]
"""The words in cells and the values of options of a random board."""


class BadSketch(ValueError):
    """A sketch that cannot be read; the message says where and what was expected."""


@frozen
class Drawing:
    """A sketch as written, not interpreted."""

    cars: tuple[Car, ...]
    """The train, locomotive first."""
    cells: tuple[tuple[Place, tuple[str, ...]], ...]
    """The words at each place, head to tail, inside before roof; columns that are not cars come last."""
    added: tuple[tuple[Cell, tuple[str, ...]], ...]
    """The words in each row that a module adds, head to tail."""
    columns: tuple[Car, ...]
    """The columns that are not cars of the train."""

    def cells_with(self, word: str) -> list[Cell]:
        """The cells that contain a word, repeated if a cell contains it several times."""
        return [cell for cell, words in (*self.cells, *self.added) for each in words if each == word]


def cell(car: Car, row: str) -> Cell:
    """The cell of a car in a row."""
    return f"{car}.{row}"


def row_of(cell: Cell) -> str:
    """The row that a cell is in."""
    return cell.rpartition(".")[2]


def check_names(what: str, named: Iterable[Bandit | Seat], there: Iterable[Bandit | Seat]) -> None:
    """Raise BadSketch if a name in ``named`` is not in ``there``."""
    there = tuple(there)
    if strangers := sorted(set(named) - set(there)):
        raise BadSketch(f"{what}: expected bandits on the train, {', '.join(there)}; got {', '.join(strangers)}")


def check_round_cards(what: str, names: Iterable[str], rules: Rules) -> None:
    """Raise BadSketch if a name is not a round card of the game."""
    if unknown := [name for name in names if name not in rules.components.round_cards]:
        raise BadSketch(f"{what}: expected round cards such as tunnel.2-4, got {', '.join(unknown)}")


@frozen
class Option:
    """Something that a case can state about its board beyond the sketch."""

    type: Any
    ordinary: Any
    """The value of the option in a case that does not state it."""
    meaning: str
    """What it means, for authors of cases."""
    copied: bool = False
    """Whether it is copied to and from the field of the same name in the module's record."""
    place: Place = ""
    """If it lists bandits or maps them to something: the place where they are, which is in no column."""
    scheming_only: bool = False
    in_hand: bool = False
    """Whether it lists the cards in hand during Stealin'."""


@frozen
class Loot:
    """What a word for loot means."""

    kind: str
    worth: int
    token: Token = ""
    """The name of the token if it is unique; otherwise tokens are numbered by kind."""


@frozen(kw_only=True)
class SketchWords:
    """What a module adds to a sketch."""

    rows: Mapping[str, tuple[str, ...]] = Factory(dict)
    """By row besides roof and inside: the words that it can contain. Several modules can add words to a row."""
    places: tuple[Place, ...] = ()
    """The places in its columns, which are behind the train and not cars of it."""
    figures: tuple[str, ...] = ()
    """The words for figures at places."""
    loot: Mapping[str, Loot] = Factory(dict)
    """By word; the word for an ordinary token of a kind is the kind itself."""
    default: Mapping[Cell, tuple[str, ...]] = Factory(dict)
    """By cell: the words that a board has there if the sketch has them nowhere."""

    @property
    def columns(self) -> tuple[Car, ...]:
        """The columns behind the train."""
        return tuple(dict.fromkeys(map(car_of, self.places)))


@frozen(kw_only=True)
class Written:
    """What a module has in a position, as a case writes it."""

    cells: Mapping[Cell, Sequence[str]] = Factory(dict)
    """By cell: the words for what is there, except loot."""
    tokens: Mapping[Token, str] = Factory(dict)
    """By token: its word, if that is not its kind."""
    options: OptionValues | None = Factory(dict)
    """The values of the options that are not copied; None if something is half done, which no board shows."""


class Choosing(Protocol):
    """Draws positions at random."""

    def one(self, items: Sequence[T]) -> T:
        """One of the items."""

    def several(self, items: Sequence[T], most: int, *, unique: bool = False) -> list[T]:
        """At most ``most`` of the items."""

    def number(self, least: int, most: int) -> int:
        """A number between the two, inclusive."""


@frozen(kw_only=True)
class Notation:
    """What a module adds to the notation of cases."""

    # --- boards
    sketch: SketchWords = SketchWords()
    options: Mapping[str, Option] = Factory(dict)
    """What a case can state about the module beyond the sketch."""
    read: Callable[[Game, Drawing, OptionValues, Mapping[Token, str]], Game] = lambda game, *_: game
    """Completes a position by the sketch, the options, and the word each token was written as.

    The position already has the record of every module in play, with the copied options. The modules read in order.
    """
    write: Callable[[Game], Written] = lambda _: Written()
    """Writes what the module has in a position."""
    deck: Callable[[Rules, tuple[Bandit, ...]], tuple[Card, ...] | None] = lambda *_: None
    """The action cards that a player with these figures starts with; None if other modules decide."""
    bullet_cards: tuple[Card, ...] = ()
    """The bullet cards that it adds, each as often as it exists."""

    # --- checks against the game
    impossible: Callable[[Game], Iterable[str]] = lambda _: ()
    """Why this is not a position on the board, each reason in words.

    No case has such a position, and no engine is sent one.
    """
    unreachable: Callable[[Game], Iterable[str]] = lambda _: ()
    """Why no game reaches this position, each reason in words."""
    named_loot: Callable[[Game], tuple[str, ...]] = lambda _: ()
    """The kinds of loot that the table has named for cars besides what the box prints there, one per token."""
    compared_like: Mapping[str, str] = Factory(dict)
    """By field, such as ``CardsKept.cards``: the field of another module that is compared in the same way."""

    # --- random positions and commands
    sampled: Callable[[Choosing, Sequence[Car], Sequence[Seat]], Sample] | None = None
    """A random board with this train and these seats; None if no board is drawn for the module."""
    vocabulary: Callable[[Game], Mapping[str, list[Any]]] = lambda _: {}
    """By field of its commands that holds no ids: values to try there, sensible or not."""

    # --- documentation
    pages: Mapping[str, str] = Factory(dict)
    """By gap in the pages about the suite, or field described there: this module's text.

    ``notation.md`` beside it can hold more about its notation.
    """
