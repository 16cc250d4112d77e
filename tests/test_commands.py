"""Commands can be read out in the words of the wire, and understood again."""

import pytest

from colt_rules.commands import (
    COMMANDS,
    AgreeOnRoundCards,
    AgreeOnRuling,
    ChangeFloor,
    Command,
    Deal,
    DrawCards,
    Fire,
    Move,
    MoveMarshal,
    Pickpocket,
    PlayCard,
    Punch,
    Rob,
    StartGame,
    command_text,
    parse_command,
)
from colt_rules.conformance.cases.board import board
from colt_rules.kernel import Refused, decide
from colt_rules.rules.duo.commands import AddNoCard, ChooseCard, ChooseTeam, PlaceBandits
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.horses.commands import BoardCar, HidePawns, Ride, UseFlask
from colt_rules.rules.marshal.commands import (
    Arrest,
    FinishNaming,
    FireCylinders,
    Forgo,
    FreeBandit,
    FreePrisoner,
    LeaveCell,
    NameBullets,
    NameLoot,
    NameSymbols,
    NameTurns,
    PayLiberator,
    PunchMarshal,
    RobTwo,
    SearchForIdea,
    ShootOff,
    ThrowOff,
)
from colt_rules.rules.stagecoach.commands import PunchShotgun, RideAway, Run, TakeHostage
from colt_rules.rules.time_machine.commands import HideBandit
from tests.tables import play, table


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (DrawCards("tuco"), "DrawCards by tuco"),
        (Fire("tuco", "ghost"), "Fire by tuco target=ghost"),
        (PlayCard("tuco", "tuco-fire", True), "PlayCard by tuco card=tuco-fire face_down=yes"),
        (
            Punch("tuco", "ghost", None, "mail.roof", False),
            "Punch by tuco target=ghost token=nothing to=mail.roof keep=no",
        ),
        (
            StartGame("table", "ru-full", ("base",), ("tuco", "doc"), True, True, False, ()),
            "StartGame by table edition=ru-full modules=[base] seats=[tuco, doc] "
            "powers=yes happenings=yes stations=no train=[]",
        ),
    ],
)
def test_a_command_is_read_out_with_all_it_says(command: Command, words: str) -> None:
    assert command_text(command) == words


def test_every_command_has_its_own_name_on_the_wire() -> None:
    assert len(set(COMMANDS.values())) == len(COMMANDS)


def test_a_refusal_speaks_of_commands_in_those_words() -> None:
    game = board("roof | tuco | ghost | doc |\ninside | M | | |", pile=["tuco-fire"])
    verdict = decide(game, Fire("tuco", "doc"))
    assert isinstance(verdict, Refused)
    assert verdict.message == "expected Fire by tuco target=ghost; got Fire by tuco target=doc"


# --- the text form can be parsed

EVERY: list[Command] = [
    StartGame("table", "ru-full", ("base",), ("tuco", "doc"), True, True, False, ("mail", "dining")),
    StartGame("table", "ru-full", (), (), False, False, True, ()),
    Deal("chance", "deck", "tuco", ("tuco-fire", "tuco-move")),
    Deal("chance", "first", "", ("tuco",)),
    PlayCard("tuco", "tuco-fire", True),
    DrawCards("tuco"),
    AgreeOnRuling("table", "ruling.end.still-level", "seat-order"),
    ChooseTeam("player-1", ("ghost", "tuco")),
    PlaceBandits("player-1", "ghost"),
    ChooseCard("player-1", "ghost-fire"),
    AddNoCard("player-1"),
    KeepCards("tuco", ("tuco-fire", "tuco-fire", "tuco-move")),
    KeepCards("tuco", ()),
    NameTurns("table", "rumours.2-4", ("standard", "shaking")),
    NameSymbols("table", "rumours.2-4", ("plan", "rumours")),
    NameBullets("table", "left", ("golden", "knee")),
    NameLoot("table", ("jewel", "purse")),
    FinishNaming("table"),
    FireCylinders("marshal", "tuco", None, None),
    Arrest("marshal", "tuco"),
    PunchMarshal("tuco", "mail.roof"),
    ThrowOff("tuco", "ghost", None, False),
    ShootOff("django", "ghost"),
    RobTwo("tuco", ("jewel-1", "purse-2")),
    LeaveCell("tuco", "prison.roof"),
    FreePrisoner("tuco", "companion-of-belle"),
    FreeBandit("tuco", "ghost"),
    PayLiberator("ghost", "purse-1"),
    SearchForIdea("tuco"),
    Forgo("marshal"),
    Move("tuco", "mail.roof"),
    ChangeFloor("tuco", "mail.inside"),
    Fire("tuco", "ghost"),
    Rob("tuco", "purse-1"),
    Punch("tuco", "ghost", "purse-1", "mail.roof", True),
    Punch("tuco", "ghost", None, "mail.roof", False),
    MoveMarshal("tuco", "mail.inside"),
    Pickpocket("tuco", "purse-1"),
    Pickpocket("tuco", None),
    HidePawns("player-1", ("ghost", "tuco")),
    HidePawns("tuco", ()),
    BoardCar("tuco", "mail"),
    Ride("tuco", "stagecoach.inside"),
    UseFlask("tuco", "whisky-1"),
    AgreeOnRoundCards("table", ("angry-marshal", "plain-1"), ("escape",)),
    AgreeOnRoundCards("table", (), ()),
    PunchShotgun("tuco"),
    Run("tuco", "mail.roof"),
    TakeHostage("tuco", "poodle"),
    RideAway("tuco"),
    HideBandit("player-1", "tuco", "mail"),
]


@pytest.mark.parametrize("command", EVERY, ids=command_text)
def test_a_command_in_words_is_read_back(command: Command) -> None:
    assert parse_command(command_text(command)) == command


def test_every_command_has_an_example() -> None:
    assert {command.__class__ for command in EVERY} == set(COMMANDS.values())


def test_every_command_of_whole_games_is_read_back() -> None:
    for seed in (1, 2):
        for _, command, _ in play(table(4, stations=True), seed):
            assert parse_command(command_text(command)) == command


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("PlayCard by tuco card=tuco-fire", PlayCard("tuco", "tuco-fire", False)),
        ("Punch by tuco target=ghost token=nothing to=mail.roof", Punch("tuco", "ghost", None, "mail.roof", False)),
        (
            "Punch by tuco to=mail.roof token=purse-1 target=ghost",
            Punch("tuco", "ghost", "purse-1", "mail.roof", False),
        ),
        ("Deal by chance what=deck subject=tuco outcome=[a,b,  c]", Deal("chance", "deck", "tuco", ("a", "b", "c"))),
        ("Deal by chance what=deck subject= outcome=[]", Deal("chance", "deck", "", ())),
        ("Fire by tuco target=nothing", Fire("tuco", "nothing")),
        ("Move by nobody to=yes", Move("nobody", "yes")),
    ],
)
def test_what_may_be_left_out_or_said_in_another_order(words: str, command: Command) -> None:
    assert parse_command(words) == command


@pytest.mark.parametrize(
    "words",
    [
        *("", "Fire", "Fire tuco target=ghost", "Fire by", "Fire by ", " Fire by tuco target=ghost"),
        *("Fire by tuco target=ghost ", "Fire by tuco target", "Fire  by tuco target=doc"),
        *("Shoot by tuco target=ghost", "fire by tuco target=ghost", "Fire by tuco target=big ghost"),
        "Fire by tuco target=ghost\n",
    ],
)
def test_text_that_is_not_a_command_is_refused_with_an_example(words: str) -> None:
    with pytest.raises(ValueError, match=r"expected a command such as `Fire by tuco target=ghost`.*; got ") as error:
        parse_command(words)
    assert str(error.value).endswith(repr(words))


def test_an_unknown_type_is_refused_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=rf"its type one of {len(COMMANDS)} names, perhaps Fire; got 'Fyre"):
        parse_command("Fyre by tuco target=ghost")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Fire by tuco", "Fire: expected target=..., got 'Fire by tuco'"),
        ("PlayCard by tuco face_down=yes", "PlayCard: expected card=..., got"),
        ("Pickpocket by tuco", "Pickpocket: expected token=..., got"),
        ("Fire by tuco target=doc to=mail.roof", "Fire: expected no to, got 'Fire by tuco target=doc to=mail.roof'"),
        ("DrawCards by tuco a=1 b=2", "DrawCards: expected no a, b, got"),
        ("Fire by tuco target=doc actor=ghost", "Fire: expected no actor, got"),
        ("Deal by chance what=deck subject=tuco outcome=a", "Deal.outcome: expected a row such as [a, b], got a"),
        ("PlayCard by tuco card=x face_down=true", "PlayCard.face_down: expected yes or no, got true"),
        ("PlayCard by tuco card=x face_down=", "PlayCard.face_down: expected yes or no, got "),
        ("Deal by chance what=deck subject=tuco outcome=[ab", "Deal.outcome: expected a row such as [a, b], got [ab"),
        ("Fire by tuco target=doc target=ghost", "Fire: expected each field once, got"),
    ],
)
def test_an_error_in_a_command_is_reported(words: str, told: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z]") as error:
        parse_command(words)
    assert str(error.value).startswith(told)
