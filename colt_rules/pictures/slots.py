"""The slots of a picture: what a module can add to a scene, and how that looks and is called.

A module fills them in the file ``drawn.py`` of its folder, as one record with the name ``DRAWN``.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import Factory

from colt_rules.model.names import Bandit, Car, Place, Token
from colt_rules.model.record import record
from colt_rules.views import View


@record
class Thing:
    """Somebody or something on the board, as a shape of a colour with a sign on it."""

    shape: str
    colour: str
    sign: str = ""
    width: int = 45
    height: int = 28
    letters: int = 3
    """How long a sign may be before it is pressed together."""
    room: int = 36
    """How wide it is then."""
    font: str = ""
    """The class of its letters, if they are not like most."""


# --- what there is to see


@record
class Figure:
    """Somebody on the board who is no bandit."""

    place: Place
    thing: Thing
    name: str
    """In a picture of text."""
    words: str
    """In a sentence."""


@record
class Row:
    """Things of one kind that stand beside the cars, in a row below the train."""

    thing: Thing
    name: str
    numbers: Mapping[Car, int]
    """By car: how many stand beside it."""


@record
class Item:
    """Something that is no loot: it lies beside the train or a bandit has it."""

    thing: Thing
    name: str


@record
class Vehicle:
    """What stands beside a car and has an inside and a roof of its own."""

    name: Car
    """Its places are named after it, like those of a car."""
    title: str
    """How a sentence begins that tells of it."""
    car: Car
    """The car that it is beside."""
    hull: Callable[[int, int, int], str]
    """Draws it empty: around this middle, from the height of its roof to that of its floor."""


@record
class Added:
    """All that a module adds to a scene."""

    figures: tuple[Figure, ...] = ()
    rows: tuple[Row, ...] = ()
    items: tuple[Item, ...] = ()
    """Those beside the train."""
    owned: tuple[tuple[Bandit, Item], ...] = ()
    """Those that bandits have."""
    vehicles: tuple[Vehicle, ...] = ()


@record
class Face:
    """How a token looks and is called that shows something else than a value."""

    thing: Thing
    name: str
    short: str
    """The name where there is little room."""
    words: str
    """In a sentence."""


# --- what a module says of it

SLOTS = ("figures", "rows", "tokens", "items", "vehicles")
"""The slots that bring shapes along, in the order in which these are written down."""


@record
class Look:
    """The style and the shapes, as SVG, of what a module puts into a slot."""

    slot: str
    style: Mapping[str, str]
    """By class: what it looks like."""
    dark: Mapping[str, str] = Factory(dict)
    """By class: what is different in the dark scheme of a reader."""
    shapes: str = ""


@record
class Drawn:
    """What a module adds to pictures. ``Any`` stands for what it adds to a game, or to the view of a role."""

    scene: Callable[[Any], Added] = lambda added: Added()
    phase: Callable[[Any, View], Iterable[str]] = lambda added, seen: ()
    """Tells how far those things have come that only this module knows."""
    tokens: Mapping[str, Callable[[Any, Token], Face]] = Factory(dict)
    """By kind of token: its face. There may be such a token where the module is not played, by mistake."""
    elsewhere: Mapping[Place, Thing] = Factory(dict)
    """By place that is nowhere on the board: the label of those who are there."""
    looks: tuple[Look, ...] = ()
    after: str = ""
    """The module that this one waits for while a game is set up: until then its shapes do not come along."""
    names: Mapping[str, Mapping[str, str]] = Factory(dict)
    """What a browser must know to draw it: names of things, by a name for all of them and their ids."""
