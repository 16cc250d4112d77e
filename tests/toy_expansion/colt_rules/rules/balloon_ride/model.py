"""What the balloon adds to the state of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from attrs import Factory

from colt_rules.model.audience import Open, SeenBy
from colt_rules.model.names import Number, Token
from colt_rules.model.parts import part_of
from colt_rules.model.record import record

if TYPE_CHECKING:
    from colt_rules.model.state import Game

MODULE_NAME = "balloon-ride"
BALLOON = "balloon"
"""The name of the balloon as a place: like a car, it has an inside and a roof."""
SANDBAG = "sandbag"
"""The kind of its tokens, which are named sandbag-1, sandbag-2 and so on."""


@record
class BalloonRide:
    """The balloon and its sandbags."""

    sandbags: Annotated[Mapping[Token, str], SeenBy("carrier", ("balloon.secret",), each=True)] = Factory(dict)
    """By sandbag that is still in the game: light or heavy."""
    height: Open[Number] = 0
    """How high the balloon has risen."""


ADDED = BalloonRide
"""The record that a game with this module has."""


def balloon_of(game: "Game") -> BalloonRide:
    """The balloon of a game."""
    added: BalloonRide = part_of(game, MODULE_NAME) or BalloonRide()
    return added
