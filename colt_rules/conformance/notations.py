"""The notations of all modules combined."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from colt_rules.conformance.notation import Cell, Notation, Option, OptionValues
from colt_rules.model.names import Car, Place, Token, inside, roof
from colt_rules.model.state import Game
from colt_rules.modules import field_of, parts
from colt_rules.rules.rulebook import rules_of

NOTATIONS: dict[str, Notation] = {module: part.NOTATION for module, part in parts("notation")}
"""By module that adds something, in order."""
OPTIONS: Mapping[str, Option] = {name: option for each in NOTATIONS.values() for name, option in each.options.items()}
ELSEWHERE: Mapping[str, Place] = {name: option.place for name, option in OPTIONS.items() if option.place}
"""By option that lists bandits, or maps them to something: the place where they are, which is in no column."""
ROOFLESS = {car for each in NOTATIONS.values() for car in each.roofless}
"""The columns whose upper cell is not a place."""
SCHEMING = tuple(name for name, option in OPTIONS.items() if option.scheming_only)
"""The options that are valid in Schemin' only."""


def places_of(columns: Iterable[Car]) -> list[Place]:
    """The places of these columns, each inside before its roof."""
    return [place for car in columns for place in (inside(car), *(() if car in ROOFLESS else (roof(car),)))]


def parts_of(game: Game) -> dict[str, Any]:
    """By module in play: the record that it adds to a game, or ``True`` if it has none."""
    found = {module: getattr(game, field_of(module), module in game.options.modules) for module in NOTATIONS}
    return {module: part for module, part in found.items() if part}


SET_UP = ("new", "setup")
"""The phases before the board is complete."""


def impossible(game: Game) -> tuple[str, ...]:
    """Why this is not a position on the board, each reason in words; empty if it is one."""
    if game.phase in SET_UP:
        return ()
    of_modules = tuple(reason for module in parts_of(game) for reason in NOTATIONS[module].impossible(game))
    return of_modules or tuple(_off_the_board(game))


FEWEST_PLAYERS = 2
"""With one player there is nobody else to lead the next round."""


def unplayable(game: Game) -> tuple[str, ...]:
    """Why no game can continue from this position, each reason in words; empty if one can."""
    return impossible(game) or (() if game.phase in SET_UP else tuple(_of_the_table(game)))


def _of_the_table(game: Game) -> Iterator[str]:
    """Nobody plays alone, and discards exist only where they are shuffled into a new deck."""
    if len(game.options.seats) < FEWEST_PLAYERS:
        yield f"seats: expected {FEWEST_PLAYERS} players or more, got {', '.join(game.options.seats) or 'none'}"
    discarding = [seat for seat, cards in game.cards.items() if cards.discard]
    if discarding and "discard" not in rules_of(game).choices:
        yield f"discards: expected none in a game without discard piles, got some of {', '.join(discarding)}"


def _off_the_board(game: Game) -> Iterator[str]:
    """Every figure is at a place of the board or at one that a module defines outside it; all loot is on the board."""
    there = rules_of(game).graph(game).stairs
    for bandit, figure in game.figures.items():
        if figure.place not in there and figure.place not in ELSEWHERE.values():
            yield f"figures.{bandit}.place: expected a place of the board, got {figure.place!r}"
    for place in game.floor:
        if place not in there:
            yield f"floor: expected places of the board, got {place!r}"


def in_hand(options: OptionValues) -> dict[str, Any]:
    """By seat: the cards in hand during Stealin'."""
    named = [options[name] for name, option in OPTIONS.items() if option.in_hand and name in options]
    return {seat: cards for hands in named for seat, cards in hands.items()}


def word_of(part_of_module: Mapping[str, Any], token: Token) -> str:
    """The word for a token that a module adds, empty for any other."""
    words = (NOTATIONS[module].word(part, token) for module, part in part_of_module.items())
    return next(filter(None, words), "")


@frozen
class Additions:
    """What modules add to a sketch."""

    rows: tuple[str, ...]
    columns: tuple[Car, ...]
    words: Mapping[Cell, list[str]]


def additions(part_of_module: Mapping[str, Any]) -> Additions:
    """What these modules add to a sketch; in a cell, the words of the last module come first."""
    drawn = ((NOTATIONS[module], NOTATIONS[module].drawn(part)) for module, part in part_of_module.items())
    there = [(notation, cells) for notation, cells in drawn if cells is not None]
    words: dict[Cell, list[str]] = {}
    for _, cells in reversed(there):
        for at, more in cells.items():
            words.setdefault(at, []).extend(more)
    return Additions(
        rows=tuple(row for notation, _ in there for row in notation.rows),
        columns=tuple(car for notation, _ in there for car in notation.columns),
        words=words,
    )
