"""Schemin': hands, playing and drawing, the common pile, and how the phase ends."""

from collections import Counter
from collections.abc import Mapping

import pytest

from colt_rules.commands import Command, Deal, DrawCards, Move, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    CardPlayed,
    CardRevealed,
    CardsDrawn,
    Cited,
    DeckShuffled,
    HandDrawn,
    HandReturned,
    PileTurned,
    RoundStarted,
    TurnStarted,
)
from colt_rules.kernel import awaiting, legal, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Played
from tests.tables import deal, drawn, table, until
from tests.verdicts import accepted, after, refusal

SEATS = ("tuco", "doc", "ghost")
SKETCH = """
    roof   |             |  |      |            |
    inside | M strongbox |  | tuco | doc ghost  |
"""


def scheming(
    *,
    hands: Mapping[str, str] | None = None,
    decks: Mapping[str, str] | None = None,
    card: str = "braking.2-4",
    first: str = "tuco",
    turn: int = 0,
    powers: bool = True,
) -> Game:
    """A turn of Schemin' that is about to begin; hands and decks name actions or, with a dash, whole cards."""
    position = board(SKETCH, seats=SEATS, first=first, card=card, powers=powers)
    cards = {
        seat: Cards(_cards(seat, (hands or {}).get(seat, "move")), _cards(seat, (decks or {}).get(seat, "")))
        for seat in SEATS
    }
    round_ = changed(position.round, turn=turn - 1)
    return settle(changed(position, phase="schemin", cards=cards, round=round_)).after


def _cards(seat: str, words: str) -> tuple[str, ...]:
    return tuple(word if "bullet" in word else f"{seat}-{word}" for word in words.split())


def play(seat: str, action: str, face_down: bool = False) -> PlayCard:
    return PlayCard(seat, f"{seat}-{action}", face_down)


def of(cls: type, events: tuple[Cited, ...]) -> list[Cited]:
    return [cited for cited in events if isinstance(cited[0], cls)]


# --- the start of a round


class TestHands:
    @pytest.mark.clause("schemin.hand-of-six", "setup.deck.shuffled", "ruling.shuffle.once")
    def test_everybody_shuffles_and_draws_six(self) -> None:
        game = until("deck", table(3))
        deck = tuple(reversed(drawn(game).items))
        verdict = deal(game, *deck)
        assert verdict.events == (
            (DeckShuffled("ghost", deck), ("setup.deck.shuffled", "schemin.hand-of-six", "ruling.shuffle.once")),
            (HandDrawn("ghost", deck[:6]), ("schemin.hand-of-six",)),
        )
        assert verdict.after.cards["ghost"] == Cards(deck[:6], deck[6:])
        assert awaiting(verdict.after) == (Decision("chance", "deck", "cheyenne"),)

    @pytest.mark.clause("doc.seven-cards")
    def test_doc_draws_seven(self) -> None:
        game = until("deck", table(3, seats=("doc", "tuco", "ghost")))
        verdict = deal(game, *drawn(game).items)
        assert verdict.events[1] == (HandDrawn("doc", drawn(game).items[:7]), ("doc.seven-cards",))
        assert tuple(map(len, (verdict.after.cards["doc"].hand, verdict.after.cards["doc"].deck))) == (7, 3)

    @pytest.mark.clause("schemin.hand-of-six", "setup.advanced.optional")
    def test_doc_without_powers_draws_six(self) -> None:
        game = until("scheme", table(3, seats=("doc", "tuco", "ghost"), powers=False))
        assert [len(cards.hand) for cards in game.cards.values()] == [6, 6, 6]

    @pytest.mark.clause("schemin.hand-of-six", "round-end.shuffle", "fire.bullet.stays", "ruling.shuffle.once")
    def test_in_later_rounds_the_bullets_received_are_shuffled_in_and_drawn_like_any_card(self) -> None:
        received = {"tuco": ["doc-bullet-6", "neutral-bullet", "neutral-bullet"]}
        game = settle(board(SKETCH, received=received, rounds=["bridge.2-4"], seats=SEATS, first="ghost")).after
        assert awaiting(game) == (Decision("chance", "deck", "tuco"),)
        assert Counter(drawn(game).items) == Counter(game.cards["tuco"].deck)
        assert drawn(game).count == len(drawn(game).items) == 13
        deck = tuple(sorted(drawn(game).items))
        verdict = deal(game, *deck)
        later = ("round-end.shuffle", "schemin.hand-of-six", "ruling.shuffle.once", "fire.bullet.stays")
        assert verdict.events[0] == (DeckShuffled("tuco", deck), later)
        assert verdict.after.cards["tuco"].hand == deck[:6]
        assert {"doc-bullet-6", "neutral-bullet"} <= set(deck[:6])

    @pytest.mark.clause("round-end.shuffle", "fire.bullet.stays")
    def test_whoever_has_received_no_bullet_shuffles_none(self) -> None:
        received = {"ghost": ["neutral-bullet"]}
        game = settle(board(SKETCH, received=received, rounds=["bridge.2-4"], seats=SEATS, first="ghost")).after
        assert awaiting(game) == (Decision("chance", "deck", "tuco"),)
        verdict = deal(game, *drawn(game).items)
        assert verdict.events[0][1] == ("round-end.shuffle", "schemin.hand-of-six", "ruling.shuffle.once")

    @pytest.mark.clause("schemin.hand-of-six", "setup.deck.shuffled")
    def test_a_shuffle_neither_adds_nor_loses_a_card(self) -> None:
        game = until("deck", table(3))
        deck = drawn(game).items
        for row in (deck[:-1], (*deck, deck[0]), (*deck[:-1], "ghost-bullet-6"), (*deck[:-1], "ghost-move"), ()):
            assert refusal(game, Deal("chance", "deck", "ghost", row)) == ("schemin.hand-of-six", "setup.deck.shuffled")

    def test_a_shuffle_of_somebody_elses_deck_is_not_asked_for(self) -> None:
        game = until("deck", table(3))
        cards = game.cards["cheyenne"].deck
        assert refusal(game, Deal("chance", "deck", "cheyenne", cards)) == ("ruling.command.form",)

    @pytest.mark.clause("schemin.card-revealed", "ruling.round-start.card-first")
    def test_the_round_card_is_revealed_before_the_hands_are_drawn(self) -> None:
        verdict = settle(board(SKETCH, rounds=["braking.2-4", "bridge.2-4"], seats=SEATS))
        assert verdict.events[-1] == (
            RoundStarted(2, "braking.2-4", "doc", ("doc", "ghost", "tuco")),
            ("schemin.card-revealed", "ruling.round-start.card-first"),
        )
        assert verdict.after.rounds == ("bridge.2-4",)
        assert all(not cards.hand for cards in verdict.after.cards.values())
        assert verdict.awaiting == (Decision("chance", "deck", "doc"),)


# --- a player's choice


class TestPlayOrDraw:
    @pytest.mark.clause("schemin.play-or-draw")
    def test_each_different_card_can_be_played_or_cards_drawn(self) -> None:
        game = scheming(hands={"tuco": "move fire move punch"}, decks={"tuco": "marshal"})
        expected: list[Command] = [play("tuco", "move"), play("tuco", "fire"), play("tuco", "punch"), DrawCards("tuco")]
        assert list(legal(game, "tuco")) == expected
        assert not legal(game, "doc")
        assert not legal(game, "chance")

    @pytest.mark.clause("schemin.play-or-draw", "schemin.turn-order")
    def test_exactly_one_of_the_two_and_then_the_next_player(self) -> None:
        game = scheming(hands={"tuco": "move fire"}, decks={"tuco": "punch"})
        for command in (play("tuco", "fire"), DrawCards("tuco")):
            assert awaiting(after(game, command)) == (Decision("doc", "scheme", "doc"),)

    @pytest.mark.clause("schemin.play-or-draw", "schemin.turn-order", "ruling.command.form")
    @pytest.mark.parametrize("command", [play("doc", "move"), DrawCards("doc"), DrawCards("nobody")])
    def test_nobody_acts_out_of_turn(self, command: Command) -> None:
        assert refusal(scheming(), command) == ("ruling.command.form", "schemin.turn-order")

    @pytest.mark.clause("schemin.play-or-draw", "ruling.command.form")
    def test_no_action_is_carried_out_while_scheming(self) -> None:
        assert refusal(scheming(), Move("tuco", "car-1.inside")) == ("ruling.command.form", "schemin.turn-order")

    @pytest.mark.clause("schemin.play-or-draw")
    @pytest.mark.parametrize("card", ["tuco-marshal", "doc-move", "nonsense", ""])
    def test_only_a_card_of_ones_own_hand_can_be_played(self, card: str) -> None:
        game = scheming(decks={"tuco": "marshal"})
        assert refusal(game, PlayCard("tuco", card, False)) == ("schemin.play-or-draw",)

    @pytest.mark.clause("schemin.play.actions-only")
    @pytest.mark.parametrize("bullet", ["neutral-bullet", "doc-bullet-6"])
    def test_a_bullet_in_hand_cannot_be_played(self, bullet: str) -> None:
        game = scheming(hands={"tuco": f"move {bullet}"})
        assert list(legal(game, "tuco")) == [play("tuco", "move")]
        assert refusal(game, PlayCard("tuco", bullet, False)) == ("schemin.play.actions-only",)

    @pytest.mark.clause("schemin.play.actions-only", "schemin.play-or-draw", "turn.standard")
    def test_a_card_is_refused_for_every_reason_there_is(self) -> None:
        assert refusal(scheming(), PlayCard("tuco", "doc-bullet-6", True)) == (
            "schemin.play-or-draw",
            "schemin.play.actions-only",
            "turn.standard",
        )


class TestPlaying:
    @pytest.mark.clause("schemin.play.face-up", "schemin.play.on-top")
    def test_a_played_card_leaves_the_hand_and_lies_face_up_on_top_of_the_pile(self) -> None:
        game = scheming(hands={"tuco": "move fire move"}, decks={"tuco": "punch"})
        verdict = accepted(game, play("tuco", "move"))
        assert verdict.events == (
            (
                CardPlayed("tuco", "tuco-move", False),
                ("schemin.play-or-draw", "schemin.play.face-up", "schemin.play.on-top"),
            ),
        )
        assert verdict.after.cards["tuco"] == Cards(("tuco-fire", "tuco-move"), ("tuco-punch",))
        assert verdict.after.round.pile == (Played("tuco", "tuco-move", False),)

    @pytest.mark.clause("schemin.play.on-top")
    def test_later_turns_go_on_with_the_same_pile(self) -> None:
        hands = dict.fromkeys(SEATS, "move fire")
        game = scheming(hands=hands, decks={"doc": "punch"})
        turns = (
            play("tuco", "move"),
            DrawCards("doc"),
            play("ghost", "fire"),
            play("tuco", "fire"),
            play("doc", "move"),
        )
        for command in turns:
            game = after(game, command)
        assert [played.card for played in game.round.pile] == ["tuco-move", "ghost-fire", "tuco-fire", "doc-move"]
        assert game.round.turn == 1


class TestDrawing:
    @pytest.mark.clause("schemin.draw.three")
    def test_a_draw_brings_three_cards_from_the_top_of_the_deck(self) -> None:
        game = scheming(hands={"tuco": "move"}, decks={"tuco": "fire punch neutral-bullet robbery marshal"})
        verdict = accepted(game, DrawCards("tuco"))
        three = ("tuco-fire", "tuco-punch", "neutral-bullet")
        assert verdict.events == ((CardsDrawn("tuco", three), ("schemin.play-or-draw", "schemin.draw.three")),)
        assert verdict.after.cards["tuco"] == Cards(("tuco-move", *three), ("tuco-robbery", "tuco-marshal"))
        assert verdict.after.round.pile == ()

    @pytest.mark.clause("schemin.draw.three", "ruling.draw.what-is-left")
    @pytest.mark.parametrize("left", ["fire", "fire punch"])
    def test_with_fewer_than_three_left_all_of_them_are_drawn(self, left: str) -> None:
        game = scheming(decks={"tuco": left})
        verdict = accepted(game, DrawCards("tuco"))
        expected = ("schemin.play-or-draw", "schemin.draw.three", "ruling.draw.what-is-left")
        assert verdict.events == ((CardsDrawn("tuco", _cards("tuco", left)), expected),)
        assert verdict.after.cards["tuco"].deck == ()

    @pytest.mark.clause("schemin.draw.three")
    def test_a_draw_of_the_last_three_is_a_whole_draw(self) -> None:
        verdict = accepted(scheming(decks={"tuco": "fire punch fire"}), DrawCards("tuco"))
        assert verdict.events[0][1] == ("schemin.play-or-draw", "schemin.draw.three")

    @pytest.mark.clause("ruling.draw.what-is-left", "schemin.play-or-draw")
    def test_from_an_empty_deck_nothing_can_be_drawn(self) -> None:
        game = scheming(hands={"tuco": "move"}, decks={"tuco": ""})
        assert list(legal(game, "tuco")) == [play("tuco", "move")]
        assert refusal(game, DrawCards("tuco")) == ("schemin.play-or-draw", "ruling.draw.what-is-left")


# --- Ghost


class TestGhost:
    @pytest.mark.clause("ghost.first-turn-face-down")
    def test_in_the_first_turn_ghost_may_play_either_way_up(self) -> None:
        game = scheming(first="ghost")
        assert list(legal(game, "ghost")) == [play("ghost", "move"), play("ghost", "move", True)]
        hidden = accepted(game, play("ghost", "move", True))
        expected = ("schemin.play-or-draw", "ghost.first-turn-face-down", "schemin.play.on-top")
        assert hidden.events == ((CardPlayed("ghost", "ghost-move", True), expected),)
        assert hidden.after.round.pile == (Played("ghost", "ghost-move", True),)
        assert accepted(game, play("ghost", "move")).events[0][0] == CardPlayed("ghost", "ghost-move", False)

    @pytest.mark.clause("ghost.first-turn-face-down", "ghost.draw-forfeits", "turn.standard")
    @pytest.mark.parametrize(
        ("first", "clause"),
        [
            (play("ghost", "fire"), "ghost.first-turn-face-down"),
            (play("ghost", "fire", True), "ghost.first-turn-face-down"),
            (DrawCards("ghost"), "ghost.draw-forfeits"),
        ],
        ids=["face up", "face down", "drawn"],
    )
    def test_in_a_later_turn_not_even_ghost_may(self, first: Command, clause: str) -> None:
        game = scheming(first="ghost", hands=dict.fromkeys(SEATS, "move fire"), decks={"ghost": "fire"})
        for command in (first, play("tuco", "move"), play("doc", "move")):
            game = after(game, command)
        assert game.round.turn == 1
        assert play("ghost", "move") in legal(game, "ghost")
        assert refusal(game, play("ghost", "move", True)) == ("turn.standard", clause)

    @pytest.mark.clause("ghost.first-turn-face-down", "setup.advanced.optional", "turn.standard")
    def test_without_powers_he_is_like_everybody(self) -> None:
        game = scheming(first="ghost", powers=False)
        assert refusal(game, play("ghost", "move", True)) == ("turn.standard",)

    @pytest.mark.clause("ghost.first-turn-face-down", "turn.tunnel")
    def test_if_the_first_turn_is_a_tunnel_he_plays_face_down_like_everybody(self) -> None:
        game = scheming(first="ghost")
        game = changed(game, round=changed(game.round, hidden=True))
        assert list(legal(game, "ghost")) == [play("ghost", "move", True)]
        assert refusal(game, play("ghost", "move")) == ("turn.tunnel",)
        assert accepted(game, play("ghost", "move", True)).events[0][1][1] == "turn.tunnel"

    @pytest.mark.clause("turn.standard")
    def test_nobody_else_may(self) -> None:
        assert refusal(scheming(), play("tuco", "move", True)) == ("turn.standard",)


# --- the end of the phase


class TestEnd:
    @pytest.mark.clause("schemin.ends", "schemin.unplayed-on-top", "game.two-phases", "stealin.pile-turned")
    def test_after_the_last_turn_unplayed_cards_go_on_top_and_the_pile_is_turned(self) -> None:
        hands = {"tuco": "move fire punch", "doc": "fire", "ghost": "robbery neutral-bullet"}
        game = scheming(hands=hands, decks={"tuco": "marshal robbery", "doc": "move"}, turn=3)
        for command in (play("tuco", "fire"), play("doc", "fire")):
            game = after(game, command)
        events = accepted(game, play("ghost", "robbery")).events
        returned = ("schemin.ends", "schemin.unplayed-on-top")
        assert events[1:4] == (
            (HandReturned("tuco", ("tuco-move", "tuco-punch")), returned),
            (HandReturned("ghost", ("neutral-bullet",)), returned),
            (PileTurned(), ("schemin.ends", "game.two-phases", "stealin.pile-turned")),
        )
        state = after(game, play("ghost", "robbery"))
        assert state.cards["tuco"] == Cards((), ("tuco-move", "tuco-punch", "tuco-marshal", "tuco-robbery"))
        assert state.cards["doc"] == Cards((), ("doc-move",))
        assert state.cards["ghost"].deck == ("neutral-bullet",)

    @pytest.mark.clause("schemin.ends", "stealin.first-in-first-out", "game.two-phases")
    def test_stealin_begins_with_the_card_that_was_played_first(self) -> None:
        game = scheming(turn=3)
        for seat in SEATS:
            game = after(game, play(seat, "move"))
        assert game.phase == "stealin"
        assert awaiting(game) == (Decision("tuco", "move", "tuco"),)
        assert [played.card for played in game.round.pile] == ["doc-move", "ghost-move"]

    @pytest.mark.clause("schemin.ends", "schemin.turns-as-printed")
    def test_before_the_last_turn_hands_are_kept(self) -> None:
        game = scheming(hands=dict.fromkeys(SEATS, "move fire"), turn=2)
        for seat in SEATS:
            game = after(game, play(seat, "move"))
        assert game.phase == "schemin"
        assert game.round.turn == 3
        assert all(cards.hand for cards in game.cards.values())

    @pytest.mark.clause("schemin.ends")
    def test_a_phase_in_which_everybody_drew_leaves_an_empty_pile(self) -> None:
        game = scheming(decks=dict.fromkeys(SEATS, "fire"), turn=3)
        for seat in SEATS:
            verdict = accepted(game, DrawCards(seat))
            game = verdict.after
        assert not of(CardRevealed, verdict.events)
        assert game.phase == "over"

    @pytest.mark.clause("schemin.turns-as-printed")
    @pytest.mark.parametrize(
        ("card", "turns"),
        [
            ("bridge.2-4", ["standard", "speeding-up", "standard"]),
            ("angry-marshal.2-4", ["standard", "standard", "tunnel", "switching"]),
            ("tunnel.2-4", ["standard", "tunnel", "standard", "tunnel", "standard"]),
            ("bridge.5-6", ["standard", "speeding-up"]),
        ],
    )
    def test_there_are_as_many_turns_of_such_kinds_as_the_card_shows(self, card: str, turns: list[str]) -> None:
        hands = dict.fromkeys(SEATS, "move move fire fire robbery robbery")
        game = scheming(card=card, hands=hands)
        seen = [(game.round.turn, turns[0])]
        while game.phase == "schemin":
            (decision,) = awaiting(game)
            verdict = accepted(game, next(iter(legal(game, decision.actor))))
            seen += [(event.turn, event.kind) for event, _ in verdict.events if isinstance(event, TurnStarted)]
            game = verdict.after
        assert seen == list(enumerate(turns))
