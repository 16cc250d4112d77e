"""The slots of a picture: what a module can add to a scene, with its look and names.

A module fills them in its file ``pictures.py``, as one record named ``PICTURES``.
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
    """A thing on the board: a shape with a colour and a sign."""

    shape: str
    colour: str
    sign: str = ""
    width: int = 45
    height: int = 28
    letters: int = 3
    """The longest sign that is not compressed."""
    room: int = 36
    """The width of a compressed sign."""
    font: str = ""
    """The class of its letters, if they are special."""
    others: tuple[tuple[str, str], ...] = ()
    """In a picture for all languages: each language with other letters, and the sign in it."""


# --- what is shown


@record
class Figure:
    """A figure on the board that is not a bandit."""

    place: Place
    thing: Thing
    name: str
    """The name in a text picture."""
    words: str
    """The name in a sentence."""
    id: str = ""
    """The id by which it is followed between pictures and named in a legend."""


@record
class Person:
    """The look and name of a player's figure that is not a character."""

    thing: Thing
    name: str
    """The name in a text picture; in capitals on the board."""
    words: str
    """The name in a sentence."""


@record
class Row:
    """Things of one kind beside the cars, in a row below the train."""

    thing: Thing
    name: str
    numbers: Mapping[Car, int]
    """By car: the number beside it."""
    stands: Mapping[str, Car] = Factory(dict)
    """By the name of each, if they have names: the car it is beside."""


@record
class Item:
    """Something other than loot that is beside the train or has an owner."""

    thing: Thing
    name: str
    id: str = ""
    """The id by which it is followed between pictures and named in a legend."""


@record
class Vehicle:
    """Something beside a car, with its own inside and roof."""

    name: Car
    """The name, from which the names of its places are made, as for a car."""
    title: str
    """The name at the beginning of a sentence."""
    car: Car
    """The car that it is beside."""
    hull: Callable[[int, int, int], str]
    """Draws it empty, centred on a point: middle, height of the roof, height of the floor."""


@record
class Front:
    """Something before the locomotive with a single place."""

    name: Car
    """The name, from which the name of its place is made, as for the inside of a car."""
    title: str
    """The name at the beginning of a sentence."""
    hull: Callable[[int, int, int, int], str]
    """Draws it empty, centred on a point: middle, heights of ceiling, floor and rail."""


@record
class Room:
    """An additional place in a car, between its inside and its roof."""

    place: Place
    car: Car
    name: str
    """The name in a text picture."""
    words: str
    """The name in a sentence, before those who are there."""
    wall: Callable[[int, int, int, int], str]
    """Draws it empty: left edge, top, width, height of the floor."""


@record
class Added:
    """Everything that a module adds to a scene."""

    figures: tuple[Figure, ...] = ()
    rows: tuple[Row, ...] = ()
    items: tuple[Item, ...] = ()
    """Items beside the train."""
    owned: tuple[tuple[Bandit, Item], ...] = ()
    """Items of bandits."""
    vehicles: tuple[Vehicle, ...] = ()
    rooms: tuple[Room, ...] = ()
    fronts: tuple[Front, ...] = ()
    """What is before the locomotive, beginning at the locomotive."""


@record
class Face:
    """The look and names of a token that shows something other than a value."""

    thing: Thing
    name: str
    short: str
    """The name where there is little room."""
    words: str
    """The name in a sentence."""
    id: str = ""
    """The id in a legend, if it is not the kind."""
    sign: str = ""
    """The sign on it in pictures for all languages."""


# --- the part of a module

SLOTS = ("figures", "rows", "tokens", "items", "vehicles", "people", "rooms", "fronts")
"""The slots with shapes, in the order in which the shapes are written."""


@record
class Look:
    """The style and the SVG shapes of what a module puts into a slot."""

    slot: str
    style: Mapping[str, str]
    """By class: its rule."""
    dark: Mapping[str, str] = Factory(dict)
    """By class: its rule in the dark colour scheme."""
    shapes: str = ""


@record
class Pictures:
    """What a module adds to pictures. ``Any`` is its part of a game, or of a role's view."""

    scene: Callable[[Any], Added] = lambda added: Added()
    phase: Callable[[Any, View], Iterable[str]] = lambda added, seen: ()
    """Describes the progress of what only this module knows."""
    tokens: Mapping[str, Callable[[Any, Token], Face]] = Factory(dict)
    """By kind of token: its face. A faulty state may have such a token without the module."""
    shapes: tuple[str, ...] = ()
    """Kinds of tokens that show a value like other loot, with a shape and a colour named after the kind."""
    people: Mapping[Bandit, Person] = Factory(dict)
    """By player's figure that is not a character: its look and name."""
    cards: Mapping[str, str] = Factory(dict)
    """By the part of a card's id after its owner: the name of the card."""
    ranked: Callable[[Any, Seat], str] = lambda added, seat: ""
    """What determines a player's rank besides money, in words."""
    elsewhere: Mapping[Place, Thing] = Factory(dict)
    """By place outside the board: the label of the bandits at it."""
    shows: Mapping[type[Event] | type[Command], tuple[Sign, ...]] = Factory(dict)
    """By event and command of the module: its signs in a picture of what happens (`showing.py`)."""
    icons: Mapping[str, str] = Factory(dict)
    """By the part of a card's name after its owner: the icon on it, as SVG in 26 by 36."""
    looks: tuple[Look, ...] = ()
    names: Mapping[str, Mapping[str, str]] = Factory(dict)
    """The names of things for a browser: by group, then by id."""
