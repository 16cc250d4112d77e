"""What a sketch draws, read word by word: which cars there are, what stands where, what stands beside the train."""

from attrs import frozen

from colt_rules.model.names import LOCOMOTIVE, Car, Place, Token, inside, roof
from colt_rules.rules.stagecoach.model import COACH


class BadSketch(ValueError):
    """A sketch that cannot be read; the message says where and what was expected."""


@frozen
class Drawing:
    """A sketch as it is written. What its words mean is not looked at."""

    cars: tuple[Car, ...]
    """The train, locomotive first."""
    cells: tuple[tuple[Place, tuple[str, ...]], ...]
    """The words at each place, head to tail, inside before roof; a stagecoach comes last."""
    beside: tuple[tuple[Car, tuple[str, ...]], ...]
    """The words beside each car of the train, head to tail, if there is such a row."""
    has_coach: bool
    """Whether a column of its own draws the stagecoach."""


def read_drawing(sketch: str) -> Drawing:
    """The rows of a sketch put together by column."""
    rows: dict[str, list[list[str]]] = {}
    for line in filter(None, map(str.strip, sketch.splitlines())):
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if name in rows:
            raise BadSketch(f"expected one row called {name}, got two")
        rows[name] = [cell.split() for cell in cells]
    count = len(rows.get("roof", ()))
    names = rows.pop("car", [[], *([f"car-{number}"] for number in range(1, count))])
    beside = rows.pop("beside", None)
    if set(rows) != {"roof", "inside"} or not len(names) == len(rows["inside"]) == count:
        raise BadSketch(
            f"expected a roof row and an inside row, and perhaps a car row, with as many cells each, got {sketch!r}"
        )
    columns = [LOCOMOTIVE, *(" ".join(name) for name in names[1:])]
    has_coach = columns[-1] == COACH
    cars = columns[:-1] if has_coach else columns
    if names[0] not in ([], [LOCOMOTIVE]) or not {"", COACH}.isdisjoint(cars) or len(set(cars)) < len(cars):
        raise BadSketch(f"car: expected a name of its own for each car but the locomotive, got {', '.join(cars)}")
    levels = zip(columns, rows["roof"], rows["inside"], strict=True)
    return Drawing(
        cars=tuple(cars),
        cells=tuple(
            (place, tuple(words))
            for car, above, below in levels
            for place, words in ((inside(car), below), (roof(car), above))
        ),
        beside=_beside(cars, count, beside),
        has_coach=has_coach,
    )


def _beside(cars: list[Car], count: int, row: list[list[str]] | None) -> tuple[tuple[Car, tuple[str, ...]], ...]:
    if row is None:
        return ()
    if len(row) not in (len(cars), count) or any(row[len(cars) :]):
        raise BadSketch(f"beside: expected a cell for each of the {len(cars)} cars of the train, got {len(row)}")
    return tuple((car, tuple(words)) for car, words in zip(cars, row, strict=False))


def numbered(kind: str, tokens: set[Token]) -> Token:
    """The next token of a kind: the lowest number that none has yet."""
    number = 1
    while f"{kind}-{number}" in tokens:
        number += 1
    return f"{kind}-{number}"
