"""Reads a sketch into words by cell, and writes it again, without interpreting the words."""

from collections.abc import Collection, Mapping, Sequence

from colt_rules.conformance.notation import BadSketch, Cell, Drawing, SketchWords, cell
from colt_rules.model.names import LOCOMOTIVE, Car, Token, inside, roof

CARS = "car"
"""The row that names the cars."""
MOST_OF_A_KIND = 99
"""The most tokens of a kind that a board may have, so that engines know how much room they need."""


def read_drawing(sketch: str, added_rows: Collection[str] = (), added_columns: Collection[Car] = ()) -> Drawing:
    """Read the rows of a sketch by column. Added columns follow the train and are not cars of it."""
    rows: dict[str, list[list[str]]] = {}
    for line in filter(None, map(str.strip, sketch.splitlines())):
        name, *cells = (written.strip() for written in line.strip("|").split("|"))
        if name in rows:
            raise BadSketch(f"expected one row called {name}, got two")
        rows[name] = [written.split() for written in cells]
    count = len(rows.get("roof", ()))
    names = rows.pop(CARS, [[], *([f"car-{number}"] for number in range(1, count))])
    added = {name: rows.pop(name) for name in added_rows if name in rows}
    if set(rows) != {"roof", "inside"} or not len(names) == len(rows["inside"]) == count:
        raise BadSketch(
            f"expected the rows roof and inside, and optionally car, all with the same number of cells; got {sketch!r}"
        )
    columns = [LOCOMOTIVE, *(" ".join(name) for name in names[1:])]
    cars = columns[:]
    while cars[-1] in added_columns:
        cars.pop()
    if names[0] not in ([], [LOCOMOTIVE]) or not {"", *added_columns}.isdisjoint(cars) or len(set(columns)) < count:
        raise BadSketch(f"car: expected a unique name for each car but the locomotive, got {', '.join(cars)}")
    levels = zip(columns, rows["roof"], rows["inside"], strict=True)
    return Drawing(
        cars=tuple(cars),
        cells=tuple(
            (place, tuple(words))
            for car, above, below in levels
            for place, words in ((inside(car), below), (roof(car), above))
        ),
        added=tuple(each for name, row in added.items() for each in _added(name, row, cars, count)),
        columns=tuple(columns[len(cars) :]),
    )


def _added(name: str, row: list[list[str]], cars: list[Car], count: int) -> list[tuple[Cell, tuple[str, ...]]]:
    """Read a row that a module adds: one cell for each car; cells for other columns are optional and empty."""
    if len(row) not in (len(cars), count) or any(row[len(cars) :]):
        raise BadSketch(f"{name}: expected a cell for each of the {len(cars)} cars of the train, got {len(row)}")
    return [(cell(car, name), tuple(words)) for car, words in zip(cars, row, strict=False)]


def write_sketch(
    train: Sequence[Car],
    added: SketchWords,
    words: Mapping[Cell, Sequence[str]],
    *,
    naming_cars: bool = True,
    narrowest: int = 0,
) -> str:
    """Write a sketch of the train, with the rows and columns of modules in which there are words."""
    columns = [car for car in added.columns if words.get(roof(car)) or words.get(inside(car))]
    rows = [row for row in added.rows if any(words.get(cell(car, row)) for car in train)]
    names = (CARS,) if naming_cars or columns else ()
    return write_drawing((*train, *columns), (*names, "roof", "inside", *rows), words, narrowest)


def write_drawing(
    columns: Sequence[Car], rows: Sequence[str], words: Mapping[Cell, Sequence[str]], narrowest: int = 0
) -> str:
    """Write a sketch of these columns and rows, each column as narrow as possible."""
    table, edge = [], max(map(len, rows))
    for car in columns:
        name = "" if car == LOCOMOTIVE else car
        cells = [name if row == CARS else " ".join(words.get(cell(car, row), ())) for row in rows]
        width = max(narrowest, *map(len, cells))
        table.append([f"{each:<{width}}" for each in cells])
    return "\n".join(f"{row:<{edge}} | {' | '.join(cells)} |" for row, *cells in zip(rows, *table, strict=True))


def numbered(kind: str, tokens: Collection[Token]) -> Token:
    """The next token of a kind: the lowest number that is free."""
    free = (token for number in range(1, MOST_OF_A_KIND + 1) if (token := f"{kind}-{number}") not in tokens)
    if not (found := next(free, "")):
        raise BadSketch(f"expected at most {MOST_OF_A_KIND} tokens of a kind, got more of {kind}: take some away")
    return found
