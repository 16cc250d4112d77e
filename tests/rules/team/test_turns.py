"""Whose turn it is in teams."""

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import RoundEnded, RoundStarted, TurnStarted
from colt_rules.kernel import settle
from colt_rules.model.record import changed
from tests.rules.sittings import cited, sitting, told, until
from tests.tables import BANDITS

SKETCH = """
    roof   | ghost | cheyenne | django | tuco | doc | belle |
    inside |       | M        |        |      |     |       |
"""
TEAM = ("base", "team")
A1, B1, A2, B2, A3, B3 = "ghost", "cheyenne", "django", "tuco", "doc", "belle"


def begins(
    turn: int, first: str, players: int = 6, card: str = "angry-marshal.5-6"
) -> tuple[TurnStarted, tuple[str, ...]]:
    """The turn of this number begins."""
    sketch = SKETCH if players == 6 else "roof | ghost | cheyenne | django | tuco |\ninside | | M | | |"
    game = board(sketch, modules=TEAM, hands={}, card=card, first=first)
    before = changed(game, round=changed(game.round, turn=turn - 1, order=()))
    verdict = settle(before)
    (started,) = told(verdict, TurnStarted)
    return started, cited(verdict, TurnStarted)


@pytest.mark.clause("team.switching", "ruling.team.switching-begins")
@pytest.mark.parametrize(
    ("first", "order"),
    [
        (A1, (B1, A1, B3, A3, B2, A2)),
        (A2, (B2, A2, B1, A1, B3, A3)),
        (A3, (B3, A3, B2, A2, B1, A1)),
    ],
)
def test_switching_goes_counter_clockwise_and_the_first_player_s_partner_begins(
    first: str, order: tuple[str, ...]
) -> None:
    started, cites = begins(2, first)
    assert (started.kind, started.order) == ("switching", order)
    assert {"team.switching", "ruling.team.switching-begins"} <= set(cites)


@pytest.mark.clause("team.switching", "ruling.team.switching-begins")
def test_with_two_teams_too() -> None:
    started, _ = begins(3, A2, players=4, card="angry-marshal.2-4")
    assert (started.kind, started.order) == ("switching", (B2, A2, B1, A1))


@pytest.mark.clause("team.seating")
@pytest.mark.parametrize("turn", [0, 1])
def test_in_other_turns_partners_act_one_after_the_other_a_before_b(turn: int) -> None:
    started, _ = begins(turn, A2)
    assert started.order == (A2, B2, A3, B3, A1, B1)


@pytest.mark.clause("team.next-first-player")
@pytest.mark.parametrize(("first", "following"), [(A1, A2), (A2, A3), (A3, A1)])
def test_the_a_player_of_the_next_team_leads_the_next_round(first: str, following: str) -> None:
    game = board(SKETCH, modules=TEAM, first=first, rounds=["bridge.5-6"], card="tunnel.5-6")
    verdict = settle(changed(game, phase="round-end"))
    assert told(verdict, RoundEnded) == [RoundEnded(1, following)]
    assert "team.next-first-player" in cited(verdict, RoundEnded)
    assert told(verdict, RoundStarted)[0].first == following


@pytest.mark.clause("team.first-player", "team.seating")
def test_the_first_turn_of_a_game_is_led_by_the_player_who_was_drawn() -> None:
    game = until("scheme", sitting("ru-full", "team", 4))
    assert game.round.order == (BANDITS[:4])
