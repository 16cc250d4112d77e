"""Horses and whisky in words, and what all see of what is chosen in secret."""

import pytest

from colt_rules.commands import Command, Deal
from colt_rules.events import BanditMoved, Event, GameStarted, LootTaken
from colt_rules.kernel import NEW, fold
from colt_rules.referee.telling import describe_changes, describe_command, describe_event, describe_seen_event
from colt_rules.rules.horses import events as h
from colt_rules.rules.horses.commands import HidePawns, Ride
from colt_rules.views import SPECTATOR, view_event

BEGUN = fold([GameStarted("fr-horses", ("base", "horses"), ("tuco", "doc"), True, True, True, ())], NEW)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (LootTaken("doc", "whisky-2", "mail.roof"), "Doc took flask 2 on the roof of the mail car."),
        (
            BanditMoved("doc", "mail.roof", "dining.inside", "ride"),
            "Doc rode from the roof of the mail car into the dining car.",
        ),
        (h.FlaskPlaced("whisky-1", "old", "mail.inside"), "Flask 1 was put into the mail car, face down: old whisky."),
        (h.BoardingSealed("doc", ()), "Doc settled in secret that nobody boards."),
        (h.BoardingShown("doc", ("doc",)), "Doc opened the hand: Doc boards."),
        (h.HorseRidden("doc", "horse-2", "mail", "mail"), "Doc mounted horse 2, which stayed beside the mail car."),
        (
            h.FlaskUsed("player-1", "doc", "whisky-1", "classic", True, 1),
            "Player 1 used flask 1 of Doc, classic whisky, to draw and then to play 1 card.",
        ),
        (
            h.FlaskCardPlayed("doc", "doc-ride", False, 1, 0),
            "Doc played Ride, for the flask; 1 card still to play for it.",
        ),
    ],
)
def test_an_event_in_words(event: Event, sentence: str) -> None:
    assert describe_event(event) == sentence


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (HidePawns("doc", ("doc",)), "Doc settles in secret that Doc boards."),
        (Ride("doc", "mail.inside"), "Doc rides and gets off inside the mail car."),
        (Deal("chance", "flasks", "", ("classic", "old")), "Chance lays out the flasks: classic whisky, old whisky."),
    ],
)
def test_a_command_in_words(command: Command, sentence: str) -> None:
    assert describe_command(command) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (h.FlaskPlaced("whisky-1", "old", "mail.inside"), "Flask 1 was put into the mail car, face down."),
        (h.BoardingSealed("doc", ("doc",)), "Doc settled in secret who boards."),
        (h.FlaskCardsDrawn("doc", ("doc-fire", "doc-ride")), "Doc drew for the flask: 2 cards."),
        (h.FlaskCardPlayed("doc", "doc-ride", True, 0, 0), "Doc played a card, face down, for the flask."),
    ],
)
def test_what_is_chosen_in_secret_is_told_as_what_all_see_of_it(event: Event, sentence: str) -> None:
    seen = view_event(event, SPECTATOR, BEGUN)
    assert seen is not None
    assert describe_seen_event(seen) == sentence


def test_a_flask_is_told_without_a_value() -> None:
    """It counts as loot that is worth nothing, and the sentence omits $0."""
    placed = fold([h.FlaskPlaced("whisky-1", "old", "mail.inside")], BEGUN)
    assert placed.values["whisky-1"] == 0
    seen = view_event(LootTaken("doc", "whisky-1", "mail.inside"), "referee", placed)
    assert seen is not None
    assert describe_seen_event(seen) == "Doc took flask 1 inside the mail car."


def test_what_changed_of_horses_and_flasks() -> None:
    attacked = fold([h.FlaskPlaced("whisky-1", "old", "mail.inside"), h.AttackReached("mail", ("doc", "tuco"))], BEGUN)
    assert describe_changes(BEGUN, attacked) == ("Flask 1 lies inside the mail car.",)
    left = fold([h.HorseLeft("doc", "horse-1", "mail"), h.FlaskTurned("whisky-1")], attacked)
    assert describe_changes(attacked, left) == ("Horse 1 stands beside the mail car.", "Flask 1 is half empty.")
