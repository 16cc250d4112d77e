"""Of another's command a role sees no more than what it sees of the events."""

import pytest

from colt_rules.commands import Command, DrawCards, Fire, PlayCard
from colt_rules.events import ActionTaken, CardPlayed, CardsDrawn, Event
from colt_rules.rules.stagecoach.events import ChoiceSealed
from colt_rules.views import REFEREE, SPECTATOR, SeenCommand, view_command
from tests.rules.sittings import sitting, until

GAME = until("scheme", sitting())
CARD = "ghost-fire"
PLAY, DRAW = PlayCard("ghost", CARD, False), DrawCards("ghost")


@pytest.mark.parametrize("role", ["ghost", REFEREE])
def test_whoever_gave_it_and_the_referee_see_it_whole(role: str) -> None:
    assert view_command(DRAW, role, GAME, CardsDrawn("ghost", (CARD,))) == SeenCommand("DrawCards", DRAW)
    assert view_command(DRAW, role, GAME, None) == SeenCommand("DrawCards", DRAW)


@pytest.mark.parametrize("role", ["cheyenne", SPECTATOR])
@pytest.mark.parametrize(
    ("command", "led_to"),
    [(PLAY, CardPlayed("ghost", CARD, False)), (Fire("ghost", "django"), ActionTaken("ghost", "fire"))],
)
def test_its_kind_is_open_where_all_of_its_first_event_is(command: Command, led_to: Event, role: str) -> None:
    assert view_command(command, role, GAME, led_to) == SeenCommand(command.__class__.__name__, None)


@pytest.mark.clause("ruling.melee.draw-sealed", "horses.secrecy.sealed")
@pytest.mark.parametrize("role", ["cheyenne", SPECTATOR])
def test_a_sealed_choice_is_of_no_kind_to_all_others(role: str) -> None:
    card = view_command(PLAY, role, GAME, ChoiceSealed("ghost", CARD, False))
    draw = view_command(DRAW, role, GAME, ChoiceSealed("ghost", None, False))
    assert card == draw == SeenCommand(None, None)


def test_a_command_that_led_to_nothing_yet_tells_nobody_its_kind() -> None:
    assert view_command(PLAY, "cheyenne", GAME, None) == SeenCommand(None, None)
