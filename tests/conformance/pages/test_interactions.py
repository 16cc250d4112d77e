"""The tables of docs/interactions.md have every pair and every clause about one, and are up to date."""

from itertools import combinations
from pathlib import Path

from colt_rules.conformance.pages.interactions import TABLES, all_pairs, changes, pairs, together
from colt_rules.modules import MODULES
from colt_rules.players.tables import drift

ROOT = Path(__file__).parents[3]


def test_the_tables_are_what_the_cases_say() -> None:
    assert drift(ROOT, TABLES) == [], "colt docs tables --write"


def test_every_pair_has_a_row_and_one_without_an_interaction_says_so() -> None:
    rows = {row[0]: row for row in pairs()}
    assert list(rows) == [f"`{first}`, `{second}`" for first, second in combinations(MODULES, 2)]
    for pair in all_pairs():
        row = rows[f"`{pair.first}`, `{pair.second}`"]
        assert ("no interaction" in row) is not pair.touches
        assert pair.example in row[-1]


def test_every_clause_about_a_pair_has_a_row_with_its_case() -> None:
    expected = [(f"`{id}`", f"`{case}`") for pair in all_pairs() for id, case in pair.clauses.items()]
    assert [(id, case) for _, id, _, case in changes()] == expected


def test_it_is_said_whether_they_are_played_together() -> None:
    said = {(pair.first, pair.second): together(pair) for pair in all_pairs()}
    assert said["duo", "team"] == "never: `ruling.duo.not-with-team`"
    assert said["horses", "stagecoach"] == "always where `stagecoach` is"
    assert said["expert", "duo"] == "in some editions, in others not: `ruling.duo.not-with-expert`"
    assert said["expert", "mei"] == "as you like"
