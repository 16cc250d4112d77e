"""The base game with other answers to open questions than ours: each changes what it says, and only that."""

from typing import Any

import pytest

from colt_rules.commands import DrawCards, Fire, MoveMarshal, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.events import (
    BulletGiven,
    CardsDrawn,
    GameEnded,
    GameStarted,
    HappeningStarted,
    NeutralBulletGiven,
    NeutralBulletsShort,
)
from colt_rules.kernel import awaiting, settle
from colt_rules.model.state import Game
from colt_rules.views import view
from tests.rules.sittings import cited, claiming, sitting, told, until
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    roof   | tuco | doc | ghost |
    inside |      | M   |       |
"""


# --- drawing


def all_in_hand(**fields: Any) -> Game:
    """Tuco has all cards in hand and none in the deck."""
    ten = [*("tuco-move", "tuco-floor-change", "tuco-fire", "tuco-robbery") * 2, "tuco-punch", "tuco-marshal"]
    return board(SKETCH, hands={"tuco": ten}, card="bridge.2-4", **fields)


@pytest.mark.clause("ruling.draw.what-is-left")
def test_pass_with_an_empty_deck_one_may_draw_nothing() -> None:
    assert refusal(all_in_hand(), DrawCards("tuco")) == ("schemin.play-or-draw", "ruling.draw.what-is-left")
    passing = all_in_hand(rulings=["ruling.draw.what-is-left=pass"])
    verdict = accepted(passing, DrawCards("tuco"))
    assert told(verdict, CardsDrawn) == [CardsDrawn("tuco", ())]
    assert verdict.awaiting[0].actor == "doc"


@pytest.mark.clause("ruling.draw.what-is-left")
def test_our_answer_draws_what_is_left() -> None:
    ten = [*("tuco-move", "tuco-floor-change", "tuco-fire", "tuco-robbery") * 2]
    game = board(SKETCH, hands={"tuco": ten}, card="bridge.2-4")
    assert len(told(accepted(game, DrawCards("tuco")), CardsDrawn)[0].cards) == 2


def speeding_up(hand: list[str], **fields: Any) -> Game:
    """Tuco has two actions in this turn."""
    return board(SKETCH, hands={"tuco": hand}, card="bridge.2-4", turn=1, **fields)


@pytest.mark.clause("ruling.speeding-up.order-free")
def test_draw_first_after_a_card_no_draw_unless_no_card_can_be_played() -> None:
    claim = ["ruling.speeding-up.order-free=draw-first"]
    hand = ["tuco-move", "tuco-fire"]
    played = after(speeding_up(hand, rulings=claim), PlayCard("tuco", "tuco-move", False))
    assert refusal(played, DrawCards("tuco")) == ("ruling.speeding-up.order-free",)
    assert answers(played, "tuco") == [PlayCard("tuco", "tuco-fire", False)]
    drawn = after(speeding_up(hand, rulings=claim), DrawCards("tuco"))
    assert DrawCards("tuco") in answers(drawn, "tuco")
    assert PlayCard("tuco", "tuco-move", False) in answers(drawn, "tuco")
    only = after(speeding_up(["tuco-move"], rulings=claim), PlayCard("tuco", "tuco-move", False))
    assert accepted(only, DrawCards("tuco"))
    free = after(speeding_up(hand), PlayCard("tuco", "tuco-move", False))
    assert accepted(free, DrawCards("tuco"))


@pytest.mark.clause("ruling.speeding-up.order-free")
def test_draw_first_says_nothing_of_other_turns() -> None:
    claim = ["ruling.speeding-up.order-free=draw-first"]
    game = board(SKETCH, hands={"tuco": ["tuco-move"], "doc": ["doc-move"]}, card="bridge.2-4", rulings=claim)
    assert DrawCards("tuco") in answers(game, "tuco")
    assert DrawCards("doc") in answers(after(game, PlayCard("tuco", "tuco-move", False)), "doc")


# --- neutral bullets


MEETING = """
    roof   |   |                  | django |
    inside | M | tuco ghost belle |        |
"""
SENT = MoveMarshal("django", "car-1.inside")
REBELLION: dict[str, Any] = {"card": "passengers-rebellion.2-4", "rounds": ["bridge.2-4"]}


def given(events: list[NeutralBulletGiven]) -> list[str]:
    return [event.bandit for event in events]


@pytest.mark.clause("ruling.neutral-bullets.happenings-too", "ruling.order.first-player-clockwise")
def test_as_far_as_they_go_a_happening_deals_what_is_left_in_order() -> None:
    claim = ["ruling.neutral-bullets.happenings-too=as-far-as-they-go"]
    seats = ["belle", "django", "ghost", "tuco"]
    verdict = settle(board(MEETING, neutral=2, seats=seats, first="ghost", rulings=claim, **REBELLION))
    assert given(told(verdict, NeutralBulletGiven)) == ["ghost", "tuco"]
    assert told(verdict, NeutralBulletsShort) == [NeutralBulletsShort(("belle",))]
    assert verdict.after.neutral == 0
    meeting = accepted(board(MEETING, pile=["django-marshal"], neutral=2, rulings=claim), SENT)
    assert given(told(meeting, NeutralBulletGiven)) == []


@pytest.mark.clause("ruling.neutral-bullets.group")
def test_one_by_one_each_bandit_is_dealt_to_until_the_pile_is_empty() -> None:
    claim = ["ruling.neutral-bullets.group=one-by-one"]
    meeting = accepted(board(MEETING, pile=["django-marshal"], neutral=2, rulings=claim), SENT)
    assert len(told(meeting, NeutralBulletGiven)) == 2
    assert meeting.after.neutral == 0
    assert sum("neutral-bullet" in cards.deck for cards in meeting.after.cards.values()) == 2


# --- Belle


@pytest.mark.clause("ruling.belle.blocks-sight")
def test_transparent_belle_is_looked_past_whenever_she_cannot_be_the_target() -> None:
    claim = ["ruling.belle.blocks-sight=transparent"]
    sketch = "roof | tuco | belle | doc |\ninside | | M | |"
    assert answers(board(sketch, pile=["tuco-fire"]), "tuco") == [Fire("tuco", "belle")]
    game = board(sketch, pile=["tuco-fire"], rulings=claim)
    assert answers(game, "tuco") == [Fire("tuco", "doc")]
    assert refusal(game, Fire("tuco", "belle")) == ("belle.not-if-another", "ruling.belle.blocks-sight")
    assert "ruling.belle.blocks-sight" in cited(accepted(game, Fire("tuco", "doc")), BulletGiven)
    alone = board("roof | tuco | belle | |\ninside | | M | doc |", pile=["tuco-fire"], rulings=claim)
    assert answers(alone, "tuco") == [Fire("tuco", "belle")]
    without = board(sketch, pile=["tuco-fire"], rulings=claim, powers=False)
    assert answers(without, "tuco") == [Fire("tuco", "belle")]


@pytest.mark.clause("ruling.belle.blocks-sight")
def test_transparent_with_another_beside_her_the_other_is_in_the_way() -> None:
    claim = ["ruling.belle.blocks-sight=transparent"]
    game = board("roof | tuco | belle ghost | doc |\ninside | | M | |", pile=["tuco-fire"], rulings=claim)
    assert answers(game, "tuco") == [Fire("tuco", "ghost")]
    assert refusal(game, Fire("tuco", "doc")) == ("fire.roof.line-of-sight",)
    assert refusal(game, Fire("tuco", "belle")) == ("belle.not-if-another",)


@pytest.mark.clause("ruling.belle.blocks-sight")
def test_transparent_is_not_cited_where_nobody_is_looked_past() -> None:
    claim = ["ruling.belle.blocks-sight=transparent"]
    game = board("roof | ghost | tuco | belle | doc |\ninside | | M | | |", pile=["tuco-fire"], rulings=claim)
    assert "ruling.belle.blocks-sight" not in cited(accepted(game, Fire("tuco", "ghost")), BulletGiven)
    assert refusal(game, Fire("tuco", "belle")) == ("belle.not-if-another",)


# --- the end


def ended(**fields: Any) -> GameEnded:
    (over,) = told(settle(board(SKETCH, **{"card": "bridge.2-4"} | fields)), GameEnded)
    assert isinstance(over, GameEnded)
    return over


def gunslingers(over: GameEnded) -> set[str]:
    return {line.seat for line in over.lines if line.line == "gunslinger"}


@pytest.mark.clause("ruling.gunslinger.nobody-fired")
def test_nobody_without_a_shot_there_is_no_award() -> None:
    claim = ["ruling.gunslinger.nobody-fired=nobody"]
    assert gunslingers(ended()) == {"tuco", "doc", "ghost"}
    assert gunslingers(ended(rulings=claim)) == set()
    assert gunslingers(ended(rulings=claim, bullets={"doc": 5})) == {"doc"}


@pytest.mark.clause("ruling.gunslinger.nobody-fired")
def test_empty_stack_only_who_fired_all_bullets_gets_the_award() -> None:
    claim = ["ruling.gunslinger.nobody-fired=empty-stack"]
    assert gunslingers(ended(rulings=claim)) == set()
    assert gunslingers(ended(rulings=claim, bullets={"doc": 1})) == set()
    assert gunslingers(ended(rulings=claim, bullets={"doc": 0, "tuco": 1})) == {"doc"}
    assert gunslingers(ended(rulings=claim, bullets={"doc": 0, "tuco": 0})) == {"doc", "tuco"}
    assert gunslingers(ended(bullets={"doc": 1})) == {"doc"}


@pytest.mark.clause("ruling.tie-break.to-the-letter", "end.tie-break.opponents-and-happenings")
@pytest.mark.parametrize(
    ("rulings", "received", "is_cited"),
    [
        (["ruling.tie-break.to-the-letter=all"], {"doc": ["neutral-bullet"]}, True),
        (["ruling.tie-break.to-the-letter=all"], {}, False),
        ([], {"doc": ["neutral-bullet"]}, False),
    ],
    ids=["by bullets that count by the claim", "without a bullet", "to the letter"],
)
def test_all_is_cited_where_it_breaks_a_tie(rulings: list[str], received: dict[str, list[str]], is_cited: bool) -> None:
    game = board(SKETCH, card="bridge.2-4", edition="pl-base", rulings=rulings, received=received)
    cites = cited(settle(game), GameEnded)
    assert "end.tie-break.opponents-and-happenings" in cites
    assert ("ruling.tie-break.to-the-letter" in cites) == is_cited


@pytest.mark.clause("ruling.end.still-level")
@pytest.mark.parametrize(("first", "winner"), [("tuco", "tuco"), ("doc", "doc"), ("ghost", "ghost")])
def test_seat_order_whoever_comes_first_in_the_last_round_wins(first: str, winner: str) -> None:
    over = ended(first=first, rulings=["ruling.end.still-level=seat-order"])
    assert [standing.rank for standing in over.ranking] == [1, 2, 3]
    assert over.ranking[0].seat == winner
    assert {standing.rank for standing in ended(first=first).ranking} == {1}


@pytest.mark.clause("ruling.end.still-level")
def test_seat_order_fewer_bullets_come_first() -> None:
    claim = ["ruling.end.still-level=seat-order"]
    over = ended(first="tuco", rulings=claim, received={"tuco": ["neutral-bullet"]})
    assert [standing.seat for standing in over.ranking] == ["doc", "ghost", "tuco"]


# --- stations and the round deck


PLAIN_STATION = "ruling.setup.stations-are-happenings=plain-station"


@pytest.mark.clause("ruling.setup.stations-are-happenings")
def test_plain_station_the_station_is_played_for_its_turns_only() -> None:
    start = sitting("ru-full", stations=True, happenings=False)
    game = until("first-player", start, PLAIN_STATION)
    assert len(game.rounds) == 5
    assert "ruling.setup.stations-are-happenings" in cited(accepted(claiming(PLAIN_STATION), start), GameStarted)
    as_ever = accepted(claiming(PLAIN_STATION), sitting("ru-full", stations=True))
    assert "ruling.setup.stations-are-happenings" not in cited(as_ever, GameStarted)
    conductor = board("roof | tuco | doc | ghost |\ninside | | M | |", card="conductor", happenings=False)
    verdict = settle(conductor)
    assert not told(verdict, HappeningStarted)
    assert verdict.after.figures["tuco"].ransom == 0


@pytest.mark.clause("ruling.rounds.face-down")
def test_face_up_everybody_sees_the_next_round_card() -> None:
    game = until("scheme", sitting("ru-full"), "ruling.rounds.face-down=face-up")
    for role in (*game.options.seats, "spectator"):
        assert view(game, role).rounds == game.rounds[:1]
    assert view(game, "referee").rounds == game.rounds
    last = board(SKETCH, pile=["tuco-move"], rulings=["ruling.rounds.face-down=face-up"])
    assert view(last, "doc").rounds == ()
    assert awaiting(game)[0].kind == "scheme"
