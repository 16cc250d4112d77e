"""Horses, flasks, the stagecoach and what is chosen in secret, in the eyes of each role."""

from typing import Any

import msgspec
import pytest

from colt_rules import events as e
from colt_rules.conformance.cases.board import board
from colt_rules.log.codec import read_thoroughly, to_json
from colt_rules.model.parts import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses import events as h
from colt_rules.rules.horses.model import Attack, horses_of
from colt_rules.rules.stagecoach import events as sc
from colt_rules.rules.stagecoach.model import Melee, Plan, Sealed, Stagecoach, stagecoach_of
from colt_rules.views import View, glimpse, roles, view, view_event, view_reasons
from colt_rules.views.beside import HorsesView, StagecoachView

ALL = ("base", "horses", "stagecoach")
GAME = board(
    """
    car    |       | mail       | dining      | stagecoach |
    roof   | tuco  |            |             | doc        |
    inside | M     | whisky:old | whisky:half | ghost      |
    beside |       | stagecoach horse |       |
    """,
    modules=ALL,
    pile=["ghost-ride"],
    loot={"doc": ["whisky:old"], "tuco": ["whisky:old-half"]},
    hostages=["poodle"],
    captors={"ghost": "teacher"},
)
OTHERS = ("tuco", "ghost", "spectator")


def horses(game: Game, role: str) -> HorsesView:
    seen = glimpse(game, role).horses
    assert seen
    return seen


def coach(game: Game, role: str) -> StagecoachView:
    seen = glimpse(game, role).stagecoach
    assert seen
    return seen


def with_coach(**fields: Any) -> Game:
    return with_part(GAME, "stagecoach", changed(stagecoach_of(GAME), **fields))


def who_sees(field: str, event: e.Event) -> tuple[str, ...]:
    seen = {role: view_event(event, role, GAME) for role in roles(GAME)}
    return tuple(role for role, found in seen.items() if found and field in found.data)


EVERYBODY = roles(GAME)


@pytest.mark.clause("ruling.whisky.who-knows", "horses.secrecy.flasks", "horses.setup.whisky.blind")
def test_what_is_in_a_flask_nobody_knows_in_a_car_its_owner_knows_and_all_know_once_it_was_used() -> None:
    in_a_car, used, tucos, docs = horses_of(GAME).flasks
    for role in roles(GAME):
        kinds = {token: flask.kind for token, flask in horses(GAME, role).flasks.items()}
        assert kinds[in_a_car] == ("old" if role == "referee" else None)
        assert kinds[docs] == ("old" if role in ("doc", "referee") else None)
        assert (kinds[used], kinds[tucos]) == ("classic", "old")
        assert [flask.used for flask in horses(GAME, role).flasks.values()] == [False, True, True, False]


@pytest.mark.clause("ruling.whisky.who-knows", "horses.setup.whisky.blind")
def test_which_flask_lies_where_nobody_sees_and_the_use_of_one_shows_it_to_all() -> None:
    assert who_sees("kind", h.FlaskPlaced("whisky-1", "old", "mail.inside")) == ("referee",)
    assert who_sees("token", h.FlaskPlaced("whisky-1", "old", "mail.inside")) == EVERYBODY
    assert who_sees("kind", h.FlaskUsed("doc", "doc", "whisky-3", "old", False, 2)) == EVERYBODY
    assert who_sees("kind", sc.FlaskDrunk(1, "whisky-1", "old", "mail.inside", "dining.inside")) == EVERYBODY


@pytest.mark.clause("horses.secrecy.flasks", "ruling.whisky.who-knows")
def test_who_takes_or_loses_a_flask_sees_what_it_holds_and_nobody_else_does() -> None:
    _, used, _, docs = horses_of(GAME).flasks
    for event in (e.LootTaken("doc", docs, "mail.inside"), e.LootDropped("doc", used, "mail.inside")):
        assert who_sees("kind", event) == tuple(role for role in EVERYBODY if role in ("doc", "referee"))
    assert who_sees("kind", e.LootTaken("doc", "strongbox-3", "mail.inside")) == ()


def test_that_a_flask_is_worth_nothing_is_no_secret() -> None:
    assert who_sees("value", e.LootTaken("doc", "whisky-1", "mail.inside")) == EVERYBODY
    gone = changed(GAME, figures={**GAME.figures, "doc": changed(GAME.figures["doc"], loot=())})
    seen = view_event(e.LootTaken("doc", "whisky-3", "mail.inside"), "tuco", gone)
    assert seen is not None
    assert seen.data["value"] == 0


@pytest.mark.clause("attack.secret-choice", "horses.secrecy.sealed")
def test_who_boards_is_known_to_the_player_until_the_hands_are_opened() -> None:
    attack = Attack("dining", ("doc", "ghost", "tuco"), {"doc": ("doc",), "ghost": ()})
    game = with_part(GAME, "horses", changed(horses_of(GAME), attack=attack))
    for role in roles(GAME):
        seen = horses(game, role).attack
        assert seen
        assert seen.riders == attack.riders
        boards = {one.seat: one.boards for one in seen.hidden}
        assert boards["doc"] == (("doc",) if role in ("doc", "referee") else None)
        assert boards["ghost"] == (() if role in ("ghost", "referee") else None)
    assert who_sees("boards", h.BoardingSealed("doc", ("doc",))) == ("doc", "referee")
    assert who_sees("boards", h.BoardingShown("doc", ("doc",))) == EVERYBODY


SEALED = {"doc": Sealed("doc-fire", False), "tuco": Sealed(None, False), "ghost": Sealed("ghost-move", True)}


@pytest.mark.clause("melee.at-once", "horses.secrecy.sealed", "ruling.melee.draw-sealed")
def test_a_choice_in_a_melee_is_known_to_its_player_and_be_it_a_draw() -> None:
    game = with_coach(melee=Melee(SEALED, False))
    for role in roles(GAME):
        seen = coach(game, role).melee
        assert seen
        for one in seen.sealed:
            known = role in (one.seat, "referee")
            sealed = SEALED[one.seat]
            told = (sealed.card is None, sealed.card, sealed.face_down) if known else (None, None, None)
            assert (one.draws, one.card, one.face_down) == told
    for field in ("card", "face_down"):
        assert who_sees(field, sc.ChoiceSealed("doc", None, False)) == ("doc", "referee")
        assert who_sees(field, sc.ChoiceSealed("doc", "doc-fire", True)) == ("doc", "referee")


@pytest.mark.clause("melee.at-once", "ruling.melee.ghost")
def test_when_a_melee_is_shown_all_see_the_choices_but_not_a_card_that_is_laid_face_down() -> None:
    game = with_coach(melee=Melee(SEALED, True))
    for role in roles(GAME):
        seen = coach(game, role).melee
        assert seen
        cards = {one.seat: one.card for one in seen.sealed}
        assert cards["doc"] == "doc-fire"
        assert cards["ghost"] == ("ghost-move" if role in ("ghost", "referee") else None)
        assert {one.seat for one in seen.sealed if one.draws} == {"tuco"}


@pytest.mark.clause("ruling.plan.all-at-once")
def test_kept_cards_are_secret_and_how_many_they_are_is_not() -> None:
    game = with_coach(plan=Plan(1, ("ghost",), 2, {"doc": ("doc-fire", "doc-move"), "tuco": ()}))
    for role in roles(GAME):
        seen = coach(game, role).plan
        assert seen
        assert (seen.waiting, seen.plans) == (("ghost",), 2)
        assert {one.seat: one.count for one in seen.kept} == {"doc": 2, "tuco": 0}
        cards = {one.seat: one.cards for one in seen.kept}
        assert cards["doc"] == (("doc-fire", "doc-move") if role in ("doc", "referee") else None)
    kept = sc.CardsKept("doc", ("doc-fire", "doc-move"))
    assert who_sees("cards", kept) == ("doc", "referee")
    assert who_sees("count", kept) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.hands")
def test_cards_for_a_flask_are_seen_like_all_others() -> None:
    assert who_sees("cards", h.FlaskCardsDrawn("doc", ("doc-fire",))) == ("doc", "referee")
    assert who_sees("count", h.FlaskCardsDrawn("doc", ("doc-fire",))) == EVERYBODY
    assert who_sees("card", h.FlaskCardPlayed("doc", "doc-fire", True, 0, 0)) == ("doc", "referee")
    assert who_sees("card", h.FlaskCardPlayed("doc", "doc-fire", False, 0, 0)) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.open-information", "hostage.burden.at-once")
def test_what_stands_beside_the_train_and_who_has_which_hostage_is_open() -> None:
    for role in roles(GAME):
        seen = coach(GAME, role)
        assert (seen.car, seen.shotgun, seen.hostages) == ("mail", "stagecoach.roof", ("poodle",))
        assert seen.captors == {"ghost": "teacher"}
        assert horses(GAME, role).stands == {"horse-1": "mail"}


@pytest.mark.clause("ruling.secrecy.open-information")
def test_when_the_game_is_over_all_is_open() -> None:
    plan, melee = Plan(1, (), 2, {"doc": ("doc-fire",)}), Melee(SEALED, False)
    over = changed(with_coach(plan=plan, melee=melee), phase="over")
    for role in roles(over):
        assert changed(glimpse(over, role), role="referee") == glimpse(over, "referee")


@pytest.mark.clause("horses.secrecy.flasks", "ruling.whisky.who-knows")
def test_the_reason_for_a_flask_that_is_closed_or_known() -> None:
    for role in OTHERS:
        assert "ruling.whisky.who-knows" in view_reasons(GAME, role).hidden
    assert "ruling.whisky.who-knows" in view_reasons(GAME, "doc").shown
    assert "horses.secrecy.flasks" not in view_reasons(GAME, "referee").hidden


@pytest.mark.parametrize(
    ("field", "part", "clause"),
    [
        ("melee", Melee({"doc": Sealed("doc-fire", False)}, False), "ruling.melee.draw-sealed"),
        ("plan", Plan(1, (), 2, {"doc": ("doc-fire",)}), "ruling.plan.all-at-once"),
    ],
)
def test_the_reason_for_what_is_chosen_in_secret(field: str, part: object, clause: str) -> None:
    game = with_coach(**{field: part})
    assert clause in view_reasons(game, "doc").shown
    assert clause not in view_reasons(game, "doc").hidden
    for role in OTHERS:
        assert clause in view_reasons(game, role).hidden
    assert clause not in view_reasons(GAME, "tuco").hidden


def test_a_view_without_these_modules_says_nothing_about_them_and_one_with_them_can_be_read_back() -> None:
    plain = msgspec.json.decode(to_json(view(board("roof | | |\ninside | M | tuco |", pile=["tuco-move"]), "tuco")))
    assert not {"horses", "stagecoach"} & plain.keys()
    game = with_coach(melee=Melee(SEALED, False), plan=Plan(1, (), 2, {"doc": ("doc-fire",)}))
    for role in roles(GAME):
        seen = glimpse(game, role)
        assert read_thoroughly(View, to_json(seen), "view") == seen


def test_a_state_is_read_back_with_and_without_what_a_module_adds() -> None:
    for game in (GAME, with_coach(melee=Melee(SEALED, True)), board("roof | | |\ninside | M | tuco |")):
        assert read_thoroughly(Game, to_json(game), "state") == game
    assert b'"stagecoach"' not in to_json(board("roof | | |\ninside | M | tuco |"))
    assert Stagecoach() == read_thoroughly(Stagecoach, to_json(Stagecoach()), "stagecoach")
