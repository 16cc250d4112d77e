"""Every event and every command has a sentence for people, and a role reads no more in it than it may see."""

import copy
from pathlib import Path

import pytest

from colt_rules.commands import COMMANDS, Command, Deal, Fire, PlayCard, Punch
from colt_rules.events import (
    EVENTS,
    ActionIdle,
    BanditMoved,
    BanditStayed,
    BulletGiven,
    CardPlayed,
    CardsDrawn,
    DeckShuffled,
    Event,
    GameEnded,
    GameStarted,
    HandDrawn,
    LootTaken,
    PickpocketAnswered,
    RoundStarted,
    TurnStarted,
)
from colt_rules.kernel import evolve
from colt_rules.log.lines import pieces_of
from colt_rules.model.names import is_bullet
from colt_rules.model.record import changed
from colt_rules.model.state import Standing
from colt_rules.modules import IncompleteModule
from colt_rules.referee.story import Story
from colt_rules.referee.telling import (
    check_told,
    describe_changes,
    describe_command,
    describe_event,
    describe_seen_event,
)
from colt_rules.referee.vocabulary import _all_told, vocabulary
from colt_rules.registry.localized import LANGUAGES
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import HandKept
from colt_rules.views import SPECTATOR, roles, view_event

GAMES = Path(__file__).parents[2] / "events" / "games"
KEPT = sorted(path.stem for path in GAMES.glob("*.jsonl"))
IDS = (".inside", ".roof", "player-", "floor-change", "private-saloon", "None", "()")
"""Words for programs, which a sentence for people has not."""


def story(name: str) -> Story:
    with (GAMES / f"{name}.jsonl").open("rb") as file:
        return Story.read(pieces_of(file))


def test_no_event_and_no_command_is_without_a_sentence() -> None:
    for table, types in (("events", EVENTS), ("commands", COMMANDS)):
        for lang in LANGUAGES:
            assert set(vocabulary(lang)[table]) == set(types)


@pytest.mark.parametrize(("table", "type"), [("events", "CardAdded"), ("commands", "AddNoCard")])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_that_is_missing_in_a_language_is_named(
    table: str, type: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = copy.deepcopy(_all_told())
    del told[table][type][lang]
    monkeypatch.setattr("colt_rules.referee.vocabulary._all_told", lambda: told)
    wanted = rf"rules/duo/told.toml: expected a sentence in {lang} of {type} in \[{table}\], got none: add one"
    with pytest.raises(IncompleteModule, match=wanted):
        check_told()


@pytest.mark.parametrize("name", KEPT)
def test_all_of_a_game_is_told_in_sentences(name: str) -> None:
    told = []
    for step in story(name).steps():
        told.append(describe_command(step.command.command))
        game = step.before
        for entry in step.events:
            after = evolve(game, entry.event)
            told += [describe_event(entry.event), *describe_changes(game, after)]
            game = after
    for sentence in told:
        assert sentence[0].upper() == sentence[0]
        assert sentence.endswith((".", "!"))
        assert "\n" not in sentence
        claim = sentence.startswith("The table")  # a ruling and its answer are known by their ids
        assert claim or not [word for word in IDS if word in sentence]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            GameStarted("ru-full", ("base", "duo"), ("player-1", "player-2"), True, False, False, ()),
            "Player 1 and player 2 play. Edition: Russia, all boxes; in the game: Base game, Two bandits a player; "
            "with powers, without happenings, without stations.",
        ),
        (
            RoundStarted(2, "take-it-all.2-4", "tuco", ("tuco", "doc")),
            "Round 2 began: Take it all!; Tuco is first player.",
        ),
        (
            TurnStarted(1, "tunnel", True, ("tuco", "doc")),
            "Turn 2 began, tunnel, face down: Tuco and Doc act in this order.",
        ),
        (CardPlayed("tuco", "tuco-floor-change", True), "Tuco played Floor change, face down."),
        (CardPlayed("player-1", "tuco-fire", False), "Player 1 played Tuco's Fire."),
        (
            CardsDrawn("doc", ("doc-move", "doc-move", "neutral-bullet")),
            "Doc drew instead of playing a card: 2 Move and a neutral bullet.",
        ),
        (HandKept("doc", (), ("doc-fire",)), "Doc kept no card for the next round and discarded Fire."),
        (ActionIdle("belle", "robbery"), "Belle's Robbery could do nothing."),
        (
            BanditMoved("ghost", "mail.roof", "private-saloon.roof", "push"),
            "Ghost was pushed from the roof of the mail car onto the roof of the private saloon car.",
        ),
        (
            BanditMoved("ghost", "locomotive.inside", "mail.inside", "braking"),
            "Ghost was moved by Braking from inside the locomotive into the mail car.",
        ),
        (
            BulletGiven("tuco", "ghost", "ghost", "tuco-bullet-6", 5),
            "Tuco shot Ghost, who got Tuco's bullet card 6; 5 bullets left.",
        ),
        (LootTaken("doc", "purse-7", "mail.inside"), "Doc took purse 7 inside the mail car."),
        (LootTaken("doc", "purse-tuco", "mail.roof"), "Doc took Tuco's first purse on the roof of the mail car."),
        (PickpocketAnswered("doc", None), "Doc chose no purse in the pickpocketing."),
        (BanditStayed("doc", "mail.roof", "knock"), "Doc stays on the roof of the mail car and is not knocked back."),
        (
            GameEnded((), (Standing(1, "doc", 2500, 0), Standing(2, "tuco", 750, 3))),
            "The game is over: 1. Doc $2,500, 2. Tuco $750.",
        ),
    ],
)
def test_an_event_in_words(event: Event, sentence: str) -> None:
    assert describe_event(event) == sentence


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (Fire("tuco", "ghost"), "Tuco fires at Ghost."),
        (PlayCard("ghost", "ghost-move", True), "Ghost plays Move, face down."),
        (KeepCards("doc", ()), "Doc keeps no card for the next round."),
        (
            Deal("chance", "deck", "tuco", ("tuco-fire", "neutral-bullet")),
            "Chance lays out the deck of Tuco: Tuco's Fire, a neutral bullet.",
        ),
        (Deal("chance", "train", "", ("mail", "dining")), "Chance lays out the train: the mail car, the dining car."),
        (Deal("chance", "round-cards", "", ("tunnel.2-4",)), "Chance lays out the round cards: Tunnel."),
        (Deal("chance", "purses", "", ("$500", "$250")), "Chance lays out the purses: $500, $250."),
        (
            Punch("doc", "tuco", None, "mail.roof", False),
            "Doc punches Tuco and pushes Tuco onto the roof of the mail car.",
        ),
        (
            Punch("doc", "tuco", "jewel-2", "mail.inside", False),
            "Doc punches Tuco, who loses jewel 2, and pushes Tuco into the mail car.",
        ),
        (
            Punch("cheyenne", "tuco", "purse-2", "mail.inside", True),
            "Cheyenne punches Tuco, keeps purse 2 and pushes Tuco into the mail car.",
        ),
    ],
)
def test_a_command_in_words(command: Command, sentence: str) -> None:
    assert describe_command(command) == sentence


def test_words_of_another_engine_stay_as_they_are() -> None:
    assert describe_event(BanditMoved("zorro", "car-9.roof", "nowhere", "leap")) == (
        "Zorro was moved by leap from the roof of car-9 into nowhere."
    )


def test_what_a_role_does_not_see_is_not_told() -> None:
    """Whatever is hidden from a role can be anything else, and the sentence is the same."""
    game = story("expert")
    end = game.position(game.head.events)
    hidden = 0
    for step in game.steps():
        for entry in step.events:
            event = entry.event
            if isinstance(event, HandDrawn | CardsDrawn):
                other: Event = changed(event, cards=tuple("ghost-marshal" for _ in event.cards))
            elif isinstance(event, HandKept):
                other = changed(event, kept=event.kept[::-1], discarded=event.discarded[::-1])
            else:
                continue
            seen, unlike = (view_event(one, SPECTATOR, end) for one in (event, other))
            assert seen is not None
            assert unlike is not None
            assert describe_seen_event(seen) == describe_seen_event(unlike)
            hidden += describe_event(event) != describe_event(other)
    assert hidden > 20


def test_a_role_reads_the_value_that_it_may_know() -> None:
    game = story("four-everything")
    end, entry = game.position(game.head.events), game.moment(67).entry
    told = {
        role: seen and describe_seen_event(seen) for role in roles(end) for seen in [view_event(entry.event, role, end)]
    }
    assert told["referee"] == told["django"] == "Django took purse 7 ($300) inside the mail car."
    assert told["tuco"] == told["spectator"] == "Django took purse 7 inside the mail car."


def test_of_what_changed_only_that_is_told_which_all_see() -> None:
    game = story("four-everything")
    shuffled = next(s for s in range(1, 60) if isinstance(game.moment(s).entry.event, DeckShuffled))
    assert describe_changes(game.moment(shuffled).before, game.moment(shuffled).after) == ()
    drawn = game.moment(shuffled + 1)
    assert isinstance(drawn.entry.event, HandDrawn)
    assert describe_changes(drawn.before, drawn.after) == (
        "The hand of Django has 6 cards, not 0.",
        "The deck of Django has 4 cards, not 10.",
    )
    assert not any(is_bullet(card) for card in drawn.entry.event.cards)


def test_what_a_shot_and_a_punch_change() -> None:
    game = story("four-everything")
    shot, lost = game.moment(82), game.moment(190)
    assert describe_changes(shot.before, shot.after) == (
        "Django has 5 bullets, not 6.",
        "The deck of Cheyenne has 8 cards, not 7.",
    )
    assert describe_changes(lost.before, lost.after) == (
        "Jewel 5 is no more with Belle.",
        "Jewel 5 lies on the roof of the mail car.",
    )
