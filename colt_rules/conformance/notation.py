"""How a module's things are written in a case: the points that its part ``notation`` fills, and the words they share.

The suite reads a board, draws one, takes it apart and leaves things out by these points alone. What a module leaves out
of its ``Notation`` it does not add.
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
"""By option: what a case says of its board beyond the sketch."""
Sample: TypeAlias = tuple[Mapping[Cell, Sequence[str]], OptionValues]
"""Words in cells and values of options, chosen at random."""
Piece: TypeAlias = tuple[str, ...]
"""Something that can be left out of a position: its kind, and which one."""
OfThoseLeft: TypeAlias = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Of a mapping by bandit or seat: what belongs to those who have not been left out."""


class BadSketch(ValueError):
    """A sketch that cannot be read; the message says where and what was expected."""


@frozen
class Drawing:
    """A sketch as it is written. What its words mean is not looked at."""

    cars: tuple[Car, ...]
    """The train, locomotive first."""
    cells: tuple[tuple[Place, tuple[str, ...]], ...]
    """The words at each place, head to tail, inside before roof; columns that are no cars come last."""
    added: tuple[tuple[Cell, tuple[str, ...]], ...]
    """The words in each row that a module adds, head to tail."""
    columns: tuple[Car, ...]
    """The columns that are no cars of the train."""

    def cells_with(self, word: str) -> list[Cell]:
        """Where a word is written, a cell as often as it has it."""
        return [cell for cell, words in (*self.cells, *self.added) for each in words if each == word]


def cell(car: Car, row: str) -> Cell:
    """The cell of a car in a row."""
    return f"{car}.{row}"


def row_of(cell: Cell) -> str:
    """The row that a cell is in."""
    return cell.rpartition(".")[2]


def check_names(what: str, named: Iterable[Bandit | Seat], there: Iterable[Bandit | Seat]) -> None:
    """Whoever is named is there."""
    there = tuple(there)
    if strangers := sorted(set(named) - set(there)):
        raise BadSketch(f"{what}: expected bandits on the train, {', '.join(there)}; got {', '.join(strangers)}")


def check_round_cards(what: str, names: Iterable[str], rules: Rules) -> None:
    """Whatever is named is a round card of the game."""
    if unknown := [name for name in names if name not in rules.round_cards]:
        raise BadSketch(f"{what}: expected round cards such as tunnel.2-4, got {', '.join(unknown)}")


@frozen
class Option:
    """Something that a case can say of its board beyond the sketch."""

    type: Any
    ordinary: Any
    """Its value in a case that does not say."""
    meaning: str
    """For people who write cases."""


@frozen
class Loot:
    """What a word for loot stands for."""

    kind: str
    worth: int
    token: Token = ""
    """Its name where there is only one; else tokens are numbered by kind."""


class Choosing(Protocol):
    """Whoever draws positions at random."""

    def one(self, items: Sequence[T]) -> T:
        """One of the items."""

    def several(self, items: Sequence[T], most: int, *, unique: bool = False) -> list[T]:
        """At most so many of the items."""

    def number(self, least: int, most: int) -> int:
        """A number, both ends among them."""


@frozen(kw_only=True)
class Notation:
    """What a module adds to the way positions are written.

    Its part is the record that it adds to a game, ``True`` where it keeps none.
    """

    # --- read
    options: Mapping[str, Option] = Factory(dict)
    """What a case can say of it beyond the sketch."""
    elsewhere: Mapping[str, Place] = Factory(dict)
    """By option that lists bandits, or says something of each: the place where they are, which is in no column."""
    scheming: tuple[str, ...] = ()
    """Of its options: those that can be said in Schemin' only."""
    in_hand: str = ""
    """The option that says which cards are in hand in Stealin'."""
    named: Callable[[Game, OptionValues], Game] = lambda game, _: game
    """The position with what the table has named of round cards, which is asked for before any part is put in."""
    rows: tuple[str, ...] = ()
    """The rows that it adds to a sketch."""
    columns: tuple[Car, ...] = ()
    """The columns that it adds behind the train."""
    roofless: tuple[Car, ...] = ()
    """Of these columns: those whose upper cell is no place."""
    standing: tuple[str, ...] = ()
    """Its words in rows that are added."""
    figures: tuple[str, ...] = ()
    """Its words at places that are no loot."""
    loot: Mapping[str, Loot] = Factory(dict)
    """By word."""
    seats: Mapping[Seat, Callable[[Rules], tuple[Card, ...]]] = Factory(dict)
    """By seat whose figure is no bandit, and which is written like one: the action cards that it starts with."""
    has_pawn: bool = True
    """Whether the Marshal can be nobody's figure, written ``M``."""
    bullet_cards: tuple[Card, ...] = ()
    """Its bullet cards, which can have been received, as often as there are of each."""
    deck_of_two: Callable[[Rules, Bandit, Bandit], tuple[Card, ...]] | None = None
    """The action cards that a player starts with who has two of the bandits."""
    put: Callable[[Game, Drawing, OptionValues, Mapping[Token, str]], Game] = lambda game, *_: game
    """The position with its part in it, from the sketch, the options, and the word that each token was written as."""

    # --- write
    drawn: Callable[[Any], Mapping[Cell, Sequence[str]] | None] = lambda *_: {}
    """By cell: the words for what of its part stands there; None as long as it is not on the board."""
    word: Callable[[Any, Token], str] = lambda *_: ""
    """The word for a token of its own, empty for any other."""
    option_values: Callable[[Any], OptionValues] = lambda *_: {}
    """The values of its options for this part."""
    unsaid: Collection[tuple[Cell, str]] = ()
    """The words that a board has in these cells by default."""

    # --- take apart and leave out
    apart: Callable[[Game], Any] = lambda _: True
    """Its part with nothing in it that no board shows; None if no board can show the position."""
    pieces: Callable[[Any, Sequence[Token]], Sequence[Piece]] = lambda *_: ()
    """All of its part that can be left out; the tokens are those on the board."""
    without: Callable[[Any, Collection[Piece], OfThoseLeft], Any] = lambda part, *_: part
    """Its part without these pieces, which may be anybody's."""
    plain: Mapping[str, Any] = Factory(dict)
    """By field of its part: what a board has by default."""

    # --- hold against the game
    printed: Callable[[Game], tuple[str, ...]] = lambda *_: ()
    """The kinds of loot that its cars have besides what the box prints in them, each as often as it is there."""
    impossible: Callable[[Game], Iterable[str]] = lambda *_: ()
    """Why this is no position on the board, each reason in words: no case has one, and no engine is sent one."""
    unreachable: Callable[[Game], Iterable[str]] = lambda *_: ()
    """Why no game comes to this position, each reason in words."""
    names: Mapping[str, str] = Factory(dict)
    """By field of its commands: whose names stand there, ``bandits``, ``places`` and so on, or ``all``."""
    compared_like: Mapping[str, str] = Factory(dict)
    """By field, such as ``CardsKept.cards``: the field of another module that is compared in the same way."""

    # --- draw at random
    dealt: tuple[str, ...] = ()
    """What chance is asked for."""
    vocabulary: Callable[[Game], Mapping[str, list[Any]]] = lambda *_: {}
    """By field of its commands: what could stand there, sensibly or not."""
    sampled: Callable[[Choosing, Sequence[Car], Sequence[Seat]], Sample] | None = None
    """What could stand on a board with this train and these bandits; None if no board is drawn for the module."""

    # --- tell people
    pages: Mapping[str, str] = Factory(dict)
    """By gap in the pages about the suite, or meaning of a field there: what stands in it of this module.

    More about its notation can stand in ``notation.md`` beside it."""
