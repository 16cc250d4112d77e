"""Whom the Marshal can shoot, with which bullets."""

from typing import Any

import pytest

from colt_rules.commands import Command
from colt_rules.events import BulletGiven
from colt_rules.model.state import Game
from colt_rules.rules.base.actions.fire import INSIDE, ROOF, SIDE_BY_SIDE
from colt_rules.rules.marshal.commands import FireCylinders
from colt_rules.rules.marshal.events import CylinderFired, PrisonerFreed
from colt_rules.rules.marshal.model import LEFT, MARSHAL, RIGHT, marshal_of
from tests.rules.coaches import ALL
from tests.rules.prisons import idle, prison
from tests.verdicts import after, answers, happens, refusal

ONE_LEFT = "ruling.double-shot.one-cylinder-left"
GOLD = ("golden",)
EMPTY: tuple[str, ...] = ()


def shot(left: str | None = None, right: str | None = None, mailbag: str | None = None) -> FireCylinders:
    return FireCylinders(MARSHAL, left, right, mailbag)


def seeing(*bandits: str, **fields: Any) -> Game:
    """The Marshal inside the car next to that with these bandits; another is out of his sight."""
    return prison(
        f"""
        car    |   | a | b                   | c      | prison |
        roof   |   |   |                     | django |        |
        inside |   |   | {" ".join(bandits)} |        |        |
        """,
        **{"marshal": "a.inside", "cards": ("marshal-fire",)} | fields,
    )


def with_companion(game_of: str, *bandits: str, **fields: Any) -> Game:
    """The same with one who has Belle's companion."""
    freed = PrisonerFreed(game_of, "companion-of-belle", "belle")
    return seeing(*bandits, since=(freed,), **fields)


def pairs(game: Game) -> list[set[str | None]]:
    """Whom he can shoot at once, each choice twice."""
    doubles = [command for command in answers(game, MARSHAL) if _both(command)]
    return [{command.left, command.right} for command in doubles if isinstance(command, FireCylinders)]


def singles(game: Game) -> list[Command]:
    return [command for command in answers(game, MARSHAL) if not _both(command)]


def _both(command: Command) -> bool:
    return isinstance(command, FireCylinders) and bool(command.left and command.right)


# --- one or two


@pytest.mark.clause("double-shot.two-bandits", "double-shot.single", "double-shot.one-from-each")
def test_he_shoots_one_with_either_cylinder_or_two_with_both_either_way_round() -> None:
    assert answers(seeing("ghost", "doc"), MARSHAL) == [
        shot("ghost"),
        shot(None, "ghost"),
        shot("doc"),
        shot(None, "doc"),
        shot("ghost", "doc"),
        shot("doc", "ghost"),
    ]
    assert answers(seeing("ghost"), MARSHAL) == [shot("ghost"), shot(None, "ghost")]


@pytest.mark.clause("double-shot.single", "marshal-bullet.golden")
def test_a_single_shot_takes_the_top_bullet_of_the_cylinder_that_he_chose() -> None:
    game = seeing("ghost", "doc", cylinders={RIGHT: ("golden", "knee")})
    (given, fired, _) = happens(game, shot(None, "doc"))
    cites = (*INSIDE, "double-shot.single", "marshal-bullet.into-the-deck", "marshal-bullet.golden")
    assert given == (BulletGiven(MARSHAL, "doc", "doc", "marshal-bullet-golden", 7), cites)
    assert fired == (CylinderFired(RIGHT, 1), ("double-shot.single",))
    then = after(game, shot(None, "doc"))
    assert marshal_of(then).cylinders[RIGHT] == ("marshal-bullet-knee",)
    assert len(marshal_of(then).cylinders[LEFT]) == 6
    assert then.cards["doc"].deck[0] == "marshal-bullet-golden"
    assert then.figures[MARSHAL].bullets == 7


@pytest.mark.clause("double-shot.two-bandits", "double-shot.one-from-each", "marshal-bullet.into-the-deck")
def test_two_bandits_get_one_bullet_of_each_cylinder() -> None:
    game = seeing("ghost", "doc", cylinders={LEFT: ("gotcha",), RIGHT: GOLD})
    cites = (*INSIDE, "double-shot.two-bandits", "marshal-bullet.into-the-deck")
    assert happens(game, shot("doc", "ghost"))[:4] == [
        (BulletGiven(MARSHAL, "doc", "doc", "marshal-bullet-gotcha", 1), cites),
        (CylinderFired(LEFT, 0), ("double-shot.one-from-each",)),
        (BulletGiven(MARSHAL, "ghost", "ghost", "marshal-bullet-golden", 0), (*cites, "marshal-bullet.golden")),
        (CylinderFired(RIGHT, 0), ("double-shot.one-from-each",)),
    ]


@pytest.mark.clause("double-shot.not-the-same")
def test_nobody_gets_two_bullets_and_he_must_shoot() -> None:
    game = seeing("ghost", "doc")
    assert refusal(game, shot("ghost", "ghost")) == ("double-shot.not-the-same",)
    assert refusal(game, shot()) == ("stealin.obligatory",)
    assert refusal(game, shot("ghost", None, "mailbag-1")) == (
        "marshal-bullet.drop-the-mail",
        "ruling.marshal-bullet.two-mailbags",
    )


@pytest.mark.clause("double-shot.two-bandits")
def test_each_that_is_out_of_sight_is_refused_as_for_a_bandit() -> None:
    game = seeing("ghost", "doc")
    assert refusal(game, shot("ghost", "django")) == ("fire.inside.adjacent",)
    assert refusal(game, shot(MARSHAL, "tuco")) == ("fire.target",)


@pytest.mark.clause("double-shot.two-bandits")
def test_on_the_roofs_he_sees_both_ways_and_everybody_on_the_nearest_roof() -> None:
    game = prison(
        """
        car    |      | b | c         | d     | prison |
        roof   | tuco |   | ghost doc | belle |        |
        inside |      |   |           |       |        |
        """,
        marshal="b.roof",
        cards=("marshal-fire",),
        cylinders={LEFT: GOLD, RIGHT: GOLD},
    )
    first, _, second, *_ = happens(game, shot("tuco", "doc"))
    assert first[1][: len(ROOF)] == ROOF
    assert second[1][: len(SIDE_BY_SIDE)] == SIDE_BY_SIDE
    assert refusal(game, shot("belle")) == ("fire.roof.line-of-sight", "belle.not-if-another")


# --- empty cylinders


@pytest.mark.clause("ruling.double-shot.one-cylinder-left")
def test_with_one_cylinder_empty_he_shoots_one_bandit_from_the_other() -> None:
    game = seeing("ghost", "doc", cylinders={LEFT: EMPTY})
    assert answers(game, MARSHAL) == [shot(None, "ghost"), shot(None, "doc")]
    assert refusal(game, shot("ghost")) == ("fire.no-bullets", ONE_LEFT)
    assert refusal(game, shot("ghost", "doc")) == ("fire.no-bullets", ONE_LEFT)
    (_, cites), *_ = happens(game, shot(None, "doc"))
    assert ONE_LEFT in cites


@pytest.mark.clause("ruling.double-shot.one-cylinder-left")
@pytest.mark.parametrize(("empty", "full"), [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_by_a_claim_both_bullets_come_from_the_last_cylinder(empty: str, full: str) -> None:
    claim = [f"{ONE_LEFT}=two-from-one"]
    game = seeing("ghost", "doc", cylinders={empty: EMPTY, full: ("gotcha", "golden")}, rulings=claim)
    assert pairs(game) == [{"ghost", "doc"}] * 2
    events = [event for event, _ in happens(game, shot("ghost", "doc"))]
    hit = {LEFT: "ghost", RIGHT: "doc"}
    assert events[:4] == [
        BulletGiven(MARSHAL, hit[full], hit[full], "marshal-bullet-gotcha", 1),
        CylinderFired(full, 1),
        BulletGiven(MARSHAL, hit[empty], hit[empty], "marshal-bullet-golden", 0),
        CylinderFired(full, 0),
    ]
    last = seeing("ghost", "doc", cylinders={empty: EMPTY, full: GOLD}, rulings=claim)
    assert pairs(last) == []
    assert refusal(last, shot("ghost", "doc")) == ("fire.no-bullets", ONE_LEFT)


@pytest.mark.clause("ruling.double-shot.one-cylinder-left")
def test_with_both_empty_or_nobody_in_sight_nothing_happens() -> None:
    empty = seeing("ghost", cards=(), cylinders={LEFT: EMPTY, RIGHT: EMPTY})
    assert idle(empty, "marshal-fire") == ("stealin.obligatory", "fire.no-bullets", ONE_LEFT)
    nobody = seeing("ghost", cards=(), marshal="locomotive.inside")
    assert idle(nobody, "marshal-fire") == ("stealin.obligatory", "fire.no-target")


# --- Belle


@pytest.mark.clause("double-shot.belle-among-two", "double-shot.belle-single")
def test_belle_and_one_other_can_both_be_shot_but_not_belle_alone() -> None:
    game = seeing("ghost", "belle")
    assert pairs(game) == [{"ghost", "belle"}] * 2
    assert singles(game) == [shot("ghost"), shot(None, "ghost")]
    assert refusal(game, shot("belle")) == ("double-shot.belle-single",)
    cites = {
        event.target: why for event, why in happens(game, shot("ghost", "belle")) if isinstance(event, BulletGiven)
    }
    assert "double-shot.belle-among-two" in cites["belle"]
    assert "double-shot.belle-among-two" not in cites["ghost"]
    assert answers(seeing("belle"), MARSHAL) == [shot("belle"), shot(None, "belle")]


@pytest.mark.clause("double-shot.belle-among-three", "double-shot.belle-single")
def test_among_three_belle_is_never_a_target() -> None:
    game = seeing("ghost", "belle", "doc")
    assert pairs(game) == [{"ghost", "doc"}] * 2
    assert refusal(game, shot("ghost", "belle")) == ("double-shot.belle-among-three",)
    assert refusal(game, shot(None, "belle")) == ("double-shot.belle-single",)


@pytest.mark.clause("ruling.double-shot.belle-one-cylinder")
def test_with_one_cylinder_left_belle_is_safe_beside_another() -> None:
    game = seeing("ghost", "belle", cylinders={RIGHT: EMPTY})
    assert answers(game, MARSHAL) == [shot("ghost")]
    assert refusal(game, shot("belle")) == ("belle.not-if-another", "ruling.double-shot.belle-one-cylinder")


@pytest.mark.clause("double-shot.belle-among-three")
def test_without_powers_belle_is_like_anybody() -> None:
    game = seeing("ghost", "belle", "doc", powers=False)
    assert {"ghost", "belle"} in pairs(game)
    assert shot("belle") in singles(game)
    for event, cites in happens(seeing("ghost", "belle", powers=False), shot("ghost", "belle")):
        assert not isinstance(event, BulletGiven) or "double-shot.belle-among-two" not in cites


@pytest.mark.clause("ruling.double-shot.companion-of-belle")
def test_who_has_belles_companion_is_spared_after_belle() -> None:
    companion = "ruling.double-shot.companion-of-belle"
    alone = with_companion("doc", "belle", "doc")
    assert pairs(alone) == [{"belle", "doc"}] * 2
    assert singles(alone) == [shot("doc"), shot(None, "doc")]
    with_a_third = with_companion("doc", "belle", "doc", "ghost")
    assert pairs(with_a_third) == [{"doc", "ghost"}] * 2
    assert singles(with_a_third) == [shot("ghost"), shot(None, "ghost")]
    assert refusal(with_a_third, shot("doc")) == ("double-shot.belle-single", companion)
    (_, cites), *_ = happens(with_a_third, shot("doc", "ghost"))
    assert companion in cites
    with_two = with_companion("doc", "belle", "doc", "ghost", "cheyenne")
    assert pairs(with_two) == [{"ghost", "cheyenne"}] * 2
    assert refusal(with_two, shot("doc", "ghost")) == ("double-shot.belle-among-three", companion)


# --- the Shotgun


@pytest.mark.clause("marshal-player.shotgun-blocks-sight")
def test_the_shotgun_hides_who_is_behind_him() -> None:
    sketch = """
        car    |   | a | b          | c    | prison | stagecoach |
        roof   |   |   | shotgun    | tuco |        |            |
        inside |   |   |            | doc  |        |            |
        beside |   |   | stagecoach |      |        |
    """
    behind = "marshal-player.shotgun-blocks-sight"
    assert idle(prison(sketch, marshal="a.roof", modules=ALL), "marshal-fire") == (
        "stealin.obligatory",
        "fire.no-target",
        behind,
    )
    other = sketch.replace("roof   |   ", "roof   | ghost")
    game = prison(other, marshal="a.roof", modules=ALL, cards=("marshal-fire",))
    assert answers(game, MARSHAL) == [shot("ghost"), shot(None, "ghost")]
    assert refusal(game, shot("tuco")) == ("fire.roof.line-of-sight", "shotgun.blocks-sight", behind)
