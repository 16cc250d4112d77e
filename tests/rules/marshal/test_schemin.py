"""The first phase with a Marshal: goals that come up, plus cards, cards held back."""

from typing import Any

import pytest

from colt_rules.commands import ChangeFloor, DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import CardPlayed, DeckShuffled, HandDrawn, HandReturned, PileTurned, RoundStarted
from colt_rules.kernel import awaiting
from colt_rules.model.state import Game
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import KeepingStarted
from colt_rules.rules.marshal.commands import Forgo
from colt_rules.rules.marshal.events import (
    CardsHeld,
    GoalCameUp,
    HoldingStarted,
    PlusCardPlayed,
    PlusDeclined,
    PlusOffered,
)
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from colt_rules.rules.marshal.schemin import held
from colt_rules.rules.rulebook import rules_of
from tests.rules.marshal.tables import MODULES, dealt
from tests.rules.sittings import cited, simple_answer, told
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    car    |         | mail  | dining | baggage | prison |
    roof   |         |       | tuco   |         |        |
    inside | marshal | ghost |        |         |        |
"""
SEATS = (MARSHAL, "tuco", "ghost")
FOUR = ("marshal-move-plus", "marshal-floor-change-plus", "marshal-arrest", "marshal-fire")
TURN_ORDER = ("ruling.command.form", "schemin.turn-order")


def scheming(hand: tuple[str, ...] = FOUR, **fields: Any) -> Game:
    """The Marshal is to act with these cards in hand, in a standard turn unless the fields say otherwise."""
    hands = {MARSHAL: hand, "tuco": ("tuco-fire", "tuco-move"), "ghost": ("ghost-move",)}
    plain: dict[str, Any] = {"modules": MODULES, "card": "bridge.2-4", "seats": SEATS, "hands": hands}
    return board(SKETCH, **plain | fields)


def play(card: str, face_down: bool = False) -> PlayCard:
    return PlayCard(card.partition("-")[0], card, face_down)


# --- goals


@pytest.mark.clause("goal.one-each-round")
def test_a_goal_comes_up_when_the_first_round_starts() -> None:
    game = dealt("station")
    future = marshal_of(game).future
    assert future
    verdict = accepted(game, simple_answer(game, "chance"))
    assert told(verdict, GoalCameUp) == [GoalCameUp(future[0])]
    assert cited(verdict, GoalCameUp)[0] == "goal.one-each-round"
    assert (marshal_of(verdict.after).current, marshal_of(verdict.after).future) == (future[:1], future[1:])


@pytest.mark.clause("goal.one-each-round")
def test_and_another_one_in_every_round_after_it() -> None:
    game = board(
        SKETCH,
        modules=MODULES,
        seats=SEATS,
        pile=("tuco-floor-change",),
        rounds=("tunnel.2-4",),
        current=("keys",),
        future=("scratches", "warrant-tuco"),
    )
    verdict = accepted(game, ChangeFloor("tuco", "dining.inside"))
    assert told(verdict, RoundStarted)
    assert told(verdict, GoalCameUp) == [GoalCameUp("scratches")]
    assert marshal_of(verdict.after).current == ("keys", "scratches")


# --- plus cards


@pytest.mark.clause("plus.another-card", "ruling.plus.stop-when-he-likes")
def test_a_plus_card_lets_him_play_another_before_anybody_acts() -> None:
    verdict = accepted(scheming(), play("marshal-move-plus"))
    assert verdict.events[1:] == ((PlusOffered(1), ("plus.another-card",)),)
    game = verdict.after
    assert awaiting(game) == (Decision(MARSHAL, "plus-card", MARSHAL),)
    assert answers(game, MARSHAL) == [*(play(card) for card in FOUR[1:]), Forgo(MARSHAL)]
    other = accepted(game, play("marshal-arrest"))
    cites = ("plus.another-card", "schemin.play.face-up", "schemin.play.on-top")
    assert other.events == ((PlusCardPlayed(MARSHAL, "marshal-arrest"), cites),)
    assert [played.card for played in other.after.round.pile] == ["marshal-move-plus", "marshal-arrest"]
    assert other.awaiting == (Decision("tuco", "scheme", "tuco"),)


@pytest.mark.clause("plus.another-card")
@pytest.mark.parametrize("hand", [("marshal-move", "marshal-fire"), ("marshal-move-plus",)])
def test_no_other_card_without_a_plus_or_without_a_card(hand: tuple[str, ...]) -> None:
    verdict = accepted(scheming(hand), play(hand[0]))
    assert not told(verdict, PlusOffered)
    assert verdict.awaiting == (Decision("tuco", "scheme", "tuco"),)
    assert refusal(verdict.after, play("marshal-fire")) == TURN_ORDER


@pytest.mark.clause("plus.another-card")
def test_who_has_only_bullets_left_is_asked_so_that_nobody_learns_it() -> None:
    hand = ("marshal-move-plus", "tuco-bullet-6")
    game = after(scheming(hand, received={MARSHAL: ("tuco-bullet-6",)}), play(hand[0]))
    assert answers(game, MARSHAL) == [Forgo(MARSHAL)]
    assert refusal(game, PlayCard(MARSHAL, "tuco-bullet-6", False)) == ("schemin.play.actions-only",)
    assert refusal(game, play("marshal-fire")) == ("schemin.play-or-draw",)


@pytest.mark.clause("plus.no-draw")
def test_he_cannot_draw_instead() -> None:
    game = scheming()
    assert DrawCards(MARSHAL) in answers(game, MARSHAL)
    assert refusal(after(game, play("marshal-move-plus")), DrawCards(MARSHAL)) == ("plus.no-draw",)


@pytest.mark.clause("plus.three-in-a-row")
def test_two_plus_cards_make_three_and_there_is_no_fourth() -> None:
    game = after(scheming(), play("marshal-move-plus"))
    second = accepted(game, play("marshal-floor-change-plus"))
    assert second.events[1] == (PlusOffered(1), ("plus.another-card", "plus.three-in-a-row"))
    third = accepted(second.after, play("marshal-arrest"))
    assert not told(third, PlusOffered)
    assert len(third.after.round.pile) == 3
    assert refusal(third.after, play("marshal-fire")) == (*TURN_ORDER, "plus.three-in-a-row")
    assert answers(third.after, MARSHAL) == []


@pytest.mark.clause("plus.three-in-a-row")
def test_after_one_plus_card_there_is_no_third() -> None:
    game = after(after(scheming(), play("marshal-move-plus")), play("marshal-arrest"))
    assert refusal(game, play("marshal-fire")) == TURN_ORDER


@pytest.mark.clause("plus.standard-turns-only")
@pytest.mark.parametrize(("card", "turn"), [("points-ahead.2-4", 2), ("points-ahead.2-4", 3)])
def test_in_special_turns_the_plus_means_nothing(card: str, turn: int) -> None:
    verdict = accepted(scheming(card=card, turn=turn), play("marshal-move-plus"))
    assert cited(verdict, CardPlayed)[-1] == "plus.standard-turns-only"
    assert not told(verdict, PlusOffered)
    assert refusal(verdict.after, play("marshal-move")) == (*TURN_ORDER, "plus.standard-turns-only")


@pytest.mark.clause("plus.standard-turns-only")
def test_in_a_tunnel_nothing_tells_that_it_was_a_plus_card() -> None:
    game = scheming((*FOUR, "marshal-move"), turn=1, card="tunnel.2-4")
    plus, plain = (accepted(game, play(card, face_down=True)) for card in ("marshal-move-plus", "marshal-move"))
    assert cited(plus, CardPlayed) == cited(plain, CardPlayed)
    assert not told(plus, PlusOffered)


@pytest.mark.clause("plus.standard-turns-only")
def test_what_a_bandit_is_refused_out_of_turn_has_nothing_to_do_with_it() -> None:
    game = after(scheming(card="points-ahead.2-4", turn=2), play("marshal-move-plus"))
    assert refusal(game, play("ghost-move")) == TURN_ORDER


@pytest.mark.clause("ruling.plus.stop-when-he-likes")
def test_he_may_leave_it_at_that_and_hides_nothing() -> None:
    game = after(scheming(), play("marshal-move-plus"))
    verdict = accepted(game, Forgo(MARSHAL))
    assert verdict.events == ((PlusDeclined(MARSHAL), ("plus.another-card", "ruling.plus.stop-when-he-likes")),)
    assert verdict.awaiting == (Decision("tuco", "scheme", "tuco"),)
    hidden = refusal(game, play("marshal-fire", face_down=True))
    assert hidden == ("turn.standard", "ruling.plus.stop-when-he-likes")


# --- cards held back

LAST_TURN: dict[str, Any] = {"card": "rough-track.2-4", "rounds": ("bridge.2-4",), "turn": 3, "acted": 2}


def holding(**fields: Any) -> Game:
    """Ghost has played the last card of Schemin' in a round with a plan-of-attack symbol."""
    hand = ("marshal-arrest",)
    return after(scheming(hand, **LAST_TURN | fields), play("ghost-move"))


@pytest.mark.clause("prison.plan.keep")
def test_everybody_with_cards_says_at_once_which_to_hold_back() -> None:
    verdict = accepted(scheming(("marshal-arrest",), **LAST_TURN), play("ghost-move"))
    assert verdict.events[1] == (
        HoldingStarted(1, (MARSHAL, "tuco"), 1),
        ("prison.plan.keep", "ruling.prison.card-faces"),
    )
    game = verdict.after
    assert awaiting(game) == (Decision(MARSHAL, "hold", MARSHAL), Decision("tuco", "hold", "tuco"))
    assert answers(game, "tuco") == [KeepCards("tuco", cards) for cards in ((), ("tuco-fire",), ("tuco-move",))]
    kept = accepted(game, KeepCards("tuco", ("tuco-move",)))
    assert kept.events == ((CardsHeld("tuco", ("tuco-move",)), ("prison.plan.keep", "prison.plan.next-hand")),)
    turned = accepted(kept.after, KeepCards(MARSHAL, ()))
    assert told(turned, HandReturned) == [
        HandReturned(MARSHAL, ("marshal-arrest",)),
        HandReturned("tuco", ("tuco-fire",)),
    ]
    cites = [cites for event, cites in turned.events if isinstance(event, HandReturned)]
    assert ["prison.plan.keep" in each for each in cites] == [False, True]
    assert turned.after.cards["tuco"].hand == ("tuco-move",)
    assert held(rules_of(game), turned.after, "tuco") == ("tuco-move",)


@pytest.mark.clause("prison.plan.keep")
def test_not_more_cards_than_symbols_and_only_those_in_hand() -> None:
    game = holding()
    for wrong in (("tuco-fire", "tuco-move"), ("tuco-punch",), ("marshal-arrest",)):
        assert refusal(game, KeepCards("tuco", wrong)) == ("prison.plan.keep",)
    assert refusal(game, KeepCards("tuco", ("tuco-move", "tuco-fire"))) == ("ruling.command.form",)


@pytest.mark.clause("prison.plan.keep")
@pytest.mark.parametrize("fields", [{"card": "safe-place.2-4"}, {"rounds": (), "number": 5}])
def test_nothing_is_held_back_without_a_symbol_or_a_next_round(fields: dict[str, Any]) -> None:
    verdict = accepted(scheming(("marshal-arrest",), **LAST_TURN | fields), play("ghost-move"))
    assert not told(verdict, HoldingStarted)
    assert told(verdict, PileTurned)


@pytest.mark.clause("prison.plan.keep")
def test_bullets_can_be_held_back_too() -> None:
    hands = {MARSHAL: ("marshal-arrest",), "tuco": ("ghost-bullet-6",), "ghost": ("ghost-move",)}
    game = holding(hands=hands, received={"tuco": ("ghost-bullet-6",)})
    assert KeepCards("tuco", ("ghost-bullet-6",)) in answers(game, "tuco")


@pytest.mark.clause("prison.plan.next-hand")
def test_what_is_held_back_is_part_of_the_next_hand() -> None:
    game = board(
        SKETCH,
        modules=MODULES,
        seats=SEATS,
        card="rough-track.2-4",
        rounds=("bridge.2-4",),
        pile=("tuco-floor-change",),
        held={"tuco": ("tuco-fire",)},
    )
    game = after(game, ChangeFloor("tuco", "dining.inside"))
    drawn = {}
    while awaiting(game)[0].kind == "deck":
        seat = awaiting(game)[0].subject
        verdict = accepted(game, simple_answer(game, "chance"))
        drawn[seat] = (len(told(verdict, HandDrawn)[0].cards), cited(verdict, HandDrawn), cited(verdict, DeckShuffled))
        game = verdict.after
    assert {seat: count for seat, (count, _, _) in drawn.items()} == {"tuco": 5, "ghost": 6, MARSHAL: 6}
    assert all("prison.plan.next-hand" in cites for cites in drawn["tuco"][1:])
    assert not any("prison.plan.next-hand" in cites for cites in drawn["ghost"][1:])
    assert game.cards["tuco"].hand[0] == "tuco-fire"
    assert len(game.cards["tuco"].hand) == 6
    assert held(rules_of(game), game, "tuco") == ()


@pytest.mark.clause("prison.plan.not-with-expert")
def test_in_the_expert_variant_the_symbols_are_passed_over() -> None:
    game = scheming(("marshal-arrest",), modules=("base", "expert", "mei", "marshal"), **LAST_TURN)
    verdict = accepted(game, play("ghost-move"))
    assert not told(verdict, HoldingStarted)
    assert cited(verdict, KeepingStarted)[-1] == "prison.plan.not-with-expert"
    accepted(verdict.after, KeepCards("tuco", ("tuco-fire", "tuco-move")))
    plain = scheming(
        ("marshal-arrest",), modules=("base", "expert", "mei", "marshal"), **LAST_TURN | {"card": "safe-place.2-4"}
    )
    assert "prison.plan.not-with-expert" not in cited(accepted(plain, play("ghost-move")), KeepingStarted)


@pytest.mark.clause("prison.plan.keep")
def test_with_the_stagecoach_its_own_plan_of_attack_is_asked_for() -> None:
    sketch = """
        car    |         | mail  | dining | baggage | prison | stagecoach |
        roof   |         |       | tuco   |         |        | shotgun    |
        inside | marshal | ghost |        |         |        |            |
        beside |         |       |        |         |        |            |
    """
    hands = {MARSHAL: ("marshal-arrest",), "tuco": ("tuco-fire",), "ghost": ("ghost-move",)}
    modules = ("base", "horses", "stagecoach", "mei", "marshal")
    game = board(sketch, modules=modules, seats=SEATS, hands=hands, **LAST_TURN)
    verdict = accepted(game, play("ghost-move"))
    assert not told(verdict, HoldingStarted)
    assert {decision.kind for decision in verdict.awaiting} == {"plan"}
    assert verdict.awaiting[0].actor == MARSHAL
