"""Fire: who can be aimed at, what the target gets, and when the card does nothing."""

import pytest

from colt_rules.commands import Deal, Fire, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionIdle, ActionTaken, BulletGiven, DeckShuffled, HandDrawn
from colt_rules.model.state import Game
from tests.verdicts import accepted, after, answers, back, happens, idle, refusal

INSIDE = ("fire.target", "fire.bullet-given", "fire.inside.adjacent", "fire.not-same-place")
ROOF = (
    "fire.target",
    "fire.bullet-given",
    "fire.roof.any-distance",
    "fire.roof.line-of-sight",
    "fire.not-same-place",
)
SIDE_BY_SIDE = (*ROOF, "fire.roof.side-by-side")


def targets(game: Game, bandit: str) -> list[str]:
    return [command.target for command in answers(game, bandit) if isinstance(command, Fire)]


def inside() -> Game:
    return board(
        """
        roof   |   |       | tuco |               |     |
        inside | M | ghost | doc  | django        | cheyenne |
        """,
        pile=["doc-fire"],
    )


# --- inside


@pytest.mark.clause("fire.target", "fire.inside.adjacent")
@pytest.mark.parametrize("target", ["ghost", "django"])
def test_inside_the_adjacent_cars_can_be_aimed_at(target: str) -> None:
    assert happens(inside(), Fire("doc", target)) == [
        (BulletGiven("doc", target, target, "doc-bullet-6", 5), INSIDE),
        back("doc-fire"),
    ]
    assert targets(inside(), "doc") == ["ghost", "django"]


@pytest.mark.clause("fire.inside.adjacent")
def test_inside_two_cars_are_too_far() -> None:
    assert refusal(inside(), Fire("doc", "cheyenne")) == ("fire.inside.adjacent",)


@pytest.mark.clause("fire.inside.adjacent")
def test_from_inside_no_roof_can_be_aimed_at() -> None:
    game = board(
        """
        roof   |   | ghost | tuco |
        inside | M | belle | doc  |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["belle"]
    assert refusal(game, Fire("doc", "tuco")) == ("fire.inside.adjacent",)
    assert refusal(game, Fire("doc", "ghost")) == ("fire.inside.adjacent",)


@pytest.mark.clause("fire.not-same-place")
def test_whoever_stands_beside_the_shooter_inside_cannot_be_aimed_at() -> None:
    game = board(
        """
        roof   |   |          |       |
        inside | M | doc tuco | ghost |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["ghost"]
    assert refusal(game, Fire("doc", "tuco")) == ("fire.not-same-place",)


@pytest.mark.clause("fire.target", "train.locomotive-is-a-car")
def test_inside_any_of_several_in_the_next_car_and_the_locomotive_is_one() -> None:
    game = board(
        """
        roof   |            |     |   |
        inside | ghost tuco | doc | M |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["ghost", "tuco"]
    assert happens(game, Fire("doc", "tuco"))[0] == (BulletGiven("doc", "tuco", "tuco", "doc-bullet-6", 5), INSIDE)


# --- on the roofs


@pytest.mark.clause("fire.roof.any-distance")
def test_on_the_roofs_the_whole_train_is_in_reach() -> None:
    game = board(
        """
        roof   | doc |      |   |   |   |      | ghost |
        inside | M   | tuco |   |   |   | belle |      |
        """,
        pile=["doc-fire"],
    )
    assert happens(game, Fire("doc", "ghost")) == [
        (BulletGiven("doc", "ghost", "ghost", "doc-bullet-6", 5), ROOF),
        back("doc-fire"),
    ]


@pytest.mark.clause("fire.roof.any-distance")
def test_from_a_roof_nobody_inside_can_be_aimed_at() -> None:
    game = board(
        """
        roof   |   | doc  |       | tuco |
        inside | M | ghost | belle |     |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["tuco"]
    assert refusal(game, Fire("doc", "ghost")) == ("fire.roof.any-distance",)
    assert refusal(game, Fire("doc", "belle")) == ("fire.roof.any-distance", "belle.not-if-another")


@pytest.mark.clause("fire.roof.line-of-sight")
def test_on_the_roofs_the_nearest_either_way_hides_all_behind() -> None:
    game = board(
        """
        roof   | ghost | tuco |   | doc |   | django | cheyenne |
        inside | M     |      |   |     |   |        |          |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["tuco", "django"]
    assert refusal(game, Fire("doc", "ghost")) == ("fire.roof.line-of-sight",)
    assert refusal(game, Fire("doc", "cheyenne")) == ("fire.roof.line-of-sight",)


@pytest.mark.clause("fire.roof.line-of-sight")
def test_bandits_inside_hide_nobody_on_the_roofs() -> None:
    game = board(
        """
        roof   | doc |       |       | tuco |
        inside | M   | ghost | belle |      |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["tuco"]


@pytest.mark.clause("fire.roof.side-by-side")
@pytest.mark.parametrize("target", ["ghost", "tuco", "django"])
def test_bandits_on_one_roof_stand_side_by_side(target: str) -> None:
    game = board(
        """
        roof   | doc |   | ghost tuco django | cheyenne |
        inside | M   |   |                   |          |
        """,
        pile=["doc-fire"],
    )
    assert happens(game, Fire("doc", target)) == [
        (BulletGiven("doc", target, target, "doc-bullet-6", 5), SIDE_BY_SIDE),
        back("doc-fire"),
    ]
    assert refusal(game, Fire("doc", "cheyenne")) == ("fire.roof.line-of-sight",)


@pytest.mark.clause("fire.not-same-place", "fire.roof.side-by-side")
def test_whoever_shares_the_shooters_roof_neither_hides_nor_can_be_aimed_at() -> None:
    game = board(
        """
        roof   | ghost | doc tuco |   | django |
        inside | M     |          |   |        |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["ghost", "django"]
    assert refusal(game, Fire("doc", "tuco")) == ("fire.not-same-place",)


@pytest.mark.clause("fire.roof.side-by-side")
def test_bandits_side_by_side_elsewhere_are_nothing_to_a_target_alone_on_its_roof() -> None:
    """Neither those beside the shooter, nor those on another roof, nor those below the target."""
    game = board(
        """
        roof   | ghost | doc tuco |   | django cheyenne |
        inside | M     |          |   |                 |
        """,
        pile=["doc-fire"],
    )
    assert happens(game, Fire("doc", "ghost"))[0][1] == ROOF
    assert happens(game, Fire("doc", "django"))[0][1] == SIDE_BY_SIDE
    game = board("roof | doc | ghost |\ninside | M | tuco django |", pile=["doc-fire"])
    assert happens(game, Fire("doc", "ghost"))[0][1] == ROOF


@pytest.mark.clause("fire.target")
@pytest.mark.parametrize("target", ["doc", "nobody", "belle", "marshal"])
def test_neither_oneself_nor_somebody_who_is_not_there(target: str) -> None:
    assert refusal(inside(), Fire("doc", target)) == ("fire.target",)


# --- the bullet


@pytest.mark.clause("fire.bullet-given")
def test_the_target_gets_the_top_bullet_on_top_of_its_deck() -> None:
    game = board(
        """
        roof   |   |       |     |
        inside | M | ghost | doc |
        """,
        pile=["doc-fire", "ghost-move"],
        bullets={"doc": 3},
        received={"ghost": ["neutral-bullet"]},
    )
    hit = accepted(game, Fire("doc", "ghost"))
    assert hit.events[:3] == (
        (ActionTaken("doc", "fire"), ("stealin.obligatory",)),
        (BulletGiven("doc", "ghost", "ghost", "doc-bullet-3", 2), INSIDE),
        back("doc-fire"),
    )
    assert hit.after.figures["doc"].bullets == 2
    assert hit.after.figures["ghost"] == game.figures["ghost"]
    assert hit.after.cards["ghost"].deck == ("doc-bullet-3", *game.cards["ghost"].deck)
    assert hit.after.cards["doc"].deck == ("doc-fire", *game.cards["doc"].deck)


@pytest.mark.clause("fire.bullet-given", "fire.no-bullets")
def test_the_last_bullet_can_be_fired_and_the_next_fire_does_nothing() -> None:
    game = board(
        """
        roof   |   |       |     |
        inside | M | ghost | doc |
        """,
        pile=["doc-fire", "doc-fire", "ghost-move"],
        bullets={"doc": 1},
    )
    fired = accepted(game, Fire("doc", "ghost"))
    assert fired.events[:3] == (
        (ActionTaken("doc", "fire"), ("stealin.obligatory",)),
        (BulletGiven("doc", "ghost", "ghost", "doc-bullet-1", 0), INSIDE),
        back("doc-fire"),
    )
    assert fired.events[4:6] == (
        (ActionIdle("doc", "fire"), ("stealin.obligatory", "fire.no-bullets")),
        back("doc-fire"),
    )
    assert fired.after.cards["ghost"].deck[0] == "doc-bullet-1"
    assert fired.after.figures["doc"].bullets == 0


@pytest.mark.clause("fire.no-bullets", "fire.no-target")
def test_out_of_bullets_with_nobody_in_reach_has_two_reasons() -> None:
    game = board(
        """
        roof   |   | ghost |     |
        inside | M |       | doc |
        """,
        bullets={"doc": 0},
    )
    assert idle(game, "doc-fire") == ("stealin.obligatory", "fire.no-bullets", "fire.no-target")


@pytest.mark.clause("fire.no-target")
@pytest.mark.parametrize(
    "sketch",
    [
        """
        roof   |       |   | tuco    |
        inside | ghost | M | doc belle |
        """,
        """
        roof   |   | doc ghost |      |
        inside | M | belle     | tuco |
        """,
    ],
)
def test_with_nobody_to_aim_at_the_bullet_is_kept(sketch: str) -> None:
    assert idle(board(sketch), "doc-fire") == ("stealin.obligatory", "fire.no-target")


@pytest.mark.clause("fire.no-target")
def test_with_somebody_to_aim_at_the_shooter_has_to_choose() -> None:
    game = board(
        """
        roof   |   |       |     |
        inside | M | ghost | doc |
        """,
        pile=["doc-fire"],
    )
    assert answers(game, "doc") == [Fire("doc", "ghost")]


@pytest.mark.clause("fire.bullet.stays", "schemin.play.actions-only")
def test_a_bullet_received_is_shuffled_and_drawn_with_the_other_cards_but_never_played() -> None:
    game = board(
        """
        roof   |   |       |     |
        inside | M | ghost | doc |
        """,
        pile=["doc-fire"],
        first="doc",
        received={"ghost": ["neutral-bullet"]},
        rounds=["bridge.2-4"],
    )
    hit = after(game, Fire("doc", "ghost"))
    deck = hit.cards["ghost"].deck
    assert len(deck) == 12
    assert deck[:2] == ("doc-bullet-6", "neutral-bullet")

    swapped = ("ghost-fire", *deck[1:])
    forbids = ("schemin.hand-of-six", "round-end.shuffle", "fire.bullet.stays")
    assert refusal(hit, Deal("chance", "deck", "ghost", swapped)) == forbids
    dealt = accepted(hit, Deal("chance", "deck", "ghost", deck))
    assert dealt.events == (
        (
            DeckShuffled("ghost", deck),
            ("round-end.shuffle", "schemin.hand-of-six", "ruling.shuffle.once", "fire.bullet.stays"),
        ),
        (HandDrawn("ghost", deck[:6]), ("schemin.hand-of-six",)),
    )
    drawn = after(dealt.after, Deal("chance", "deck", "doc", dealt.after.cards["doc"].deck))
    for bullet in ("doc-bullet-6", "neutral-bullet"):
        assert bullet in drawn.cards["ghost"].hand
        assert refusal(drawn, PlayCard("ghost", bullet, False)) == ("schemin.play.actions-only",)
