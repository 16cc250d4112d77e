"""The notations of all modules combined."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET

from colt_rules.conformance.notation import Cell, Notation, Option, OptionValues, SketchWords, Written
from colt_rules.model.changes import with_part
from colt_rules.model.names import Car, Place, Token, inside, roof
from colt_rules.model.parts import part_of
from colt_rules.model.state import Game
from colt_rules.modules import field_of, parts
from colt_rules.rules.rulebook import rules_of

NOTATIONS: dict[str, Notation] = {module: part.NOTATION for module, part in parts("notation")}
"""By module that adds something, in order."""
OPTIONS: Mapping[str, Option] = {name: option for each in NOTATIONS.values() for name, option in each.options.items()}
ELSEWHERE: Mapping[str, Place] = {name: option.place for name, option in OPTIONS.items() if option.place}
"""By option that lists bandits, or maps them to something: the place where they are, which is in no column."""
SCHEMING = tuple(name for name, option in OPTIONS.items() if option.scheming_only)
"""The options that are valid in Schemin' only."""
BULLET_CARDS = Counter(card for each in NOTATIONS.values() for card in each.bullet_cards)
"""By bullet card of a module: how often it exists."""


def joined(sketches: Iterable[SketchWords]) -> SketchWords:
    """What these modules add to a sketch, in their order."""
    each = tuple(sketches)
    rows: dict[str, tuple[str, ...]] = {}
    for one in each:
        for row, words in one.rows.items():
            rows[row] = (*rows.get(row, ()), *words)
    return SketchWords(
        rows=rows,
        places=tuple(place for one in each for place in one.places),
        figures=tuple(word for one in each for word in one.figures),
        loot={word: loot for one in each for word, loot in one.loot.items()},
        default={at: words for one in each for at, words in one.default.items()},
    )


SKETCH = joined(each.sketch for each in NOTATIONS.values())
"""What all modules add to a sketch."""
ROOFLESS = tuple(car for car in SKETCH.columns if roof(car) not in SKETCH.places)
"""The columns whose upper cell is not a place."""


def sketch_with(modules: Iterable[str]) -> SketchWords:
    """What these modules add to a sketch."""
    return joined(NOTATIONS[module].sketch for module in modules if module in NOTATIONS)


def places_of(columns: Iterable[Car]) -> list[Place]:
    """The places of these columns, each inside before its roof."""
    return [place for car in columns for place in (inside(car), *(() if car in ROOFLESS else (roof(car),)))]


def in_play(game: Game) -> list[str]:
    """The modules in play that add to the notation.

    A module that adds a record to games counts only once the game has the record.
    """
    return [module for module in NOTATIONS if getattr(game, field_of(module), module in game.options.modules)]


def with_records(game: Game, options: OptionValues) -> Game:
    """The position with the record of every module in play, which has the copied options."""
    for module, model in parts("model"):
        if module in game.options.modules:
            copied = {name: options[name] for name in _copied(module)}
            game = with_part(game, module, model.ADDED(**copied))
    return game


def _copied(module: str) -> list[str]:
    """The options of a module that are fields of its record."""
    return [name for name, option in NOTATIONS[module].options.items() if option.copied] if module in NOTATIONS else []


def written(game: Game) -> Written:
    """What all modules have in a position, as a case writes it; in a cell, the words of the last module come first."""
    cells: dict[Cell, list[str]] = {}
    tokens: dict[Token, str] = {}
    options: dict[str, Any] | None = {}
    for module in reversed(in_play(game)):
        made = NOTATIONS[module].write(game)
        for at, words in made.cells.items():
            cells.setdefault(at, []).extend(words)
        tokens |= made.tokens
        if options is not None:
            options = None if made.options is None else {**options, **_as_copied(game, module), **made.options}
    return Written(cells=cells, tokens=tokens, options=options)


def _as_copied(game: Game, module: str) -> dict[str, Any]:
    """The values of the copied options; an option is not stated as long as its field has no value."""
    values = {name: getattr(part_of(game, module), name) for name in _copied(module)}
    return {name: OPTIONS[name].ordinary if value in (None, UNSET) else value for name, value in values.items()}


SET_UP = ("new", "setup")
"""The phases before the board is complete."""


def impossible(game: Game) -> tuple[str, ...]:
    """Why this is not a position on the board, each reason in words; empty if it is one."""
    if game.phase in SET_UP:
        return ()
    of_modules = tuple(reason for module in in_play(game) for reason in NOTATIONS[module].impossible(game))
    return of_modules or tuple(_off_the_board(game))


FEWEST_PLAYERS = 2
"""The fewest players of any position: with one, there is nobody else to lead the next round."""


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
    """Every figure is at a place of the board, or at a place outside it that a module defines.

    All loot is on the board.
    """
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
