"""Neutral bullets: in which order they are dealt, and what happens when there are too few."""

from typing import Any

import pytest

from colt_rules.commands import MoveMarshal
from colt_rules.conformance.cases.board import board
from colt_rules.events import Cited, NeutralBulletGiven, NeutralBulletsShort
from colt_rules.kernel import settle
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from colt_rules.rules.base.bullets import in_order, neutral_bullets
from colt_rules.rules.rulebook import rulebook
from tests.verdicts import after, happens

SKETCH = """
    roof   |   |                  | django |
    inside | M | tuco ghost belle |        |
    """
RULES = rulebook(("base",))
SEVERAL = "ruling.order.first-player-clockwise"
MET = (
    "marshal.meeting.marshal-enters",
    "marshal.meeting.neutral-bullet",
    "marshal.meeting.bullet-first",
    SEVERAL,
)
SHORT = (
    "marshal.meeting.marshal-enters",
    "neutral-bullets.too-few",
    "ruling.neutral-bullets.group",
)


def meeting(neutral: int, first: str = "django", **fields: Any) -> Game:
    """Django is about to send the Marshal to three bandits at once."""
    seats = ["belle", "django", "ghost", "tuco"]
    return board(SKETCH, pile=["django-marshal"], seats=seats, first=first, neutral=neutral, **fields)


def dealt(events: list[Cited]) -> list[Cited]:
    return [cited for cited in events if isinstance(cited[0], NeutralBulletGiven | NeutralBulletsShort)]


SENT = MoveMarshal("django", "car-1.inside")


@pytest.mark.clause("ruling.order.first-player-clockwise")
@pytest.mark.parametrize(
    ("first", "order"),
    [
        ("django", ("ghost", "tuco", "belle")),
        ("tuco", ("tuco", "belle", "ghost")),
        ("belle", ("belle", "ghost", "tuco")),
    ],
)
def test_bandits_hit_at_once_come_clockwise_from_the_first_player(first: str, order: tuple[str, ...]) -> None:
    game = meeting(13, first)
    assert in_order(game, ["tuco", "ghost", "belle"]) == order
    given = [event for event, _ in dealt(happens(game, SENT))]
    assert given == [NeutralBulletGiven(bandit, bandit, 12 - number) for number, bandit in enumerate(order)]


@pytest.mark.clause("ruling.order.first-player-clockwise")
def test_one_bandit_or_none_needs_no_order() -> None:
    assert in_order(meeting(13), []) == ()
    assert in_order(meeting(13), ["tuco"]) == ("tuco",)


@pytest.mark.clause("ruling.order.first-player-clockwise")
def test_the_order_is_cited_where_several_get_a_bullet_at_once_and_only_there() -> None:
    game = meeting(2)
    assert neutral_bullets(RULES, game, ("tuco",), ("cites",), ("short",)) == [
        (NeutralBulletGiven("tuco", "tuco", 1), ("cites",)),
    ]
    assert neutral_bullets(RULES, game, ("tuco", "belle"), ("cites",), ("short",)) == [
        (NeutralBulletGiven("tuco", "tuco", 1), ("cites", SEVERAL)),
        (NeutralBulletGiven("belle", "belle", 0), ("cites", SEVERAL)),
    ]
    assert neutral_bullets(RULES, game, ("tuco", "belle", "ghost"), ("cites",), ("short",)) == [
        (NeutralBulletsShort(("tuco", "belle", "ghost")), ("short",)),
    ]


@pytest.mark.clause("neutral-bullets.too-few", "ruling.neutral-bullets.group")
def test_three_cards_are_enough_for_three_bandits() -> None:
    assert dealt(happens(meeting(3), SENT)) == [
        (NeutralBulletGiven("ghost", "ghost", 2), MET),
        (NeutralBulletGiven("tuco", "tuco", 1), MET),
        (NeutralBulletGiven("belle", "belle", 0), MET),
    ]
    assert after(meeting(3), SENT).neutral == 0


@pytest.mark.clause("neutral-bullets.too-few", "ruling.neutral-bullets.group")
@pytest.mark.parametrize(("neutral", "cites"), [(0, SHORT[:-1]), (1, SHORT), (2, SHORT)])
def test_with_too_few_cards_for_the_group_nobody_gets_one(neutral: int, cites: Cites) -> None:
    """That they are counted together decides it only as long as some card is left."""
    assert dealt(happens(meeting(neutral), SENT)) == [(NeutralBulletsShort(("ghost", "tuco", "belle")), cites)]
    met = after(meeting(neutral), SENT)
    assert met.neutral == neutral
    assert all("neutral-bullet" not in cards.deck for cards in met.cards.values())


@pytest.mark.clause("ruling.neutral-bullets.group")
def test_a_claim_is_cited_where_it_deals_out_what_is_left_and_only_there() -> None:
    claim = ["ruling.neutral-bullets.group=one-by-one"]
    by_claim = (*MET[:-1], "ruling.neutral-bullets.group", SEVERAL)
    assert dealt(happens(meeting(2, rulings=claim), SENT)) == [
        (NeutralBulletGiven("ghost", "ghost", 1), by_claim),
        (NeutralBulletGiven("tuco", "tuco", 0), by_claim),
        (NeutralBulletsShort(("belle",)), SHORT),
    ]
    assert [cites for _, cites in dealt(happens(meeting(3, rulings=claim), SENT))] == [MET] * 3
    assert [cites for _, cites in dealt(happens(meeting(0, rulings=claim), SENT))] == [SHORT[:-1]]


@pytest.mark.clause("neutral-bullets.too-few")
def test_where_the_book_counts_them_together_no_ruling_is_needed() -> None:
    (short, *_) = dealt(happens(meeting(2, edition="pl-base"), SENT))
    assert short == (NeutralBulletsShort(("ghost", "tuco", "belle")), SHORT[:-1])


@pytest.mark.clause("ruling.neutral-bullets.happenings-too")
def test_what_a_happening_deals_by_a_claim_rests_on_it() -> None:
    claim = ["ruling.neutral-bullets.happenings-too=as-far-as-they-go"]
    end = settle(board(SKETCH, neutral=1, card="passengers-rebellion.2-4", rulings=claim))
    cites = ("happening.passengers-rebellion", "ruling.happening.bullet-on-top", claim[0].partition("=")[0], SEVERAL)
    assert dealt(list(end.events)) == [
        (NeutralBulletGiven("tuco", "tuco", 0), cites),
        (NeutralBulletsShort(("ghost", "belle")), (cites[0], cites[2])),
    ]


@pytest.mark.clause("ruling.neutral-bullets.group")
def test_bandits_who_are_not_hit_at_that_moment_are_not_counted() -> None:
    """Django on the roof does not count, though a pile of three would be too few for four."""
    assert len(dealt(happens(meeting(3), SENT))) == 3


@pytest.mark.clause("neutral-bullets.too-few")
def test_with_nobody_hit_an_empty_pile_is_no_matter() -> None:
    assert neutral_bullets(RULES, meeting(0), (), ("cites",), ("short",)) == []


@pytest.mark.clause("ruling.neutral-bullets.happenings-too", "ruling.happening.bullet-on-top")
def test_a_happening_deals_on_top_of_the_decks_while_there_are_enough() -> None:
    game = board(SKETCH, neutral=3, card="passengers-rebellion.2-4")
    end = settle(game)
    cites = ("happening.passengers-rebellion", "ruling.happening.bullet-on-top", SEVERAL)
    assert dealt(list(end.events)) == [
        (NeutralBulletGiven("tuco", "tuco", 2), cites),
        (NeutralBulletGiven("ghost", "ghost", 1), cites),
        (NeutralBulletGiven("belle", "belle", 0), cites),
    ]
    assert end.after.cards["tuco"].deck == ("neutral-bullet", *game.cards["tuco"].deck)


@pytest.mark.clause("ruling.neutral-bullets.happenings-too")
def test_a_happening_with_too_few_deals_none() -> None:
    game = board(SKETCH, neutral=2, card="passengers-rebellion.2-4")
    assert dealt(list(settle(game).events)) == [
        (
            NeutralBulletsShort(("tuco", "ghost", "belle")),
            ("happening.passengers-rebellion", "ruling.neutral-bullets.happenings-too"),
        )
    ]
    assert settle(game).after.neutral == 2
