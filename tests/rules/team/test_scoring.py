"""Money, award and tie-break in teams."""

from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded
from colt_rules.kernel import settle
from tests.rules.sittings import cited, told

SKETCH = """
    roof   | ghost | cheyenne | django | tuco |
    inside |       | M        |        |      |
"""


def ended(**fields: Any) -> tuple[GameEnded, tuple[str, ...]]:
    """The end of a game of Ghost and Cheyenne against Django and Tuco."""
    verdict = settle(board(SKETCH, **{"modules": ("base", "team"), "card": "bridge.2-4"} | fields))
    (over,) = told(verdict, GameEnded)
    return over, cited(verdict, GameEnded)


def money(over: GameEnded) -> dict[str, int]:
    return {standing.seat: standing.money for standing in over.ranking}


def award(over: GameEnded) -> int:
    """How often the award was given."""
    return sum(line.line == "gunslinger" for line in over.lines)


@pytest.mark.clause("team.score")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_partners_money_is_added_and_the_richest_team_wins(edition: str) -> None:
    over, cites = ended(
        loot={"ghost": ["purse:300"], "cheyenne": ["purse:400"], "django": ["jewel"], "tuco": []},
        bullets={"tuco": 5},
        edition=edition,
    )
    assert money(over) == {"ghost": 700, "cheyenne": 700, "django": 1500, "tuco": 1500}
    assert [(standing.rank, standing.seat) for standing in over.ranking] == [
        (1, "django"),
        (1, "tuco"),
        (2, "ghost"),
        (2, "cheyenne"),
    ]
    assert "team.score" in cites


@pytest.mark.clause("team.score")
def test_the_richest_single_player_may_lose() -> None:
    over, _ = ended(loot={"ghost": ["strongbox"], "django": ["purse:500", "purse:500"], "tuco": ["purse:250"]})
    assert {standing.seat for standing in over.ranking if standing.rank == 1} == {"django", "tuco"}


@pytest.mark.clause("team.gunslinger")
def test_the_award_goes_once_to_the_team_that_fired_most_in_total() -> None:
    over, cites = ended(bullets={"ghost": 4, "cheyenne": 4, "django": 3})
    assert (award(over), money(over)["ghost"], money(over)["django"]) == (1, 1000, 0)
    assert "team.gunslinger" in cites
    level, _ = ended(bullets={"ghost": 4, "cheyenne": 5, "django": 3})
    assert money(level) == dict.fromkeys(("ghost", "cheyenne", "django", "tuco"), 1000)


@pytest.mark.clause("team.gunslinger")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_a_bullet_fired_at_the_partner_does_not_count(edition: str) -> None:
    received = {"cheyenne": ["ghost-bullet-6", "ghost-bullet-5"], "django": ["ghost-bullet-4"]}
    over, _ = ended(bullets={"django": 4}, received=received, edition=edition)
    assert (money(over)["ghost"], money(over)["django"]) == (0, 1000)
    both = {"django": ["ghost-bullet-6", "ghost-bullet-5", "ghost-bullet-4"]}
    over, _ = ended(bullets={"django": 4}, received=both, edition=edition)
    assert (money(over)["ghost"], money(over)["django"]) == (1000, 0)


@pytest.mark.clause("team.gunslinger")
def test_a_bullet_that_the_shooter_drew_back_from_the_partner_does_not_count_either() -> None:
    """Ghost hit Cheyenne, and drew that bullet from her deck into his hand."""
    received = {"ghost": ["ghost-bullet-6"]}
    over, _ = ended(bullets={"django": 5}, received=received)
    assert (money(over)["ghost"], money(over)["django"]) == (0, 1000)


@pytest.mark.clause("ruling.team.gunslinger-tie", "team.gunslinger")
@pytest.mark.parametrize(("fired", "teams"), [(4, 2), (3, 1)])
def test_teams_that_fired_equally_many_get_the_award_once_each(fired: int, teams: int) -> None:
    over, cites = ended(bullets={"ghost": 3, "cheyenne": 5, "tuco": 6 - fired})
    assert award(over) == teams
    assert sum(line.amount for line in over.lines if line.line == "gunslinger") == 1000 * teams
    assert ("ruling.team.gunslinger-tie" in cites) == (teams > 1)


@pytest.mark.clause("ruling.team.tie-break", "team.score")
def test_of_equally_rich_teams_the_one_with_fewer_bullets_received_by_both_wins() -> None:
    received = {"ghost": ["neutral-bullet"], "cheyenne": ["neutral-bullet"], "django": ["neutral-bullet"] * 3}
    over, cites = ended(received=received)
    assert {standing.seat for standing in over.ranking if standing.rank == 1} == {"ghost", "cheyenne"}
    assert {standing.seat: standing.bullets for standing in over.ranking} == {
        "ghost": 2,
        "cheyenne": 2,
        "django": 3,
        "tuco": 3,
    }
    assert {"ruling.team.tie-break", "end.tie-break.fewest-bullets"} <= set(cites)


@pytest.mark.clause("ruling.team.tie-break")
def test_level_on_both_the_teams_share_the_rank() -> None:
    over, _ = ended()
    assert {standing.rank for standing in over.ranking} == {1}
    last = {"first": "django", "rulings": ["ruling.end.still-level=seat-order"]}
    over, _ = ended(**last)
    assert {standing.seat for standing in over.ranking if standing.rank == 1} == {"django", "tuco"}
