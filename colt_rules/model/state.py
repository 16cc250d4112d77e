"""The state of a game: where everything is, and how far the round has come.

A state is the fold of the events so far and nothing else. It consists of plain values, so it can be serialised,
compared and resumed at any event.
"""

from collections.abc import Mapping

from attrs import Factory
from msgspec import UNSET, UnsetType

from colt_rules.model.agreement import Agreed
from colt_rules.model.names import REFEREE, SPECTATOR, Bandit, Car, Card, Number, Place, Seat, Token
from colt_rules.model.parts import with_fields
from colt_rules.model.record import record
from colt_rules.modules import parts


@record
class Options:
    """What was agreed before the game."""

    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    """The seats, clockwise."""
    powers: bool
    happenings: bool
    stations: bool
    train: tuple[Car, ...]
    """The cars behind the locomotive if they were chosen, empty if they are drawn."""
    rulings: tuple[str, ...] = ()
    """The answers to open questions that the table agreed on instead of the default, each ``ruling=answer``."""


@record
class Cards:
    """A player's cards."""

    hand: tuple[Card, ...]
    deck: tuple[Card, ...]
    """The deck, top first."""
    discard: tuple[Card, ...] = ()
    """The player's own discard pile, top last."""
    borrowed: tuple[Card, ...] = ()
    """All cards ever drawn from a partner's deck, wherever they are now."""
    uncounted: int = 0
    """How many of the bullets received do not count in a tie-break."""


@record
class Figure:
    """A bandit on the board."""

    seat: Seat
    place: Place
    loot: tuple[Token, ...]
    """The tokens in the order in which they were gained."""
    bullets: int
    """Cards left in the bullet stack; the top one shows this number."""
    powers: tuple[str, ...]
    """The characters whose powers this bandit has."""
    ransom: int
    """Money received other than as tokens."""


@record
class Played:
    """A card on the common pile."""

    seat: Seat
    card: Card
    face_down: bool


@record
class Draw:
    """A player drew cards instead of playing one."""

    seat: Seat
    turn: int


@record
class Round:
    """How far the round has come."""

    number: int
    card: str
    first: Seat
    undealt: tuple[Seat, ...]
    """The seats that still have to shuffle and draw a hand."""
    turn: int
    """The index of the current turn, -1 before the first."""
    order: tuple[Seat, ...]
    """The seats that still act in this turn, next one first."""
    hidden: bool
    """Whether this turn is played face down."""
    draws: tuple[Draw, ...]
    """The draws so far, with their turns."""
    pile: tuple[Played, ...]
    """The common pile, first card played first."""
    current: Played | None
    """The card being carried out."""
    acted: bool
    """Whether its action has been taken or was impossible."""
    happened: bool
    """Whether the round card's happening has begun."""
    due: tuple[Bandit, ...]
    """The bandits that still have a choice to make in the happening."""
    drawing: Seat = ""
    """The seat that is about to draw and waits for the discard pile to be shuffled."""
    keeping: tuple[Seat, ...] = ()
    """The seats that still have to say which cards to keep."""
    answered: int = 0
    """The size of the pile when a player last decided whether to add a card to a Fire."""


@record
class Standing:
    """One line of the final ranking. Players who win together have the rank, money and bullets of their side."""

    rank: Number
    seat: Seat
    money: Number
    """The money of the whole side."""
    bullets: Number
    """Bullet cards received by the whole side."""


ADDED = "A field that a module adds is unset, and not written, in games without the module."
"""Describes the fields that modules add to a game."""


@record
@with_fields({module: part.ADDED for module, part in parts("model")})
class Game:
    """The complete state of a game at one moment."""

    options: Options
    phase: str
    """new, setup, schemin, stealin, round-end or over."""
    train: tuple[Car, ...]
    """The cars, locomotive first."""
    marshal: Place
    figures: Mapping[Bandit, Figure]
    cards: Mapping[Seat, Cards]
    floor: Mapping[Place, tuple[Token, ...]]
    """By place: the loot on the floor. A place without loot is not listed."""
    values: Mapping[Token, int]
    aside: tuple[Token, ...]
    """Loot that waits beside the train."""
    neutral: int
    """Neutral bullets left in the pile."""
    rounds: tuple[str, ...]
    """The round deck, next card first."""
    round: Round
    ranking: tuple[Standing, ...]
    teams: tuple[tuple[Bandit, ...], ...] = ()
    """The teams that can still be taken."""
    sealed: Mapping[Seat, tuple[Bandit, ...]] = Factory(dict)
    """Pawns hidden in both hands: the pawn for the last car, then the other pawn."""
    agreed: Agreed | UnsetType = UNSET
    """What the round deck is drawn from; unset if the table was not asked."""


NEW = Game(
    options=Options("", (), (), False, False, False, ()),
    phase="new",
    train=(),
    marshal="",
    figures={},
    cards={},
    floor={},
    values={},
    aside=(),
    neutral=-1,
    rounds=(),
    round=Round(0, "", "", (), -1, (), False, (), (), None, False, False, ()),
    ranking=(),
)
"""The state before the first event."""


def by_seat(game: Game) -> list[Bandit]:
    """The bandits in the order of their seats; the order of a mapping read from a file is not reliable."""
    seats = game.options.seats
    return sorted(game.figures, key=lambda bandit: (seats.index(game.figures[bandit].seat), bandit))


def clockwise(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """All seats, clockwise from ``first``."""
    start = seats.index(first)
    return seats[start:] + seats[:start]


def roles(game: Game) -> tuple[str, ...]:
    """The roles that can view this game: each seat, the spectator and the referee."""
    return (*game.options.seats, SPECTATOR, REFEREE)


def all_open(game: Game, role: str) -> bool:
    """Whether a role sees everything: the referee always, every role when the game is over."""
    return role == REFEREE or game.phase == "over"
