"""The kinds of turn: who acts when, how often, and which way up the cards lie."""

from collections.abc import Mapping

import pytest

from colt_rules.commands import Command, DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.events import CardPlayed, TurnStarted
from colt_rules.kernel import Accepted, awaiting, legal, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Played
from colt_rules.rules.rulebook import rulebook
from tests.tables import BANDITS
from tests.verdicts import accepted, after, refusal

SKETCH = """
    roof   |             |       |           |            |
    inside | M strongbox | belle | tuco doc  | ghost      |
"""
SEATS = ("tuco", "doc", "belle", "ghost")
KINDS = {
    "standard": ("braking.2-4", 1),
    "tunnel": ("tunnel.2-4", 1),
    "speeding-up": ("bridge.2-4", 1),
    "switching": ("angry-marshal.2-4", 3),
}
"""A round card with a turn of this kind, and which turn it is."""
HAND = ("move", "fire", "punch")
DECK = ("robbery", "marshal", "move", "fire", "robbery", "floor-change", "floor-change")


def turn(kind: str, *, first: str = "tuco", decks: Mapping[str, tuple[str, ...]] | None = None) -> Accepted:
    """A turn of this kind begins."""
    card, number = KINDS[kind]
    position = board(SKETCH, seats=SEATS, first=first, card=card)
    cards = {
        seat: Cards(
            tuple(f"{seat}-{action}" for action in HAND),
            tuple(f"{seat}-{action}" for action in (decks or {}).get(seat, DECK)),
        )
        for seat in SEATS
    }
    round_ = changed(position.round, turn=number - 1)
    return settle(changed(position, phase="schemin", cards=cards, round=round_))


def who(game: Game) -> str:
    (decision,) = awaiting(game)
    return decision.actor


def acting(kind: str, first: str) -> list[str]:
    """Who acts in a turn of this kind, one entry an action."""
    game = turn(kind, first=first).after
    number, actors = game.round.turn, []
    while game.phase == "schemin" and game.round.turn == number:
        actors.append(who(game))
        game = after(game, next(iter(legal(game, who(game)))))
    return actors


class TestOrder:
    @pytest.mark.clause("turn.standard", "turn.tunnel", "schemin.turn-order")
    @pytest.mark.parametrize("kind", ["standard", "tunnel"])
    def test_everybody_once_clockwise_from_the_first_player(self, kind: str) -> None:
        assert acting(kind, "tuco") == ["tuco", "doc", "belle", "ghost"]
        assert acting(kind, "belle") == ["belle", "ghost", "tuco", "doc"]

    @pytest.mark.clause("turn.speeding-up")
    def test_speeding_up_everybody_twice_in_a_row(self) -> None:
        expected = ["ghost", "ghost", "tuco", "tuco", "doc", "doc", "belle", "belle"]
        assert acting("speeding-up", "ghost") == expected

    @pytest.mark.clause("turn.switching")
    def test_switching_everybody_once_counter_clockwise_the_first_player_still_first(self) -> None:
        assert acting("switching", "tuco") == ["tuco", "ghost", "belle", "doc"]
        assert acting("switching", "belle") == ["belle", "doc", "tuco", "ghost"]

    @pytest.mark.clause("turn.standard", "turn.tunnel", "turn.speeding-up", "turn.switching")
    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_the_order_of_every_number_of_players(self, players: int) -> None:
        seats, turns = BANDITS[:players], rulebook(("base",)).turns
        assert set(turns) == set(KINDS)
        assert turns["standard"].order(seats) == turns["tunnel"].order(seats) == seats
        assert turns["switching"].order(seats) == (seats[0], *reversed(seats[1:]))
        assert turns["speeding-up"].order(seats) == tuple(seat for seat in seats for _ in "12")

    @pytest.mark.clause("schemin.turns-as-printed")
    @pytest.mark.parametrize(
        ("kind", "hidden", "clauses"),
        [
            ("standard", False, ("turn.standard", "schemin.turn-order")),
            ("tunnel", True, ("turn.tunnel", "schemin.turn-order")),
            ("speeding-up", False, ("turn.speeding-up", "ruling.speeding-up.order-free")),
            ("switching", False, ("turn.switching",)),
        ],
    )
    def test_a_turn_begins_with_an_event_that_says_who_acts(
        self, kind: str, hidden: bool, clauses: tuple[str, ...]
    ) -> None:
        ((event, cites),) = turn(kind, first="belle").events
        assert event == TurnStarted(KINDS[kind][1], kind, hidden, tuple(acting(kind, "belle")))
        assert cites == ("schemin.turns-as-printed", *clauses)


class TestFaces:
    @pytest.mark.clause("turn.standard", "turn.speeding-up", "turn.switching", "schemin.play.face-up")
    @pytest.mark.parametrize("kind", ["standard", "speeding-up", "switching"])
    def test_cards_are_played_face_up(self, kind: str) -> None:
        game = turn(kind).after
        assert after(game, PlayCard("tuco", "tuco-fire", False)).round.pile == (Played("tuco", "tuco-fire", False),)
        forbids = "turn.standard" if kind == "standard" else "schemin.play.face-up"
        assert refusal(game, PlayCard("tuco", "tuco-fire", True)) == (forbids,)

    @pytest.mark.clause("turn.tunnel")
    def test_in_a_tunnel_cards_are_played_face_down(self) -> None:
        game = turn("tunnel").after
        verdict = accepted(game, PlayCard("tuco", "tuco-fire", True))
        expected = ("schemin.play-or-draw", "turn.tunnel", "schemin.play.on-top")
        assert verdict.events == ((CardPlayed("tuco", "tuco-fire", True), expected),)
        assert verdict.after.round.pile == (Played("tuco", "tuco-fire", True),)

    @pytest.mark.clause("turn.tunnel")
    @pytest.mark.parametrize("seat", ["tuco", "ghost"])
    def test_in_a_tunnel_nobody_not_even_ghost_plays_face_up(self, seat: str) -> None:
        game = turn("tunnel", first=seat).after
        assert refusal(game, PlayCard(seat, f"{seat}-fire", False)) == ("turn.tunnel",)
        assert PlayCard(seat, f"{seat}-fire", True) in legal(game, seat)

    @pytest.mark.clause("turn.tunnel", "schemin.draw.three")
    def test_in_a_tunnel_one_may_draw(self) -> None:
        assert len(after(turn("tunnel").after, DrawCards("tuco")).cards["tuco"].hand) == 6


PLAY, PLAY_OTHER, DRAW = PlayCard("tuco", "tuco-move", False), PlayCard("tuco", "tuco-fire", False), DrawCards("tuco")


class TestSpeedingUp:
    @pytest.mark.clause("turn.speeding-up", "ruling.speeding-up.order-free")
    @pytest.mark.parametrize(
        ("first", "second", "pile", "hand"),
        [
            (PLAY, PLAY_OTHER, ["tuco-move", "tuco-fire"], 1),
            (DRAW, DRAW, [], 9),
            (DRAW, PLAY, ["tuco-move"], 5),
            (PLAY, DRAW, ["tuco-move"], 5),
        ],
        ids=["play two", "draw six", "draw and play", "play and draw"],
    )
    def test_two_actions_of_any_kind(self, first: Command, second: Command, pile: list[str], hand: int) -> None:
        game = turn("speeding-up").after
        game = after(game, first)
        assert who(game) == "tuco"
        game = after(game, second)
        assert who(game) == "doc"
        assert [played.card for played in game.round.pile] == pile
        assert len(game.cards["tuco"].hand) == hand

    @pytest.mark.clause("turn.speeding-up", "ruling.speeding-up.order-free")
    def test_a_card_just_drawn_can_be_played(self) -> None:
        game = after(turn("speeding-up").after, DRAW)
        assert PlayCard("tuco", "tuco-marshal", False) in legal(game, "tuco")

    @pytest.mark.clause("turn.speeding-up")
    def test_a_card_just_played_is_gone(self) -> None:
        game = after(turn("speeding-up").after, PLAY)
        assert refusal(game, PLAY) == ("schemin.play-or-draw",)

    @pytest.mark.clause("turn.speeding-up", "ruling.draw.what-is-left")
    def test_two_draws_from_a_small_deck_take_all_there_is(self) -> None:
        game = turn("speeding-up", decks={"tuco": DECK[:4]}).after
        game = after(after(game, DRAW), DRAW)
        assert game.cards["tuco"] == Cards(tuple(f"tuco-{action}" for action in (*HAND, *DECK[:4])), ())

    @pytest.mark.clause("turn.speeding-up", "ruling.draw.what-is-left")
    def test_after_the_last_card_was_drawn_one_must_play(self) -> None:
        game = after(turn("speeding-up", decks={"tuco": DECK[:3]}).after, DRAW)
        assert DRAW not in legal(game, "tuco")
        assert refusal(game, DRAW) == ("schemin.play-or-draw", "ruling.draw.what-is-left")
