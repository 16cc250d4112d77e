"""What a module states about who sees what: the part ``visibility`` of a module, and the audiences that modules share.

A field of an event or of a record in a game states its audience by name (``SeenBy``); a field without one is hidden.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum, auto
from typing import Any, TypeAlias

from attrs import Factory

from colt_rules.model.audience import SeenBy
from colt_rules.model.messages import Event
from colt_rules.model.names import Cites, Seat
from colt_rules.model.record import record
from colt_rules.model.state import Game, roles
from colt_rules.registry.clause import clause

Audience: TypeAlias = Callable[..., Collection[str]]
"""The roles that see a field besides the referee. It is called with the game and the event; for a field of a state with
the game, the record and the key of the mapping in which the value or the record is, or ``""``."""
Fact: TypeAlias = Callable[[Game, Any], Any]
"""What can be seen in an event or a record besides its fields; None if there is no such fact."""
Facts: TypeAlias = Mapping[type[Event], Mapping[str, tuple[Fact, Audience]]]
"""By event type: what else can be seen in it, by name, and by whom."""


class Sort(Enum):
    """What a text in a view or a command names."""

    SEAT = auto()
    BANDIT = auto()
    CHARACTER = auto()
    """A bandit that has no seat yet."""
    CAR = auto()
    PLACE = auto()
    CARD = auto()
    ACTION = auto()
    SETTLED = auto()
    """What is settled before the game and is the same in every game of an environment."""


Words: TypeAlias = Sort | tuple[str, ...]
"""What a text can be: the name of a thing of this sort, or one of these words."""


@record
class By:
    """What the texts in a mapping can be."""

    keys: Words
    values: Words = ()
    """If its values are texts."""


@record
class Secret:
    """Things of one kind in the base game's part of a view that some see and others do not."""

    field: str
    """The field of the view that holds them."""
    clauses: Cites
    """The clauses by which some see them and others do not."""
    things: Callable[[Any], Iterable[object]]
    """All of them, from the view; None stands for a thing that the role does not know."""


@record
class Visibility:
    """What a module states about who sees what."""

    audiences: tuple[Audience, ...] = ()
    """The audiences that fields of its events and of its records name, besides the shared ones."""
    shown: Callable[[Game, Any], Any] | None = None
    """The view of a role with changes to the base game's part of it, if the module is played."""
    secrets: tuple[Secret, ...] = ()
    """What this module hides in the base game's part of a view."""
    added: Facts = Factory(dict)
    """Numbers that an event of this type shows besides its fields and their counts."""
    sometimes: Facts = Factory(dict)
    """Words that only some events of a type show."""
    derived: Mapping[type, Mapping[str, tuple[Fact, SeenBy]]] = Factory(dict)
    """By record: what a view shows besides its fields, by name, and by whom it is seen."""
    words: Mapping[type, Mapping[str, Words | By]] = Factory(dict)
    """By record or command: what its texts can be. A number or a truth value needs no entry.

    A text in a record of a game needs one. In a command, tokens, seated bandits, cards and places with a level do not.
    """
    open_kinds: tuple[str, ...] = ()
    """Kinds of its loot that show their value, unless another module mixes in tokens that look like them."""


# --- audiences


@clause("ruling.secrecy.open-information")
def everybody(game: Game, part: Any, key: str = "") -> Collection[str]:
    """Whatever happens or lies in sight is open to all."""
    return roles(game)


@clause("secrecy.decks", "secrecy.round-deck")
def nobody(game: Game, part: Any, key: str = "") -> Collection[str]:
    """No player sees the cards of a deck, not even its owner, or what lies face down on the board."""
    return ()


@clause("ruling.secrecy.hands")
def player(game: Game, event: Any) -> Collection[str]:
    """Cards and pawns that come to a hand or lie in it unplayed are seen by the player whose hand it is."""
    return (event.seat,)


@clause("ruling.secrecy.hands")
def player_if_face_down(game: Game, event: Any) -> Collection[str]:
    """A card played face up is open; one played face down is known to its player."""
    return (event.seat,) if event.face_down else roles(game)


@clause("ruling.secrecy.hands")
def its_player(game: Game, part: Any, seat: Seat) -> Collection[str]:
    """What a player keeps in hand is seen by that player; in the state it is listed by seat."""
    return (seat,)


def value(game: Game, event: Any) -> int:
    """What the token of an event is worth."""
    return game.values[event.token]


SHARED: tuple[Audience, ...] = (everybody, nobody, player, player_if_face_down, its_player)
"""The audiences that any module can name."""
