"""The Marshal's goals, cylinders and mailbags and what is held back, in the eyes of each role."""

from typing import Any

import pytest

from colt_rules.events import EVENT_NAMES, Event
from colt_rules.log.codec import read_thoroughly, to_data, to_json
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.model import Anger, Holding, LastCard, Payment, PileMeasure, Reflexes
from colt_rules.site.audiences import seen_data
from colt_rules.views import View, glimpse, roles, view_event, view_reasons
from tests.rules.marshal.position import GAME, GOALS, LEFT, RIGHT, SEATS, having
from tests.rules.marshal.test_evolve import CASES
from tests.rules.visibility import who_sees
from tests.site.javascript import answers, needs_node

EVERYBODY = roles(GAME)
BLIND = ("tuco", "doc", "ghost", "spectator")
"""All but the Marshal and the referee."""


def seen_by(role: str, game: Game = GAME) -> Any:
    return part_of(glimpse(game, role), "marshal")


# --- goals


@pytest.mark.clause("goal.future-unknown")
def test_the_goals_to_come_nobody_sees_not_even_the_marshal() -> None:
    for role in SEATS:
        assert (seen_by(role).future, seen_by(role).future_count) == (None, 4)
    assert seen_by("referee").future == GOALS[1:]
    for event in (e.GoalsDrawn(GOALS[:2]), e.GoalsDealt(GOALS)):
        assert who_sees(GAME, "goals", event) == ("referee",)
        assert who_sees(GAME, "count", event) == EVERYBODY


def test_goals_that_are_not_shuffled_yet_nobody_sees_either() -> None:
    drawn = having(goals_drawn=GOALS[:2], future=None, current=())
    for role in SEATS:
        assert (seen_by(role, drawn).goals_drawn, seen_by(role, drawn).goals_drawn_count) == (None, 2)
    assert seen_by("referee", drawn).goals_drawn == GOALS[:2]


@pytest.mark.clause("goal.current-known-to-marshal")
def test_current_goals_the_marshal_sees_and_the_others_how_many_there_are() -> None:
    assert seen_by("marshal").current == seen_by("referee").current == ("warrant-doc",)
    for role in BLIND:
        assert (seen_by(role).current, seen_by(role).current_count, seen_by(role).shown) == (None, 1, ())
    assert who_sees(GAME, "goal", e.GoalCameUp("delivered-mail")) == ("marshal", "referee")


@pytest.mark.clause("ruling.rumours.not-yet-shown", "goal.current-known-to-marshal")
def test_a_goal_that_was_shown_all_see_and_none_beside_it() -> None:
    rumoured = having(current=GOALS[:2], future=GOALS[2:], shown=("delivered-mail",))
    for role in BLIND:
        assert (seen_by(role, rumoured).shown, seen_by(role, rumoured).current) == (("delivered-mail",), None)
    assert who_sees(GAME, "goal", e.GoalRumoured(1, "delivered-mail")) == EVERYBODY


@pytest.mark.clause("goal.revealed")
def test_when_the_goals_are_judged_all_see_them() -> None:
    judged = e.GoalsJudged(GOALS, ("delivered-mail",))
    assert who_sees(GAME, "goals", judged) == who_sees(GAME, "met", judged) == EVERYBODY
    for role in BLIND:
        assert seen_by(role, having(shown=GOALS, met=("delivered-mail",))).shown == GOALS


# --- cylinders and mailbags


@pytest.mark.clause("ruling.cylinders.who-knows")
def test_into_the_cylinders_the_marshal_looks_and_the_others_see_how_many_bullets_are_left() -> None:
    for role in EVERYBODY:
        assert seen_by(role).cylinders_count == {"left": 2, "right": 2}
        known = {"left": LEFT, "right": RIGHT} if role in ("marshal", "referee") else {"left": None, "right": None}
        assert seen_by(role).cylinders == known
    loaded = e.CylinderLoaded("left", LEFT)
    assert who_sees(GAME, "bullets", loaded) == ("marshal", "referee")
    assert who_sees(GAME, "count", loaded) == who_sees(GAME, "cylinder", loaded) == EVERYBODY
    assert who_sees(GAME, "left", e.CylinderFired("left", 1)) == EVERYBODY


@pytest.mark.clause("ruling.cylinders.who-knows")
def test_bullets_that_were_named_are_known_to_the_marshal_alone_as_well() -> None:
    named = having(loads={"left": ("knee", "golden")})
    for role in EVERYBODY:
        known = ("knee", "golden") if role in ("marshal", "referee") else None
        assert seen_by(role, named).loads == {"left": known}
    assert who_sees(GAME, "bullets", e.BulletsNamed("left", ("knee",))) == ("marshal", "referee")
    assert who_sees(GAME, "turns", e.TurnsNamed("bridge.2-4", ("tunnel",))) == EVERYBODY


@pytest.mark.clause("ruling.mailbags.face-down")
def test_what_a_mailbag_is_worth_knows_who_has_it() -> None:
    rich = changed(GAME, figures={**GAME.figures, "tuco": changed(GAME.figures["tuco"], loot=("mailbag-1",))})
    for role in EVERYBODY:
        seen = glimpse(rich, role)
        (mine,) = (bandit.tokens for bandit in seen.bandits if bandit.bandit == "tuco")
        assert [token.value for token in mine] == [1200 if role in ("tuco", "referee") else None]
        lying = {token.token: token.value for tokens in seen.floor.values() for token in tokens}
        assert lying["mailbag-2"] == (200 if role == "referee" else None)


@pytest.mark.clause("ruling.mailbags.face-down")
def test_what_a_secured_mailbag_is_worth_the_marshal_knows_and_who_lost_it_knew() -> None:
    for role in EVERYBODY:
        (mailbag,) = seen_by(role, having(mailbags=("mailbag-1",))).mailbags
        assert (mailbag.token, mailbag.value) == ("mailbag-1", 1200 if role in ("marshal", "referee") else None)
    assert who_sees(GAME, "value", e.MailbagSecured("tuco", "mailbag-1")) == ("marshal", "tuco", "referee")


# --- what is paid, found, held back or passed


@pytest.mark.clause("ruling.idea.token-unseen")
def test_what_is_paid_for_being_freed_both_know_and_all_see_what_kind_it_is() -> None:
    for token in ("purse-1", "mailbag-1"):
        paid = e.LiberatorPaid("doc", token, "tuco")
        assert who_sees(GAME, "value", paid) == ("tuco", "doc", "referee")
        assert who_sees(GAME, "token", paid) == EVERYBODY
    assert who_sees(GAME, "value", e.LiberatorPaid("doc", "jewel-1", "tuco")) == EVERYBODY
    flask = e.LiberatorPaid("doc", "whisky-1", "tuco")
    assert who_sees(GAME, "kind", flask) == ("tuco", "doc", "referee")
    assert who_sees(GAME, "kind", e.LiberatorPaid("doc", "jewel-1", "tuco")) == ()


def test_what_is_in_a_flask_that_the_marshal_keeps_he_knows() -> None:
    assert who_sees(GAME, "kind", e.FlaskKept(1, "whisky-1", "locomotive.inside")) == ("marshal", "referee")


@pytest.mark.clause("ruling.idea.search-is-a-draw")
def test_that_the_idea_is_in_a_hand_all_know_and_how_the_deck_lies_nobody() -> None:
    assert who_sees(GAME, "card", e.IdeaFound("tuco", "tuco-brilliant-idea", False)) == EVERYBODY
    shuffled = e.SearchedDeckShuffled("tuco", ("tuco-move",))
    assert who_sees(GAME, "deck", shuffled) == ("referee",)
    assert who_sees(GAME, "count", shuffled) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.hands")
def test_cards_held_back_are_secret_and_how_many_they_are_is_not() -> None:
    game = having(holding=Holding(1, ("ghost",), 2, {"doc": ("doc-fire", "doc-move"), "tuco": ()}))
    for role in EVERYBODY:
        holding = seen_by(role, game).holding
        assert holding
        assert (holding.waiting, holding.plans) == (("ghost",), 2)
        assert holding.held_count == {"doc": 2, "tuco": 0}
        assert holding.held["doc"] == (("doc-fire", "doc-move") if role in ("doc", "referee") else None)
    held = e.CardsHeld("doc", ("doc-fire", "doc-move"))
    assert who_sees(GAME, "cards", held) == ("doc", "referee")
    assert who_sees(GAME, "count", held) == EVERYBODY


@pytest.mark.clause("ruling.reflexes.pass")
def test_a_pass_looks_the_same_whatever_is_in_the_hand() -> None:
    others = changed(
        GAME, cards={seat: changed(cards, hand=("neutral-bullet",) * 3) for seat, cards in GAME.cards.items()}
    )
    for event in (e.ReflexDeclined("tuco"), e.PlusDeclined("marshal")):
        for role in BLIND:
            assert view_event(event, role, GAME) == view_event(event, role, others)


@pytest.mark.clause("ruling.prisoners.open")
def test_prisoners_posters_and_punches_all_see() -> None:
    game = having(companions={"tuco": "companion-of-doc"}, posters=("doc",), punches={"doc": ("gold",)})
    for role in EVERYBODY:
        seen = seen_by(role, game)
        assert seen.prisoners == ("companion-of-belle", "companion-of-doc", "companion-of-mei")
        assert (seen.companions, seen.posters) == ({"tuco": "companion-of-doc"}, ("doc",))
        assert (seen.punches, seen.brawlers) == ({"doc": ("gold",)}, ("gold", "silver", "bronze"))


# --- all of it at once

FULL = having(
    turns={"bridge.2-4": ("tunnel",)},
    loads={"left": ("knee",)},
    mailbags=("mailbag-1",),
    wounds={"doc": LEFT[:1]},
    last_card=LastCard(1, "tuco", "fire"),
    payment=Payment("doc", "tuco"),
    holding=Holding(1, ("ghost",), 2, {"doc": ("doc-fire",), "tuco": ()}),
    reflexes=Reflexes(1, ("tuco",), False),
    anger=Anger(1, 1),
    measured=(PileMeasure(1, 0, 0), PileMeasure(1, 1, 3)),
)
"""A position in which every field of the Marshal's record is filled."""


@pytest.mark.clause("ruling.secrecy.open-information")
def test_when_the_game_is_over_all_is_open() -> None:
    over = changed(FULL, phase="over")
    for role in EVERYBODY:
        assert changed(glimpse(over, role), role="referee") == glimpse(over, "referee")


@pytest.mark.parametrize(
    ("clause", "knows"),
    [
        ("goal.future-unknown", ()),
        ("goal.current-known-to-marshal", ("marshal",)),
        ("ruling.cylinders.who-knows", ("marshal",)),
        ("ruling.mailbags.face-down", ("marshal",)),
    ],
)
def test_the_reason_for_what_is_seen_and_hidden(clause: str, knows: tuple[str, ...]) -> None:
    for role in (*SEATS, "spectator"):
        reasons = view_reasons(FULL, role)
        assert (clause in reasons.shown, clause in reasons.hidden) == (role in knows, role not in knows)


def test_a_view_and_a_state_can_be_read_back() -> None:
    assert read_thoroughly(Game, to_json(FULL), "state") == FULL
    for role in EVERYBODY:
        assert read_thoroughly(View, to_json(glimpse(FULL, role)), "view") == glimpse(FULL, role)


@needs_node
def test_a_browser_shows_every_role_the_same() -> None:
    asked = [(game, role) for game in (FULL, changed(FULL, phase="over"), GAME) for role in EVERYBODY]
    questions = [{"state": to_data(game), "role": role} for game, role in asked]
    found = answers("({ state, role }) => glimpse(state, role, RECORDS)", questions)
    assert found == [to_data(glimpse(game, role)) for game, role in asked]


@needs_node
def test_a_browser_tells_every_role_the_same_of_every_event() -> None:
    events: list[Event] = [event for _, event, _ in CASES]
    events += [e.LiberatorPaid("doc", token, "tuco") for token in ("jewel-1", "whisky-1", "purse-1")]
    asked = [(event, role) for event in events for role in EVERYBODY]
    seen = seen_data()
    questions: list[dict[str, Any]] = [
        {"event": {"type": EVENT_NAMES[event.__class__], "data": to_data(event)}, "role": role} for event, role in asked
    ]
    answer = "({ state, seen, asked }) => asked.map(({ event, role }) => seenEvent(event, role, state, seen))"
    (found,) = answers(answer, [{"state": to_data(GAME), "seen": seen, "asked": questions}])
    assert found == [to_data(view_event(event, role, GAME)) for event, role in asked]
