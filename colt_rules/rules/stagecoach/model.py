"""What the stagecoach adds to the state of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import Factory
from msgspec import UNSET, UnsetType

from colt_rules.model.names import Bandit, Car, Card, Number, Place, Seat
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game

COACH = "stagecoach"
"""The stagecoach, named like a car: its places are its inside and its roof."""

AWAY = "away"
"""Where a bandit is who has ridden away: a place that is near to no other."""


@record
class Sealed:
    """What a player settled on in a melee: a card, or a draw where there is none."""

    card: Card | None
    face_down: bool


@record
class Melee:
    """A melee that is going on."""

    sealed: Mapping[Seat, Sealed]
    shown: bool
    """Whether all have chosen and everybody who draws has drawn, so that all cards are seen."""


@record
class Plan:
    """The cards that are kept for the next round."""

    round: Number
    """The round in which they are kept."""
    waiting: tuple[Seat, ...]
    """Who still has to say which."""
    plans: Number
    """How many cards each may keep."""
    kept: Mapping[Seat, tuple[Card, ...]]


@record
class Drink:
    """What the Marshal drank, or that there was nothing to drink."""

    round: Number
    to: Place
    """Where it leads him."""


@record
class OpenStagecoach:
    """What everybody sees of the stagecoach, its guard and its hostages."""

    car: Car = ""
    """The car that it faces."""
    shotgun: Place = ""
    """Where the Shotgun is."""
    hostages: tuple[str, ...] | None = None
    """Those still beside the train, in the order in which they were drawn; nothing before they are drawn."""
    captors: Mapping[Bandit, str] = Factory(dict)
    """By bandit: the hostage it has."""
    running: tuple[Bandit, ...] = ()
    """Who has met the Shotgun and must still run, in order."""
    fell_back: Number = 0
    """The last round at whose end the stagecoach fell back, or stayed beside the last car."""
    bitten: Number = 0
    """The last round at whose start the poodle bit."""
    drink: Drink | None = None
    remembered: Mapping[Bandit, Number] = Factory(dict)
    """By bandit: the bullets given in the round in which they cost money."""
    tolerated: tuple[Bandit, ...] | UnsetType = UNSET
    """Who may stay beside the Shotgun since he came to them; unset unless somebody ever could."""


@record
class Stagecoach(OpenStagecoach):
    """The stagecoach, its guard and its hostages."""

    melee: Melee | None = None
    plan: Plan | None = None


NO_STAGECOACH = Stagecoach()

ADDED = Stagecoach
"""The record that a game has where this module is played."""


def stagecoach_of(game: "Game") -> Stagecoach:
    """The stagecoach of a game, with all that belongs to it."""
    added: Stagecoach = part_of(game, "stagecoach") or NO_STAGECOACH
    return added
