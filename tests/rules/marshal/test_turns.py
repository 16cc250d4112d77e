"""Shaking turns."""

from typing import Any

import pytest

from colt_rules.commands import DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import CardPlayed, CardsDrawn, TurnStarted
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import UseFlask
from colt_rules.rules.horses.events import FlaskCardMissing, FlaskCardPlayed
from colt_rules.rules.marshal.commands import Forgo, SearchForIdea
from tests.rules.marshal.tables import MODULES, WITH_HORSES
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    car    |         | mail | dining | baggage | prison |
    roof   |         |      | tuco   |         |        |
    inside | marshal | doc  |        |         |        |
"""
COACH = """
    car    |         | mail | dining | baggage | prison | stagecoach |
    roof   |         |      | tuco   |         |        | shotgun    |
    inside | marshal | doc  |        |         |        |            |
    beside |         |      |        |         |        |            |
"""
SEATS = ("tuco", "marshal", "doc")
HARMLESS = ("tuco-move", "tuco-floor-change", "tuco-floor-change", "tuco-robbery", "tuco-robbery")
NOTHING = "ruling.shaking.nothing-to-play"


def shaking(*hand: str, sketch: str = SKETCH, first: tuple[str, ...] = (), **fields: Any) -> Game:
    """Tuco is to act with these cards in hand in a shaking turn; ``first`` is what others have in hand."""
    hands = {"tuco": hand, "marshal": first or ("marshal-move",), "doc": ("doc-move",)}
    plain: dict[str, Any] = {"modules": MODULES, "card": "rough-track.2-4", "turn": 1, "seats": SEATS, "hands": hands}
    return board(sketch, **plain | fields)


def play(card: str, face_down: bool = False) -> PlayCard:
    return PlayCard(card.partition("-")[0], card, face_down)


@pytest.mark.clause("turn.shaking")
@pytest.mark.parametrize("card", ["tuco-fire", "tuco-punch"])
def test_nobody_lays_a_fire_or_a_punch(card: str) -> None:
    game = shaking(card, "tuco-move")
    assert answers(game, "tuco") == [play("tuco-move"), DrawCards("tuco"), SearchForIdea("tuco")]
    assert refusal(game, play(card)) == ("turn.shaking",)
    standard = shaking(card, "tuco-move", turn=0)
    accepted(standard, play(card))


@pytest.mark.clause("turn.shaking")
def test_nor_does_the_marshal() -> None:
    game = after(shaking("tuco-move", first=("marshal-fire", "marshal-arrest")), play("tuco-move"))
    assert answers(game, "marshal") == [play("marshal-arrest"), DrawCards("marshal")]
    assert refusal(game, play("marshal-fire")) == ("turn.shaking",)


@pytest.mark.clause("turn.shaking.idea")
def test_an_idea_can_be_laid() -> None:
    game = shaking("tuco-brilliant-idea", "tuco-move")
    assert cited(accepted(game, play("tuco-brilliant-idea")), CardPlayed)[-1] == "turn.shaking.idea"
    assert "turn.shaking.idea" not in cited(accepted(game, play("tuco-move")), CardPlayed)
    standard = shaking("tuco-brilliant-idea", turn=0)
    assert "turn.shaking.idea" not in cited(accepted(standard, play("tuco-brilliant-idea")), CardPlayed)


@pytest.mark.clause("turn.shaking.idea")
def test_nobody_is_told_of_an_idea_that_lies_face_down() -> None:
    hands = {"ghost": ("ghost-brilliant-idea", "ghost-move")}
    shaking_first = {"rough-track.2-4": ("shaking", "standard")}
    seats = ("ghost", "marshal", "doc")
    game = shaking(sketch=SKETCH.replace("tuco ", "ghost"), turn=0, seats=seats, hands=hands, turns=shaking_first)
    idea, move = (accepted(game, play(card, face_down=True)) for card in hands["ghost"])
    assert cited(idea, CardPlayed) == cited(move, CardPlayed)


@pytest.mark.clause("turn.shaking.idea")
def test_a_flask_lets_one_lay_an_idea_too() -> None:
    game = drinking("tuco-fire", "tuco-brilliant-idea", pile=(*HARMLESS, "tuco-move", "tuco-ride"))
    assert "turn.shaking.idea" in cited(accepted(game, play("tuco-brilliant-idea")), FlaskCardPlayed)


@pytest.mark.clause("ruling.shaking.like-standard", "turn.shaking")
def test_it_is_played_face_up_and_clockwise() -> None:
    game = shaking("tuco-move", "tuco-fire", turn=0, acted=2)
    verdict = accepted(game, play("doc-move"))
    assert told(verdict, TurnStarted) == [TurnStarted(1, "shaking", False, SEATS)]
    assert cited(verdict, TurnStarted)[1:] == (
        *("turn.shaking", "schemin.turn-order", "ruling.shaking.like-standard"),
        "ruling.prison.card-faces",
    )
    assert refusal(verdict.after, play("tuco-move", face_down=True)) == ("schemin.play.face-up",)


# --- nothing to lay


@pytest.mark.clause("ruling.shaking.nothing-to-play")
def test_who_can_neither_lay_nor_draw_lets_the_turn_go_by() -> None:
    pile = (*HARMLESS, "tuco-move", "tuco-brilliant-idea")
    game = shaking(
        "tuco-fire", "tuco-fire", "tuco-punch", "doc-bullet-6", pile=pile, received={"tuco": ("doc-bullet-6",)}
    )
    assert answers(game, "tuco") == [Forgo("tuco")]
    verdict = accepted(game, Forgo("tuco"))
    assert verdict.events == ((CardsDrawn("tuco", ()), ("turn.shaking", NOTHING)),)
    assert verdict.awaiting == (Decision("marshal", "scheme", "marshal"),)


@pytest.mark.clause("ruling.shaking.nothing-to-play")
def test_where_the_table_claims_that_a_draw_may_be_empty_there_is_one_way_to_let_it_go_by() -> None:
    pile = (*HARMLESS, "tuco-move", "tuco-brilliant-idea")
    game = shaking(*("tuco-fire", "tuco-fire", "tuco-punch"), pile=pile, rulings=["ruling.draw.what-is-left=pass"])
    assert answers(game, "tuco") == [DrawCards("tuco")]
    assert refusal(game, Forgo("tuco")) == ("schemin.play-or-draw", NOTHING)


@pytest.mark.clause("ruling.shaking.nothing-to-play")
@pytest.mark.parametrize("hand", [("tuco-fire", "tuco-punch"), ("tuco-fire", "tuco-move"), ("tuco-move",)])
def test_nobody_else_does(hand: tuple[str, ...]) -> None:
    game = shaking(*hand)
    assert Forgo("tuco") not in answers(game, "tuco")
    assert refusal(game, Forgo("tuco")) == ("schemin.play-or-draw", NOTHING)


@pytest.mark.clause("ruling.shaking.nothing-to-play")
def test_in_no_other_turn_either() -> None:
    pile = (*HARMLESS, "tuco-move", "tuco-brilliant-idea")
    game = shaking("tuco-fire", "tuco-fire", "tuco-punch", pile=pile, turn=0)
    assert refusal(game, Forgo("tuco")) == ("schemin.play-or-draw", NOTHING)


@pytest.mark.clause("ruling.shaking.nothing-to-play")
def test_with_only_bullets_one_draws_nothing_as_in_any_turn() -> None:
    pile = (*HARMLESS, "tuco-move", "tuco-brilliant-idea", "tuco-fire", "tuco-fire", "tuco-punch")
    game = shaking("doc-bullet-6", pile=pile, received={"tuco": ("doc-bullet-6",)})
    assert answers(game, "tuco") == [DrawCards("tuco")]


# --- flasks


def drinking(*hand: str, pile: tuple[str, ...]) -> Game:
    """Tuco has used a flask of classic whisky, and has drawn what is neither in hand nor on the pile."""
    game = shaking(*hand, sketch=COACH, modules=WITH_HORSES, loot={"tuco": ("whisky",)}, pile=pile)
    return after(game, UseFlask("tuco", "whisky-1"))


@pytest.mark.clause("ruling.shaking.like-standard")
def test_the_card_of_a_flask_is_no_fire_or_punch_either() -> None:
    game = drinking("tuco-fire", "tuco-move", pile=(*HARMLESS, "tuco-brilliant-idea", "tuco-ride"))
    assert answers(game, "tuco") == [play("tuco-move")]
    refused = ("turn.shaking", "ruling.shaking.like-standard")
    assert refusal(game, play("tuco-fire")) == refused
    assert refusal(game, play("tuco-punch")) == refused
    assert refusal(game, Forgo("tuco")) == ("whisky.no-draw", NOTHING)


@pytest.mark.clause("ruling.shaking.nothing-to-play")
def test_a_flask_that_brings_nothing_else_is_used_in_vain() -> None:
    game = drinking("tuco-fire", pile=(*HARMLESS, "tuco-move", "tuco-brilliant-idea", "tuco-ride"))
    assert answers(game, "tuco") == [Forgo("tuco")]
    verdict = accepted(game, Forgo("tuco"))
    assert verdict.events[0] == (FlaskCardMissing("tuco"), ("turn.shaking", NOTHING))
    assert verdict.awaiting == (Decision("marshal", "scheme", "marshal"),)
