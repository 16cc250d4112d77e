"""Whisky in Schemin': a flask in place of a card or a draw, and what it asks for."""

from typing import Any

import attrs
import pytest

from colt_rules.commands import Deal, DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import CardPlayed, CardsDrawn, Event
from colt_rules.kernel import Accepted, awaiting, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Played
from colt_rules.rules.duo.commands import AddNoCard
from colt_rules.rules.duo.events import CardAdded
from colt_rules.rules.horses.commands import UseFlask
from colt_rules.rules.horses.events import (
    FlaskCardMissing,
    FlaskCardPlayed,
    FlaskCardsDrawn,
    FlaskEmptied,
    FlaskTurned,
    FlaskUsed,
)
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.horses.schemin import USE_FLASK
from colt_rules.rules.rulebook import rules_of
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    roof   | tuco | ghost | belle |      |
    inside |      | M     |       | doc  |
"""
DECK = ("tuco-fire", "tuco-punch", "neutral-bullet", "tuco-move")
TUNNEL: dict[str, Any] = {"card": "take-it-all.2-4", "turn": 1}
SPEEDING: dict[str, Any] = {"card": "take-it-all.2-4", "turn": 2}
SWITCHING: dict[str, Any] = {"card": "angry-marshal.2-4", "turn": 3}
FLASK = UseFlask("tuco", "whisky-1")


def scheming(
    flask: str = "whisky",
    *,
    hand: tuple[str, ...] = ("tuco-move", "tuco-ride"),
    deck: tuple[str, ...] = DECK,
    discard: tuple[str, ...] = (),
    **fields: Any,
) -> Game:
    """Tuco, who has this flask and these cards, is to act in a standard turn."""
    plain: dict[str, Any] = {
        "modules": ("base", "horses"),
        "card": "braking.2-4",
        "turn": 1,
        "hands": {},
        "loot": {"tuco": [flask, "purse"]},
    }
    return holding(board(SKETCH, **plain | fields), "tuco", Cards(hand, deck, discard))


def holding(game: Game, seat: str, cards: Cards) -> Game:
    """The position with other cards for one player."""
    return changed(game, cards={**game.cards, seat: cards})


def events(verdict: Accepted) -> list[Event]:
    return [event for event, _ in verdict.events]


def cards(seat: str, *names: str, face_down: bool = False) -> list[PlayCard]:
    return [PlayCard(seat, name, face_down) for name in names]


# --- using it


@pytest.mark.clause("whisky.use")
def test_a_flask_may_take_the_place_of_a_card_or_a_draw() -> None:
    game = scheming()
    assert answers(game, "tuco") == [*cards("tuco", "tuco-move", "tuco-ride"), DrawCards("tuco"), FLASK]
    assert "whisky.use" in cited(accepted(game, FLASK), FlaskUsed)


@pytest.mark.clause("whisky.use")
@pytest.mark.parametrize("token", ["whisky-2", "whisky-3", "purse-1", "whisky-9", ""])
def test_only_a_flask_on_ones_own_sheet(token: str) -> None:
    game = board(
        SKETCH.replace("doc ", "doc whisky"),
        modules=("base", "horses"),
        hands={"tuco": ["tuco-move", "tuco-ride"]},
        loot={"tuco": ["whisky", "purse"], "ghost": ["whisky"]},
    )
    assert set(horses_of(game).flasks) == {"whisky-1", "whisky-2", "whisky-3"}
    (mine,) = (name for name in game.figures["tuco"].loot if name.startswith("whisky"))
    other = "whisky-1" if token == mine else token
    assert refusal(game, UseFlask("tuco", other)) == ("whisky.use",)
    assert UseFlask("tuco", mine) in answers(game, "tuco")


@pytest.mark.clause("whisky.use")
def test_who_has_several_says_which_one() -> None:
    game = scheming(loot={"tuco": ["whisky", "whisky:old"]})
    assert answers(game, "tuco")[-2:] == [FLASK, UseFlask("tuco", "whisky-2")]
    assert told(accepted(game, UseFlask("tuco", "whisky-2")), FlaskUsed)[0].kind == "old"


@pytest.mark.clause("whisky.first-use")
@pytest.mark.parametrize("flask", ["whisky", "whisky:old"])
def test_after_the_first_use_the_flask_is_half_empty_and_stays(flask: str) -> None:
    verdict = accepted(scheming(flask), FLASK)
    assert told(verdict, FlaskTurned) == [FlaskTurned("whisky-1")]
    assert cited(verdict, FlaskTurned) == ("whisky.first-use",)
    assert told(verdict, FlaskEmptied) == []
    assert horses_of(verdict.after).flasks["whisky-1"].used
    assert verdict.after.figures["tuco"].loot == ("whisky-1", "purse-1")


@pytest.mark.clause("whisky.second-use")
@pytest.mark.parametrize("flask", ["whisky:half", "whisky:old-half"])
def test_after_the_second_use_it_has_left_the_game(flask: str) -> None:
    verdict = accepted(scheming(flask), FLASK)
    assert told(verdict, FlaskEmptied) == [FlaskEmptied("tuco", "whisky-1")]
    assert cited(verdict, FlaskEmptied) == ("whisky.second-use",)
    assert told(verdict, FlaskTurned) == []
    assert verdict.after.figures["tuco"].loot == ("purse-1",)
    assert "whisky-1" not in [token for there in verdict.after.floor.values() for token in there]


@pytest.mark.clause("whisky.first-use", "whisky.second-use")
def test_one_flask_serves_twice() -> None:
    game = after(scheming(hand=("tuco-move",)), FLASK)
    game = after(game, PlayCard("tuco", "tuco-move", False))
    for seat in ("ghost", "belle", "doc"):
        game = after(game, DrawCards(seat))
    assert told(accepted(game, FLASK), FlaskEmptied) == [FlaskEmptied("tuco", "whisky-1")]


# --- classic whisky


@pytest.mark.clause("whisky.classic", "whisky.no-draw")
def test_classic_whisky_brings_three_cards_and_then_one_is_played() -> None:
    verdict = accepted(scheming(), FLASK)
    assert events(verdict) == [
        FlaskUsed("tuco", "tuco", "whisky-1", "classic", True, 1),
        FlaskTurned("whisky-1"),
        FlaskCardsDrawn("tuco", ("tuco-fire", "tuco-punch", "neutral-bullet")),
    ]
    assert cited(verdict, FlaskCardsDrawn) == ("whisky.classic", "schemin.draw.three")
    assert "whisky.classic" in cited(verdict, FlaskUsed)
    assert verdict.awaiting == (Decision("tuco", "flask-card", "tuco"),)
    assert answers(verdict.after, "tuco") == cards("tuco", "tuco-move", "tuco-ride", "tuco-fire", "tuco-punch")
    played = accepted(verdict.after, PlayCard("tuco", "tuco-fire", False))
    assert events(played) == [FlaskCardPlayed("tuco", "tuco-fire", False, 0, 0)]
    assert {"whisky.classic", "schemin.play.face-up", "schemin.play.on-top"} <= set(cited(played, FlaskCardPlayed))
    assert played.after.round.pile == (Played("tuco", "tuco-fire", False),)
    assert played.awaiting == (Decision("ghost", "scheme", "ghost"),)
    assert played.after.cards["tuco"].hand == ("tuco-move", "tuco-ride", "tuco-punch", "neutral-bullet")
    assert played.after.round.draws == ()


@pytest.mark.clause("whisky.classic", "ruling.whisky.enough-cards")
def test_with_fewer_cards_left_these_are_drawn_and_with_none_it_cannot_be_used() -> None:
    verdict = accepted(scheming(deck=("tuco-fire",)), FLASK)
    assert told(verdict, FlaskCardsDrawn) == [FlaskCardsDrawn("tuco", ("tuco-fire",))]
    assert "ruling.draw.what-is-left" in cited(verdict, FlaskCardsDrawn)
    game = scheming(deck=())
    assert FLASK not in answers(game, "tuco")
    assert refusal(game, FLASK) == ("ruling.whisky.enough-cards",)


@pytest.mark.clause("ruling.whisky.enough-cards")
def test_if_the_draw_brings_no_action_card_either_none_is_played_and_the_turn_goes_on() -> None:
    game = scheming(hand=(), deck=("neutral-bullet",))
    verdict = accepted(game, FLASK)
    assert events(verdict)[2:] == [FlaskCardsDrawn("tuco", ("neutral-bullet",)), FlaskCardMissing("tuco")]
    assert cited(verdict, FlaskCardMissing) == ("whisky.classic", "ruling.whisky.enough-cards")
    assert verdict.awaiting == (Decision("ghost", "scheme", "ghost"),)
    assert horses_of(verdict.after).pour is None


@pytest.mark.clause("whisky.classic", "expert.reshuffle")
def test_with_a_discard_pile_it_is_shuffled_first_if_it_has_to_be() -> None:
    modules, discard = ("base", "expert", "horses"), ("tuco-punch", "tuco-move", "tuco-robbery")
    game = scheming(modules=modules, deck=("tuco-fire",), discard=discard)
    used = accepted(game, FLASK)
    assert events(used) == [FlaskUsed("tuco", "tuco", "whisky-1", "classic", True, 1), FlaskTurned("whisky-1")]
    assert used.awaiting == (Decision("chance", "discard", "tuco"),)
    verdict = accepted(used.after, Deal("chance", "discard", "tuco", ("tuco-robbery", "tuco-move", "tuco-punch")))
    assert told(verdict, FlaskCardsDrawn) == [FlaskCardsDrawn("tuco", ("tuco-fire", "tuco-robbery", "tuco-move"))]
    assert verdict.awaiting == (Decision("tuco", "flask-card", "tuco"),)
    assert FLASK in answers(scheming(modules=modules, deck=(), discard=discard), "tuco")


# --- old whisky


@pytest.mark.clause("whisky.old", "whisky.no-draw")
def test_old_whisky_is_two_cards_in_a_row_before_anybody_else_acts() -> None:
    verdict = accepted(scheming("whisky:old"), FLASK)
    assert events(verdict) == [FlaskUsed("tuco", "tuco", "whisky-1", "old", False, 2), FlaskTurned("whisky-1")]
    assert "whisky.old" in cited(verdict, FlaskUsed)
    first = accepted(verdict.after, PlayCard("tuco", "tuco-ride", False))
    assert events(first) == [FlaskCardPlayed("tuco", "tuco-ride", False, 1, 1)]
    assert first.awaiting == (Decision("tuco", "flask-card", "tuco"),)
    second = accepted(first.after, PlayCard("tuco", "tuco-move", False))
    assert events(second) == [FlaskCardPlayed("tuco", "tuco-move", False, 0, 2)]
    assert "whisky.old" in cited(second, FlaskCardPlayed)
    assert [played.card for played in second.after.round.pile] == ["tuco-ride", "tuco-move"]
    assert second.after.cards["tuco"].deck == DECK
    assert second.awaiting == (Decision("ghost", "scheme", "ghost"),)


@pytest.mark.clause("ruling.whisky.enough-cards")
@pytest.mark.parametrize("hand", [(), ("tuco-move",), ("tuco-move", "neutral-bullet")])
def test_old_whisky_needs_two_action_cards_in_hand(hand: tuple[str, ...]) -> None:
    game = scheming("whisky:old", hand=hand)
    assert FLASK not in answers(game, "tuco")
    assert refusal(game, FLASK) == ("ruling.whisky.enough-cards",)
    assert FLASK in answers(scheming("whisky:old", deck=()), "tuco")


@pytest.mark.clause("whisky.no-draw", "ruling.whisky.one-at-a-time")
@pytest.mark.parametrize("flask", ["whisky", "whisky:old"])
def test_neither_a_draw_nor_another_flask_can_stand_for_the_card(flask: str) -> None:
    game = after(scheming(loot={"tuco": [flask, "whisky", "whisky:old"]}), FLASK)
    assert refusal(game, DrawCards("tuco")) == ("whisky.no-draw",)
    for command in (FLASK, UseFlask("tuco", "whisky-2"), UseFlask("tuco", "whisky-3")):
        assert refusal(game, command) == ("whisky.no-draw", "ruling.whisky.one-at-a-time")


@pytest.mark.clause("whisky.no-draw", "schemin.play.actions-only")
def test_it_must_be_an_action_card_from_hand_face_up() -> None:
    game = after(scheming(), FLASK)
    assert refusal(game, PlayCard("tuco", "tuco-robbery", False)) == ("schemin.play-or-draw",)
    assert refusal(game, PlayCard("tuco", "neutral-bullet", False)) == ("schemin.play.actions-only",)
    assert refusal(game, PlayCard("tuco", "tuco-move", True)) == ("turn.standard",)


# --- in which turns


@pytest.mark.clause("whisky.standard-turns-only")
@pytest.mark.parametrize("turn", [TUNNEL, SPEEDING, SWITCHING])
def test_in_french_a_flask_is_for_standard_turns(turn: dict[str, Any]) -> None:
    game = scheming(edition="fr-horses", **turn)
    assert FLASK not in answers(game, "tuco")
    assert refusal(game, FLASK) == ("whisky.standard-turns-only",)
    assert refusal(game, UseFlask("tuco", "purse-1")) == ("whisky.use", "whisky.standard-turns-only")
    assert FLASK in answers(scheming(**turn), "tuco")
    standard = accepted(scheming(edition="fr-horses"), FLASK)
    assert "whisky.standard-turns-only" in cited(standard, FlaskUsed)


@pytest.mark.clause("ruling.whisky.other-turns")
def test_in_a_tunnel_the_card_is_played_face_down() -> None:
    used = accepted(scheming(**TUNNEL), FLASK)
    assert "ruling.whisky.other-turns" in cited(used, FlaskUsed)
    assert {answer.face_down for answer in answers(used.after, "tuco") if isinstance(answer, PlayCard)} == {True}
    assert refusal(used.after, PlayCard("tuco", "tuco-ride", False)) == ("turn.tunnel",)
    cites = cited(accepted(used.after, PlayCard("tuco", "tuco-ride", True)), FlaskCardPlayed)
    assert {"turn.tunnel", "ruling.whisky.other-turns"} <= set(cites)
    assert cites == cited(accepted(used.after, PlayCard("tuco", "tuco-move", True)), FlaskCardPlayed)


@pytest.mark.clause("ruling.whisky.other-turns")
def test_in_speeding_up_a_flask_is_one_of_the_two_actions() -> None:
    game = scheming(loot={"tuco": ["whisky", "whisky:old"]}, **SPEEDING)
    game = after(after(game, FLASK), PlayCard("tuco", "tuco-move", False))
    assert awaiting(game) == (Decision("tuco", "scheme", "tuco"),)
    game = after(game, UseFlask("tuco", "whisky-2"))
    for card in ("tuco-ride", "tuco-fire"):
        game = after(game, PlayCard("tuco", card, False))
    assert awaiting(game) == (Decision("ghost", "scheme", "ghost"),)
    assert len(game.round.pile) == 3


@pytest.mark.clause("ruling.whisky.melee")
def test_in_a_melee_there_is_no_flask() -> None:
    game = scheming()
    rules = rules_of(game)
    cards_ = {**rules.round_cards, "braking.2-4": attrs.evolve(rules.round_card(game), turns=("standard", "melee"))}
    brawl = changed(rules, round_cards=cards_)
    assert list(USE_FLASK.answers(brawl, game, "tuco")) == []
    assert USE_FLASK.refusal(brawl, game, "tuco", FLASK) == ("ruling.whisky.melee",)


# --- Ghost


def haunting(flask: str, **fields: Any) -> Game:
    """Ghost is to act in the first turn and has this flask."""
    plain: dict[str, Any] = {
        "modules": ("base", "horses"),
        "card": "braking.2-4",
        "first": "ghost",
        "hands": {"ghost": ["ghost-move", "ghost-fire", "ghost-ride"]},
        "loot": {"ghost": [flask]},
    }
    return board(SKETCH, **plain | fields)


def faces(game: Game) -> set[bool]:
    return {answer.face_down for answer in answers(game, "ghost") if isinstance(answer, PlayCard)}


@pytest.mark.clause("ruling.whisky.ghost")
def test_ghost_may_hide_the_card_after_classic_whisky() -> None:
    game = after(haunting("whisky"), UseFlask("ghost", "whisky-1"))
    assert faces(game) == {False, True}
    cites = cited(accepted(game, PlayCard("ghost", "ghost-ride", True)), FlaskCardPlayed)
    assert {"ghost.first-turn-face-down", "ruling.whisky.ghost"} <= set(cites)
    assert "ride.planned" not in cites
    later = after(haunting("whisky", turn=1), UseFlask("ghost", "whisky-1"))
    assert faces(later) == {False}


@pytest.mark.clause("ruling.whisky.ghost")
@pytest.mark.parametrize("hidden", [False, True])
def test_ghost_may_hide_the_first_card_after_old_whisky_and_not_the_second(hidden: bool) -> None:
    game = after(haunting("whisky:old"), UseFlask("ghost", "whisky-1"))
    assert faces(game) == {False, True}
    game = after(game, PlayCard("ghost", "ghost-move", hidden))
    assert faces(game) == {False}
    assert refusal(game, PlayCard("ghost", "ghost-fire", True)) == ("turn.standard", "ruling.whisky.ghost")


@pytest.mark.clause("ruling.whisky.ghost")
@pytest.mark.parametrize(("flask", "ways"), [("whisky", {False}), ("whisky:old", {False, True})])
def test_by_a_claim_ghost_loses_his_power_by_the_draw_of_classic_whisky(flask: str, ways: set[bool]) -> None:
    game = haunting(flask, rulings=["ruling.whisky.ghost=draw-forfeits"])
    assert faces(after(game, UseFlask("ghost", "whisky-1"))) == ways


@pytest.mark.clause("ruling.whisky.ghost", "ruling.team.ghost")
def test_in_teams_nobody_learns_whose_card_ghost_has_hidden() -> None:
    game = haunting("whisky", modules=("base", "team", "horses"), seats=("ghost", "tuco", "belle", "doc"))
    game = after(game, UseFlask("ghost", "whisky-1"))
    assert "ruling.team.ghost" in cited(accepted(game, PlayCard("ghost", "ghost-move", True)), FlaskCardPlayed)


# --- two bandits a player


TEAMS = {"player-1": ["tuco", "ghost"], "player-2": ["belle", "doc"]}
ONE = "player-1"


def leading_two(flask: str, **fields: Any) -> Game:
    """The first player's Ghost has this flask."""
    plain: dict[str, Any] = {
        "modules": ("base", "duo", "horses"),
        "teams": TEAMS,
        "card": "braking.2-4",
        "turn": 1,
        "hands": {ONE: ["tuco-fire", "ghost-fire", "ghost-ride", "tuco-move"]},
        "loot": {"ghost": [flask]},
    }
    return board(SKETCH, **plain | fields)


@pytest.mark.clause("ruling.whisky.two-bandits")
def test_the_flask_of_either_bandit_serves_for_any_cards() -> None:
    used = accepted(leading_two("whisky:old"), UseFlask(ONE, "whisky-1"))
    assert told(used, FlaskUsed) == [FlaskUsed(ONE, "ghost", "whisky-1", "old", False, 2)]
    assert "ruling.whisky.two-bandits" in cited(used, FlaskUsed)
    assert answers(used.after, ONE) == cards(ONE, "tuco-fire", "ghost-fire", "ghost-ride", "tuco-move")
    both = leading_two("whisky", loot={"ghost": ["whisky"], "tuco": ["whisky"]})
    assert {answer for answer in map(str, answers(both, ONE)) if "UseFlask" in answer} == {
        str(UseFlask(ONE, "whisky-1")),
        str(UseFlask(ONE, "whisky-2")),
    }


@pytest.mark.clause("ruling.whisky.two-bandits")
def test_after_classic_whisky_a_card_can_be_added_to_a_fire() -> None:
    game = after(leading_two("whisky"), UseFlask(ONE, "whisky-1"))
    verdict = accepted(game, PlayCard(ONE, "tuco-fire", False))
    assert verdict.awaiting == (Decision(ONE, "added-card", ONE),)
    added = accepted(verdict.after, PlayCard(ONE, "ghost-ride", False))
    assert {"ride.planned", "ruling.horses.duo-ride-cards"} <= set(cited(added, CardAdded))


@pytest.mark.clause("ruling.whisky.two-bandits")
def test_after_old_whisky_no_card_can_be_added() -> None:
    game = after(leading_two("whisky:old"), UseFlask(ONE, "whisky-1"))
    first = accepted(game, PlayCard(ONE, "tuco-fire", False))
    assert first.awaiting == (Decision(ONE, "flask-card", ONE),)
    second = accepted(first.after, PlayCard(ONE, "ghost-fire", False))
    assert second.awaiting == (Decision("player-2", "scheme", "player-2"),)


@pytest.mark.clause("ruling.whisky.two-bandits", "ruling.whisky.enough-cards")
def test_who_finds_no_action_card_is_not_asked_to_add_one_to_an_older_fire() -> None:
    game = holding(leading_two("whisky", hands={}), ONE, Cards((), ("neutral-bullet",)))
    older = (Played("player-2", "doc-fire", False),)
    game = changed(game, round=changed(game.round, pile=older))
    verdict = accepted(game, UseFlask(ONE, "whisky-1"))
    assert told(verdict, FlaskCardMissing) == [FlaskCardMissing(ONE)]
    assert verdict.awaiting == (Decision("player-2", "scheme", "player-2"),)


@pytest.mark.clause("ruling.whisky.ghost", "duo.ghost")
def test_whoever_leads_ghost_may_hide_a_card_of_either_bandit_after_a_flask() -> None:
    game = after(leading_two("whisky", turn=0), UseFlask(ONE, "whisky-1"))
    hidden = accepted(game, PlayCard(ONE, "tuco-move", True))
    assert "duo.ghost" in cited(hidden, FlaskCardPlayed)
    assert accepted(hidden.after, AddNoCard(ONE))


# --- nothing left


@pytest.mark.clause("ruling.whisky.nothing-left")
@pytest.mark.parametrize("hand", [(), ("neutral-bullet",)])
def test_with_nothing_to_play_and_nothing_to_draw_one_draws_nothing(hand: tuple[str, ...]) -> None:
    game = scheming(hand=hand, deck=())
    assert answers(game, "tuco") == [DrawCards("tuco")]
    verdict = accepted(game, DrawCards("tuco"))
    assert told(verdict, CardsDrawn) == [CardsDrawn("tuco", ())]
    assert "ruling.whisky.nothing-left" in cited(verdict, CardsDrawn)
    assert verdict.awaiting == (Decision("ghost", "scheme", "ghost"),)
    assert "ruling.whisky.nothing-left" not in cited(accepted(scheming(), DrawCards("tuco")), CardsDrawn)


# --- Ride cards are played like others


@pytest.mark.clause("ride.planned")
def test_a_ride_card_is_played_like_any_other() -> None:
    verdict = accepted(scheming(), PlayCard("tuco", "tuco-ride", False))
    assert "ride.planned" in cited(verdict, CardPlayed)
    assert "ride.planned" not in cited(accepted(scheming(), PlayCard("tuco", "tuco-move", False)), CardPlayed)
    hidden = accepted(settle(scheming(**TUNNEL)).after, PlayCard("tuco", "tuco-ride", True))
    assert "ride.planned" not in cited(hidden, CardPlayed)
