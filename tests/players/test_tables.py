"""The tables in the pages say what the rules say: every game that can be played, and why the others cannot."""

from pathlib import Path
from shutil import copytree

import pytest

from colt_rules import modules
from colt_rules.commands import heard
from colt_rules.events import EVENTS
from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.players.table import variants
from colt_rules.players.tables import (
    CHANGED,
    TABLES,
    across_modules,
    all_refused,
    claimable,
    drift,
    played,
    refused,
    rewritten,
    table_below,
    write_tables,
)
from colt_rules.rules.base.table import claims_left
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import module_sets

ROOT = Path(__file__).parents[2]


def test_the_tables_are_what_the_rules_say() -> None:
    assert drift(ROOT) == [], "colt docs tables --write"


def test_the_tables_have_a_row_for_every_game_refusal_and_claim() -> None:
    assert len(list(played())) == len(variants())
    assert set(refused()) <= {
        tuple(" ".join(f"`{name}`" for name in names) for names in ((edition,), modules, cites))
        for (edition, modules), cites in all_refused().items()
    }
    assert all(all_refused().values())
    assert len(all_refused()) + len(variants()) == len(EDITIONS) * len(list(module_sets()))
    assert len(list(claimable())) == len(claims_left(NEW))


def test_rows_are_written_anew_and_nothing_else() -> None:
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
        line.strip() for line in page.splitlines() if line.strip().startswith(("StartGame by", "ClaimRuling by"))
    ]
    assert len(commands) >= 5
    game = NEW
    for line in commands:
        verdict = decide(game, heard(line))
        assert isinstance(verdict, Accepted), (line, verdict)
        game = verdict.after if line.startswith("ClaimRuling") else NEW


def test_changes_in_the_events_of_others_are_collected_from_the_pages_of_the_modules() -> None:
    pages = across_modules(ROOT)
    assert drift(ROOT, pages) == [], "colt docs tables --write"
    (tables,) = pages.values()
    (rows,) = (list(table()) for table in tables.values())
    assert len(rows) == sum(len(table_below(CHANGED, page)) for page in wire_pages().values())


def wire_pages() -> dict[str, str]:
    return {
        name: (ROOT / "events" / "modules" / f"{name}.md").read_text(encoding="utf-8") for name in modules.MODULES[1:]
    }


def test_a_page_says_only_of_events_of_modules_before_it_what_changes_in_them() -> None:
    """A module does not know those after it; each row names events that there are, and whose they are."""
    homes = {event: name for name, part in modules.parts("events") for event in part.EVENTS}
    for name, page in wire_pages().items():
        for events, home, _ in table_below(CHANGED, page):
            before = modules.MODULES[: modules.MODULES.index(name)]
            assert home.strip("`") in before, (name, home)
            for event in events.replace("`", "").split():
                assert event in EVENTS, (name, event)
                assert f"`{homes.get(event, modules.MODULES[0])}`" == home, (name, event)


def test_a_page_without_that_heading_has_no_rows() -> None:
    assert table_below(CHANGED, "# Page\n\n## Ids\n\n| what |\n|---|\n| a |\n") == []
