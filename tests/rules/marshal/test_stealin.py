"""Reflexes: hands stay through Stealin', and when the pile is done everybody may lay one card more."""

from typing import Any

import pytest

from colt_rules.commands import Move, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import ActionIdle, CardRevealed, HandReturned, PileTurned
from colt_rules.kernel import awaiting
from colt_rules.model.state import Game
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import HandKept, KeepingStarted
from colt_rules.rules.marshal.commands import Forgo
from colt_rules.rules.marshal.events import PlusOffered, ReflexDeclined, ReflexesEnded, ReflexesStarted, ReflexPlayed
from colt_rules.rules.marshal.model import MARSHAL
from tests.rules.marshal.tables import MODULES
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

STAY = "happening.reflexes.hands-stay"
ONE_MORE = "happening.reflexes.one-more"
REST = "happening.reflexes.rest-on-top"
EXPERT = ("base", "expert", "mei", "marshal")
SKETCH = """
    car    |         | mail  | dining | baggage | prison |
    roof   |         |       | tuco   |         |        |
    inside | marshal | ghost | doc    |         |        |
"""
HANDS: dict[str, list[str]] = {
    "tuco": ["tuco-move", "tuco-fire"],
    MARSHAL: ["marshal-move-plus", "marshal-arrest"],
    "doc": [],
    "ghost": ["ghost-move", "doc-bullet-6"],
}


def scheming(card: str = "reflexes.2-4", **fields: Any) -> Game:
    """Ghost is the last to play a card in this round; Doc, whose hand is empty, is first player."""
    plain: dict[str, Any] = {
        "modules": MODULES,
        "card": card,
        "rounds": ["bridge.2-4"],
        "seats": ["tuco", MARSHAL, "ghost", "doc"],
        "first": "doc",
        "turn": 2,
        "acted": 3,
        "received": {"ghost": ["doc-bullet-6"]},
        "hands": HANDS,
    }
    return board(SKETCH, **plain | fields)


def done(**fields: Any) -> Game:
    """The pile, on which Ghost's Move lay alone, is done."""
    return after(after(scheming(**fields), play("ghost-move")), Move("ghost", "dining.inside"))


def play(card: str, face_down: bool = False) -> PlayCard:
    return PlayCard(card.partition("-")[0], card, face_down)


# --- hands stay


@pytest.mark.clause("happening.reflexes.hands-stay")
def test_when_schemin_is_over_hands_stay_as_they_are() -> None:
    verdict = accepted(scheming(), play("ghost-move"))
    assert told(verdict, HandReturned) == []
    assert STAY in cited(verdict, PileTurned)
    assert verdict.after.cards["tuco"].hand == tuple(HANDS["tuco"])
    assert verdict.after.cards["ghost"].hand == ("doc-bullet-6",)


@pytest.mark.clause("happening.reflexes.hands-stay")
@pytest.mark.parametrize("fields", [{"card": "safe-place.2-4", "turn": 3}, {"happenings": False}])
def test_in_other_rounds_and_without_happenings_they_go_on_the_decks(fields: dict[str, Any]) -> None:
    verdict = accepted(scheming(**fields), play("ghost-move"))
    assert told(verdict, HandReturned)
    assert STAY not in cited(verdict, PileTurned)
    assert verdict.after.cards["tuco"].hand == ()
    ended = accepted(verdict.after, Move("ghost", "dining.inside"))
    assert told(ended, ReflexesStarted) == []


# --- one card more


@pytest.mark.clause("happening.reflexes.one-more")
def test_whoever_has_cards_is_asked_clockwise_from_the_first_player() -> None:
    game = after(scheming(), play("ghost-move"))
    verdict = accepted(game, Move("ghost", "dining.inside"))
    assert told(verdict, ReflexesStarted) == [ReflexesStarted(1, ("tuco", MARSHAL, "ghost"))]
    assert cited(verdict, ReflexesStarted) == (ONE_MORE,)
    assert awaiting(verdict.after) == (Decision("tuco", "reflex", "tuco"),)
    assert answers(verdict.after, "tuco") == [play("tuco-move"), play("tuco-fire"), Forgo("tuco")]


@pytest.mark.clause("happening.reflexes.one-more", "ruling.reflexes.pass")
def test_a_card_is_carried_out_on_the_spot_and_a_plus_brings_no_other() -> None:
    game = after(after(done(), play("tuco-move")), Move("tuco", "baggage.roof"))
    assert game.figures["tuco"].place == "baggage.roof"
    verdict = accepted(game, play("marshal-move-plus"))
    assert told(verdict, ReflexPlayed) == [ReflexPlayed(MARSHAL, "marshal-move-plus")]
    assert cited(verdict, ReflexPlayed) == (ONE_MORE,)
    assert told(verdict, CardRevealed) == [CardRevealed(MARSHAL, "marshal-move-plus")]
    assert told(verdict, PlusOffered) == []
    moved = after(verdict.after, Move(MARSHAL, "mail.inside"))
    assert awaiting(moved) == (Decision("ghost", "reflex", "ghost"),)


@pytest.mark.clause("happening.reflexes.one-more", "ruling.reflexes.pass")
def test_whoever_has_only_bullets_is_asked_but_cannot_lay_one() -> None:
    game = after(after(done(), Forgo("tuco")), Forgo(MARSHAL))
    assert answers(game, "ghost") == [Forgo("ghost")]
    assert refusal(game, PlayCard("ghost", "doc-bullet-6", False)) == (ONE_MORE, "schemin.play.actions-only")
    assert refusal(game, play("ghost-fire")) == (ONE_MORE,)


@pytest.mark.clause("happening.reflexes.one-more")
def test_a_reflex_lies_open() -> None:
    assert refusal(done(), play("tuco-move", face_down=True)) == (ONE_MORE,)


@pytest.mark.clause("ruling.reflexes.pass")
def test_nobody_has_to_and_in_the_cell_a_reflex_does_nothing() -> None:
    verdict = accepted(done(), Forgo("tuco"))
    assert told(verdict, ReflexDeclined) == [ReflexDeclined("tuco")]
    assert cited(verdict, ReflexDeclined) == (ONE_MORE, "ruling.reflexes.pass")
    jailed = reflex_in_the_cell()
    idle = accepted(jailed, play("tuco-move"))
    assert "prison-car.cell.no-effect" in cited(idle, ActionIdle)


def reflex_in_the_cell() -> Game:
    """Tuco is asked for a reflex in the cell."""
    game = board(
        SKETCH.replace("tuco", "    "),
        modules=MODULES,
        card="reflexes.2-4",
        rounds=["bridge.2-4"],
        seats=["tuco", MARSHAL, "ghost", "doc"],
        cell=["tuco"],
        turn=2,
        acted=2,
        hands={"tuco": ["tuco-move"], MARSHAL: [], "ghost": ["ghost-move"], "doc": ["doc-move"]},
    )
    played = after(after(game, play("ghost-move")), play("doc-move"))
    return after(after(played, Move("ghost", "dining.inside")), Move("doc", "baggage.inside"))


# --- the rest


@pytest.mark.clause("happening.reflexes.rest-on-top")
def test_when_everybody_was_asked_the_rest_goes_on_the_decks() -> None:
    game = after(after(after(done(), play("tuco-move")), Move("tuco", "baggage.roof")), Forgo(MARSHAL))
    verdict = accepted(game, Forgo("ghost"))
    assert told(verdict, HandReturned) == [
        HandReturned(seat, cards)
        for seat, cards in (
            ("tuco", ("tuco-fire",)),
            (MARSHAL, ("marshal-move-plus", "marshal-arrest")),
            ("ghost", ("doc-bullet-6",)),
        )
    ]
    assert REST in cited(verdict, HandReturned)
    assert cited(verdict, ReflexesEnded) == (REST,)
    assert verdict.after.round.number == 2


@pytest.mark.clause("happening.reflexes.rest-on-top")
def test_before_everybody_was_asked_hands_stay() -> None:
    verdict = accepted(done(), Forgo("tuco"))
    assert told(verdict, HandReturned) == told(verdict, ReflexesEnded) == []
    assert verdict.after.cards["tuco"].hand == tuple(HANDS["tuco"])


@pytest.mark.clause("ruling.reflexes.expert")
def test_in_the_expert_variant_cards_are_kept_and_discarded_after_the_reflexes() -> None:
    game = after(after(done(modules=EXPERT), Forgo("tuco")), Forgo(MARSHAL))
    verdict = accepted(game, Forgo("ghost"))
    assert told(verdict, KeepingStarted) == [KeepingStarted(("tuco", MARSHAL, "ghost"))]
    assert "ruling.reflexes.expert" in cited(verdict, KeepingStarted)
    assert told(verdict, HandReturned) == []
    keeping = verdict.after
    kept = accepted(keeping, KeepCards("tuco", ("tuco-fire",)))
    assert told(kept, HandKept) == [HandKept("tuco", ("tuco-fire",), ("tuco-move",))]
    assert "ruling.reflexes.expert" in cited(kept, HandKept)
    assert refusal(keeping, KeepCards("ghost", ("doc-bullet-6",))) == ("expert.keep-cards", "ruling.reflexes.expert")
    assert refusal(keeping, KeepCards("tuco", ("tuco-move", "tuco-fire"))) == ("ruling.command.form",)


@pytest.mark.clause("ruling.reflexes.expert")
def test_with_no_card_left_nobody_is_asked_what_to_keep() -> None:
    hands = {"tuco": ["tuco-move"], MARSHAL: [], "doc": [], "ghost": ["ghost-move"]}
    game = after(done(modules=EXPERT, hands=hands, received={}), play("tuco-move"))
    verdict = accepted(game, Move("tuco", "baggage.roof"))
    assert told(verdict, KeepingStarted) == []
    assert verdict.after.round.number == 2
