"""The stagecoach, its hostages and what is chosen in secret, in the eyes of each role."""

from typing import Any

import msgspec
import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.log.codec import read_thoroughly, to_json
from colt_rules.model.changes import with_part
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.stagecoach import events as sc
from colt_rules.rules.stagecoach.model import Melee, Plan, Sealed, Stagecoach, stagecoach_of
from colt_rules.views import View, glimpse, roles, view, view_reasons
from tests.rules.visibility import who_sees

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


def coach(game: Game, role: str) -> Any:
    return part_of(glimpse(game, role), "stagecoach")


def with_coach(**fields: Any) -> Game:
    return with_part(GAME, "stagecoach", changed(stagecoach_of(GAME), **fields))


EVERYBODY = roles(GAME)
SEALED = {"doc": Sealed("doc-fire", False), "tuco": Sealed(None, False), "ghost": Sealed("ghost-move", True)}


@pytest.mark.clause("melee.at-once", "horses.secrecy.sealed", "ruling.melee.draw-sealed")
def test_a_choice_in_a_melee_is_known_to_its_player_and_be_it_a_draw() -> None:
    game = with_coach(melee=Melee(SEALED, False))
    for role in roles(GAME):
        seen = coach(game, role).melee
        assert seen
        assert seen.sealed.keys() == SEALED.keys()
        for seat, one in seen.sealed.items():
            known = role in (seat, "referee")
            sealed = SEALED[seat]
            told = (sealed.card is None, sealed.card, sealed.face_down) if known else (None, None, None)
            assert (one.draws, one.card, one.face_down) == told
    for field in ("card", "face_down"):
        assert who_sees(GAME, field, sc.ChoiceSealed("doc", None, False)) == ("doc", "referee")
        assert who_sees(GAME, field, sc.ChoiceSealed("doc", "doc-fire", True)) == ("doc", "referee")


@pytest.mark.clause("melee.at-once", "ruling.melee.ghost")
def test_when_a_melee_is_shown_all_see_the_choices_but_not_a_card_that_is_laid_face_down() -> None:
    game = with_coach(melee=Melee(SEALED, True))
    for role in roles(GAME):
        seen = coach(game, role).melee
        assert seen
        cards = {seat: one.card for seat, one in seen.sealed.items()}
        assert cards["doc"] == "doc-fire"
        assert cards["ghost"] == ("ghost-move" if role in ("ghost", "referee") else None)
        assert {seat for seat, one in seen.sealed.items() if one.draws} == {"tuco"}


@pytest.mark.clause("ruling.plan.all-at-once")
def test_kept_cards_are_secret_and_how_many_they_are_is_not() -> None:
    game = with_coach(plan=Plan(1, ("ghost",), 2, {"doc": ("doc-fire", "doc-move"), "tuco": ()}))
    for role in roles(GAME):
        seen = coach(game, role).plan
        assert seen
        assert (seen.waiting, seen.plans) == (("ghost",), 2)
        assert seen.kept_count == {"doc": 2, "tuco": 0}
        assert seen.kept["doc"] == (("doc-fire", "doc-move") if role in ("doc", "referee") else None)
    kept = sc.CardsKept("doc", ("doc-fire", "doc-move"))
    assert who_sees(GAME, "cards", kept) == ("doc", "referee")
    assert who_sees(GAME, "count", kept) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.open-information", "hostage.burden.at-once")
def test_what_stands_beside_the_train_and_who_has_which_hostage_is_open() -> None:
    for role in roles(GAME):
        seen = coach(GAME, role)
        assert (seen.car, seen.shotgun, seen.hostages) == ("mail", "stagecoach.roof", ("poodle",))
        assert seen.captors == {"ghost": "teacher"}


@pytest.mark.clause("ruling.whisky.who-knows")
def test_what_the_marshal_drinks_all_see() -> None:
    drunk = sc.FlaskDrunk(1, "whisky-1", "old", "mail.inside", "dining.inside")
    assert who_sees(GAME, "kind", drunk) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.open-information")
def test_when_the_game_is_over_all_is_open() -> None:
    plan, melee = Plan(1, (), 2, {"doc": ("doc-fire",)}), Melee(SEALED, False)
    over = changed(with_coach(plan=plan, melee=melee), phase="over")
    for role in roles(over):
        assert changed(glimpse(over, role), role="referee") == glimpse(over, "referee")


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
