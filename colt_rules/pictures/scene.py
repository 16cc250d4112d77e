"""What a picture shows of a game: where people and things are, and what is known of the things."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from attrs import astuple

from colt_rules.model.names import Bandit, Car, Place, Seat, Token, inside, kind_of, roof
from colt_rules.model.parts import part_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.modules import parts
from colt_rules.pictures.slots import Added, Face, Front, Person, Pictures, Room, Thing, Vehicle
from colt_rules.views import View
from colt_rules.views.records import TokenView

SHAPES = ("purse", "jewel", "strongbox")
"""The kinds of loot in every game."""


@record
class LootToken:
    """A loot token; its value is None if unknown."""

    kind: str
    value: int | None
    face: Face | None = None
    """The look of the token, if a module defines one."""
    token: Token = ""
    """The id of the token."""


@record
class Scene:
    """The train with everything on it, from a whole game or from a view.

    Names are sorted, because two engines may write the same state in different orders.
    """

    train: tuple[Car, ...]
    marshal: Place
    bandits: Mapping[Bandit, Place]
    carried: Mapping[Bandit, tuple[LootToken, ...]]
    floor: Mapping[Place, tuple[LootToken, ...]]
    aside: tuple[LootToken, ...]
    """Loot beside the train."""
    added: Added
    """What the modules in play add."""

    @property
    def vehicles(self) -> list[Vehicle]:
        """Vehicles beside a car of this train."""
        return [vehicle for vehicle in self.added.vehicles if vehicle.car in self.train]

    @property
    def fronts(self) -> tuple[Front, ...]:
        """What is before the locomotive, if there is a train: the foremost first."""
        return self.added.fronts[::-1] if self.train else ()

    @property
    def rooms(self) -> dict[Car, Room]:
        """By car of this train with an additional place: that place."""
        return {room.car: room for room in self.added.rooms if room.car in self.train}

    @property
    def places(self) -> set[Place]:
        """The places that are drawn."""
        cars = (*self.train, *(one.name for one in self.vehicles))
        others = {*(one.place for one in self.rooms.values()), *(inside(one.name) for one in self.fronts)}
        return {place(car) for car in cars for place in (roof, inside)} | others

    @property
    def places_beside(self) -> list[Place]:
        """The occupied places that are not in the picture, including nowhere."""
        drawn = self.places | {*elsewhere()}
        marshal = [self.marshal] if self.marshal else []
        return [place for place in dict.fromkeys([*self.bandits.values(), *marshal, *self.floor]) if place not in drawn]


def scene(position: Game | View) -> Scene:
    """The scene of a whole game, or of a role's view."""
    return _of_view(position) if isinstance(position, View) else _of_game(position)


def _of_game(game: Game) -> Scene:
    # A state may come from a faulty engine. It is drawn as far as possible, so that the fault is visible.
    def loot(tokens: Iterable[Token]) -> tuple[LootToken, ...]:
        return tuple(_loot_of(game, token, game.values.get(token)) for token in tokens)

    return Scene(
        train=game.train,
        marshal=game.marshal,
        bandits={bandit: figure.place for bandit, figure in sorted(game.figures.items())},
        carried={bandit: loot(figure.loot) for bandit, figure in sorted(game.figures.items())},
        floor={place: loot(tokens) for place, tokens in sorted(game.floor.items())},
        aside=loot(game.aside),
        added=_added(game),
    )


def _of_view(view: View) -> Scene:
    def loot(tokens: Iterable[TokenView]) -> tuple[LootToken, ...]:
        return tuple(_loot_of(view, token.token, token.value) for token in tokens)

    bandits = sorted(view.bandits, key=lambda one: one.bandit)
    return Scene(
        train=view.train,
        marshal=view.marshal,
        bandits={one.bandit: one.place for one in bandits},
        carried={one.bandit: loot(one.tokens) for one in bandits},
        floor={place: loot(tokens) for place, tokens in sorted(view.floor.items())},
        aside=loot(view.aside),
        added=_added(view),
    )


def shaped(position: Game | View) -> bool:
    """Whether a picture needs the shapes of modules: one with shapes is in play, or something of one is there."""
    is_played = any(module in position.options.modules for module in modules_with_looks())
    return is_played or any(part_of(position, module) for module in modules_drawn())


@cache
def modules_with_looks() -> tuple[str, ...]:
    """The modules with shapes of their own."""
    return tuple(module for module, part in modules_drawn().items() if part.looks)


def _loot_of(position: Game | View, token: Token, value: int | None) -> LootToken:
    """A token with what is known of it."""
    kind = kind_of(token)
    module, face = _faces().get(kind, ("", None))
    return LootToken(kind, value, face(part_of(position, module), token) if face else None, token)


def loot_of(token: Token) -> LootToken:
    """A token about which nothing else is known."""
    return LootToken(kind_of(token), None, token=token)


def _added(position: Game | View) -> Added:
    played = ((part, part_of(position, module)) for module, part in modules_drawn().items())
    each = [astuple(part.scene(added), recurse=False) for part, added in played if added]
    return Added(*(tuple(chain.from_iterable(slot)) for slot in zip(*each, strict=True)))


# --- what modules add


@cache
def modules_drawn() -> Mapping[str, Pictures]:
    """By module: its additions to pictures."""
    return {module: part.PICTURES for module, part in parts("pictures")}


@cache
def _faces() -> Mapping[str, tuple[str, Callable[[Any, Token], Face]]]:
    """By kind of token with a face of its own: its module, and the function that makes the face."""
    return {kind: (module, face) for module, part in modules_drawn().items() for kind, face in part.tokens.items()}


def rank_in_words(position: Game | View, seat: Seat) -> list[str]:
    """What determines a player's rank besides money, according to the modules in play."""
    played = ((part, part_of(position, module)) for module, part in modules_drawn().items())
    return [words for part, added in played if added and (words := part.ranked(added, seat))]


@cache
def people() -> Mapping[Bandit, Person]:
    """By figure that is not a character: its look and name."""
    return dict(chain.from_iterable(part.people.items() for part in modules_drawn().values()))


@cache
def own_cards() -> Mapping[str, str]:
    """By the part of a module's card name after its owner: its name."""
    return dict(chain.from_iterable(part.cards.items() for part in modules_drawn().values()))


@cache
def loot_shapes() -> tuple[str, ...]:
    """The kinds of loot that have a shape of their own and show a value."""
    return (*SHAPES, *chain.from_iterable(part.shapes for part in modules_drawn().values()))


@cache
def elsewhere() -> Mapping[Place, Thing]:
    """By place outside the board: the label of the bandits at it."""
    return dict(chain.from_iterable(part.elsewhere.items() for part in modules_drawn().values()))
