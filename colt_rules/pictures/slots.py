"""The slots of a picture: what a module can add to a scene, and how that looks and is called.

A module fills them in the file ``pictures.py`` of its folder, as one record with the name ``PICTURES``.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import Factory

from colt_rules.model.messages import Command, Event
from colt_rules.model.names import Bandit, Car, Place, Seat, Token
from colt_rules.model.record import record
from colt_rules.pictures.showing import Sign
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
    id: str = ""
    """Its own name: who is here now and there later is the same one, and a legend calls it by this."""


@record
class Person:
    """How a player's figure looks and is called that is no character."""

    thing: Thing
    name: str
    """In a picture of text; in capitals where it stands on the board."""
    words: str
    """In a sentence."""


@record
class Row:
    """Things of one kind that stand beside the cars, in a row below the train."""

    thing: Thing
    name: str
    numbers: Mapping[Car, int]
    """By car: how many stand beside it."""
    stands: Mapping[str, Car] = Factory(dict)
    """By the name of each, if they have names: the car that it stands beside."""


@record
class Item:
    """Something that is no loot: it lies beside the train or a bandit has it."""

    thing: Thing
    name: str
    id: str = ""
    """Its own name, as that of a figure."""


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
class Front:
    """What stands before the locomotive and is one place: neither above nor below another."""

    name: Car
    """Its place is named after it, like the inside of a car."""
    title: str
    """How a sentence begins that tells of it."""
    hull: Callable[[int, int, int, int], str]
    """Draws it empty: around this middle, from the height of its ceiling to those of its floor and of the rail."""


@record
class Room:
    """One more place in a car, between its inside and its roof."""

    place: Place
    car: Car
    name: str
    """In a picture of text."""
    words: str
    """In a sentence, before those who are there."""
    wall: Callable[[int, int, int, int], str]
    """Draws it empty: from this left edge and this height, so wide, down to its floor."""


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
    rooms: tuple[Room, ...] = ()
    fronts: tuple[Front, ...] = ()
    """From the locomotive on."""


@record
class Face:
    """How a token looks and is called that shows something else than a value."""

    thing: Thing
    name: str
    short: str
    """The name where there is little room."""
    words: str
    """In a sentence."""
    id: str = ""
    """What a legend calls it by, if not by its kind."""
    sign: str = ""
    """What is written on it in a picture for readers of all languages."""


# --- what a module says of it

SLOTS = ("figures", "rows", "tokens", "items", "vehicles", "people", "rooms", "fronts")
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
class Pictures:
    """What a module adds to pictures. ``Any`` stands for what it adds to a game, or to the view of a role."""

    scene: Callable[[Any], Added] = lambda added: Added()
    phase: Callable[[Any, View], Iterable[str]] = lambda added, seen: ()
    """Tells how far those things have come that only this module knows."""
    tokens: Mapping[str, Callable[[Any, Token], Face]] = Factory(dict)
    """By kind of token: its face. There may be such a token where the module is not played, by mistake."""
    shapes: tuple[str, ...] = ()
    """Kinds of tokens that show a value like other loot, on a shape and in a colour called like the kind."""
    people: Mapping[Bandit, Person] = Factory(dict)
    """By figure of a player that is no character: how it looks and is called."""
    cards: Mapping[str, str] = Factory(dict)
    """By what is behind the name of the owner in a card of its own: what that is called."""
    ranked: Callable[[Any, Seat], str] = lambda added, seat: ""
    """What the rank of a player rests on besides money, in words."""
    elsewhere: Mapping[Place, Thing] = Factory(dict)
    """By place that is nowhere on the board: the label of those who are there."""
    shows: Mapping[type[Event] | type[Command], tuple[Sign, ...]] = Factory(dict)
    """By event and command of its own: the signs that it has in a picture of what happens (`showing.py`)."""
    icons: Mapping[str, str] = Factory(dict)
    """By what is behind the name of the owner in a card: what is drawn on it, as SVG in 26 by 36."""
    looks: tuple[Look, ...] = ()
    names: Mapping[str, Mapping[str, str]] = Factory(dict)
    """What a browser must know to draw it: names of things, by a name for all of them and their ids."""
