"""Where editions differ in the base game: each clause that holds in some of them only, and not in the others."""

from typing import Any

import pytest

from colt_rules.commands import ChangeFloor, Deal, Fire, Move, MoveMarshal
from colt_rules.conformance.cases.board import board
from colt_rules.events import (
    BulletGiven,
    BulletUncounted,
    DeckShuffled,
    GameEnded,
    HandDrawn,
    NeutralBulletGiven,
    NeutralBulletsRemoved,
    NeutralBulletsShort,
    RoundCardRevealed,
    RoundStarted,
    TurnStarted,
)
from colt_rules.kernel import Accepted, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.expert.events import BulletsDiscarded, HandFilled
from colt_rules.views import view
from tests.rules.sittings import cited, simple_answer, sitting, told, until
from tests.tables import drawn
from tests.verdicts import accepted, after, answers, idle, refusal

EDITIONS = ("ru-full", "ru-base", "pl-base", "fr-horses")
NOT_POLISH = ("ru-full", "ru-base", "fr-horses")


# --- Tuco through the roof


UP = "roof | | doc | ghost |\ninside | M | tuco | |"
DOWN = "roof | | tuco | |\ninside | M | doc | ghost |"


@pytest.mark.clause("tuco.upward-only", "tuco.through-the-roof")
@pytest.mark.parametrize("edition", EDITIONS)
def test_tuco_shoots_up_through_the_roof_in_every_edition(edition: str) -> None:
    game = board(UP, pile=["tuco-fire", "ghost-move"], edition=edition)
    assert Fire("tuco", "doc") in answers(game, "tuco")
    cites = cited(accepted(game, Fire("tuco", "doc")), BulletGiven)
    upward = edition == "ru-base"
    assert ("tuco.upward-only" in cites, "tuco.through-the-roof" in cites) == (upward, not upward)


@pytest.mark.clause("tuco.upward-only", "tuco.through-the-roof")
@pytest.mark.parametrize("edition", EDITIONS)
def test_but_down_through_it_not_in_the_russian_base_game(edition: str) -> None:
    sketch = DOWN.replace("tuco | |", "tuco | belle |")
    game = board(sketch, pile=["tuco-fire", "ghost-move"], edition=edition, powers=True)
    if edition == "ru-base":
        assert answers(game, "tuco") == [Fire("tuco", "belle")]
        assert refusal(game, Fire("tuco", "doc")) == ("tuco.upward-only",)
    else:
        assert Fire("tuco", "doc") in answers(game, "tuco")


@pytest.mark.clause("tuco.upward-only")
def test_with_nobody_but_the_bandit_below_his_card_does_nothing_there() -> None:
    assert idle(board(DOWN, edition="ru-base"), "tuco-fire") == ("stealin.obligatory", "fire.no-target")


# --- neutral bullets in Polish


MEETING = """
    roof   |   |                  | django |
    inside | M | tuco ghost belle |        |
"""
SENT = MoveMarshal("django", "car-1.inside")


def meeting(edition: str, neutral: int, **fields: Any) -> Game:
    """Django is about to send the Marshal to three bandits at once."""
    return board(MEETING, pile=["django-marshal"], neutral=neutral, edition=edition, **fields)


@pytest.mark.clause("neutral-bullets.pile-removed")
@pytest.mark.parametrize("neutral", [1, 2])
def test_in_polish_a_pile_that_was_too_small_leaves_the_game(neutral: int) -> None:
    verdict = accepted(meeting("pl-base", neutral), SENT)
    assert told(verdict, NeutralBulletsShort)
    assert told(verdict, NeutralBulletsRemoved) == [NeutralBulletsRemoved(neutral)]
    assert cited(verdict, NeutralBulletsRemoved) == ("neutral-bullets.pile-removed",)
    assert verdict.after.neutral == 0


@pytest.mark.clause("neutral-bullets.pile-removed")
def test_an_empty_pile_needs_no_removing_and_a_sufficient_one_stays() -> None:
    for neutral in (0, 3, 13):
        verdict = accepted(meeting("pl-base", neutral), SENT)
        assert not told(verdict, NeutralBulletsRemoved)
        assert bool(told(verdict, NeutralBulletsShort)) == (neutral == 0)


@pytest.mark.clause("neutral-bullets.pile-removed")
@pytest.mark.parametrize("edition", NOT_POLISH)
def test_elsewhere_the_pile_stays_for_the_next_who_meets_the_marshal(edition: str) -> None:
    verdict = accepted(meeting(edition, 2), SENT)
    assert not told(verdict, NeutralBulletsRemoved)
    assert verdict.after.neutral == 2


@pytest.mark.clause("neutral-bullets.pile-removed", "neutral-bullets.too-few")
def test_a_single_bandit_who_meets_the_marshal_later_gets_no_bullet_in_polish() -> None:
    game = board(
        "roof | | | django |\ninside | M | tuco ghost | belle |",
        pile=["django-marshal", "belle-move", "django-move"],
        neutral=1,
        edition="pl-base",
    )
    met = accepted(after(game, SENT), Move("belle", "car-1.inside"))
    assert told(met, NeutralBulletsShort) == [NeutralBulletsShort(("belle",))]
    assert not told(met, NeutralBulletGiven)


HAPPENINGS = {
    "passengers-rebellion.2-4": ("happening.passengers-rebellion", "roof | | | |\ninside | M | tuco ghost | belle |"),
    "angry-marshal.2-4": ("happening.angry-marshal.shoots", "roof | tuco ghost belle | | |\ninside | M | | |"),
}


@pytest.mark.clause("neutral-bullets.too-few-in-happenings", "ruling.neutral-bullets.happenings-too")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", HAPPENINGS)
def test_a_happening_with_too_few_deals_none_by_the_polish_book_and_by_a_ruling_elsewhere(
    card: str, edition: str
) -> None:
    happening, sketch = HAPPENINGS[card]
    verdict = settle(board(sketch, card=card, neutral=2, edition=edition, rounds=["bridge.2-4"]))
    assert not told(verdict, NeutralBulletGiven)
    cites = cited(verdict, NeutralBulletsShort)
    assert happening in cites
    polish = edition == "pl-base"
    assert ("neutral-bullets.too-few-in-happenings" in cites) == polish
    assert ("ruling.neutral-bullets.happenings-too" in cites) == (not polish)
    assert verdict.after.neutral == (0 if polish else 2)


# --- the tie-break in Polish


def ended(edition: str, **fields: Any) -> tuple[GameEnded, tuple[str, ...]]:
    sketch = "roof | tuco | doc | ghost |\ninside | | M | |"
    verdict = settle(board(sketch, card="bridge.2-4", edition=edition, **fields))
    (over,) = told(verdict, GameEnded)
    return over, cited(verdict, GameEnded)


@pytest.mark.clause("end.tie-break.opponents-and-happenings")
def test_in_polish_bullets_from_meeting_the_marshal_are_left_out_of_the_tie_break() -> None:
    verdict = accepted(meeting("pl-base", 13), SENT)
    assert {event.bandit for event in told(verdict, BulletUncounted)} == {"tuco", "ghost", "belle"}
    assert "end.tie-break.opponents-and-happenings" in cited(verdict, BulletUncounted)
    assert {seat: cards.uncounted for seat, cards in verdict.after.cards.items()} == {
        "tuco": 1,
        "ghost": 1,
        "belle": 1,
        "django": 0,
    }
    entered = board("roof | | | |\ninside | tuco | M | doc ghost |", pile=["tuco-move"], edition="pl-base")
    assert told(accepted(entered, Move("tuco", "car-1.inside")), BulletUncounted) == [BulletUncounted("tuco", "tuco")]


@pytest.mark.clause("end.tie-break.opponents-and-happenings")
def test_bullets_of_others_and_of_happenings_count_in_polish_too() -> None:
    _, sketch = HAPPENINGS["angry-marshal.2-4"]
    shot = settle(board(sketch, card="angry-marshal.2-4", edition="pl-base", rounds=["bridge.2-4"]))
    assert len(told(shot, NeutralBulletGiven)) == 3
    assert not told(shot, BulletUncounted)
    game = board("roof | tuco | doc | ghost |\ninside | M | | |", pile=["tuco-fire"], edition="pl-base")
    fired: Accepted = accepted(game, Fire("tuco", "doc"))
    assert not told(fired, BulletUncounted)


@pytest.mark.clause("ruling.tie-break.to-the-letter", "end.tie-break.opponents-and-happenings")
def test_all_every_bullet_counts_in_polish_too() -> None:
    literal = accepted(meeting("pl-base", 13), SENT)
    assert "ruling.tie-break.to-the-letter" in cited(literal, BulletUncounted)
    verdict = accepted(meeting("pl-base", 13, rulings=["ruling.tie-break.to-the-letter=all"]), SENT)
    assert len(told(verdict, NeutralBulletGiven)) == 3
    assert not told(verdict, BulletUncounted)


@pytest.mark.clause("ruling.tie-break.meeting-by-happening", "end.tie-break.opponents-and-happenings")
def test_a_meeting_that_a_happening_brings_about_counts_as_that_happening() -> None:
    sketch = "roof | | doc | |\ninside | M | tuco ghost | |"
    verdict = settle(board(sketch, card="angry-marshal.2-4", edition="pl-base", rounds=["bridge.2-4"]))
    assert {event.bandit for event in told(verdict, NeutralBulletGiven)} == {"tuco", "ghost"}
    assert not told(verdict, BulletUncounted)
    assert [cards.uncounted for cards in verdict.after.cards.values()] == [0, 0, 0]
    pile = board(sketch, pile=["doc-marshal"], edition="pl-base", rounds=["bridge.2-4"])
    met = accepted(pile, MoveMarshal("doc", "car-1.inside"))
    assert len(told(met, BulletUncounted)) == 2
    assert "ruling.tie-break.meeting-by-happening" in cited(met, BulletUncounted)


@pytest.mark.clause("end.tie-break.opponents-and-happenings", "end.tie-break.fewest-bullets")
@pytest.mark.parametrize("edition", NOT_POLISH)
def test_elsewhere_every_bullet_counts(edition: str) -> None:
    verdict = accepted(meeting(edition, 13), SENT)
    assert not told(verdict, BulletUncounted)
    over, cites = ended(
        edition, received={"tuco": ["neutral-bullet"], "doc": ["neutral-bullet"] * 2, "ghost": ["neutral-bullet"] * 3}
    )
    assert [standing.seat for standing in over.ranking] == ["tuco", "doc", "ghost"]
    assert "end.tie-break.fewest-bullets" in cites
    assert "end.tie-break.opponents-and-happenings" not in cites


@pytest.mark.clause("end.tie-break.opponents-and-happenings")
def test_so_another_player_may_win() -> None:
    received = {"tuco": ["neutral-bullet"], "doc": ["neutral-bullet"] * 2, "ghost": ["neutral-bullet"] * 3}
    over, cites = ended("pl-base", received=received, uncounted={"doc": 2, "ghost": 1})
    assert [(standing.seat, standing.bullets) for standing in over.ranking] == [("doc", 0), ("tuco", 1), ("ghost", 2)]
    assert "end.tie-break.opponents-and-happenings" in cites
    assert "end.tie-break.fewest-bullets" not in cites


# --- the round deck


@pytest.mark.clause("setup.rounds.station-always")
@pytest.mark.parametrize("edition", ["pl-base", "fr-horses"])
def test_four_round_cards_and_a_station_always(edition: str) -> None:
    game = until("round-cards", sitting(edition))
    assert drawn(game).count == 4
    assert len(until("first-player", game).rounds) == 5
    row = tuple(drawn(game).items[:5])
    assert "setup.rounds.station-last" in refusal(game, Deal("chance", "round-cards", "", row))


@pytest.mark.clause("ruling.rounds.face-down")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_round_deck_lies_face_down_in_every_edition(edition: str) -> None:
    game = until("scheme", sitting(edition))
    for role in (*game.options.seats, "spectator"):
        assert view(game, role).rounds is None
        assert view(game, role).rounds_left == 4


# --- hands before the round card


def next_round(edition: str, **fields: Any) -> Accepted:
    """Django's last card is done, and another round begins."""
    game = board(
        "roof | | | |\ninside | M | django | tuco belle |",
        **{"pile": ["django-move"], "first": "belle", "rounds": ["tunnel.2-4", "braking.2-4"], "edition": edition}
        | fields,
    )
    return accepted(game, Move("django", "car-2.inside"))


def all_dealt(verdict: Accepted) -> Accepted:
    """What comes of the last hand, however many others were drawn before."""
    while len(verdict.after.round.undealt) > 1:
        verdict = accepted(verdict.after, simple_answer(verdict.after, "chance"))
    return accepted(verdict.after, simple_answer(verdict.after, "chance"))


@pytest.mark.clause("schemin.hands-first", "ruling.round-start.card-first")
@pytest.mark.parametrize("edition", EDITIONS)
def test_only_the_polish_round_card_stays_face_down_until_all_hands_are_drawn(edition: str) -> None:
    began = next_round(edition)
    polish = edition == "pl-base"
    assert [event.card for event in told(began, RoundStarted)] == ["" if polish else "tunnel.2-4"]
    assert cited(began, RoundStarted) == (
        ("schemin.hands-first",) if polish else ("schemin.card-revealed", "ruling.round-start.card-first")
    )
    seen = view(began.after, "tuco")
    assert (seen.round.number, seen.round.card, seen.rounds_left) == ((2, "", 2) if polish else (2, "tunnel.2-4", 1))
    done = all_dealt(began)
    kinds = [type(event) for event, _ in done.events]
    revealed = [RoundCardRevealed] if polish else []
    assert kinds == [DeckShuffled, HandDrawn, *revealed, TurnStarted]
    assert (done.after.round.card, done.after.rounds) == ("tunnel.2-4", ("braking.2-4",))


@pytest.mark.clause("schemin.hands-first", "expert.bullets-discarded-at-start")
def test_polish_experts_discard_their_bullets_once_the_card_lies_open() -> None:
    began = next_round(
        "pl-base", modules=("base", "expert"), received={"tuco": ["belle-bullet-6"]}, bullets={"belle": 5}
    )
    kinds = [type(event) for event, _ in began.events]
    assert kinds[-4:] == [HandFilled, RoundCardRevealed, BulletsDiscarded, TurnStarted]


# --- what the Polish tie-break leaves out


@pytest.mark.clause("ruling.tie-break.to-the-letter", "end.tie-break.opponents-and-happenings")
@pytest.mark.parametrize(
    ("claims", "order"),
    [
        ([], [("tuco", 0), ("doc", 1), ("ghost", 0)]),
        (["ruling.tie-break.to-the-letter=all"], [("doc", 1), ("tuco", 2), ("ghost", 0)]),
    ],
)
def test_whether_two_meetings_are_worse_than_a_shot(claims: list[str], order: list[tuple[str, int]]) -> None:
    game = board(
        "roof | | doc | ghost |\ninside | tuco | M | |",
        pile=["tuco-move", "tuco-floor-change"],
        card="bridge.2-4",
        number=5,
        loot={"tuco": ["jewel", "jewel", "jewel"], "doc": ["strongbox", "jewel"]},
        received={"doc": ["ghost-bullet-6"]},
        bullets={"ghost": 5},
        edition="pl-base",
        rulings=claims,
    )
    met = after(game, Move("tuco", "car-1.inside"))
    over = accepted(met, ChangeFloor("tuco", "car-1.inside"))
    assert [(standing.seat, standing.bullets) for standing in over.after.ranking] == order


@pytest.mark.clause("ruling.tie-break.meeting-by-happening", "ruling.tie-break.to-the-letter")
def test_of_two_meetings_the_one_that_a_happening_brings_about_counts() -> None:
    sketch = "roof | | | |\ninside | M | tuco | doc ghost |"
    game = board(sketch, pile=["doc-marshal"], card="angry-marshal.2-4", edition="pl-base", rounds=["bridge.2-4"])
    verdict = accepted(game, MoveMarshal("doc", "car-1.inside"))
    assert [event.bandit for event in told(verdict, NeutralBulletGiven)] == ["tuco", "tuco", "doc", "ghost"]
    assert told(verdict, BulletUncounted) == [BulletUncounted("tuco", "tuco")]
    assert {seat: cards.uncounted for seat, cards in verdict.after.cards.items()} == {"tuco": 1, "doc": 0, "ghost": 0}
    claim = changed(game.options, rulings=("ruling.tie-break.meeting-by-happening=meeting",))
    after = accepted(changed(game, options=claim), MoveMarshal("doc", "car-1.inside")).after
    assert {seat: cards.uncounted for seat, cards in after.cards.items()} == {"tuco": 1, "doc": 1, "ghost": 1}
