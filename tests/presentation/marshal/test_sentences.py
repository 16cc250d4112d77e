"""The Marshal, the prison car and its prisoners in words, and what all see of what is secret."""

import pytest

from colt_rules.commands import Command, Deal, Move
from colt_rules.events import BanditMoved, BulletGiven, CardPlayed, Event, LootTaken
from colt_rules.kernel import fold
from colt_rules.languages import LANGUAGES
from colt_rules.referee.telling import (
    describe_changes,
    describe_command,
    describe_event,
    describe_seen_event,
)
from colt_rules.rules.marshal import commands as c
from colt_rules.rules.marshal import events as e
from colt_rules.views import roles, view_event
from tests.rules.marshal.position import GAME, GOALS, LEFT, having
from tests.rules.marshal.test_evolve import CASES


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            BanditMoved("doc", "mail.roof", "prison.cell", "arrest"),
            "Doc was arrested and taken from the roof of the mail car into the cell.",
        ),
        (
            BanditMoved("doc", "prison.cell", "prison.inside", "idea"),
            "Doc broke out from inside the cell into the corridor of the prison car.",
        ),
        (
            BulletGiven("marshal", "doc", "doc", "marshal-bullet-knee", 11),
            "The Marshal shot Doc, who got the Marshal's bullet card Wounded knee; 11 bullets left.",
        ),
        (CardPlayed("marshal", "marshal-move-plus", False), "The Marshal played Move +."),
        (LootTaken("tuco", "mailbag-1", "prison.roof"), "Tuco took mailbag 1 on the roof of the prison car."),
        (
            e.CylinderLoaded("left", LEFT),
            "The left cylinder is loaded: Disarmed and Wounded knee, top first.",
        ),
        (e.GoalCameUp("warrant-doc"), "The Marshal's next goal came up: Warrant for Doc."),
        (
            e.IdeaFound("doc", "doc-brilliant-idea", False),
            "Doc took Brilliant Idea out of the deck instead of drawing.",
        ),
        (
            e.PrisonerFreed("tuco", "companion-of-belle", "belle"),
            "Tuco freed Belle's companion and has the power of Belle.",
        ),
        (e.PrisonerFreed("doc", "companion-of-doc", None), "Doc freed Doc's companion."),
        (
            e.PrisonerRecaptured("tuco", "companion-of-belle", "belle"),
            "The Marshal took Belle's companion from Tuco, and with it the power of Belle.",
        ),
        (e.BrawlerTaken("doc", "gold"), "Doc took the brawler card Golden punch from the Marshal."),
        (
            e.ThrownOff("marshal", "mail.roof", "push"),
            "The Marshal was thrown from the roof of the mail car to the ground and is out of the game.",
        ),
        (
            e.GoalsJudged(("keys", "scratches"), ()),
            "The Marshal turned up his goals, Throw away the key and Just a few scratches; met: none of them.",
        ),
    ],
)
def test_an_event_in_words(event: Event, sentence: str) -> None:
    assert describe_event(event) == sentence


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            c.FireCylinders("marshal", "doc", "tuco", None),
            "The Marshal fires the left cylinder at Doc and the right cylinder at Tuco.",
        ),
        (
            c.FireCylinders("marshal", None, "tuco", "mailbag-2"),
            "The Marshal fires the right cylinder at Tuco, pointing at mailbag 2.",
        ),
        (c.PunchMarshal("doc", "mail.inside"), "Doc punches the Marshal and pushes him into the mail car."),
        (
            c.ThrowOff("doc", "tuco", "purse-1", False),
            "Doc punches Tuco, who loses purse 1, and throws Tuco off the train.",
        ),
        (c.LeaveCell("doc", "prison.roof"), "Doc breaks out of the cell onto the roof of the prison car."),
        (c.RobTwo("doc", ("jewel-1", "purse-1")), "Doc takes jewel 1 and purse 1."),
        (Move("marshal", "prison.inside"), "The Marshal moves into the corridor of the prison car."),
        (
            Deal("chance", "warrants", "", ("warrant-doc", "warrant-tuco")),
            "Chance lays out the warrants: Warrant for Doc, Warrant for Tuco.",
        ),
    ],
)
def test_a_command_in_words(command: Command, sentence: str) -> None:
    assert describe_command(command) == sentence


@pytest.mark.parametrize(
    ("event", "role", "sentence"),
    [
        (e.GoalsDealt(GOALS), "marshal", "The Marshal's goals were shuffled and lie face down: 5 goals."),
        (e.GoalsDrawn(GOALS[:2]), "doc", "Drawn unseen for the Marshal: 2 goals."),
        (e.GoalCameUp("delivered-mail"), "doc", "The Marshal's next goal came up."),
        (e.CylinderLoaded("left", LEFT), "doc", "The left cylinder is loaded: 2 bullets."),
        (e.CardsHeld("doc", ("doc-fire",)), "tuco", "Doc holds back 1 card for the next round."),
        (e.CardsHeld("doc", ("doc-fire",)), "doc", "Doc holds back Fire for the next round."),
        (e.LiberatorPaid("doc", "purse-1", "tuco"), "ghost", "Doc gave purse 1 to Tuco for being freed."),
        (e.LiberatorPaid("doc", "purse-1", "tuco"), "tuco", "Doc gave purse 1 ($400) to Tuco for being freed."),
        (e.MailbagSecured("doc", "mailbag-1"), "marshal", "The Marshal took mailbag 1 ($1,200) from Doc."),
        (
            e.FlaskKept(1, "whisky-1", "locomotive.inside"),
            "marshal",
            "The Marshal took flask 1 inside the locomotive onto his sheet, old whisky.",
        ),
    ],
)
def test_what_is_secret_is_told_as_what_a_role_sees_of_it(event: Event, role: str, sentence: str) -> None:
    seen = view_event(event, role, GAME)
    assert seen is not None
    assert describe_seen_event(seen) == sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_role_gets_a_sentence_of_every_event(lang: str) -> None:
    for _, event, _ in CASES:
        for role in roles(GAME):
            seen = view_event(event, role, GAME)
            assert seen is not None
            told = describe_seen_event(seen, lang)
            assert not [sign for sign in ("None", "?", "{", "[") if sign in told]


def test_what_changed_of_the_marshal_and_the_prisoners() -> None:
    events = [
        e.GoalCameUp("delivered-mail"),
        e.CylinderFired("left", 1),
        e.PosterTaken("doc"),
        e.PrisonerFreed("tuco", "companion-of-doc", None),
        e.BrawlerTaken("tuco", "gold"),
        e.GoalRumoured(1, "warrant-doc"),
    ]
    assert describe_changes(GAME, fold(events, GAME)) == (
        "The left cylinder has 1 bullet.",
        "The Marshal has 2 current goals.",
        "Everybody knows a goal of the Marshal: Warrant for Doc.",
        "The wanted poster of Doc is with the Marshal.",
        "Tuco has Doc's companion.",
        "Tuco has the brawler card Golden punch.",
    )
    wounded = having(companions={"tuco": "companion-of-doc"}, wounds={"tuco": LEFT[:1]})
    healed = having(recaptured=("companion-of-doc",), mailbags=("mailbag-1",))
    assert describe_changes(wounded, healed) == (
        "Tuco no longer has Doc's companion.",
        "Mailbag 1 is among the Marshal's achievements.",
        "Doc's companion is among the Marshal's achievements.",
        "Face up before Tuco lies no bullet.",
    )


def test_names_that_no_box_has_stay_as_they_are() -> None:
    assert describe_event(e.GoalRumoured(1, "peace")) == "The Marshal showed one of his goals to everybody: peace."
