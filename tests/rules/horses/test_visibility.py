"""Horses, flasks and who boards, in the eyes of each role."""

from typing import Any

import pytest

from colt_rules import events as e
from colt_rules.conformance.cases.board import board
from colt_rules.model.changes import with_part
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses import events as h
from colt_rules.rules.horses.model import Attack, horses_of
from colt_rules.views import glimpse, roles, view_event, view_reasons
from tests.rules.visibility import who_sees

GAME = board(
    """
    car    |      | mail       | dining            |
    roof   | tuco |            | doc               |
    inside | M    | whisky:old | whisky:half ghost |
    beside |      |            | horse             |
    """,
    modules=("base", "horses"),
    pile=["ghost-ride"],
    loot={"doc": ["whisky:old"], "tuco": ["whisky:old-half"]},
)
EVERYBODY = roles(GAME)


def horses(game: Game, role: str) -> Any:
    return part_of(glimpse(game, role), "horses")


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
    assert who_sees(GAME, "kind", h.FlaskPlaced("whisky-1", "old", "mail.inside")) == ("referee",)
    assert who_sees(GAME, "token", h.FlaskPlaced("whisky-1", "old", "mail.inside")) == EVERYBODY
    assert who_sees(GAME, "kind", h.FlaskUsed("doc", "doc", "whisky-3", "old", False, 2)) == EVERYBODY


@pytest.mark.clause("horses.secrecy.flasks", "ruling.whisky.who-knows")
def test_who_takes_or_loses_a_flask_sees_what_it_holds_and_nobody_else_does() -> None:
    _, used, _, docs = horses_of(GAME).flasks
    for event in (e.LootTaken("doc", docs, "mail.inside"), e.LootDropped("doc", used, "mail.inside")):
        assert who_sees(GAME, "kind", event) == tuple(role for role in EVERYBODY if role in ("doc", "referee"))
    assert who_sees(GAME, "kind", e.LootTaken("doc", "strongbox-1", "mail.inside")) == ()


def test_that_a_flask_is_worth_nothing_is_no_secret() -> None:
    assert who_sees(GAME, "value", e.LootTaken("doc", "whisky-1", "mail.inside")) == EVERYBODY
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
        assert seen.chosen == ("ghost", "doc")
        assert seen.hidden["doc"] == (("doc",) if role in ("doc", "referee") else None)
        assert seen.hidden["ghost"] == (() if role in ("ghost", "referee") else None)
    assert who_sees(GAME, "boards", h.BoardingSealed("doc", ("doc",))) == ("doc", "referee")
    assert who_sees(GAME, "boards", h.BoardingShown("doc", ("doc",))) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.hands")
def test_cards_for_a_flask_are_seen_like_all_others() -> None:
    assert who_sees(GAME, "cards", h.FlaskCardsDrawn("doc", ("doc-fire",))) == ("doc", "referee")
    assert who_sees(GAME, "count", h.FlaskCardsDrawn("doc", ("doc-fire",))) == EVERYBODY
    assert who_sees(GAME, "card", h.FlaskCardPlayed("doc", "doc-fire", True, 0, 0)) == ("doc", "referee")
    assert who_sees(GAME, "card", h.FlaskCardPlayed("doc", "doc-fire", False, 0, 0)) == EVERYBODY


@pytest.mark.clause("horses.secrecy.flasks", "ruling.whisky.who-knows")
def test_the_reason_for_a_flask_that_is_closed_or_known() -> None:
    for role in ("tuco", "ghost", "spectator"):
        assert "ruling.whisky.who-knows" in view_reasons(GAME, role).hidden
    assert "ruling.whisky.who-knows" in view_reasons(GAME, "doc").shown
    assert "horses.secrecy.flasks" not in view_reasons(GAME, "referee").hidden


@pytest.mark.clause("ruling.secrecy.open-information")
def test_where_horses_stand_is_open() -> None:
    for role in roles(GAME):
        assert horses(GAME, role).stands == {"horse-1": "dining"}
