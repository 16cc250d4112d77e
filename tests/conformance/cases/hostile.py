"""Boards that no game reaches: boards of the suite with misplaced words, options and numbers."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from attrs import asdict, evolve

from colt_rules.commands import Command
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.expand import position_of
from colt_rules.conformance.cases.setting import settings_of
from colt_rules.conformance.cases.suite import suite
from colt_rules.decisions import Arrangements
from colt_rules.kernel import Accepted, awaiting, decide, legal
from colt_rules.model.state import NEW, Game, roles
from colt_rules.players.play import variants
from colt_rules.rules.base.table import house_rules_left
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import view

MOST_CHANGES = 8
MOST_ANSWERS = 200
NUMBERS = (-1, 0, 1, 2, 3, 5, 6, 16, 99)


@cache
def drawn_boards() -> list[tuple[Given, str, tuple[str, ...], tuple[str, ...]]]:
    """Every board of the suite, with the edition, the modules and the house rules of its runs."""
    return [
        (written.case.given, setting.edition, setting.modules, setting.rulings)
        for written in suite().cases.values()
        if written.case.given.board is not None
        for setting in settings_of(written.case)
    ]


@cache
def vocabulary() -> tuple[list[str], list[str], dict[str, list[Any]]]:
    """The words in cells, the names of cars, and by option the values that some case has."""
    words: dict[str, None] = {}
    cars: dict[str, None] = {}
    values: dict[str, list[Any]] = {}
    for given, *_ in drawn_boards():
        for row, *cells in _rows(given.board or ""):
            for cell in cells:
                (cars if row == "car" else words).update(dict.fromkeys(cell))
        for name, value in asdict(given, recurse=False).items():
            if name != "board" and value and value not in values.setdefault(name, []):
                values[name].append(value)
    return [*words], [*cars], values


def hostile(random: Random) -> Game:
    """A board drawn regardless of the rules; raises ``BadCase`` if it is not accepted as a board."""
    given, edition, modules, rulings = random.choice(drawn_boards())
    for _ in range(random.randint(1, MOST_CHANGES)):
        match random.randrange(8):
            case 0 | 1 | 2:
                given = evolve(given, board=_redrawn(random, given.board or ""))
            case 3 | 4:
                given = evolve(given, **dict([_option(random, given)]))
            case 5:
                counted: dict[str, Any] = {
                    random.choice(("number", "turn", "acted", "neutral")): random.choice(NUMBERS)
                }
                given = evolve(given, **counted)
            case 6:
                modules = random.choice([each for (by, _), each in variants().items() if by == edition])
            case _:
                rules = rulebook(modules, edition)
                given = evolve(given, card=random.choice([*rules.components.round_cards]))
    if random.random() < 0.3:
        house_rules = [
            f"{house_rule.ruling}={house_rule.answer}" for house_rule in random.sample(house_rules_left(NEW), 3)
        ]
        rulings = tuple({house_rule.partition("=")[0]: house_rule for house_rule in house_rules}.values())
    return position_of(given, edition, modules, rulings)


def played(game: Game, random: Random, most: int) -> Game:
    """The position after at most ``most`` commands, each any of the listed ones; views are computed on the way."""
    for _ in range(most):
        for role in roles(game):
            view(game, role)
        open_ = awaiting(game)
        if not open_:
            break
        answers = legal(game, random.choice(open_).actor)
        command: Command
        if isinstance(answers, Arrangements):
            command = answers.deal(tuple(random.sample(answers.items, answers.count)))
        else:
            command = random.choice([*islice(answers, MOST_ANSWERS)])
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), verdict
        game = verdict.after
    return game


def _rows(board: str) -> Iterator[list[Any]]:
    """The rows of a sketch: the name of each, then the words of each cell."""
    for line in board.strip().splitlines():
        name, *cells = line.split("|")
        yield [name.strip(), *(cell.split() for cell in cells)]


def _redrawn(random: Random, board: str) -> str:
    """The sketch with a word moved, removed or added, or a car renamed or removed."""
    words, cars, _ = vocabulary()
    rows = list(_rows(board))
    cells = [cell for row in rows if row[0] != "car" for cell in row[1:]]
    full = [cell for cell in cells if cell]
    match random.randrange(6):
        case 0 | 1 if full:
            taken = random.choice(full)
            random.choice(cells).append(taken.pop(random.randrange(len(taken))))
        case 2 if full:
            taken = random.choice(full)
            taken.pop(random.randrange(len(taken)))
        case 3 if len(rows[0]) > 3:
            at = random.randrange(1, len(rows[0]))
            rows = [[*row[:at], *row[at + 1 :]] for row in rows]
        case 4 if rows[0][0] == "car":
            random.choice(rows[0][2:])[:] = [random.choice(cars)]
        case _:
            random.choice(cells).append(random.choice(words))
    return "\n".join(" | ".join([row[0], *(" ".join(cell) for cell in row[1:])]) for row in rows)


def _option(random: Random, given: Given) -> tuple[str, Any]:
    """An option of a board with the value of another case, or with foreign names."""
    _, _, values = vocabulary()
    name = random.choice([*values])
    value = random.choice(values[name])
    if isinstance(value, Mapping) and random.random() < 0.5:
        people = [*given.seats] or ["tuco", "doc", "ghost"]
        value = {random.choice(people): each for each in value.values()}
    return name, value
