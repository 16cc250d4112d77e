"""Every event and every command has a sentence, and a role reads no more in it than it may see."""

import copy
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from colt_rules.commands import COMMANDS, AgreeOnRuling, Command, Deal, Fire, PlayCard, Punch
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
    LootDropped,
    LootSnatched,
    LootTaken,
    PickpocketAnswered,
    RoundStarted,
    ScoreLine,
    TurnStarted,
)
from colt_rules.kernel import evolve
from colt_rules.languages import LANGUAGES
from colt_rules.log.lines import pieces_of
from colt_rules.model.names import is_bullet
from colt_rules.model.record import changed
from colt_rules.model.state import Standing
from colt_rules.modules import IncompleteModule
from colt_rules.referee.story import Story
from colt_rules.referee.telling import (
    check_sentences,
    describe_changes,
    describe_command,
    describe_event,
    describe_kind,
    describe_seen_event,
)
from colt_rules.referee.vocabulary import _merged_files, vocabulary
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import HandKept
from colt_rules.rules.stagecoach.events import HostageTaken
from colt_rules.views import SPECTATOR, roles, view_event
from tests.conftest import THOROUGH, at_least
from tests.site.javascript import A_FEW

GAMES = Path(__file__).parents[2] / "events" / "games"
KEPT = sorted(path.stem for path in GAMES.glob("*.jsonl")) if THOROUGH else sorted(A_FEW)
IDS = (".inside", ".roof", "player-", "floor-change", "private-saloon", "None", "()")
"""Words for programs, which no sentence contains."""
SIGNS = ("{", "}", "[", "]", "|", "#", "?", "  ", " ,", " .", "..", "\n")
"""Characters of unfilled templates, and slips where a piece was omitted."""


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
    told = copy.deepcopy(_merged_files())
    del told[table][type][lang]
    monkeypatch.setattr("colt_rules.referee.vocabulary._merged_files", lambda: told)
    wanted = (
        rf"presentation/duo/sentences.toml: expected a sentence in {lang} of {type} in \[{table}\], got none: add one"
    )
    with pytest.raises(IncompleteModule, match=wanted):
        check_sentences()


def all_told(name: str, lang: str) -> Iterator[str]:
    """All sentences of a kept game, but for house rules: a ruling and its answer are known by their ids."""
    for step in story(name).steps():
        if isinstance(step.command.command, AgreeOnRuling):
            continue
        yield describe_command(step.command.command, lang)
        game = step.before
        for entry in step.events:
            after = evolve(game, entry.event)
            yield describe_event(entry.event, lang)
            yield from describe_changes(game, after, lang)
            game = after


@pytest.mark.parametrize("lang", at_least("en", "pl", of=LANGUAGES))
@pytest.mark.parametrize("name", KEPT)
def test_all_of_a_game_is_told_in_sentences(name: str, lang: str) -> None:
    for sentence in all_told(name, lang):
        assert sentence[0].upper() == sentence[0]
        assert sentence.endswith((".", "!"))
        assert not [word for word in (*IDS, *SIGNS) if word in sentence], sentence
        if lang == "ru":
            assert not re.search("[A-Za-z]", sentence), sentence
        else:
            assert not re.search("[Ѐ-ӿ]", sentence), sentence
        if lang == "fr":
            assert not re.search(" [:;!?»]|« ", sentence), sentence


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
    ("event", "sentence"),
    [
        (
            LootDropped("belle", "purse-belle", "mail.roof"),
            "Belle traci swój startowy Worek: żeton leży teraz na dachu",
        ),
        (LootDropped("belle", "purse-doc", "mail.roof"), "Belle traci startowy Worek Doca: żeton leży teraz na dachu"),
        (BanditMoved("doc", "mail.inside", "mail.roof", "flight"), "Doc ucieka z wnętrza na dach Wagonu pocztowego."),
        (
            BanditMoved("doc", "locomotive.inside", "locomotive.roof", "flight"),
            "Doc ucieka z wnętrza na dach Lokomotywy.",
        ),
        (HostageTaken("tuco", "teacher"), "Tuco bierze Nauczycielkę jako Zakładniczkę."),
        (HostageTaken("tuco", "poodle"), "Tuco bierze Pudla jako Zakładnika."),
        (
            BulletGiven("doc", "tuco", "tuco", "doc-bullet-3", 2),
            "Doc trafia Tuco: Tuco dostaje Pocisk Doca nr 3; Docowi zostają",
        ),
    ],
)
def test_polish_says_whose_a_thing_is_and_who_somebody_is(event: Event, sentence: str) -> None:
    assert describe_event(event, "pl").replace("\u00a0", " ").startswith(sentence)


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


@pytest.mark.parametrize(
    ("left", "lang", "told"),
    [
        *((1, "en", "1 bullet left"), (2, "en", "2 bullets left"), (0, "en", "0 bullets left")),
        *((1, "ru", "осталась 1 пуля"), (2, "ru", "остались 2 пули"), (5, "ru", "осталось 5 пуль")),
        *((11, "ru", "осталось 11 пуль"), (21, "ru", "осталась 21 пуля"), (24, "ru", "остались 24 пули")),
        *((0, "fr", "il reste 0 Balle"), (1, "fr", "il reste 1 Balle"), (2, "fr", "il reste 2 Balles")),
        *((1, "pl", "zostaje 1 Pocisk"), (2, "pl", "zostają 2 Pociski"), (5, "pl", "zostaje 5 Pocisków")),
        *((12, "pl", "zostaje 12 Pocisków"), (21, "pl", "zostaje 21 Pocisków"), (22, "pl", "zostają 22 Pociski")),
    ],
)
def test_a_number_comes_with_the_form_of_its_noun(left: int, lang: str, told: str) -> None:
    assert describe_event(BulletGiven("tuco", "doc", "doc", "tuco-bullet-6", left), lang).endswith(f"{told}.")


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        (
            BanditMoved("belle", "mail.roof", "dining.roof", "push"),
            {
                "ru": "Удар отбрасывает Красотку с крыши почтового вагона на крышу вагона-ресторана.",
                "fr": "Le Coup de poing envoie Belle du toit du Wagon postal sur le toit du Wagon-restaurant.",
                "pl": "Cios odpycha Belle z dachu Wagonu pocztowego na dach Wagonu restauracyjnego.",
            },
        ),
        (
            BanditMoved("ghost", "locomotive.inside", "mail.inside", "move"),
            {
                "ru": "Призрак переходит из локомотива в почтовый вагон.",
                "fr": "Ghost passe de la Locomotive au Wagon postal.",
                "pl": "Ghost przechodzi z Lokomotywy do Wagonu pocztowego.",
            },
        ),
        (
            TurnStarted(2, "speeding-up", False, ("tuco", "tuco", "belle", "belle")),
            {
                "en": "Turn 3 began, speeding-up: Tuco and Belle act in this order.",
                "ru": "Начинается ход 3, разгон; порядок: Туко, Красотка.",
                "fr": "Le tour 3 commence (Accélération)\u202f; ordre\u202f: Tuco, Belle.",
                "pl": "Zaczyna się tura 3, Przyspieszenie; kolejność: Tuco, Belle.",
            },
        ),
        (
            LootSnatched("ghost", "strongbox-1", "cheyenne"),
            {
                "ru": "Шайенн забирает у Призрака кейс 1.",
                "fr": "Cheyenne prend la Cagnotte 1 à Ghost.",
                "pl": "Cheyenne zabiera Ghostowi Walizkę 1.",
            },
        ),
        (
            LootSnatched("player-2", "jewel-3", "player-1"),
            {
                "ru": "Игрок 1 забирает у игрока 2 драгоценность 3.",
                "fr": "Le joueur 1 prend le Bijou 3 au joueur 2.",
                "pl": "Gracz 1 zabiera graczowi 2 Klejnot 3.",
            },
        ),
        (
            CardsDrawn("doc", ("doc-move", "doc-move", "neutral-bullet")),
            {
                "ru": "Док не играет карту, а добирает: «Движение» ×2 и нейтральная пуля.",
                "fr": "Doc pioche au lieu de jouer une carte\u202f: Déplacement ×2 et Balle neutre.",
                "pl": "Doc nie zagrywa karty, lecz dobiera: „Ruch” ×2 i Neutralny Pocisk.",
            },
        ),
        (
            GameEnded(
                (ScoreLine("doc", "tokens", 1500), ScoreLine("doc", "gunslinger", 1000)),
                (Standing(1, "doc", 2500, 0), Standing(2, "tuco", 750, 3)),
            ),
            {
                "ru": "Игра окончена: 1. Док — 2500\u00a0$ (жетоны: 1500\u00a0$, самый меткий стрелок: 1000\u00a0$), "
                "2. Туко — 750\u00a0$.",
                "fr": "La partie est terminée\u202f: 1. Doc\u202f: 2500\u00a0$ (jetons\u202f: 1500\u00a0$, "
                "As de la gâchette\u202f: 1000\u00a0$), 2. Tuco\u202f: 750\u00a0$.",
                "pl": "Koniec gry: 1. Doc: 2500\u00a0$ (żetony: 1500\u00a0$, Najlepszy Rewolwerowiec: 1000\u00a0$), "
                "2. Tuco: 750\u00a0$.",
            },
        ),
    ],
)
def test_an_event_in_other_languages(event: Event, sentences: dict[str, str]) -> None:
    assert {lang: describe_event(event, lang) for lang in sentences} == sentences


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        (
            CardPlayed("ghost", "ghost-move", True),
            {
                "en": "Ghost played a card, face down.",
                "ru": "Призрак играет карту рубашкой вверх.",
                "fr": "Ghost joue une carte, face cachée.",
                "pl": "Ghost zagrywa zakrytą kartę.",
            },
        ),
        (
            HandDrawn("ghost", ("ghost-move",) * 2),
            {
                "en": "Ghost drew the hand for the round: 2 cards.",
                "ru": "Призрак набирает руку: 2 карты.",
                "fr": "Ghost pioche sa main pour la Manche\u202f: 2 cartes.",
                "pl": "Ghost dobiera na Rękę: 2 karty.",
            },
        ),
    ],
)
def test_what_is_hidden_is_told_as_what_all_see_of_it(event: Event, sentences: dict[str, str]) -> None:
    game = story("four-everything")
    seen = view_event(event, SPECTATOR, game.position(game.head.events))
    assert seen is not None
    assert {lang: describe_seen_event(seen, lang) for lang in sentences} == sentences


@pytest.mark.parametrize(
    ("lang", "open_kind", "secret_kind"),
    [
        ("en", "Fire", "a command of a secret kind"),
        ("ru", "«Выстрел»", "тайная команда"),
        ("fr", "Tir", "une commande secrète"),
        ("pl", "„Strzał”", "tajne polecenie"),
    ],
)
def test_of_a_command_maybe_only_its_kind_is_known(lang: str, open_kind: str, secret_kind: str) -> None:
    assert (describe_kind("Fire", lang), describe_kind(None, lang)) == (open_kind, secret_kind)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_every_kind_of_command_has_a_name(lang: str) -> None:
    assert [type for type in COMMANDS if describe_kind(type, lang) == type] == []


def test_words_of_another_engine_stay_as_they_are() -> None:
    assert describe_event(BanditMoved("zorro", "car-9.roof", "nowhere", "leap")) == (
        "Zorro was moved by leap from the roof of car-9 into nowhere."
    )


def test_what_a_role_does_not_see_is_not_told() -> None:
    """Whatever is hidden from a role can be anything else, and the sentence is the same."""
    game = story("french-expert-stagecoach")
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


@pytest.mark.parametrize(
    ("lang", "changes"),
    [
        ("ru", ("В руке Джанго 6 карт (было: 0).", "В колоде Джанго 4 карты (было: 10).")),
        (
            "fr",
            (
                "La main de Django compte 6 cartes (avant\u202f: 0).",
                "Le paquet de Django compte 4 cartes (avant\u202f: 10).",
            ),
        ),
        ("pl", ("Na Ręce Django jest 6 kart (było: 0).", "W talii Django są 4 karty (było: 10).")),
    ],
)
def test_what_changed_in_other_languages(lang: str, changes: tuple[str, ...]) -> None:
    game = story("four-everything")
    drawn = next(one for one in map(game.moment, range(1, 60)) if isinstance(one.entry.event, HandDrawn))
    assert describe_changes(drawn.before, drawn.after, lang) == changes


def test_what_a_shot_and_a_punch_change() -> None:
    game = story("four-everything")
    shot, lost = game.moment(82), game.moment(190)
    assert describe_changes(shot.before, shot.after) == (
        "Django has 5 bullets, not 6.",
        "The deck of Cheyenne has 8 cards, not 7.",
    )
    assert describe_changes(lost.before, lost.after) == (
        "Jewel 5 is no longer with Belle.",
        "Jewel 5 lies on the roof of the mail car.",
    )
