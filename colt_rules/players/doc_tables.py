"""The tables in pages that people wrote which follow from the rules: what can be played, and in which words."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from colt_rules.commands import COMMANDS, form_of
from colt_rules.kernel import NEW
from colt_rules.log.schemas import vocabularies
from colt_rules.model.names import TABLE, Reasons
from colt_rules.modules import MODULES, field_of, part_of_module
from colt_rules.players.play import new_game, table_of, variants
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import Tables, claims_left, what_forbids
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.module import Module
from colt_rules.rules.rulebook import module, module_sets

Rows: TypeAlias = Iterator[tuple[str, ...]]
OPTIONS = ("powers", "happenings", "stations")
SEATS = ("tuco", "ghost", "belle", "doc")
"""As many as every edition takes."""


def played() -> Rows:
    """Every edition with each of its variants."""
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
    """By edition, every other set of modules, with what refuses it."""
    games = {(edition, modules) for (edition, _), modules in variants().items()}
    return {
        (edition, modules): what_forbids(new_game(SEATS, edition=edition, modules=modules), ())
        for edition, modules in product(EDITIONS, module_sets())
        if (edition, modules) not in games
    }


def refused() -> Rows:
    """The sets of modules that are refused, but for those refused by nothing else than smaller sets in them are."""
    every = all_refused()
    reasons: dict[tuple[str, frozenset[str]], frozenset[str]] = {}
    """By edition and modules: whatever refuses these, or a smaller set in them."""
    for edition, modules in product(EDITIONS, module_sets()):  # the smaller sets come first
        cites, named = every.get((edition, modules), ()), frozenset(modules)
        of_smaller = frozenset[str]().union(*(reasons.get((edition, named - {one}), ()) for one in modules))
        reasons[edition, named] = of_smaller.union(cites)
        if not of_smaller.issuperset(cites):
            yield _code((edition,)), _code(modules), _code(cites)


def options_refused() -> Rows:
    """Every option that cannot be left out of a game with everything else in it, and why."""
    for edition, option in product(EDITIONS, OPTIONS):
        left_out: dict[str, Any] = {option: False}
        if cites := what_forbids(new_game(SEATS, edition=edition, **left_out), ()):
            yield _code((edition,)), _code((option,)), _code(cites)


def claimable() -> Rows:
    """Every answer that can be claimed, and where it cannot."""
    for claim in claims_left(NEW):
        ruling = registry().rulings[claim.ruling]
        (meaning,) = (other.answer.en for other in ruling.rejected if other.id == claim.answer)
        yield _code((ruling.id,)), _code((claim.answer,)), meaning, _code(ruling.settled_in)


def nameable() -> Rows:
    """Every command with which a table says what its own cards show, and the rulings that leave it to the table."""
    rulings: dict[str, list[str]] = {}
    for ruling in registry().rulings.values():
        for name in ruling.commands:
            rulings.setdefault(name, []).append(ruling.id)
    for name, ids in rulings.items():
        meaning = (COMMANDS[name].__doc__ or "").partition("\n\n")[0]
        yield _code((form_of(name, TABLE),)), meaning, _code(tuple(ids))


def words() -> Rows:
    """The fields that hold one of a few words, and these."""
    fields: dict[tuple[str, ...], list[str]] = {}
    for field, known in vocabularies().items():
        fields.setdefault(known, []).append(field)
    return ((_code(tuple(named)), _code(known)) for known, named in fields.items())


def filled() -> Rows:
    """Every extension point with the modules that give something to it."""
    nothing = Module("")
    for point in (field.name for field in attrs.fields(Module) if field.name != "name"):
        filling = (name for name in MODULES if getattr(module(name), point) != getattr(nothing, point))
        yield _code((point,)), _code(tuple(filling))


def on_the_wire() -> Rows:
    """Every module but the base game: its page of the contract, its number of events, its record in the state."""
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
        "What a table can claim": claimable,
        "What a table can name": nameable,
    },
    "events/README.md": {"Modules": on_the_wire, "Words": words},
}
"""By page, then by the heading that a table stands below: its rows."""


def rewritten(page: str, tables: Mapping[str, Callable[[], Rows]]) -> str:
    """A page with the rows that its tables should have; their heads and all the rest stay."""
    for heading, rows in tables.items():
        lines = "".join(f"| {' | '.join(row)} |\n" for row in rows())
        table = rf"(^#+ {re.escape(heading)}\n(?:(?!#).*\n)*?\|[-|]+\|\n)(?:\|.*\n)*"
        found = re.search(table, page, re.MULTILINE)
        assert found, f"expected a table below {heading!r}, got none"
        page = page[: found.end(1)] + lines + page[found.end() :]
    return page


def drift(root: Path) -> list[str]:
    """The pages of a checkout whose tables say something else than they should."""
    return [f"{file}: the tables are out of date" for file, (now, due) in _pages(root).items() if now != due]


def write_tables(root: Path) -> list[Path]:
    """Rewrite the tables that are out of date and return the pages with them."""
    changed = {root / file: due for file, (now, due) in _pages(root).items() if now != due}
    for path, due in changed.items():
        path.write_text(due, encoding="utf-8", newline="\n")
    return list(changed)


def _pages(root: Path) -> dict[str, tuple[str, str]]:
    """Every page with such tables, as it is and as it should be."""
    pages = {file: (root / file).read_text(encoding="utf-8") for file in TABLES}
    return {file: (page, rewritten(page, TABLES[file])) for file, page in pages.items()}


def _code(names: tuple[str, ...]) -> str:
    return " ".join(f"`{name}`" for name in names)
