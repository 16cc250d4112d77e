"""Powers and targets with two bandits each."""

from typing import Any

import pytest

from colt_rules.commands import Deal, DrawCards, Fire, PlayCard, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import BulletGiven, CardPlayed, HandDrawn, LootDropped, NeutralBulletGiven
from colt_rules.kernel import awaiting, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.duo.commands import AddNoCard
from colt_rules.rules.duo.events import CardAdded
from colt_rules.rules.expert.events import HandFilled
from colt_rules.views import view
from tests.rules.sittings import cited, sitting, told, until
from tests.verdicts import accepted, after, answers, refusal

GHOSTS = {"player-1": ["ghost", "tuco"], "player-2": ["belle", "django"]}
SKETCH = """
    roof   | tuco | ghost | django |
    inside |      | M     | belle  |
"""
ONE = "player-1"
DUO = ("base", "duo")
POLISH: dict[str, Any] = {"edition": "pl-base", "modules": ("base", "expert", "duo")}


def first_turn(**fields: Any) -> Game:
    hand = ["tuco-fire", "tuco-move", "ghost-fire", "ghost-move", "ghost-marshal"]
    plain: dict[str, Any] = {"modules": DUO, "teams": GHOSTS, "hands": {ONE: hand}, "card": "bridge.2-4"}
    return board(SKETCH, **plain | fields)


# --- Ghost


@pytest.mark.clause("duo.ghost")
@pytest.mark.parametrize("card", ["ghost-move", "tuco-move", "ghost-marshal"])
def test_whoever_has_ghost_may_hide_the_first_card_whosever_it_is(card: str) -> None:
    verdict = accepted(first_turn(), PlayCard(ONE, card, True))
    assert "duo.ghost" in cited(verdict, CardPlayed)
    assert verdict.after.round.pile[0].face_down
    assert PlayCard(ONE, card, False) in answers(first_turn(), ONE)


@pytest.mark.clause("duo.ghost")
@pytest.mark.parametrize(
    "fields", [{"powers": False}, {"turn": 2}, {"first": "player-2", "hands": {"player-2": ["belle-move"]}}]
)
def test_not_later_not_without_the_power_and_nobody_else(fields: dict[str, Any]) -> None:
    game = first_turn(**fields)
    seat = awaiting(game)[0].actor
    card = "belle-move" if seat == "player-2" else "tuco-move"
    assert "turn.standard" in refusal(game, PlayCard(seat, card, True))


@pytest.mark.clause("duo.ghost.combination", "duo.ghost", "ruling.duo.added-card-face-up")
@pytest.mark.parametrize(("fire", "added"), [("ghost-fire", "tuco-move"), ("tuco-fire", "ghost-move")])
def test_a_hidden_fire_allows_an_added_card_which_is_face_up(fire: str, added: str) -> None:
    game = after(first_turn(), PlayCard(ONE, fire, True))
    assert awaiting(game) == (Decision(ONE, "added-card", ONE),)
    assert refusal(game, PlayCard(ONE, added, True)) == ("ruling.duo.added-card-face-up",)
    verdict = accepted(game, PlayCard(ONE, added, False))
    assert "duo.ghost.combination" in cited(verdict, CardAdded)
    assert [played.face_down for played in verdict.after.round.pile] == [True, False]


@pytest.mark.clause("ruling.duo.always-asked", "duo.ghost.combination")
def test_after_any_hidden_card_the_question_is_asked_so_that_nobody_knows_whether_it_is_a_fire() -> None:
    fire, move = (after(first_turn(), PlayCard(ONE, card, True)) for card in ("ghost-fire", "ghost-move"))
    assert awaiting(fire) == awaiting(move) == (Decision(ONE, "added-card", ONE),)
    for role in ("player-2", "spectator"):
        assert view(fire, role) == view(move, role)
    assert answers(move, ONE) == [AddNoCard(ONE)]
    assert refusal(move, PlayCard(ONE, "tuco-move", False)) == ("duo.fire-combination",)


@pytest.mark.clause("ruling.duo.added-card-face-up")
def test_either_way_after_a_hidden_fire_the_added_card_may_be_hidden_too() -> None:
    rulings = ["ruling.duo.added-card-face-up=either-way"]
    game = after(first_turn(rulings=rulings), PlayCard(ONE, "ghost-fire", True))
    assert answers(game, ONE) == [
        *(PlayCard(ONE, card, face) for card in ("tuco-fire", "tuco-move") for face in (False, True)),
        AddNoCard(ONE),
    ]
    assert [played.face_down for played in after(game, PlayCard(ONE, "tuco-move", True)).round.pile] == [True, True]
    open_fire = after(first_turn(rulings=rulings), PlayCard(ONE, "ghost-fire", False))
    assert refusal(open_fire, PlayCard(ONE, "tuco-move", True)) == ("ruling.duo.added-card-face-up",)


@pytest.mark.clause("ruling.duo.ghost-and-doc")
@pytest.mark.parametrize("card", ["ghost-move", "tuco-move", "tuco-fire"])
def test_in_polish_ghost_hides_any_card_of_the_team_too(card: str) -> None:
    verdict = accepted(first_turn(**POLISH), PlayCard(ONE, card, True))
    assert "ruling.duo.ghost-and-doc" in cited(verdict, CardPlayed)
    assert "duo.ghost" not in cited(verdict, CardPlayed)


@pytest.mark.clause("ghost.draw-forfeits", "duo.ghost")
def test_whoever_draws_first_has_forfeited_it() -> None:
    game = board(
        SKETCH, modules=DUO, teams=GHOSTS, hands={ONE: ["tuco-move"]}, draws={ONE: [0]}, card="bridge.2-4", turn=2
    )
    assert "turn.standard" in refusal(game, PlayCard(ONE, "tuco-move", True))
    assert DrawCards(ONE) in answers(game, ONE)


# --- Doc


DOCS = {"player-1": ["doc", "tuco"], "player-2": ["belle", "django"]}


def round_over(**fields: Any) -> Game:
    sketch = SKETCH.replace("ghost", "doc  ")
    plain: dict[str, Any] = {"modules": DUO, "teams": DOCS, "rounds": ["bridge.2-4"], "first": "player-2"}
    return changed(board(sketch, **plain | fields), phase="round-end")


@pytest.mark.clause("duo.doc", "ruling.doc.every-effect")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base"])
@pytest.mark.parametrize(("powers", "size"), [(True, 8), (False, 7)])
def test_whoever_has_doc_draws_seven_beside_the_chosen_card(edition: str, powers: bool, size: int) -> None:
    game = until("deck", settle(round_over(edition=edition, powers=powers)).after)
    verdict = accepted(game, Deal("chance", "deck", ONE, game.cards[ONE].deck))
    assert len(verdict.after.cards[ONE].hand) == size
    assert ("duo.doc" in cited(verdict, HandDrawn)) == powers
    assert ("ruling.doc.every-effect" in cited(verdict, HandDrawn)) == powers
    game = until("scheme", verdict.after)
    assert len(game.cards["player-2"].hand) == 7


@pytest.mark.clause("ruling.duo.ghost-and-doc")
def test_in_polish_the_hand_of_doc_s_team_is_seven() -> None:
    game = settle(round_over(**POLISH)).after
    assert len(game.cards[ONE].hand) == 7
    assert len(game.cards["player-2"].hand) == 6
    first = until("deck", sitting("pl-base", "duo"))
    while awaiting(first)[0].kind == "deck":
        seat = awaiting(first)[0].subject
        verdict = accepted(first, Deal("chance", "deck", seat, first.cards[seat].deck))
        has_doc = any(figure.seat == seat and "doc" in figure.powers for figure in first.figures.values())
        (hand,) = told(verdict, HandDrawn)
        assert len(hand.cards) == (7 if has_doc else 6)
        assert ("ruling.duo.ghost-and-doc" in cited(verdict, HandDrawn)) == has_doc
        first = verdict.after


@pytest.mark.clause("ruling.duo.ghost-and-doc")
def test_in_polish_the_ruling_is_cited_where_doc_s_team_fills_the_hand() -> None:
    filled = {
        event.seat: cites for event, cites in settle(round_over(**POLISH)).events if isinstance(event, HandFilled)
    }
    assert "ruling.duo.ghost-and-doc" in filled[ONE]
    assert "ruling.duo.ghost-and-doc" not in filled["player-2"]


# --- one's own bandit


@pytest.mark.clause("duo.own-bandit-hit", "ruling.duo.own-targets")
@pytest.mark.parametrize("fields", [{"modules": DUO}, POLISH])
def test_one_s_own_bandit_is_a_target_of_fire_like_any_other(fields: dict[str, Any]) -> None:
    game = board(SKETCH, teams=GHOSTS, pile=["ghost-fire", "django-move"], **fields)
    assert answers(game, ONE) == [Fire(ONE, "tuco"), Fire(ONE, "django")]
    verdict = accepted(game, Fire(ONE, "tuco"))
    assert told(verdict, BulletGiven) == [BulletGiven("ghost", "tuco", ONE, "ghost-bullet-6", 5)]
    assert {"duo.own-bandit-hit", "ruling.duo.own-targets"} <= set(cited(verdict, BulletGiven))
    assert "ghost-bullet-6" in verdict.after.cards[ONE].deck[:2]
    other = accepted(game, Fire(ONE, "django"))
    assert "duo.own-bandit-hit" not in cited(other, BulletGiven)


@pytest.mark.clause("ruling.fire.opponents")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base", "fr-horses"])
def test_by_a_claim_one_s_own_bandit_is_no_opponent_for_a_fire(edition: str) -> None:
    fields: dict[str, Any] = {
        "teams": GHOSTS,
        "pile": ["ghost-fire", "django-move"],
        "modules": DUO,
        "edition": edition,
    }
    verdict = accepted(board(SKETCH, **fields), Fire(ONE, "tuco"))
    assert "ruling.fire.opponents" in cited(verdict, BulletGiven)
    claimed = board(SKETCH, rulings=["ruling.fire.opponents=other-sides-only"], **fields)
    assert answers(claimed, ONE) == [Fire(ONE, "django")]
    assert refusal(claimed, Fire(ONE, "tuco")) == ("ruling.fire.opponents",)
    other = accepted(claimed, Fire(ONE, "django"))
    assert "ruling.fire.opponents" not in cited(other, BulletGiven)


@pytest.mark.clause("ruling.fire.opponents")
def test_in_polish_the_book_itself_says_that_mates_hit_each_other() -> None:
    game = board(SKETCH, teams=GHOSTS, pile=["ghost-fire", "django-move"], **POLISH)
    assert "ruling.fire.opponents" not in cited(accepted(game, Fire(ONE, "tuco")), BulletGiven)


@pytest.mark.clause("ruling.duo.own-targets", "duo.own-bandit-hit")
def test_it_must_be_hit_when_there_is_no_other_target() -> None:
    lonely = board(
        "roof | tuco | ghost | |\ninside | | M | django belle |", teams=GHOSTS, modules=DUO, pile=["ghost-fire"]
    )
    assert answers(lonely, ONE) == [Fire(ONE, "tuco")]


@pytest.mark.clause("ruling.duo.own-targets", "duo.loot-apart")
def test_one_s_own_bandit_is_a_target_of_punch_and_loses_only_what_is_its_own() -> None:
    game = board(
        "roof | tuco ghost | | |\ninside | | M | django belle |",
        teams=GHOSTS,
        modules=DUO,
        pile=["ghost-punch", "django-move"],
        loot={"tuco": ["purse:300", "jewel"], "ghost": ["purse:500"]},
    )
    mine = game.figures["tuco"].loot
    assert {each.target for each in answers(game, ONE) if isinstance(each, Punch)} == {"tuco"}
    assert {each.token for each in answers(game, ONE) if isinstance(each, Punch)} == set(mine)
    verdict = accepted(game, Punch(ONE, "tuco", mine[0], "car-1.roof", False))
    assert told(verdict, LootDropped) == [LootDropped("tuco", mine[0], "locomotive.roof")]
    assert verdict.after.figures["ghost"].loot == game.figures["ghost"].loot


@pytest.mark.clause("duo.loot-apart")
def test_what_a_bandit_takes_lies_on_its_own_sheet() -> None:
    game = board(
        "roof | tuco purse | ghost | |\ninside | | M | django belle |",
        teams=GHOSTS,
        modules=DUO,
        pile=["tuco-robbery", "django-move"],
    )
    robbed = after(game, answers(game, ONE)[0])
    assert robbed.figures["tuco"].loot == ("purse-1",)
    assert robbed.figures["ghost"].loot == ()


# --- both bandits of a player at once


TOGETHER = """
    roof   |   |                  |      |
    inside | M | tuco ghost belle | django |
"""


@pytest.mark.clause("ruling.order.first-player-clockwise")
@pytest.mark.parametrize(
    ("first", "order"),
    [("player-1", ["ghost", "tuco", "belle", "django"]), ("player-2", ["belle", "django", "ghost", "tuco"])],
)
def test_two_bandits_of_one_player_come_by_their_names(first: str, order: list[str]) -> None:
    game = board(TOGETHER, modules=DUO, teams=GHOSTS, first=first, card="passengers-rebellion.2-4")
    verdict = settle(game)
    assert [event.bandit for event in told(verdict, NeutralBulletGiven)] == order
    assert verdict.after.cards[ONE].deck[:2] == ("neutral-bullet", "neutral-bullet")


@pytest.mark.clause("station.pickpocketing", "duo.own-bandit-hit")
def test_the_other_bandit_of_the_same_player_is_company_like_any_other() -> None:
    sketch = "roof | django purse | | |\ninside | M | tuco ghost purse | belle purse |"
    game = settle(board(sketch, modules=DUO, teams=GHOSTS, card="pickpocketing")).after
    assert awaiting(game) == (Decision("player-2", "pickpocketing", "belle"),)
    assert game.round.due == ("belle", "django")
