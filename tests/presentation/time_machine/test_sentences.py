"""The time machine in words, and what all are told of a bandit in hiding."""

import pytest

from colt_rules.events import BanditMoved, Event
from colt_rules.model.record import changed
from colt_rules.referee.telling import describe_changes, describe_command, describe_event, describe_seen_event
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.model import MACHINE
from colt_rules.views import SPECTATOR, view_event
from tests.rules.time_machine.position import GAME, OTHER


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.TimeMachinePlaced(), "The time machine stands in front of the locomotive."),
        (
            e.TimeMachineCrowded(2, ("doc", "tuco")),
            "Doc and Tuco are in the time machine at the end of round 2, so nobody travels.",
        ),
        (e.TravellerStayed(2, "doc"), "Doc stays in the time machine at the end of round 2."),
        (e.BanditHidden("doc", "mail"), "Doc travelled in time and hides beneath the mail car."),
        (e.BanditHidden("doc", "stagecoach"), "Doc travelled in time and hides beneath the stagecoach."),
        (e.BanditReappeared("doc", "mail.inside"), "Doc came out of hiding into the mail car."),
        (e.TravellerRewarded("doc", 500), "Doc is alone in the time machine and gets $500."),
        (
            BanditMoved("doc", "locomotive.roof", MACHINE, "move"),
            "Doc moved from the roof of the locomotive into the time machine.",
        ),
    ],
)
def test_an_event_in_words(event: Event, sentence: str) -> None:
    assert describe_event(event) == sentence


def test_a_command_in_words() -> None:
    assert describe_command(HideBandit("player-1", "doc", "mail")) == "Player 1 hides Doc beneath the mail car."


@pytest.mark.clause("time-machine.secret")
def test_where_a_bandit_hides_is_told_to_its_player_only() -> None:
    told = {}
    for role in ("belle", "tuco", SPECTATOR):
        seen = view_event(e.BanditHidden("belle", "dining"), role, GAME)
        assert seen
        told[role] = describe_seen_event(seen)
    assert told["belle"] == "Belle travelled in time and hides beneath the dining car."
    assert told["tuco"] == told[SPECTATOR] == "Belle travelled in time and hides somewhere beneath the train."


@pytest.mark.clause("time-machine.secret")
def test_what_changed_is_told_to_everybody_and_does_not_say_where() -> None:
    before = changed(GAME, figures={**GAME.figures, "belle": changed(GAME.figures["belle"], place=MACHINE)})
    assert "Belle is hidden beneath the train." in describe_changes(before, GAME)
    assert describe_changes(before, GAME) == describe_changes(before, OTHER)
    assert describe_changes(GAME, OTHER) == ()
