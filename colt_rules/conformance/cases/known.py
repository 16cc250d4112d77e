"""Checks every name in a case against the fields of states and views and the names of its game.

A misspelt name would pass everywhere: ``plaec: null`` is true of every figure, and no engine lists ``Fire by tuco
target=bele``. So each unknown name is reported with the name that was probably meant.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen
from msgspec import UnsetType

from colt_rules.commands import AgreeOnRoundCards, AgreeOnRuling, Deal, StartGame, parse_command
from colt_rules.conformance.cases.case import Case, Expectation
from colt_rules.conformance.notations import BULLET_CARDS
from colt_rules.conformance.protocol.bookkeeping import BOOKKEEPING, STATE, Compared
from colt_rules.log.class_source import id_kinds
from colt_rules.model.messages import Command
from colt_rules.model.names import CHANCE, NEUTRAL_BULLET, TABLE, action_card, bullet_card, inside, roof
from colt_rules.model.state import Game
from colt_rules.rules.base.box import BOX
from colt_rules.rules.module import Rules
from colt_rules.views import View


@frozen
class Names(Collection[str]):
    """The names that exist in the game of a case, by kind.

    Each kind is collected on first use. As long as there is no train and no seats, the names come from the box.
    """

    rules: Rules
    positions: tuple[Game, ...]

    @cached_property
    def bandits(self) -> frozenset[str]:
        """The bandits in play, who can be shot."""
        if all(game.figures for game in self.positions):
            return frozenset(bandit for game in self.positions for bandit in game.figures)
        return frozenset(self.rules.components.characters)

    @cached_property
    def seats(self) -> frozenset[str]:
        """The players."""
        return frozenset(seat for game in self.positions for seat in (*game.options.seats, *game.cards))

    @cached_property
    def places(self) -> frozenset[str]:
        """The places of the board."""
        games = self.positions
        cars = (
            {car for game in games for car in game.train}
            if all(game.train for game in games)
            else {*self.rules.components.cars}
        )
        places = {place for game in games if game.train for place in self.rules.graph(game).stairs}
        return frozenset(places | {place for car in cars for place in (inside(car), roof(car))})

    @cached_property
    def cards(self) -> frozenset[str]:
        """The cards that can be in a hand."""
        return frozenset(
            {NEUTRAL_BULLET}
            | {card for game in self.positions for cards in game.cards.values() for card in _cards_of(cards)}
            | {action_card(bandit, action) for bandit in self.bandits for action in self.rules.action_cards.deck}
            | {bullet_card(bandit, number) for bandit in self.bandits for number in BOX.bullets}
            | BULLET_CARDS.keys()
        )

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The loot tokens."""
        return frozenset(token for game in self.positions for token in game.values)

    @cached_property
    def round_cards(self) -> frozenset[str]:
        """The cards of rounds and stations."""
        return frozenset(self.rules.components.round_cards)

    @cached_property
    def cards_of_all_kinds(self) -> frozenset[str]:
        """The cards of players and of rounds."""
        return self.cards | self.round_cards

    @cached_property
    def others(self) -> frozenset[str]:
        """All other names in the positions, such as names of modules' things.

        Few cases need them, and they are slow to collect.
        """
        return frozenset(_words(self.positions))

    @cached_property
    def actors(self) -> frozenset[str]:
        """Everybody who can give a command."""
        return self.seats | self.bandits | {CHANCE, TABLE}

    @cached_property
    def all(self) -> frozenset[str]:
        """The names of all kinds."""
        return frozenset().union(*self._by_kind())

    def _by_kind(self) -> Iterator[frozenset[str]]:
        for kind in ("bandits", "seats", "places", "tokens", "cards", "round_cards", "others"):
            yield getattr(self, kind)

    def __contains__(self, word: object) -> bool:
        return any(word in names for names in self._by_kind())

    def __iter__(self) -> Iterator[str]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)


def _cards_of(cards: Any) -> Iterator[str]:
    for field in ("hand", "deck", "discard", "borrowed"):
        yield from getattr(cards, field)


def _words(state: Any) -> Iterator[str]:
    """Every string in a state except the names of its fields.

    Each object is visited once: positions share most objects.
    """
    visited = set[int]()
    left = [state]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif id(value) not in visited:
            visited.add(id(value))
            if isinstance(value, tuple):
                left += value
            elif isinstance(value, Mapping):
                yield from value
                left += value.values()
            else:
                left += [getattr(value, name) for name in _field_names(value.__class__)]


@cache
def _field_names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls)) if attrs.has(cls) else ()


# --- misspelt names


def misspelt(rules: Rules, positions: tuple[Game, ...], case: Case, then: Iterable[Expectation]) -> Iterator[str]:
    """The names in a case that do not exist in its game, each with its path and the name that was probably meant."""
    if case.unknown_names == (ANYBODY,):
        return
    names = Names(rules, positions)
    unknown = [one for one in _held(case, then, names) if one.word not in one.known]
    for one in unknown:
        if one.word not in case.unknown_names:
            yield f"{one.where}: {_unknown(one)}; if it is on purpose, name it in `unknown_names`"
    # On one side of a witness a name can be unknown that another side knows.
    for word in sorted(set(case.unknown_names) - {one.word for one in unknown}) if not case.differs else ():
        yield f"unknown_names: expected names that the game does not know, got {word!r}, which is known or never used"
    for check in then:
        if check.state is not None:
            yield from (
                f"then[{check.name}].state.{path}: {NOT_COMPARED}" for path in BOOKED if _has(check.state, path)
            )


ANYBODY = "*"
"""The only entry of ``unknown_names`` if any name may be unknown, because a program copied an engine's answer."""
NOT_COMPARED = "expected a field that is compared, got bookkeeping, which no check compares"
BOOKED = tuple(entry.path for entry in BOOKKEEPING if entry.of == STATE and entry.compared is Compared.NOT)
"""Paths of the state that no comparison looks at."""


def _has(part: Any, path: str) -> bool:
    for key in path.split("."):
        if not isinstance(part, dict) or key not in part:
            return False
        part = part[key]
    return True


@frozen
class NameUse:
    """A name in a case, and all names allowed in its place."""

    where: str
    word: str
    known: Collection[str]


def _held(case: Case, then: Iterable[Expectation], names: Names) -> Iterator[NameUse]:
    """Every name that is checked against the game."""
    for number, command in enumerate(case.when):
        yield from _of_command(command, f"when[{number}]", names)
    for check in then:
        where = f"then[{check.name}]"
        if check.state is not None:
            yield from _paths(check.state, Game, f"{where}.state", names)
        if check.view is not None:
            yield from _paths(check.view.shows, View, f"{where}.view.shows", names)
        if check.legal is not None:
            yield NameUse(f"{where}.legal.of", check.legal.of, names.actors)
            for part in ("are", "include", "exclude"):
                for command in getattr(check.legal, part) or ():
                    yield from _of_command(command, f"{where}.legal.{part}", names)


def _of_command(command: Any, where: str, names: Names) -> Iterator[NameUse]:
    """The names in a command. A deliberately malformed command has no names to check."""
    if not isinstance(command, str):
        return
    meant = parse_command(command)
    for field in attrs.fields(meant.__class__):
        known = _meant_by(field, meant, names)
        value = getattr(meant, field.name)
        for word in value if isinstance(value, tuple) else (value,):
            if known is not None and isinstance(word, str):
                yield NameUse(f"{where}.{field.name}", word, known)


BY_KIND = {"Bandit": "bandits", "Place": "places", "Token": "tokens", "Card": "cards", "Car": "all"}
"""By kind of id in the annotation of a command's field: the names it may hold."""
SET_UP = (StartGame, AgreeOnRuling, AgreeOnRoundCards, Deal)
"""The commands whose names the rules judge, whoever gives them."""


def _meant_by(field: "attrs.Attribute[Any]", command: Command, names: Names) -> Collection[str] | None:
    """The names that a field of a command may hold; None for set-up and deals, which the rules judge."""
    if field.name == "actor":
        return names.actors
    if field.name == "card":  # of a player, or a round card that the table names
        return names.cards_of_all_kinds
    if isinstance(command, SET_UP) or command.actor == TABLE:
        return None
    if kind := id_kinds(command.__class__).get(field.name):
        known: frozenset[str] = getattr(names, BY_KIND[kind])
        return known
    return names.all if field.type is str else None


def _paths(part: Any, kind: Any, where: str, names: Names) -> Iterator[NameUse]:
    """The keys of a part of a state or view: fields of a record, or names."""
    if not isinstance(part, dict):
        return
    fields, inner = _inside(kind)
    for key, value in part.items():
        yield NameUse(where, key, fields or names)
        yield from _paths(value, fields.get(key) if fields else inner, f"{where}.{key}", names)


@cache
def _inside(kind: Any) -> tuple[Mapping[str, Any], Any]:
    """The fields of a record with their types; for a mapping or a list, the type of its items."""
    if get_origin(kind) in (Union, UnionType):
        (kind,) = (each for each in get_args(kind) if each not in (NoneType, UnsetType))
    if attrs.has(kind):
        return get_type_hints(kind), None
    return {}, next((each for each in reversed(get_args(kind)) if each is not Ellipsis), None)


def _unknown(one: NameUse) -> str:
    near = get_close_matches(one.word, one.known, 1)
    there = f"{near[0]!r} perhaps" if near else f"one of {', '.join(sorted(filter(None, one.known))[:MOST])}"
    return f"expected an existing name, {there}; got {one.word!r}"


MOST = 20
"""How many names are listed if no name is similar."""
