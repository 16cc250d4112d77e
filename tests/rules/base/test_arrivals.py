"""Meeting the Marshal: from either side, in whatever way, a neutral bullet and then the roof."""

import pytest

from colt_rules.commands import ChangeFloor, Command, Fire, Move, MoveMarshal, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.events import (
    BanditMoved,
    BulletGiven,
    Cited,
    MarshalMoved,
    NeutralBulletGiven,
    NeutralBulletsShort,
)
from colt_rules.kernel import settle
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from tests.verdicts import accepted, after, back, happens

CAME_IN = ("marshal.meeting.bandit-enters",)
THROWN_IN = ("marshal.meeting.bandit-enters", "ruling.django.into-the-marshal")
HE_CAME = ("marshal.meeting.marshal-enters",)
SHOT = ("marshal.meeting.neutral-bullet", "marshal.meeting.bullet-first")
SEVERAL = ("ruling.order.first-player-clockwise",)
FLIGHT = ("marshal.meeting.flight", "marshal.never-together")


def shot(bandit: str, why: Cites, left: int = 12) -> Cited:
    """A bandit shot alone."""
    return NeutralBulletGiven(bandit, bandit, left), (*why, *SHOT)


def shot_too(bandit: str, why: Cites, left: int) -> Cited:
    """A bandit shot with others."""
    return NeutralBulletGiven(bandit, bandit, left), (*why, *SHOT, *SEVERAL)


def spared(why: Cites, *bandits: str, left: int = 0) -> Cited:
    """All of them, for want of bullets: that they are counted together matters only if some bullets are left."""
    together = ("ruling.neutral-bullets.group",) if left else ()
    return NeutralBulletsShort(bandits), (*why, "neutral-bullets.too-few", *together)


def fled(bandit: str, car: str) -> Cited:
    return BanditMoved(bandit, f"{car}.inside", f"{car}.roof", "flight"), FLIGHT


def meeting(events: list[Cited]) -> list[Cited]:
    """What of these events belongs to a meeting."""
    kinds = NeutralBulletGiven | NeutralBulletsShort
    return [
        (e, cites) for e, cites in events if isinstance(e, kinds) or (isinstance(e, BanditMoved) and e.how == "flight")
    ]


# --- a bandit comes to the Marshal


def walking_in() -> Game:
    return board(
        """
        roof   |       |   |      |
        inside | ghost | M | tuco |
        """,
        pile=["tuco-move", "ghost-robbery", "ghost-floor-change"],
    )


@pytest.mark.clause(
    "marshal.meeting.bandit-enters",
    "marshal.meeting.neutral-bullet",
    "marshal.meeting.bullet-first",
    "marshal.meeting.flight",
)
def test_a_bandit_who_walks_in_gets_a_bullet_and_then_flees_to_that_roof() -> None:
    assert happens(walking_in(), Move("tuco", "car-1.inside")) == [
        (BanditMoved("tuco", "car-2.inside", "car-1.inside", "move"), ("move.inside.adjacent",)),
        shot("tuco", CAME_IN),
        fled("tuco", "car-1"),
        back("tuco-move"),
    ]


@pytest.mark.clause("marshal.meeting.neutral-bullet", "marshal.never-together", "stealin.card-returns")
def test_the_bullet_goes_on_the_deck_and_the_card_on_top_and_the_bandit_stands_on_the_roof() -> None:
    game = walking_in()
    met = after(game, Move("tuco", "car-1.inside"))
    assert met.figures["tuco"].place == "car-1.roof"
    assert met.neutral == 12
    assert met.cards["tuco"].deck == ("tuco-move", "neutral-bullet", *game.cards["tuco"].deck)


@pytest.mark.clause("marshal.meeting.bandit-enters")
def test_a_bandit_who_goes_elsewhere_meets_nobody() -> None:
    game = board(
        """
        roof   | tuco |  | ghost |
        inside |      | M |      |
        """,
        pile=["tuco-move"],
    )
    assert meeting(happens(game, Move("tuco", "car-1.roof"))) == []


@pytest.mark.clause("marshal.meeting.flight", "marshal.meeting.bandit-enters")
def test_whoever_climbs_down_to_the_marshal_is_back_on_the_roof_at_once() -> None:
    game = board(
        """
        roof   |   | tuco |       |
        inside |   | M    | ghost |
        """,
        pile=["tuco-floor-change", "ghost-move"],
    )
    assert happens(game, ChangeFloor("tuco", "car-1.inside")) == [
        (BanditMoved("tuco", "car-1.roof", "car-1.inside", "climb"), ("floor-change.down",)),
        shot("tuco", CAME_IN),
        fled("tuco", "car-1"),
        back("tuco-floor-change"),
    ]
    assert after(game, ChangeFloor("tuco", "car-1.inside")).figures["tuco"].place == "car-1.roof"


@pytest.mark.clause("marshal.meeting.bandit-enters", "ruling.django.into-the-marshal", "train.locomotive-is-a-car")
def test_a_bandit_pushed_into_the_marshals_car_meets_him() -> None:
    game = board(
        """
        roof   |   |           |   |
        inside | M | ghost doc |   |
        """,
        pile=["doc-punch"],
        loot={"ghost": ["purse"]},
    )
    events = happens(game, Punch("doc", "ghost", "purse-1", "locomotive.inside", False))
    assert events[1][0] == BanditMoved("ghost", "car-1.inside", "locomotive.inside", "push")
    assert events[2:] == [shot("ghost", THROWN_IN), fled("ghost", "locomotive"), back("doc-punch")]
    assert meeting(happens(game, Punch("doc", "ghost", "purse-1", "car-2.inside", False))) == []


@pytest.mark.clause("ruling.django.into-the-marshal", "django.knock-back")
def test_a_bandit_knocked_into_the_marshals_car_meets_him() -> None:
    game = board(
        """
        roof   |   |       |        |
        inside | M | ghost | django |
        """,
        pile=["django-fire", "ghost-move"],
    )
    events = happens(game, Fire("django", "ghost"))
    assert [event for event, _ in events[:2]] == [
        BulletGiven("django", "ghost", "ghost", "django-bullet-6", 5),
        BanditMoved("ghost", "car-1.inside", "locomotive.inside", "knock"),
    ]
    assert events[2:] == [shot("ghost", THROWN_IN), fled("ghost", "locomotive"), back("django-fire")]
    deck = after(game, Fire("django", "ghost")).cards["ghost"].deck
    assert deck[:2] == ("neutral-bullet", "django-bullet-6")


@pytest.mark.clause("ruling.django.into-the-marshal", "marshal.inside-only")
def test_a_bandit_knocked_along_the_roof_above_the_marshal_does_not_meet_him() -> None:
    game = board(
        """
        roof   |   | ghost | django |
        inside | M |       |        |
        """,
        pile=["django-fire"],
    )
    assert meeting(happens(game, Fire("django", "ghost"))) == []
    assert after(game, Fire("django", "ghost")).figures["ghost"].place == "locomotive.roof"


# --- the Marshal comes to bandits


def walked_in_on(neutral: int = 13) -> Game:
    return board(
        """
        roof   |   | belle          | doc |
        inside | M | tuco ghost     | django |
        """,
        pile=["doc-marshal"],
        seats=["doc", "ghost", "django", "tuco", "belle"],
        neutral=neutral,
    )


@pytest.mark.clause(
    "marshal.meeting.marshal-enters",
    "marshal.meeting.bullet-first",
    "marshal.meeting.flight",
    "ruling.order.first-player-clockwise",
)
def test_everybody_inside_the_car_the_marshal_enters_meets_him() -> None:
    """All bullets come before the first flight; Belle on the roof and Django in the next car are left alone."""
    assert happens(walked_in_on(), MoveMarshal("doc", "car-1.inside")) == [
        (MarshalMoved("locomotive.inside", "car-1.inside"), ("marshal.move.adjacent", "marshal.inside-only")),
        shot_too("ghost", HE_CAME, 12),
        shot_too("tuco", HE_CAME, 11),
        fled("ghost", "car-1"),
        fled("tuco", "car-1"),
        back("doc-marshal"),
    ]


@pytest.mark.clause("marshal.meeting.marshal-enters")
def test_in_an_empty_car_the_marshal_meets_nobody() -> None:
    game = board(
        """
        roof   |       | tuco | ghost |
        inside | M     |      | doc   |
        """,
        pile=["tuco-marshal"],
    )
    assert meeting(happens(game, MoveMarshal("tuco", "car-1.inside"))) == []


@pytest.mark.clause("marshal.meeting.marshal-enters", "marshal.meeting.flight")
def test_whoever_sends_the_marshal_into_the_own_car_has_to_flee_too() -> None:
    game = board(
        """
        roof   |   |      |       |
        inside | M | tuco | ghost |
        """,
        pile=["tuco-marshal"],
    )
    events = happens(game, MoveMarshal("tuco", "car-1.inside"))
    assert events[1:] == [shot("tuco", HE_CAME), fled("tuco", "car-1"), back("tuco-marshal")]


@pytest.mark.clause("marshal.never-together", "neutral-bullets.too-few", "marshal.meeting.neutral-bullet")
@pytest.mark.parametrize("neutral", [0, 1])
def test_with_too_few_bullets_for_all_nobody_gets_one_but_everybody_flees(neutral: int) -> None:
    met = happens(walked_in_on(neutral), MoveMarshal("doc", "car-1.inside"))
    assert meeting(met) == [
        spared(HE_CAME, "ghost", "tuco", left=neutral),
        fled("ghost", "car-1"),
        fled("tuco", "car-1"),
    ]
    assert after(walked_in_on(neutral), MoveMarshal("doc", "car-1.inside")).neutral == neutral


@pytest.mark.clause("neutral-bullets.too-few", "ruling.neutral-bullets.group")
@pytest.mark.parametrize(("neutral", "first"), [(1, shot("tuco", CAME_IN, 0)), (0, spared(CAME_IN, "tuco"))])
def test_a_bandit_who_walks_in_is_a_group_of_one(neutral: int, first: Cited) -> None:
    game = board(
        """
        roof   |       |   |      |
        inside | ghost | M | tuco |
        """,
        pile=["tuco-move"],
        neutral=neutral,
    )
    assert meeting(happens(game, Move("tuco", "car-1.inside"))) == [first, fled("tuco", "car-1")]


@pytest.mark.clause("neutral-bullets.too-few")
def test_a_pile_too_small_for_two_still_serves_one_later() -> None:
    """In this edition the pile stays in the game."""
    game = board(
        """
        roof   |   |            |     |
        inside | M | tuco ghost | doc |
        """,
        pile=["doc-marshal", "doc-move"],
        neutral=1,
    )
    game = after(game, MoveMarshal("doc", "car-1.inside"))
    assert meeting(happens(game, Move("doc", "car-1.inside"))) == [shot("doc", CAME_IN, 0), fled("doc", "car-1")]


# --- when


@pytest.mark.clause("marshal.meeting.bandit-enters", "marshal.never-together")
@pytest.mark.parametrize(
    "command", [Move("tuco", "car-1.inside"), MoveMarshal("tuco", "car-2.inside")], ids=["moves", "sends the Marshal"]
)
def test_the_meeting_comes_before_the_next_card(command: Command) -> None:
    """The roof is where the next card of the pile finds the bandit: nothing to rob up there."""
    card = "tuco-move" if isinstance(command, Move) else "tuco-marshal"
    game = board(
        """
        roof   |       |         |            |
        inside | ghost | M purse | tuco jewel |
        """,
        pile=[card, "tuco-robbery", "ghost-move"],
    )
    rest = after(game, command)
    assert rest.figures["tuco"].place == ("car-1.roof" if card == "tuco-move" else "car-2.roof")
    assert rest.figures["tuco"].loot == ()
    assert rest.round.current is not None
    assert rest.round.current.card == "ghost-move"


@pytest.mark.clause("marshal.meeting.marshal-enters", "happening.angry-marshal.moves")
def test_a_happening_that_moves_the_marshal_makes_him_meet_bandits_too() -> None:
    game = board(
        """
        roof   |   |            |     |
        inside | M | tuco ghost | doc |
        """,
        card="angry-marshal.2-4",
    )
    events = settle(game).events
    moved = [event for event, _ in events].index(MarshalMoved("locomotive.inside", "car-1.inside"))
    assert events[moved + 1 : moved + 5] == (
        shot_too("tuco", HE_CAME, 12),
        shot_too("ghost", HE_CAME, 11),
        fled("tuco", "car-1"),
        fled("ghost", "car-1"),
    )


@pytest.mark.clause("marshal.meeting.marshal-enters", "happening.angry-marshal.moves")
def test_at_a_rounds_end_it_is_the_marshal_who_comes_even_after_a_card_that_threw_somebody() -> None:
    """Doc's Punch is the last card of the round; the Marshal comes when it is back on Doc's deck."""
    game = board(
        """
        roof   |   |      | doc ghost |
        inside | M | tuco |           |
        """,
        pile=["doc-punch"],
        card="angry-marshal.2-4",
    )
    events = list(accepted(game, Punch("doc", "ghost", None, "car-1.roof", False)).events)
    assert meeting(events) == [shot("tuco", HE_CAME), fled("tuco", "car-1")]
