"""Money, award and tie-break with two bandits each."""

from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded
from colt_rules.kernel import settle
from tests.rules.sittings import cited, told

TEAMS = {"player-1": ["ghost", "tuco"], "player-2": ["belle", "django"]}
SKETCH = """
    roof   | tuco | ghost | django |
    inside |      | M     | belle  |
"""
POLISH: dict[str, Any] = {"edition": "pl-base", "modules": ("base", "expert", "duo")}


def ended(**fields: Any) -> tuple[GameEnded, tuple[str, ...]]:
    """The end of a game."""
    verdict = settle(board(SKETCH, **{"teams": TEAMS, "modules": ("base", "duo"), "card": "bridge.2-4"} | fields))
    (over,) = told(verdict, GameEnded)
    return over, cited(verdict, GameEnded)


def money(over: GameEnded) -> dict[str, int]:
    return {standing.seat: standing.money for standing in over.ranking}


def award(over: GameEnded) -> set[str]:
    return {line.seat for line in over.lines if line.line == "gunslinger"}


@pytest.mark.clause("duo.score", "duo.loot-apart")
@pytest.mark.parametrize("fields", [{}, POLISH])
def test_the_loot_of_both_bandits_counts_together_and_the_richest_player_wins(fields: dict[str, Any]) -> None:
    over, cites = ended(
        loot={"ghost": ["purse:300"], "tuco": ["purse:400"], "belle": ["jewel"], "django": []},
        bullets={"belle": 6, "ghost": 5},
        **fields,
    )
    bonus = 0 if fields else 1000
    assert money(over) == {"player-1": 700 + bonus, "player-2": 500}
    assert [(standing.rank, standing.seat) for standing in over.ranking] == [(1, "player-1"), (2, "player-2")]
    assert {"duo.score", "duo.loot-apart"} <= set(cites)


@pytest.mark.clause("duo.gunslinger")
def test_the_award_goes_to_the_player_whose_two_bandits_fired_most_together() -> None:
    over, cites = ended(bullets={"ghost": 4, "tuco": 4, "belle": 3})
    assert award(over) == {"player-1"}
    assert "duo.gunslinger" in cites
    over, _ = ended(bullets={"ghost": 4, "tuco": 5, "belle": 3})
    assert award(over) == {"player-1", "player-2"}


@pytest.mark.clause("duo.gunslinger", "ruling.duo.own-bullets")
def test_hits_on_the_own_bandit_do_not_count() -> None:
    received = {"player-1": ["ghost-bullet-6", "ghost-bullet-5"], "player-2": ["tuco-bullet-6"]}
    over, cites = ended(bullets={"belle": 4}, received=received)
    assert award(over) == {"player-2"}
    assert "ruling.duo.own-bullets" in cites
    hits = {"player-2": ["ghost-bullet-6", "ghost-bullet-5", "tuco-bullet-6"]}
    assert award(ended(bullets={"belle": 4}, received=hits)[0]) == {"player-1"}


@pytest.mark.clause("duo.gunslinger", "ruling.duo.own-bullets")
@pytest.mark.parametrize("where", ["hands", "discards"])
def test_the_own_bullets_are_left_out_wherever_among_the_cards_they_lie(where: str) -> None:
    received = {"player-1": ["ghost-bullet-6", "ghost-bullet-5"]}
    fields: dict[str, Any] = {where: {"player-1": ["ghost-bullet-6"]}} if where == "discards" else {}
    over, _ = ended(bullets={"belle": 5}, received=received, **fields)
    assert award(over) == {"player-2"}


@pytest.mark.clause("duo.gunslinger.none")
def test_in_polish_nobody_gets_the_award() -> None:
    over, cites = ended(bullets={"ghost": 0, "tuco": 0}, **POLISH)
    assert award(over) == set()
    assert "duo.gunslinger.none" in cites
    assert "scoring.gunslinger" not in cites


@pytest.mark.clause("ruling.duo.own-bullets")
def test_for_the_tie_break_all_bullets_that_either_bandit_received_count() -> None:
    received = {"player-1": ["ghost-bullet-6", "neutral-bullet"], "player-2": ["tuco-bullet-6"]}
    over, _ = ended(received=received, bullets={"belle": 5})
    assert {standing.seat: standing.bullets for standing in over.ranking} == {"player-1": 2, "player-2": 1}
    assert over.ranking[0].seat == "player-2"


@pytest.mark.clause("ruling.duo.own-bullets", "end.tie-break.opponents-and-happenings")
def test_in_polish_the_tie_break_counts_what_others_and_happenings_did() -> None:
    received = {
        "player-1": ["ghost-bullet-6", "neutral-bullet", "belle-bullet-6"],
        "player-2": ["tuco-bullet-6", "tuco-bullet-5"],
    }
    over, cites = ended(received=received, uncounted={"player-1": 2}, **POLISH)
    assert {standing.seat: standing.bullets for standing in over.ranking} == {"player-1": 1, "player-2": 2}
    assert over.ranking[0].seat == "player-1"
    assert "end.tie-break.opponents-and-happenings" in cites
