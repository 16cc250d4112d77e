"""docs/variants.md says what the rules say: every game that can be played, and why the others cannot."""

import re
from itertools import product
from pathlib import Path
from typing import Any

from colt_rules.commands import StartGame, heard
from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.players.table import new_game, table_of, variants
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import Tables, claims_left, what_forbids
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import module_sets

PAGE = (Path(__file__).parents[2] / "docs" / "variants.md").read_text(encoding="utf-8")
SEATS = ("tuco", "ghost", "belle", "doc")
OPTIONS = ("powers", "happenings", "stations")


def rows(heading: str) -> list[tuple[str, ...]]:
    """The table below a heading, without its head."""
    (text,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]


def code(words: tuple[str, ...]) -> str:
    return " ".join(f"`{word}`" for word in words)


def numbers(of: list[int]) -> str:
    return ", ".join(map(str, of))


def played() -> list[tuple[str, ...]]:
    """Every edition with each of its variants."""
    found = []
    for (edition, variant), modules in variants().items():
        table = table_of(edition, modules)
        games = [start for start, _ in Tables(NEW).kinds() if (start.edition, start.modules) == (edition, modules)]
        options = ("always" if all(getattr(game, option) for game in games) else "as you like" for option in OPTIONS)
        seated = ((edition,), (variant,), modules)
        found.append(
            (*map(code, seated), numbers([*table.players]), numbers([*map(table.train, table.players)]), *options)
        )
    return found


def without(option: str, edition: str) -> StartGame:
    """A game that has everything but one option."""
    left_out: dict[str, Any] = {option: False}
    return new_game(SEATS, edition=edition, **left_out)


def options_refused() -> list[tuple[str, ...]]:
    """Every option that cannot be left out of a game with everything else in it, and why."""
    reasons = {
        (edition, option): what_forbids(without(option, edition), ()) for edition, option in product(EDITIONS, OPTIONS)
    }
    return [(code((edition,)), code((option,)), code(cites)) for (edition, option), cites in reasons.items() if cites]


def all_refused() -> dict[tuple[str, tuple[str, ...]], tuple[str, ...]]:
    """Every other set of modules, with what refuses it."""
    return {
        (edition, modules): what_forbids(new_game(SEATS, edition=edition, modules=modules), ())
        for edition, modules in product(EDITIONS, module_sets())
        if modules not in {of for (by, _), of in variants().items() if by == edition}
    }


def refused() -> list[tuple[str, ...]]:
    """The sets of modules that are refused, but for those refused by nothing else than smaller sets in them are."""
    every = all_refused()
    rows: list[tuple[str, ...]] = []
    for (edition, modules), cites in every.items():
        smaller = [why for (by, part), why in every.items() if by == edition and set(part) < set(modules)]
        if not set(cites) <= {id for why in smaller for id in why}:
            rows.append((code((edition,)), code(modules), code(cites)))
    return rows


def claimable() -> list[tuple[str, ...]]:
    """Every answer that can be claimed, and where it cannot."""
    rulings = registry().rulings
    return [
        (
            code((claim.ruling,)),
            code((claim.answer,)),
            next(other.answer for other in rulings[claim.ruling].rejected if other.id == claim.answer),
            code(rulings[claim.ruling].settled_in),
        )
        for claim in claims_left(NEW)
    ]


def test_the_table_of_games_is_what_the_rules_allow() -> None:
    assert rows("What can be played") == played()
    assert len(played()) == 14 + 12


def test_the_table_of_refusals_is_what_the_rules_refuse() -> None:
    assert rows("What cannot be played, and why") == refused()
    assert all(all_refused().values())
    assert len(all_refused()) + len(played()) == len(EDITIONS) * len(list(module_sets()))


def test_the_table_of_options_names_the_clauses() -> None:
    assert rows("Powers, happenings, stations") == options_refused()


def test_the_table_of_claims_is_what_the_rulings_say() -> None:
    assert rows("What a table can claim") == claimable()


def test_the_commands_on_the_page_are_accepted() -> None:
    commands = [
        line.strip() for line in PAGE.splitlines() if line.strip().startswith(("StartGame by", "ClaimRuling by"))
    ]
    assert len(commands) >= 5
    game = NEW
    for line in commands:
        verdict = decide(game, heard(line))
        assert isinstance(verdict, Accepted), (line, verdict)
        game = verdict.after if line.startswith("ClaimRuling") else NEW
