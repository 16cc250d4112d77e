"""The tables in the pages match the rules: every game that can be played, and why the others cannot."""

from pathlib import Path
from shutil import copytree

import pytest

from colt_rules.commands import parse_command
from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.players.doc_tables import (
    TABLES,
    all_refused,
    drift,
    house_rules,
    played,
    refused,
    rewritten,
    write_tables,
)
from colt_rules.players.play import variants
from colt_rules.rules.base.table import house_rules_left
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import module_sets

ROOT = Path(__file__).parents[2]


def test_the_tables_are_what_the_rules_say() -> None:
    assert drift(ROOT) == [], "colt docs tables --write"


def test_the_tables_have_a_row_for_every_game_refusal_and_house_rule() -> None:
    assert len(list(played())) == len(variants())
    assert set(refused()) <= {
        tuple(" ".join(f"`{name}`" for name in names) for names in ((edition,), modules, cites))
        for (edition, modules), cites in all_refused().items()
    }
    assert all(all_refused().values())
    assert len(all_refused()) + len(variants()) == len(EDITIONS) * len(list(module_sets()))
    assert len(list(house_rules())) == len(house_rules_left(NEW))


def test_only_rows_are_rewritten() -> None:
    page = "# Page\n\n## Toys\n\nThey are:\n\n| name | size |\n|---|---|\n| `train` | 3 |\n\nNo more.\n"
    rows = iter([("`balloon`", "2"), ("`kite`", "")])
    assert rewritten(page, {"Toys": lambda: rows}) == page.replace(
        "| `train` | 3 |", "| `balloon` | 2 |\n| `kite` |  |"
    )
    with pytest.raises(AssertionError, match="expected a table below 'Page'"):
        rewritten(page, {"Page": lambda: iter([])})


def test_a_page_that_is_out_of_date_is_named_and_made_anew(tmp_path: Path) -> None:
    for folder in {Path(file).parts[0] for file in TABLES}:
        copytree(ROOT / folder, tmp_path / folder, ignore=lambda at, names: [name for name in names if "." not in name])
    right = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    page = tmp_path / "docs" / "variants.md"
    page.write_text(
        right.replace("| `ru-full` | `base` | `base` | 3, 4, 5, 6 |", "| `ru-full` | `base` | `base` | 9 |")
    )
    assert drift(tmp_path) == ["docs/variants.md: the tables are out of date"]
    assert write_tables(tmp_path) == [page]
    assert page.read_text(encoding="utf-8") == right
    assert drift(tmp_path) == []


def test_the_commands_on_the_page_are_accepted() -> None:
    page = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    commands = [
        line.strip() for line in page.splitlines() if line.strip().startswith(("StartGame by", "AgreeOnRuling by"))
    ]
    assert len(commands) >= 5
    game = NEW
    for line in commands:
        verdict = decide(game, parse_command(line))
        assert isinstance(verdict, Accepted), (line, verdict)
        game = verdict.after if line.startswith("AgreeOnRuling") else NEW
