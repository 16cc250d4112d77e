"""Finds the games in which a position occurs, drawn as in the cases of the conformance suite.

    car    |   | mail | dining  |
    roof   |   | tuco | ...     |
    inside | M | ...  | doc ... |

A cell has exactly what is drawn in it; with ``...`` there may be more. Without the row ``car`` the cars may be any. A
row or a column of a module that is not drawn may hold anything. The values of loot are not compared.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from colt_rules.archive.asking_places import NotAnswered, Place
from colt_rules.archive.asking_relations import literals
from colt_rules.conformance.cases.board import VALUES, words_in
from colt_rules.conformance.cases.drawing import CARS, read_drawing
from colt_rules.conformance.notation import BadSketch, Cell, cell
from colt_rules.conformance.notations import SET_UP, SKETCH
from colt_rules.kernel import NEW
from colt_rules.kernel.evolve import evolve
from colt_rules.kernel.fold import MISFITS
from colt_rules.log.codec import read_event
from colt_rules.log.errors import Malformed
from colt_rules.model.names import Bandit, Car, car_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.safe_text import one_of
from colt_rules.views import REFEREE

MORE = "..."
"""In a cell: there may be more."""
PAGE = 100
"""The games that are read at once."""


@record
class Drawn:
    """What is drawn in a cell."""

    car: Car
    row: str
    words: Counter[str]
    more: bool
    """Whether there may be more."""


@record
class Position:
    """What a sketch says of a position."""

    cars: tuple[Car, ...]
    named: bool
    """Whether these are the names of the cars; else only their number counts."""
    cells: tuple[Drawn, ...]
    figures: frozenset[Bandit]
    """The figures with seats that are drawn."""

    def within(self, game: Game) -> "Within | None":
        """What is drawn, at the places of a game that is set up; None if it cannot occur there.

        It cannot without these figures, or on another train.
        """
        fits = game.train == self.cars if self.named else len(game.train) == len(self.cars)
        if not fits or not self.figures <= game.figures.keys():
            return None
        real = dict(zip(self.cars, game.train, strict=True))
        return Within(tuple((cell(real.get(drawn.car, drawn.car), drawn.row), drawn) for drawn in self.cells))


@record
class Within:
    """A position within one game, whose train stays the same from the set-up to the end."""

    cells: tuple[tuple[Cell, Drawn], ...]

    def holds(self, game: Game) -> bool:
        """Whether the game is in the position."""
        figures = game.figures
        for at, drawn in self.cells:
            for word in drawn.words:
                if word in figures and figures[word].place != at:
                    return False  # nearly always: the words of all cells need not be made
        words = words_in(game)
        there = [(Counter(words.get(at, ())), drawn) for at, drawn in self.cells]
        return all(drawn.words <= found if drawn.more else drawn.words == found for found, drawn in there)


def read_position(sketch: str) -> Position:
    """The position that a sketch draws; raises ``BadSketch`` with what was expected."""
    drawing = read_drawing(sketch, SKETCH.rows, SKETCH.columns)
    cells = tuple(
        Drawn(car_of(at), at.rpartition(".")[2], Counter(word for word in words if word != MORE), MORE in words)
        for at, words in (*drawing.cells, *drawing.added)
    )
    words = [word for drawn in cells for word in drawn.words]
    known = {
        "M",
        *CHARACTERS,
        *SKETCH.figures,
        *SKETCH.loot,
        *VALUES,
        *(each for row in SKETCH.rows.values() for each in row),
    }
    for word in words:
        if word not in known:
            kind = word.partition(":")[0]
            expected = f"{kind}, for values are not compared" if kind in VALUES else one_of(word, known)
            raise BadSketch(f"expected {expected}, or {MORE}; got {word!r}")
    named = any(line.strip().startswith(CARS) for line in sketch.splitlines())
    seated = frozenset(word for word in words if word in CHARACTERS)
    return Position(drawing.cars, named, cells, seated)


def games_with(
    place: Place, position: Position, done: Callable[[int], None] = lambda games: None
) -> Iterator[tuple[Any, ...]]:
    """The games in which a position occurs, by name: the columns of the game, how often and after which event first.

    Redacted games are left out, because they do not say all that happened. ``done`` is called with the number of games
    after each page.
    """
    last = ""
    while page := _page_after(place, last):
        events = place.query(
            f"SELECT game, number, type, version, data FROM lines WHERE kind = 'event' AND game IN ({literals(page)}) "
            "ORDER BY game, number"
        )
        for game, rows in groupby(events.rows, key=lambda row: row[0]):
            if found := _found(game, position, rows):
                about, source = page[game]
                yield (game, *about, len(found), found[0], source)
        done(len(page))
        last = max(page)


def _page_after(place: Place, last: str) -> dict[str, tuple[tuple[Any, ...], str]]:
    """By game, for the next games: its edition, modules and number of players, and where its log is."""
    rows = place.query(
        f"SELECT game, edition, modules, players, source FROM games WHERE role = '{REFEREE}' "
        f"AND game > {literals([last])} ORDER BY game LIMIT {PAGE}"
    ).rows
    return {game: (tuple(about), source) for game, *about, source in rows}


def _found(name: str, position: Position, rows: Iterator[tuple[Any, ...]]) -> list[int]:
    """The numbers of the events that lead to the position, in one game."""
    found: list[int] = []
    game, held = NEW, False
    within: Within | None = None
    for _, number, type, version, data in rows:
        try:
            game = evolve(game, read_event(type, version, data.encode() if isinstance(data, str) else data))
        except (Malformed, *MISFITS) as error:
            raise NotAnswered(f"event {number} of {name} does not fit the events before it ({error})") from error
        if game.phase in SET_UP:
            continue
        within = within or position.within(game)
        if within is None:
            break
        holds = within.holds(game)
        if holds and not held:
            found.append(int(number))
        held = holds
    return found
