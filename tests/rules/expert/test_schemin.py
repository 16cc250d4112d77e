"""Schemin' in the expert variant: hands are filled up and not dealt anew, and what is left of them can be kept."""

from collections import Counter
from typing import Any

import pytest

from colt_rules.commands import Deal, DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import CardsDrawn, DeckShuffled, HandDrawn, HandReturned, PileTurned, SeatTaken, TurnStarted
from colt_rules.kernel import NEW, awaiting, fold, legal, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import (
    BulletsDiscarded,
    DiscardShuffled,
    DrawAnnounced,
    HandFilled,
    HandKept,
    KeepingStarted,
)
from colt_rules.views import view, view_event
from tests.rules.sittings import cited, sitting, told, until
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    roof   | tuco | ghost | belle |
    inside |      | M     |       |
"""
EXPERT = ("base", "expert")
TUCO = ("tuco-move", "tuco-move", "tuco-floor-change", "tuco-floor-change", "tuco-fire", "tuco-fire")


def scheming(**fields: Any) -> Game:
    """Tuco, Ghost and Belle in the last turn of a round, nobody with cards but those named."""
    return board(SKETCH, **{"modules": EXPERT, "hands": {}, "card": "bridge.2-4"} | fields)


def ending(hands: dict[str, list[str]], **fields: Any) -> Game:
    """The last turn of a round; the last of three players, Belle, is about to act."""
    return scheming(hands={"belle": ["belle-move"], **hands}, turn=2, acted=2, **fields)


def round_over(**fields: Any) -> Game:
    """The end of a round with nothing left to do: settled, the next one begins."""
    game = scheming(rounds=["tunnel.2-4"], **fields)
    return changed(game, phase="round-end", round=changed(game.round, order=()))


# --- the first hands


@pytest.mark.clause("expert.discard-pile", "expert.draw-up-to-six", "expert.no-shuffle")
def test_the_first_hands_are_shuffled_and_drawn_as_always_and_no_discard_pile_has_a_card() -> None:
    game = until("deck", sitting(variant="expert"))
    verdict = accepted(game, Deal("chance", "deck", "ghost", game.cards["ghost"].deck))
    assert told(verdict, DeckShuffled)
    assert [len(event.cards) for event in told(verdict, HandDrawn)] == [6]
    assert [cards.discard for cards in verdict.after.cards.values()] == [()] * 4
    assert "expert.discard-pile" in cited(accepted(NEW, sitting(variant="expert")), SeatTaken)


# --- the end of the phase


@pytest.mark.clause("expert.keep-cards", "expert.discard-rest", "ruling.expert.kept-in-secret")
def test_after_the_last_turn_everybody_with_cards_is_asked_at_once() -> None:
    game = ending(
        {"tuco": ["tuco-fire"], "ghost": ["ghost-move", "neutral-bullet"]}, received={"ghost": ["neutral-bullet"]}
    )
    verdict = accepted(game, PlayCard("belle", "belle-move", False))
    assert told(verdict, KeepingStarted) == [KeepingStarted(("tuco", "ghost"))]
    assert "expert.keep-cards" in cited(verdict, KeepingStarted)
    assert verdict.awaiting == (Decision("tuco", "kept-cards", "tuco"), Decision("ghost", "kept-cards", "ghost"))
    assert not told(verdict, HandReturned)
    assert verdict.after.phase == "schemin"


@pytest.mark.clause("expert.keep-cards", "ruling.expert.kept-in-secret")
@pytest.mark.parametrize("order", [("tuco", "ghost"), ("ghost", "tuco")])
def test_they_answer_in_any_order_and_then_the_pile_is_turned(order: tuple[str, str]) -> None:
    game = after(ending({"tuco": ["tuco-fire"], "ghost": ["ghost-move"]}), PlayCard("belle", "belle-move", False))
    first = accepted(game, KeepCards(order[0], ()))
    assert not told(first, PileTurned)
    last = accepted(first.after, KeepCards(order[1], ()))
    assert told(last, PileTurned)
    assert refusal(first.after, KeepCards(order[0], ())) == ("ruling.command.form", "schemin.turn-order")


@pytest.mark.clause("expert.keep-cards")
def test_with_no_cards_left_in_any_hand_nobody_is_asked() -> None:
    verdict = accepted(ending({}), PlayCard("belle", "belle-move", False))
    assert not told(verdict, KeepingStarted)
    assert told(verdict, PileTurned)


@pytest.mark.clause("expert.keep-cards")
def test_any_of_the_action_cards_in_hand_can_be_kept_none_some_or_all() -> None:
    hand = ["tuco-move", "tuco-fire", "tuco-move", "neutral-bullet"]
    game = ending({"tuco": hand}, received={"tuco": ["neutral-bullet"]})
    game = after(game, PlayCard("belle", "belle-move", False))
    rows = {command.cards for command in answers(game, "tuco") if isinstance(command, KeepCards)}
    assert rows == {
        (),
        ("tuco-fire",),
        ("tuco-move",),
        ("tuco-fire", "tuco-move"),
        ("tuco-move", "tuco-move"),
        ("tuco-fire", "tuco-move", "tuco-move"),
    }


@pytest.mark.clause("expert.keep-cards", "expert.discard-rest", "ruling.command.form")
@pytest.mark.parametrize(
    ("cards", "clauses"),
    [
        (("neutral-bullet",), ("expert.keep-cards", "expert.discard-rest")),
        (("neutral-bullet", "tuco-move"), ("expert.keep-cards", "expert.discard-rest")),
        (("tuco-punch",), ("expert.keep-cards",)),
        (("tuco-fire", "tuco-fire"), ("expert.keep-cards",)),
        (("ghost-move",), ("expert.keep-cards",)),
        (("tuco-move", "tuco-fire"), ("ruling.command.form",)),
    ],
)
def test_bullets_and_cards_that_are_not_in_hand_cannot_be_kept(
    cards: tuple[str, ...], clauses: tuple[str, ...]
) -> None:
    hand = ["tuco-move", "tuco-fire", "tuco-move", "neutral-bullet"]
    game = ending({"tuco": hand}, received={"tuco": ["neutral-bullet"]})
    game = after(game, PlayCard("belle", "belle-move", False))
    assert refusal(game, KeepCards("tuco", cards)) == clauses


@pytest.mark.clause("expert.keep-cards", "expert.discard-rest", "expert.discard-pile")
def test_what_is_not_kept_goes_on_the_discard_pile_with_all_bullets_and_none_on_the_deck() -> None:
    hand = ["tuco-move", "tuco-fire", "tuco-bullet-6", "neutral-bullet"]
    game = ending(
        {"tuco": hand}, received={"tuco": ["neutral-bullet", "tuco-bullet-6"]}, discards={"tuco": ["tuco-marshal"]}
    )
    game = after(game, PlayCard("belle", "belle-move", False))
    deck = game.cards["tuco"].deck
    verdict = accepted(game, KeepCards("tuco", ("tuco-move",)))
    mine = verdict.after.cards["tuco"]
    assert mine.hand == ("tuco-move",)
    assert mine.deck == deck
    assert mine.discard[0] == "tuco-marshal"
    assert Counter(mine.discard[1:]) == Counter(["tuco-fire", "tuco-bullet-6", "neutral-bullet"])
    assert {"expert.keep-cards", "expert.discard-rest"} <= set(cited(verdict, HandKept))
    assert told(verdict, HandReturned) == []


@pytest.mark.clause("ruling.expert.kept-in-secret")
def test_others_see_how_many_cards_were_kept_and_not_which() -> None:
    game = ending({"tuco": ["tuco-move", "tuco-fire"], "ghost": ["ghost-move"]})
    game = after(game, PlayCard("belle", "belle-move", False))
    one = accepted(game, KeepCards("tuco", ("tuco-move",)))
    other = accepted(game, KeepCards("tuco", ("tuco-fire",)))
    for role in ("ghost", "belle", "spectator"):
        assert view(one.after, role) == view(other.after, role)
        seen = view_event(one.events[0][0], role, one.after)
        assert seen == view_event(other.events[0][0], role, other.after)
        assert seen is not None
        assert (seen.data["kept_count"], seen.data["discarded_count"]) == (1, 1)
    assert view(one.after, "tuco") != view(other.after, "tuco")


# --- the next hand


@pytest.mark.clause("expert.draw-up-to-six", "expert.no-shuffle")
def test_the_next_hand_is_filled_up_to_six_from_the_top_of_the_unshuffled_deck() -> None:
    deck = ["tuco-punch", "tuco-marshal", "tuco-robbery", "tuco-robbery", "tuco-fire", "tuco-fire"]
    game = round_over(hands={"tuco": TUCO[:4]}, decks={"tuco": deck})
    verdict = settle(game)
    filled = {event.seat: event.cards for event in told(verdict, HandFilled)}
    assert filled["tuco"] == ("tuco-punch", "tuco-marshal")
    assert filled["ghost"] == game.cards["ghost"].deck[:6]
    assert verdict.after.cards["tuco"].hand == (*TUCO[:4], "tuco-punch", "tuco-marshal")
    assert verdict.after.cards["tuco"].deck == tuple(deck[2:])
    assert not told(verdict, DeckShuffled)
    assert not told(verdict, HandDrawn)
    assert {"expert.draw-up-to-six", "expert.no-shuffle"} <= set(cited(verdict, HandFilled))
    assert [decision.kind for decision in verdict.awaiting] == ["scheme"]
    assert fold((event for event, _ in verdict.events), game) == verdict.after


@pytest.mark.clause("expert.draw-up-to-six", "ruling.expert.full-hand")
@pytest.mark.parametrize("kept", [6, 8])
def test_whoever_holds_six_or_more_draws_none(kept: int) -> None:
    hand = (*TUCO, "tuco-punch", "tuco-marshal")[:kept]
    verdict = settle(round_over(hands={"tuco": hand}, discards={"tuco": ["tuco-robbery"]}))
    assert verdict.after.cards["tuco"].hand == hand
    assert verdict.after.cards["tuco"].discard == ("tuco-robbery",)
    filled = {event.seat: (event.cards, cites) for event, cites in verdict.events if isinstance(event, HandFilled)}
    assert filled["tuco"][0] == ()
    assert "ruling.expert.full-hand" in filled["tuco"][1]
    assert "ruling.expert.full-hand" not in filled["ghost"][1]


@pytest.mark.clause("ruling.expert.doc", "expert.draw-up-to-six")
@pytest.mark.parametrize(("powers", "size"), [(True, 7), (False, 6)])
def test_doc_draws_up_to_seven_while_he_has_his_power(powers: bool, size: int) -> None:
    game = board(
        "roof | doc | ghost | belle |\ninside | | M | |",
        modules=EXPERT,
        hands={"doc": ["doc-fire"]},
        card="bridge.2-4",
        rounds=["tunnel.2-4"],
        powers=powers,
    )
    verdict = settle(changed(game, phase="round-end", round=changed(game.round, order=())))
    assert len(verdict.after.cards["doc"].hand) == size
    assert len(verdict.after.cards["ghost"].hand) == 6
    cites = {event.seat: ids for event, ids in verdict.events if isinstance(event, HandFilled)}
    assert ("ruling.expert.doc" in cites["doc"]) == powers
    assert "ruling.expert.doc" not in cites["ghost"]


# --- the discard pile is shuffled


@pytest.mark.clause("expert.reshuffle", "ruling.expert.deck-first")
def test_a_deck_that_runs_out_in_filling_the_hand_is_drawn_first_then_the_shuffled_discard_pile() -> None:
    deck = ["tuco-punch", "tuco-marshal"]
    discard = [*TUCO[:4], "tuco-fire", "tuco-robbery", "tuco-robbery"]
    game = settle(round_over(hands={"tuco": ["tuco-fire"]}, decks={"tuco": deck}, discards={"tuco": discard})).after
    assert awaiting(game) == (Decision("chance", "discard", "tuco"),)
    row = tuple(reversed(discard))
    verdict = accepted(game, Deal("chance", "discard", "tuco", row))
    assert {"expert.reshuffle", "ruling.expert.deck-first"} <= set(cited(verdict, DiscardShuffled))
    mine = verdict.after.cards["tuco"]
    assert mine.hand == ("tuco-fire", "tuco-punch", "tuco-marshal", *row[:3])
    assert mine.deck == row[3:]
    assert mine.discard == ()


@pytest.mark.clause("expert.reshuffle")
def test_a_deck_that_just_suffices_is_not_made_anew() -> None:
    rest = [*TUCO, "tuco-robbery", "tuco-robbery"]
    game = round_over(
        hands={"tuco": rest[:4]}, decks={"tuco": ["tuco-punch", "tuco-marshal"]}, discards={"tuco": rest[4:]}
    )
    verdict = settle(game)
    assert not [decision for decision in verdict.awaiting if decision.kind == "discard"]
    assert len(verdict.after.cards["tuco"].hand) == 6
    assert verdict.after.cards["tuco"].discard == tuple(rest[4:])


@pytest.mark.clause("expert.reshuffle")
@pytest.mark.parametrize("wrong", [(), ("tuco-fire",), ("tuco-robbery", "tuco-punch")])
def test_only_the_whole_discard_pile_is_shuffled(wrong: tuple[str, ...]) -> None:
    rest = [*TUCO, "tuco-robbery", "tuco-robbery"]
    game = settle(
        round_over(
            hands={"tuco": rest[:4]}, decks={"tuco": ["tuco-punch"]}, discards={"tuco": [*rest[4:], "tuco-marshal"]}
        )
    )
    assert refusal(game.after, Deal("chance", "discard", "tuco", wrong)) == ("expert.reshuffle",)


@pytest.mark.clause("expert.reshuffle", "ruling.expert.deck-first")
def test_whoever_draws_three_with_too_few_in_the_deck_waits_for_the_shuffle() -> None:
    discard = ["tuco-robbery", "tuco-robbery", "tuco-marshal"]
    game = scheming(hands={"tuco": TUCO}, decks={"tuco": ["tuco-punch"]}, discards={"tuco": discard})
    verdict = accepted(game, DrawCards("tuco"))
    assert told(verdict, DrawAnnounced) == [DrawAnnounced("tuco")]
    assert verdict.awaiting == (Decision("chance", "discard", "tuco"),)
    row = ("tuco-marshal", "tuco-robbery", "tuco-robbery")
    drawn = accepted(verdict.after, Deal("chance", "discard", "tuco", row))
    assert told(drawn, CardsDrawn) == [CardsDrawn("tuco", ("tuco-punch", "tuco-marshal", "tuco-robbery"))]
    assert drawn.after.cards["tuco"].deck == ("tuco-robbery",)
    assert drawn.awaiting == (Decision("ghost", "scheme", "ghost"),)


@pytest.mark.clause("expert.reshuffle")
def test_with_an_empty_deck_one_may_draw_while_there_is_a_discard_pile() -> None:
    discard = ["tuco-robbery", "tuco-robbery", "tuco-marshal", "tuco-punch"]
    game = scheming(hands={"tuco": TUCO}, decks={"tuco": []}, discards={"tuco": discard})
    assert DrawCards("tuco") in legal(game, "tuco")
    waiting = after(game, DrawCards("tuco"))
    drawn = accepted(waiting, Deal("chance", "discard", "tuco", tuple(discard)))
    assert told(drawn, CardsDrawn) == [CardsDrawn("tuco", tuple(discard[:3]))]


@pytest.mark.clause("ruling.expert.deck-first", "ruling.draw.what-is-left")
def test_with_deck_and_discard_pile_empty_what_is_there_is_drawn_and_of_nothing_nothing() -> None:
    hand = [*TUCO, "tuco-robbery", "tuco-robbery", "tuco-marshal"]
    few = scheming(hands={"tuco": hand}, decks={"tuco": ["tuco-punch"]})
    assert told(accepted(few, DrawCards("tuco")), CardsDrawn) == [CardsDrawn("tuco", ("tuco-punch",))]
    none = scheming(hands={"tuco": [*hand, "tuco-punch"]}, decks={"tuco": []})
    assert refusal(none, DrawCards("tuco")) == ("schemin.play-or-draw", "ruling.draw.what-is-left")
    passing = scheming(
        hands={"tuco": [*hand, "tuco-punch"]}, decks={"tuco": []}, rulings=["ruling.draw.what-is-left=pass"]
    )
    assert told(accepted(passing, DrawCards("tuco")), CardsDrawn) == [CardsDrawn("tuco", ())]


@pytest.mark.clause("expert.reshuffle", "ruling.expert.deck-first")
def test_a_hand_that_cannot_be_filled_is_filled_as_far_as_it_goes() -> None:
    pile = ["tuco-move", "tuco-move", "tuco-floor-change", "tuco-floor-change", "tuco-fire"]
    game = scheming(
        hands={"tuco": ["tuco-fire"]},
        decks={"tuco": []},
        discards={"tuco": pile[:2]},
        pile=[*pile[2:], *("tuco-robbery",) * 2, "tuco-marshal", "tuco-punch"],
    )
    over = changed(game, phase="round-end", rounds=("tunnel.2-4",), round=changed(game.round, order=(), pile=()))
    waiting = settle(over).after
    drawn = accepted(waiting, Deal("chance", "discard", "tuco", tuple(pile[:2])))
    assert drawn.after.cards["tuco"].hand == ("tuco-fire", "tuco-move", "tuco-move")


@pytest.mark.clause("expert.reshuffle", "secrecy.decks")
def test_the_order_of_the_shuffled_pile_is_seen_by_nobody() -> None:
    discard = ["tuco-robbery", "tuco-fire", "tuco-marshal", "tuco-move"]
    hand = ["tuco-move", "tuco-floor-change", "tuco-floor-change", "tuco-fire", "tuco-robbery"]
    game = scheming(hands={"tuco": hand}, decks={"tuco": ["tuco-punch"]}, discards={"tuco": discard})
    waiting = after(game, DrawCards("tuco"))
    one = accepted(waiting, Deal("chance", "discard", "tuco", tuple(discard)))
    other = accepted(waiting, Deal("chance", "discard", "tuco", (*discard[:2], *discard[:1:-1])))
    for role in ("tuco", "ghost", "spectator"):
        assert view(one.after, role) == view(other.after, role)
        assert view_event(one.events[0][0], role, one.after) == view_event(other.events[0][0], role, other.after)


# --- who looks through a discard pile


DISCARDED = {"tuco": ["tuco-fire", "tuco-bullet-6", "tuco-robbery"]}


@pytest.mark.clause("expert.discard-open-to-owner", "ruling.expert.discard-secret")
def test_the_owner_looks_through_the_discard_pile_and_others_see_how_many_cards_it_has() -> None:
    game = scheming(hands={"tuco": TUCO[:4]}, discards=DISCARDED, received={"tuco": ["tuco-bullet-6"]})
    for role in ("tuco", "ghost", "belle", "spectator", "referee"):
        mine = next(seat for seat in view(game, role).seats if seat.seat == "tuco")
        assert mine.discard == (tuple(DISCARDED["tuco"]) if role in ("tuco", "referee") else None)
        assert mine.discard_size == 3
        assert mine.bullets == ("tuco-bullet-6",)


@pytest.mark.clause("ruling.expert.discard-secret")
def test_open_everybody_looks_through_it() -> None:
    rulings = ["ruling.expert.discard-secret=open"]
    game = scheming(hands={}, discards={"tuco": ["tuco-fire"]}, rulings=rulings)
    for role in ("tuco", "ghost", "spectator"):
        assert next(seat for seat in view(game, role).seats if seat.seat == "tuco").discard == ("tuco-fire",)


# --- the Polish book: bullets leave the hand when Schemin' begins


WOUNDED = {
    "hands": {"tuco": ["tuco-move"]},
    "received": {"tuco": ["neutral-bullet", "tuco-bullet-6"]},
    "decks": {
        "tuco": [
            "neutral-bullet",
            "tuco-bullet-6",
            *TUCO[1:],
            "tuco-robbery",
            "tuco-robbery",
            "tuco-punch",
            "tuco-marshal",
        ]
    },
}


@pytest.mark.clause("expert.bullets-discarded-at-start", "ruling.expert.bullets-shown")
def test_in_polish_bullets_drawn_are_discarded_before_the_first_turn_and_nothing_is_drawn_for_them() -> None:
    verdict = settle(round_over(edition="pl-base", **WOUNDED))
    assert told(verdict, BulletsDiscarded) == [BulletsDiscarded("tuco", ("neutral-bullet", "tuco-bullet-6"))]
    assert cited(verdict, BulletsDiscarded) == ("expert.bullets-discarded-at-start", "ruling.expert.bullets-shown")
    mine = verdict.after.cards["tuco"]
    assert len(mine.hand) == 4
    assert mine.discard == ("neutral-bullet", "tuco-bullet-6")
    kinds = [event.__class__ for event, _ in verdict.events]
    assert kinds.index(BulletsDiscarded) < kinds.index(TurnStarted)
    assert kinds.index(BulletsDiscarded) > max(index for index, kind in enumerate(kinds) if kind is HandFilled)


@pytest.mark.clause("expert.bullets-discarded-at-start")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base", "fr-horses"])
def test_elsewhere_they_stay_in_hand_until_schemin_ends(edition: str) -> None:
    verdict = settle(round_over(edition=edition, **WOUNDED))
    assert not told(verdict, BulletsDiscarded)
    hand = verdict.after.cards["tuco"].hand
    assert len(hand) == 6
    assert {"neutral-bullet", "tuco-bullet-6"} <= set(hand)


@pytest.mark.clause("expert.bullets-discarded-at-start", "expert.discard-rest")
def test_bullets_drawn_later_in_the_round_stay_until_the_end_of_schemin_in_polish_too() -> None:
    deck = ["neutral-bullet", "tuco-robbery", "tuco-robbery", "tuco-punch", "tuco-marshal"]
    game = scheming(
        edition="pl-base", hands={"tuco": TUCO}, decks={"tuco": deck}, received={"tuco": ["neutral-bullet"]}
    )
    verdict = accepted(game, DrawCards("tuco"))
    assert "neutral-bullet" in verdict.after.cards["tuco"].hand
    assert not told(verdict, BulletsDiscarded)


# --- a hand that is full


@pytest.mark.clause("ruling.expert.full-hand", "ruling.expert.doc")
@pytest.mark.parametrize(("kept", "drawn"), [(5, 2), (6, 1), (7, 0), (8, 0)])
def test_doc_s_hand_is_full_with_seven(kept: int, drawn: int) -> None:
    hand = [*("doc-move", "doc-floor-change", "doc-fire") * 2, "doc-punch", "doc-marshal"][:kept]
    game = board(
        "roof | doc | ghost | belle |\ninside | | M | |",
        modules=EXPERT,
        hands={"doc": hand},
        card="bridge.2-4",
        rounds=["tunnel.2-4"],
    )
    verdict = settle(changed(game, phase="round-end", round=changed(game.round, order=())))
    filled = {event.seat: (len(event.cards), ids) for event, ids in verdict.events if isinstance(event, HandFilled)}
    assert filled["doc"][0] == drawn
    assert ("ruling.expert.full-hand" in filled["doc"][1]) == (drawn == 0)
    assert len(verdict.after.cards["doc"].hand) == kept + drawn
    assert verdict.after.cards["doc"].discard == ()
