"""What the stagecoach adds to the state of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from attrs import Factory
from msgspec import UNSET, UnsetType

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.names import Bandit, Car, Card, Cites, Number, Place, Seat
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game

COACH = "stagecoach"
"""The stagecoach, named like a car: its places are its inside and its roof."""

AWAY = "away"
"""The place of bandits who have ridden away: no other place is near to it."""


SEALED: Cites = ("melee.at-once", "horses.secrecy.sealed", "ruling.melee.draw-sealed")
"""The clauses by which not everybody knows what is chosen in a melee."""


@record
class Sealed:
    """What a player chose in a melee: a card or, without a card, a draw."""

    card: Annotated[Card | None, SeenBy("player_until_shown_face_up")]
    face_down: Annotated[bool, SeenBy("player_until_shown", SEALED)]


@record
class Melee:
    """A melee that is going on."""

    sealed: Open[Mapping[Seat, Sealed]]
    shown: Open[bool]
    """Whether all have chosen and everybody who draws has drawn, so that all cards are seen."""


@record
class Plan:
    """The cards that are kept for the next round."""

    round: Open[Number]
    """The round in which they are kept."""
    waiting: Open[tuple[Seat, ...]]
    """The players who still have to choose."""
    plans: Open[Number]
    """The number of cards that each player may keep."""
    kept: Annotated[
        Mapping[Seat, tuple[Card, ...]],
        SeenBy("its_player", ("ruling.plan.all-at-once",), count="kept_count", each=True),
    ]


@record
class Drink:
    """What the Marshal drank, or that there was nothing to drink."""

    round: Open[Number]
    to: Open[Place]
    """The place to which the drink leads the Marshal; if there was nothing to drink, the place where he stays."""


@record
class Stagecoach:
    """The stagecoach, its guard and its hostages."""

    car: Open[Car] = ""
    """The car that it faces."""
    shotgun: Open[Place] = ""
    """The place of the Shotgun."""
    hostages: Open[tuple[str, ...] | None] = None
    """The hostages still beside the train, in the order in which they were drawn; None before the draw."""
    captors: Open[Mapping[Bandit, str]] = Factory(dict)
    """By bandit: the hostage that it has."""
    running: Open[tuple[Bandit, ...]] = ()
    """The bandits who have met the Shotgun and must still run, in order."""
    fell_back: Open[Number] = 0
    """The last round at whose end the stagecoach fell back, or stayed beside the last car."""
    bitten: Open[Number] = 0
    """The last round at whose start the poodle bit."""
    drink: Open[Drink | None] = None
    remembered: Open[Mapping[Bandit, Number]] = Factory(dict)
    """By bandit: the bullets given in the round in which they cost money."""
    tolerated: Open[tuple[Bandit, ...] | UnsetType] = UNSET
    """The bandits whom the Shotgun came to and who may stay beside him; unset if there never were any."""
    melee: Open[Melee | None] = None
    plan: Open[Plan | None] = None


NO_STAGECOACH = Stagecoach()

ADDED = Stagecoach
"""The record that a game has where this module is played."""


def stagecoach_of(game: "Game") -> Stagecoach:
    """The stagecoach of a game, with all that belongs to it."""
    added: Stagecoach = part_of(game, "stagecoach") or NO_STAGECOACH
    return added
