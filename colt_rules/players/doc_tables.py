"""Generates the tables in hand-written pages that follow from the rules, such as which variants can be played."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from colt_rules.commands import COMMANDS, text_form
from colt_rules.kernel import NEW
from colt_rules.log.schemas import vocabularies
from colt_rules.model.names import TABLE, Reasons
from colt_rules.modules import MODULES, field_of, part_of_module
from colt_rules.players.play import new_game, table_of, variants
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import Tables, house_rules_left, what_forbids
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.module import Module, points
from colt_rules.rules.rulebook import module, module_sets

Rows: TypeAlias = Iterator[tuple[str, ...]]
OPTIONS = ("powers", "happenings", "stations")
SEATS = ("tuco", "ghost", "belle", "doc")
"""A number of players that every edition allows."""


def played() -> Rows:
    """A row for each variant of each edition."""
    every = [start for start, _ in Tables(NEW).kinds()]
    for (edition, variant), modules in variants().items():
        table = table_of(edition, modules)
        games = [start for start in every if (start.edition, start.modules) == (edition, modules)]
        always = ("always" if all(getattr(game, option) for game in games) else "as you like" for option in OPTIONS)
        numbers = (table.players, map(table.train, table.players))
        yield (
            *map(_code, ((edition,), (variant,), modules)),
            *(", ".join(map(str, each)) for each in numbers),
            *always,
        )


def all_refused() -> dict[tuple[str, tuple[str, ...]], Reasons]:
    """By edition and set of modules that cannot be played: the clauses that refuse it."""
    games = {(edition, modules) for (edition, _), modules in variants().items()}
    return {
        (edition, modules): what_forbids(new_game(SEATS, edition=edition, modules=modules), ())
        for edition, modules in product(EDITIONS, module_sets())
        if (edition, modules) not in games
    }


def refused() -> Rows:
    """A row for each refused set of modules, except sets whose clauses already refuse a subset."""
    every = all_refused()
    reasons: dict[tuple[str, frozenset[str]], frozenset[str]] = {}
    """By edition and modules: the clauses that refuse these modules or a subset of them."""
    for edition, modules in product(EDITIONS, module_sets()):  # the smaller sets come first
        cites, named = every.get((edition, modules), ()), frozenset(modules)
        of_smaller = frozenset[str]().union(*(reasons.get((edition, named - {one}), ()) for one in modules))
        reasons[edition, named] = of_smaller.union(cites)
        if not of_smaller.issuperset(cites):
            yield _code((edition,)), _code(modules), _code(cites)


def options_refused() -> Rows:
    """A row for each option that a game with all other options cannot omit, and why."""
    for edition, option in product(EDITIONS, OPTIONS):
        left_out: dict[str, Any] = {option: False}
        if cites := what_forbids(new_game(SEATS, edition=edition, **left_out), ()):
            yield _code((edition,)), _code((option,)), _code(cites)


def house_rules() -> Rows:
    """A row for each answer that can be agreed on, with the editions where it cannot be."""
    for house_rule in house_rules_left(NEW):
        ruling = registry().rulings[house_rule.ruling]
        (meaning,) = (other.answer.en for other in ruling.rejected if other.id == house_rule.answer)
        yield _code((ruling.id,)), _code((house_rule.answer,)), meaning, _code(ruling.settled_in)


def nameable() -> Rows:
    """A row for each command by which a table states what its own cards show, with the rulings that allow it."""
    rulings: dict[str, list[str]] = {}
    for ruling in registry().rulings.values():
        for name in ruling.commands:
            rulings.setdefault(name, []).append(ruling.id)
    for name, ids in rulings.items():
        meaning = (COMMANDS[name].__doc__ or "").partition("\n\n")[0]
        yield _code((text_form(name, TABLE),)), meaning, _code(tuple(ids))


def words() -> Rows:
    """A row for each vocabulary: the fields and their possible values."""
    fields: dict[tuple[str, ...], list[str]] = {}
    for field, known in vocabularies().items():
        fields.setdefault(known, []).append(field)
    return ((_code(tuple(named)), _code(known)) for known, named in fields.items())


def filled() -> Rows:
    """A row for each extension point, with the modules that fill it."""
    filling: dict[str, list[str]] = {point: [] for point, _, _ in points(Module()) if point != "name"}
    for name in MODULES:
        for (point, _, given), (_, _, nothing) in zip(points(module(name)), points(Module()), strict=True):
            if point in filling and given != nothing:
                filling[point].append(name)
    return ((_code((point,)), _code(tuple(names))) for point, names in filling.items())


def on_the_wire() -> Rows:
    """A row for each module except the base game: its page, its number of events, its field in the state."""
    for name in MODULES[1:]:
        events, model = (part_of_module(name, part) for part in ("events", "model"))
        yield (
            f"[`{name}`](modules/{name}.md)",
            str(len(events.EVENTS)) if events else "",
            _code((field_of(name),)) if model else "",
        )


TABLES: Mapping[str, Mapping[str, Callable[[], Rows]]] = {
    "docs/architecture.md": {"Who fills these points": filled},
    "docs/variants.md": {
        "What can be played": played,
        "What cannot be played, and why": refused,
        "Powers, happenings, stations": options_refused,
        "What a table can agree on": house_rules,
        "What a table can name": nameable,
    },
    "events/README.md": {"Modules": on_the_wire, "Words": words},
}
"""By page and heading: the rows of the table below it."""


def rewritten(page: str, tables: Mapping[str, Callable[[], Rows]]) -> str:
    """A page with the rows of its tables replaced; everything else stays."""
    for heading, rows in tables.items():
        lines = "".join(f"| {' | '.join(row)} |\n" for row in rows())
        table = rf"(^#+ {re.escape(heading)}\n(?:(?!#).*\n)*?\|[-|]+\|\n)(?:\|.*\n)*"
        found = re.search(table, page, re.MULTILINE)
        assert found, f"expected a table below {heading!r}, got none"
        page = page[: found.end(1)] + lines + page[found.end() :]
    return page


def drift(root: Path) -> list[str]:
    """The pages of a checkout whose tables are out of date, as messages."""
    return [f"{file}: the tables are out of date" for file, (now, due) in _pages(root).items() if now != due]


def write_tables(root: Path) -> list[Path]:
    """Rewrite the tables that are out of date and return the changed pages."""
    changed = {root / file: due for file, (now, due) in _pages(root).items() if now != due}
    for path, due in changed.items():
        path.write_text(due, encoding="utf-8", newline="\n")
    return list(changed)


def _pages(root: Path) -> dict[str, tuple[str, str]]:
    """By page: its text as it is and as it should be."""
    pages = {file: (root / file).read_text(encoding="utf-8") for file in TABLES}
    return {file: (page, rewritten(page, TABLES[file])) for file, page in pages.items()}


def _code(names: tuple[str, ...]) -> str:
    return " ".join(f"`{name}`" for name in names)
