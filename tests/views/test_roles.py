"""Who can look at a game."""

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import LootKept
from colt_rules.kernel import NEW
from colt_rules.views import UnknownRole, roles, view, view_event, view_legal

GAME = board("roof | | | |\ninside | M | tuco ghost | doc |", pile=["tuco-move"])


def test_each_seat_a_spectator_and_the_referee_look_at_a_game() -> None:
    assert roles(GAME) == ("tuco", "ghost", "doc", "spectator", "referee")


def test_before_anybody_sits_down_only_a_spectator_and_the_referee_look() -> None:
    assert roles(NEW) == ("spectator", "referee")
    assert view(NEW, "spectator").awaiting[0].actor == "table"


@pytest.mark.parametrize("role", ["belle", "chance", "table", "", "Tuco", None])
def test_an_unknown_role_sees_nothing_and_is_told_which_roles_there_are(role: str) -> None:
    message = r"expected a role of this game, one of tuco, ghost, doc, spectator, referee; got "
    with pytest.raises(UnknownRole, match=message):
        view(GAME, role)
    with pytest.raises(UnknownRole, match=message):
        view_event(LootKept("tuco"), role, GAME)
    with pytest.raises(UnknownRole, match=message):
        view_legal(GAME, role, role)
