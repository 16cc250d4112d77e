"""The stagecoach, the Shotgun and the hostages in words, and what all see of what is chosen in secret."""

import pytest

from colt_rules.commands import Command, Deal
from colt_rules.events import BanditMoved, Event, GameStarted, LootTaken, RoundCardsAgreed, RoundStarted
from colt_rules.kernel import NEW, fold
from colt_rules.referee.telling import describe_changes, describe_command, describe_event, describe_seen_event
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.stagecoach import events as sc
from colt_rules.rules.stagecoach.commands import TakeHostage
from colt_rules.views import SPECTATOR, view_event

BEGUN = fold([GameStarted("ru-full", ("base", "horses", "stagecoach"), ("tuco", "doc"), True, True, True, ())], NEW)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (LootTaken("doc", "whisky-2", "stagecoach.roof"), "Doc took flask 2 on the roof of the stagecoach."),
        (
            BanditMoved("doc", "mail.roof", "stagecoach.inside", "ride"),
            "Doc rode from the roof of the mail car into the stagecoach.",
        ),
        (RoundCardsAgreed((), ()), "The table agreed on the round cards to draw from: all there are."),
        (RoundStarted(5, "escape", "tuco", ("tuco",)), "Round 5 began: Escape; Tuco is first player."),
        (sc.HostageTaken("doc", "poker-player"), "Doc took the poker player hostage."),
        (sc.ChoiceSealed("doc", None, False), "Doc chose to draw in secret."),
        (sc.ChoiceSealed("doc", "doc-fire", True), "Doc chose Fire, to lie face down, in secret."),
        (
            sc.FlaskDrunk(1, "whisky-1", "old", "mail.inside", "dining.inside"),
            "The Marshal emptied flask 1 inside the mail car, old whisky, which leads him as far as the dining car.",
        ),
        (sc.HorsesRemoved(("horse-1", "horse-3")), "Horse 1 and horse 3 left the game."),
        (sc.BanditEscaped("doc", "horse-1", "mail.roof"), "Doc rode away on horse 1 and is out of the game."),
    ],
)
def test_an_event_in_words(event: Event, sentence: str) -> None:
    assert describe_event(event) == sentence


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (Ride("doc", "stagecoach.inside"), "Doc rides and gets off inside the stagecoach."),
        (TakeHostage("doc", "old-lady"), "Doc takes the old lady hostage."),
        (
            Deal("chance", "hostages", "", ("old-lady", "poker-player")),
            "Chance lays out the hostages: the old lady, the poker player.",
        ),
    ],
)
def test_a_command_in_words(command: Command, sentence: str) -> None:
    assert describe_command(command) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (sc.ChoiceSealed("doc", None, False), "Doc made a choice in secret."),
        (sc.ChoiceSealed("doc", "doc-fire", True), "Doc made a choice in secret."),
        (sc.CardsKept("doc", ("doc-fire",)), "Doc keeps 1 card for the next round."),
    ],
)
def test_what_is_chosen_in_secret_is_told_as_what_all_see_of_it(event: Event, sentence: str) -> None:
    seen = view_event(event, SPECTATOR, BEGUN)
    assert seen is not None
    assert describe_seen_event(seen) == sentence


def test_what_changed_of_the_stagecoach_and_its_people() -> None:
    there = fold([sc.StagecoachPlaced("mail"), sc.ShotgunPlaced("stagecoach.roof")], BEGUN)
    assert describe_changes(BEGUN, there) == (
        "The stagecoach is beside the mail car.",
        "The Shotgun is on the roof of the stagecoach.",
    )
    drawn = fold([sc.HostagesDrawn(("old-lady",))], there)
    met = fold([sc.HostageTaken("doc", "old-lady"), sc.ShotgunMet(("tuco",))], drawn)
    assert describe_changes(drawn, met) == (
        "Doc has the old lady as hostage.",
        "Still to run from the Shotgun: Tuco.",
    )
