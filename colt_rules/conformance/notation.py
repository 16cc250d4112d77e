"""How cases write the things of a module: the points that its part ``notation`` fills, and the types they share.

The suite reads, writes, takes apart and reduces boards through these points alone. A point that a ``Notation`` leaves
out adds nothing.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import Factory, frozen

from colt_rules.model.names import Bandit, Car, Card, Place, Seat, Token
from colt_rules.model.state import Game
from colt_rules.rules.module import Rules

T = TypeVar("T")
Cell: TypeAlias = str
"""A car and a row of a sketch: a place, ``mail.roof``, or a cell of a row that a module adds."""
OptionValues: TypeAlias = Mapping[str, Any]
"""By option: what a case states about its board beyond the sketch."""
Sample: TypeAlias = tuple[Mapping[Cell, Sequence[str]], OptionValues]
"""Words in cells and values of options, chosen at random."""
Piece: TypeAlias = tuple[str, ...]
"""Something that can be left out of a position: its kind, and its name."""
OfThoseLeft: TypeAlias = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Reduces a mapping by bandit or seat to those who have not been left out."""


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
    """Its value in a case that does not state it."""
    meaning: str
    """For authors of cases."""
    place: Place = ""
    """Where the bandits are that it lists or maps to something, if it does: a place that is in no column."""
    scheming_only: bool = False
    in_hand: bool = False
    """Whether it lists the cards in hand during Stealin'."""


@frozen
class Loot:
    """What a word for loot means."""

    kind: str
    worth: int
    token: Token = ""
    """Its name if it is unique; otherwise tokens are numbered by kind."""


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
    """What a module adds to the notation of positions.

    Its part is the record that it adds to a game, ``True`` if it has none.
    """

    # --- reading
    options: Mapping[str, Option] = Factory(dict)
    """What a case can state about it beyond the sketch."""
    named: Callable[[Game, OptionValues], Game] = lambda game, _: game
    """Adds to the position the round cards that the table has named; called before any ``put``."""
    rows: tuple[str, ...] = ()
    """The rows that it adds to a sketch."""
    columns: tuple[Car, ...] = ()
    """The columns that it adds behind the train."""
    roofless: tuple[Car, ...] = ()
    """Those of its columns whose upper cell is not a place."""
    standing: tuple[str, ...] = ()
    """Its words in added rows."""
    figures: tuple[str, ...] = ()
    """Its words at places that are not loot."""
    loot: Mapping[str, Loot] = Factory(dict)
    """By word."""
    seats: Mapping[Seat, Callable[[Rules], tuple[Card, ...]]] = Factory(dict)
    """By seat whose figure is not a bandit but is written like one: the action cards that it starts with."""
    has_pawn: bool = True
    """Whether the Marshal can be a neutral figure, written ``M``."""
    bullet_cards: tuple[Card, ...] = ()
    """Its bullet cards, which can have been received, each as often as it exists."""
    deck_of_two: Callable[[Rules, Bandit, Bandit], tuple[Card, ...]] | None = None
    """The action cards of a player who has both of these bandits."""
    put: Callable[[Game, Drawing, OptionValues, Mapping[Token, str]], Game] = lambda game, *_: game
    """Adds its part to the position, from the sketch, the options, and the word each token was written as."""

    # --- writing
    drawn: Callable[[Any], Mapping[Cell, Sequence[str]] | None] = lambda *_: {}
    """By cell: the words for what of its part is there; None as long as it is not on the board."""
    word: Callable[[Any, Token], str] = lambda *_: ""
    """The word for a token of its own, empty for any other."""
    option_values: Callable[[Any], OptionValues] = lambda *_: {}
    """The values of its options for this part."""
    unsaid: Collection[tuple[Cell, str]] = ()
    """Words that a board has in these cells by default, and which need not be written."""

    # --- taking apart and leaving out
    apart: Callable[[Game], Any] = lambda _: True
    """Its part without what no board can show; None if no board can show the position."""
    pieces: Callable[[Any, Sequence[Token]], Sequence[Piece]] = lambda *_: ()
    """Everything of its part that can be left out; the tokens are those on the board."""
    without: Callable[[Any, Collection[Piece], OfThoseLeft], Any] = lambda part, *_: part
    """Its part without these pieces, some of which may belong to other modules."""
    plain: Mapping[str, Any] = Factory(dict)
    """By field of its part: what a board has by default."""

    # --- checking against the game
    printed: Callable[[Game], tuple[str, ...]] = lambda *_: ()
    """The kinds of loot in its cars besides those that the box prints there, each as often as it occurs."""
    impossible: Callable[[Game], Iterable[str]] = lambda *_: ()
    """Why this is not a position on the board, each reason in words.

    No case has such a position, and no engine is sent one.
    """
    unreachable: Callable[[Game], Iterable[str]] = lambda *_: ()
    """Why no game reaches this position, each reason in words."""
    names: Mapping[str, str] = Factory(dict)
    """By field of its commands: the kind of names it holds, ``bandits``, ``places`` and so on, or ``all``."""
    compared_like: Mapping[str, str] = Factory(dict)
    """By field, such as ``CardsKept.cards``: the field of another module that is compared in the same way."""

    # --- random positions
    dealt: tuple[str, ...] = ()
    """What chance is asked for."""
    vocabulary: Callable[[Game], Mapping[str, list[Any]]] = lambda *_: {}
    """By field of its commands: values to try there, sensible or not."""
    sampled: Callable[[Choosing, Sequence[Car], Sequence[Seat]], Sample] | None = None
    """Random content of a board with this train and these bandits; None if no board is drawn for the module."""

    # --- documentation
    pages: Mapping[str, str] = Factory(dict)
    """By gap in the pages about the suite, or field described there: this module's text.

    ``notation.md`` beside it can hold more about its notation.
    """
