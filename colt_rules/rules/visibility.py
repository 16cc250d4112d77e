"""What a module says of who sees what: the points of its part ``visibility``, and the audiences that modules share.

Everything is listed; whatever nobody lists is hidden.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

import attrs
from attrs import Factory

from colt_rules.model.messages import Event
from colt_rules.model.names import Cites
from colt_rules.model.record import record
from colt_rules.model.state import Game, roles
from colt_rules.registry.clause import clause

Audience: TypeAlias = Callable[[Game, Any], Collection[str]]
"""Who sees a field of an event; the referee always does."""
Fact: TypeAlias = Callable[[Game, Any], int | str | None]
"""What can be seen in an event and is no field of it; none where there is nothing of the kind to see."""
Facts: TypeAlias = Mapping[type[Event], Mapping[str, tuple[Fact, Audience]]]
"""By event type: what else can be seen in it, by name, and by whom."""


@record
class Secret:
    """Things of one kind in a view that some see and others do not."""

    field: str
    """The field of the view in which they stand."""
    clauses: Cites
    """Why they are seen by some and hidden from the others."""
    things: Callable[[Any], Iterable[object]]
    """All of them, from what the module adds to the view, or else from the view; one that is not known is none."""


@record
class Visibility:
    """What a module says of who sees what."""

    view: type | None = None
    """The record that it adds to a view, with a field for all that anybody may see of what it adds to a game.

    Fields that everybody sees need not be listed twice: both records inherit them (``open_fields``).
    """
    look: Callable[[Game, str], Any] | None = None
    """This record as a role sees it, for a game in which the module is played."""
    shown: Callable[[Game, Any], Any] | None = None
    """The view of a role with what it sees more, or otherwise, of cards and pawns where the module is played."""
    secrets: tuple[Secret, ...] = ()
    """What in the view is not open to all by this module."""
    audiences: tuple[Audience, ...] = ()
    """Those that fields of its events name (``SeenBy``), besides the shared ones."""
    added: Facts = Factory(dict)
    """What whoever may know it finds in an event of this type beside the fields and their counts: numbers."""
    sometimes: Facts = Factory(dict)
    """The same for what is found in some events of a type only: words."""
    open_kinds: tuple[str, ...] = ()
    """Kinds of its loot whose value can be seen, unless another module mixes tokens in that look like them."""


# --- what everybody sees of a record


def open_fields(view: type) -> tuple[str, ...]:
    """The fields that everybody sees: those that a record of a view inherits, as the record of the game does.

    A record in such a field is open with all that it holds.
    """
    base = view.__base__
    return tuple(field.name for field in attrs.fields(base)) if base and attrs.has(base) else ()


def in_the_open(view: type, part: Any) -> dict[str, Any]:
    """What everybody sees of the record of a game, by the name of the field, to make a record of the view with."""
    return {name: getattr(part, name) for name in open_fields(view)}


# --- audiences


@clause("ruling.secrecy.open-information")
def everybody(game: Game, event: Event) -> Collection[str]:
    """What happens in sight of all is open."""
    return roles(game)


@clause("secrecy.decks", "secrecy.round-deck")
def nobody(game: Game, event: Event) -> Collection[str]:
    """What lies in a deck no player sees, not even its owner; nor what lies face down on the board."""
    return ()


@clause("ruling.secrecy.hands")
def player(game: Game, event: Any) -> Collection[str]:
    """What comes to a hand or lies in it unplayed, cards and pawns, is seen by the player whose hand it is."""
    return (event.seat,)


@clause("ruling.secrecy.hands")
def player_if_face_down(game: Game, event: Any) -> Collection[str]:
    """A card played face up is open, one played face down is known to its player."""
    return (event.seat,) if event.face_down else roles(game)


def value(game: Game, event: Any) -> int:
    """What the token is worth that an event names."""
    return game.values[event.token]


SHARED: tuple[Audience, ...] = (everybody, nobody, player, player_if_face_down)
"""The audiences that a field of any module's event can name."""
