"""What horses and whisky add to the state of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from attrs import Factory

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.names import Bandit, Car, Cites, Number, Seat, Token
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game


IN_A_FLASK: Cites = ("horses.secrecy.flasks", "ruling.whisky.who-knows")
"""The clauses by which not everybody knows what a flask holds."""
IN_A_HAND: Cites = ("attack.secret-choice", "horses.secrecy.sealed")
"""The clauses by which not everybody knows who boards."""


@record
class Flask:
    """A whisky flask.

    Its place is that of the loot token of the same name; a flask without a place has left the game.
    """

    kind: Annotated[str, SeenBy("owner_until_used", IN_A_FLASK)]
    """classic or old."""
    used: Open[bool]
    """Whether its half-empty side is up, or was when it left the game; then everybody knows what it holds."""


@record
class Attack:
    """How far the horse attack has come."""

    car: Open[Car]
    """The car that the attack has reached."""
    riders: Open[tuple[Bandit, ...]]
    """The bandits who are still riding."""
    hidden: Annotated[Mapping[Seat, tuple[Bandit, ...]], SeenBy("its_player", IN_A_HAND, each=True)]
    """By player who has chosen: the bandits that board this car."""


@record
class Pour:
    """What is still to be done after a flask was used."""

    seat: Open[Seat]
    kind: Open[str]
    """classic or old."""
    draw: Open[bool]
    """Whether cards are to be drawn first."""
    cards: Open[Number]
    """How many cards are still to be played."""


@record
class Horses:
    """Horses and flasks."""

    stands: Open[Mapping[str, Car]] = Factory(dict)
    """By horse: the car that it stands beside."""
    flasks: Open[Mapping[Token, Flask]] = Factory(dict)
    attack: Open[Attack | None] = None
    pour: Open[Pour | None] = None


NO_HORSES = Horses()

ADDED = Horses
"""The record that a game has where this module is played."""


def horses_of(game: "Game") -> Horses:
    """The horses and flasks of a game."""
    added: Horses = part_of(game, "horses") or NO_HORSES
    return added
