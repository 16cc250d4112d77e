"""What stagecoach and Shotgun change about action cards."""

import pytest

from colt_rules.commands import ChangeFloor, Fire, Move, MoveMarshal, Punch, Rob
from colt_rules.events import ActionIdle, LootTaken
from colt_rules.kernel import awaiting
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.stagecoach.commands import PunchShotgun
from colt_rules.rules.stagecoach.events import ShotgunThrown
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.coaches import ON_TOP, WITHIN, coach
from tests.verdicts import after, answers, back, comes_up, happens, idle, lay, refusal

THROWN = ("shotgun.punched", "shotgun.thrown-off", "shotgun.never-back")


def on_the_roof(*others: str, pile: tuple[str, ...] = ("tuco-punch",), opposite: str = "") -> Game:
    """Tuco on the roof of the stagecoach, beside the Shotgun and these."""
    return coach(
        f"""
        car    |       | a          | b | stagecoach              |
        roof   | doc   | {opposite} |   | tuco {" ".join(others)} |
        inside | M     |            |   |                         |
        beside |       | stagecoach |   |                         |
        """,
        pile=pile,
    )


# --- Move inside the stagecoach, Ride from it


@pytest.mark.clause("stagecoach.inside.not-by-move")
def test_a_move_inside_the_stagecoach_does_nothing() -> None:
    game = coach(
        """
        car    |     | a          | stagecoach |
        roof   | doc |            | ghost      |
        inside | M   |            | tuco       |
        beside |     | stagecoach |            |
        """
    )
    assert idle(game, "tuco-move") == ("stealin.obligatory", "stagecoach.inside.not-by-move")


@pytest.mark.clause("stagecoach.inside.not-by-move", "stagecoach.roof.move")
def test_no_move_leads_inside_nor_beyond_what_its_roof_lies_near() -> None:
    game = coach(
        """
        car    |     | a | b | c | d          | stagecoach |
        roof   | doc |   |   |   |            | tuco       |
        inside | M   |   |   |   |            |            |
        beside |     |   |   |   | stagecoach |            |
        """,
        pile=["tuco-move", "doc-move"],
    )
    assert answers(game, "tuco") == [Move("tuco", place) for place in ("d.roof", "c.roof", "b.roof")]
    assert refusal(game, Move("tuco", "a.roof")) == ("move.roof.one-to-three", "stagecoach.roof.move")
    assert refusal(game, Move("tuco", WITHIN)) == ("move.roof.one-to-three", "stagecoach.inside.not-by-move")
    then = after(game, Move("tuco", "d.roof"))
    assert refusal(then, Move("doc", ON_TOP)) == ("move.roof.one-to-three", "stagecoach.roof.move")
    assert refusal(then, Move("doc", "d.roof")) == ("move.roof.one-to-three",)


@pytest.mark.clause("ruling.ride.from-the-stagecoach")
@pytest.mark.parametrize(("above", "below"), [("tuco", ""), ("", "tuco")])
def test_where_the_table_claims_so_nobody_mounts_from_the_stagecoach(above: str, below: str) -> None:
    sketch = f"""
        car    |     | a                | stagecoach |
        roof   | doc |                  | {above}    |
        inside | M   |                  | {below}    |
        beside |     | stagecoach horse |            |
    """
    claimed = coach(sketch, rulings=["ruling.ride.from-the-stagecoach=only-from-the-train"])
    _, (nothing, cites), returned = comes_up(lay(claimed, "tuco-ride"))
    assert nothing == ActionIdle("tuco", "ride")
    assert cites == ("stealin.obligatory", "ruling.ride.from-the-stagecoach")
    assert returned == back("tuco-ride")
    assert Ride("tuco", "a.inside") in answers(coach(sketch, pile=["tuco-ride"]), "tuco")


@pytest.mark.clause("ruling.ride.from-the-stagecoach", "ride.into-stagecoach")
def test_the_claim_leaves_the_way_into_the_stagecoach_open() -> None:
    game = coach(
        """
        car    |     | a                | stagecoach |
        roof   | doc | tuco             |            |
        inside | M   |                  |            |
        beside |     | stagecoach horse |            |
        """,
        pile=["tuco-ride"],
        rulings=["ruling.ride.from-the-stagecoach=only-from-the-train"],
    )
    assert Ride("tuco", WITHIN) in answers(game, "tuco")


@pytest.mark.clause("ride.into-stagecoach")
def test_a_ride_ends_in_no_stagecoach_that_is_out_of_reach_and_never_on_its_roof() -> None:
    game = coach(
        """
        car    |       | a | b | c | d                | stagecoach |
        roof   | doc   |   |   |   | tuco             |            |
        inside | M     |   |   |   |                  |            |
        beside | stagecoach | | | | horse         |            |
        """,
        pile=["tuco-ride"],
    )
    assert "ride.into-stagecoach" in refusal(game, Ride("tuco", WITHIN))
    assert "ride.into-stagecoach" in refusal(game, Ride("tuco", ON_TOP))
    assert "ride.into-stagecoach" not in refusal(game, Ride("tuco", "a.roof"))


# --- a Punch for the Shotgun


@pytest.mark.clause("shotgun.punched", "shotgun.thrown-off", "shotgun.never-back")
def test_a_punch_throws_the_shotgun_onto_the_facing_roof() -> None:
    game = on_the_roof(pile=("tuco-punch", "doc-move"))
    assert answers(game, "tuco") == [PunchShotgun("tuco")]
    assert happens(game, PunchShotgun("tuco")) == [
        (ShotgunThrown("tuco", ON_TOP, "a.roof"), THROWN),
        back("tuco-punch"),
    ]
    assert stagecoach_of(after(game, PunchShotgun("tuco"))).shotgun == "a.roof"


@pytest.mark.clause("shotgun.thrown-off", "shotgun.guards-strongbox")
def test_the_strongbox_stays_on_the_stagecoach_and_can_be_taken_once_he_is_off() -> None:
    game = after(on_the_roof(pile=("tuco-punch", "tuco-robbery")), PunchShotgun("tuco"))
    assert game.floor[ON_TOP] == ("strongbox-3",)
    (taken, cites), *_ = happens(game, Rob("tuco", "strongbox-3"))
    assert taken == LootTaken("tuco", "strongbox-3", ON_TOP)
    assert cites == ("robbery.take-one", "ruling.stagecoach.like-a-car", "shotgun.thrown-off")


@pytest.mark.clause("shotgun.punched")
def test_beside_a_bandit_either_can_be_punched() -> None:
    game = on_the_roof("ghost")
    assert answers(game, "tuco") == [Punch("tuco", "ghost", None, "a.roof", False), PunchShotgun("tuco")]


@pytest.mark.clause("shotgun.punched", "shotgun.never-back")
def test_once_off_the_stagecoach_he_cannot_be_punched_any_more() -> None:
    game = after(on_the_roof("ghost", pile=("tuco-punch", "ghost-punch")), PunchShotgun("tuco"))
    assert refusal(game, PunchShotgun("ghost")) == ("shotgun.punched", "shotgun.never-back")
    alone = after(on_the_roof(pile=("tuco-punch", "doc-move")), PunchShotgun("tuco"))
    assert awaiting(alone)[0].actor == "doc"


@pytest.mark.clause("shotgun.punched")
def test_from_elsewhere_he_cannot_be_punched() -> None:
    game = coach(
        """
        car    |          | a | stagecoach |
        roof   | doc tuco |   |            |
        inside | M        |   | ghost      |
        """,
        pile=["tuco-punch"],
    )
    assert refusal(game, PunchShotgun("tuco")) == ("shotgun.punched",)
    inside = coach(
        """
        car    |     | a | stagecoach |
        roof   | doc |   |            |
        inside | M   |   | tuco       |
        """
    )
    assert "ruling.action.nobody-there" in idle(inside, "tuco-punch")


@pytest.mark.clause("shotgun.before-belle")
def test_while_the_shotgun_can_be_punched_belle_cannot() -> None:
    game = on_the_roof("belle")
    assert answers(game, "tuco") == [PunchShotgun("tuco")]
    punch = Punch("tuco", "belle", None, "a.roof", False)
    assert refusal(game, punch) == ("belle.not-if-another", "shotgun.before-belle")


@pytest.mark.clause("shotgun.before-belle")
def test_without_her_power_or_without_the_shotgun_belle_is_hit_like_anybody() -> None:
    thrown = after(on_the_roof("belle", "ghost", pile=("ghost-punch", "tuco-punch")), PunchShotgun("ghost"))
    assert Punch("tuco", "ghost", None, "a.roof", False) in answers(thrown, "tuco")
    thrown = after(on_the_roof("belle", pile=("belle-punch", "tuco-punch")), PunchShotgun("belle"))
    assert answers(thrown, "tuco") == [Punch("tuco", "belle", None, "a.roof", False)]
    lost = coach(
        """
        car    |     | a          | stagecoach |
        roof   | doc |            | tuco belle |
        inside | M   |            |            |
        beside |     | stagecoach |            |
        """,
        pile=["tuco-punch"],
        captors={"belle": "poker-player"},
    )
    assert Punch("tuco", "belle", None, "a.roof", False) in answers(lost, "tuco")


@pytest.mark.clause("stagecoach.roof.push", "stagecoach.inside.push")
def test_from_the_stagecoach_a_push_goes_nowhere_but_to_the_facing_place() -> None:
    game = on_the_roof("ghost")
    assert refusal(game, Punch("tuco", "ghost", None, "b.roof", False)) == (
        "punch.push.adjacent",
        "stagecoach.roof.push",
    )
    inside = coach(
        """
        car    |          | a          | b         | stagecoach |
        roof   |          |            |           |            |
        inside | M        |            | doc belle | tuco ghost |
        beside |          | stagecoach |           |            |
        """,
        pile=["tuco-punch", "doc-punch"],
    )
    assert answers(inside, "tuco") == [Punch("tuco", "ghost", None, "a.inside", False)]
    assert refusal(inside, Punch("tuco", "ghost", None, "b.inside", False)) == (
        "punch.push.adjacent",
        "stagecoach.inside.push",
    )
    then = after(inside, Punch("tuco", "ghost", None, "a.inside", False))
    assert "stagecoach.inside.push" in refusal(then, Punch("doc", "belle", None, WITHIN, False))


# --- the strongbox under him


@pytest.mark.clause("shotgun.guards-strongbox")
def test_the_strongbox_under_the_shotgun_cannot_be_taken_but_other_loot_there_can() -> None:
    game = coach(
        """
        car    |     | a | stagecoach                         |
        roof   | doc |   | tuco strongbox-3 strongbox purse |
        inside | M   |   |                                    |
        """,
        pile=["tuco-robbery"],
    )
    assert answers(game, "tuco") == [Rob("tuco", "strongbox-1"), Rob("tuco", "purse-1")]
    assert refusal(game, Rob("tuco", "strongbox-3")) == ("shotgun.guards-strongbox",)


@pytest.mark.clause("shotgun.guards-strongbox")
def test_with_nothing_else_there_a_robbery_beside_the_shotgun_does_nothing() -> None:
    assert idle(on_the_roof(pile=()), "tuco-robbery") == ("stealin.obligatory", "shotgun.guards-strongbox")


# --- Fire


@pytest.mark.clause("shotgun.blocks-sight")
def test_whom_the_shotgun_hides_cannot_be_aimed_at() -> None:
    game = coach(
        """
        car    |         | a          | b       | c   | stagecoach |
        roof   | ghost   | shotgun    |         | doc | tuco       |
        inside | M       |            |         |     |            |
        beside |         | stagecoach |         |     |            |
        """,
        pile=["ghost-fire"],
    )
    assert answers(game, "ghost") == [Fire("ghost", "tuco")]
    assert refusal(game, Fire("ghost", "doc")) == ("fire.roof.line-of-sight", "shotgun.blocks-sight")


@pytest.mark.clause("shotgun.blocks-sight", "shotgun.inactive")
def test_whom_a_bandit_hides_the_shotgun_does_not() -> None:
    game = coach(
        """
        car    |         | a          | b       | c   | stagecoach |
        roof   | ghost   | belle      |         | doc | tuco       |
        inside | M       |            |         |     |            |
        beside |         | stagecoach |         |     |            |
        """,
        pile=["ghost-fire"],
        powers=False,
    )
    assert refusal(game, Fire("ghost", "doc")) == ("fire.roof.line-of-sight",)


@pytest.mark.clause("shotgun.no-target")
@pytest.mark.parametrize("shotgun", ["a", "stagecoach"])
def test_the_shotgun_cannot_be_shot_at(shotgun: str) -> None:
    at = {"a": "", "stagecoach": "", shotgun: "shotgun"}
    game = coach(
        f"""
        car    |       | a              | b   | stagecoach             |
        roof   | ghost | {at["a"]}      |     | tuco {at["stagecoach"]} |
        inside | M     |                | doc |                        |
        beside |       | stagecoach     |     |                        |
        """,
        pile=["ghost-fire"],
    )
    assert answers(game, "ghost") == [Fire("ghost", "tuco")]
    assert refusal(game, Fire("ghost", "shotgun")) == ("fire.target", "shotgun.no-target")


@pytest.mark.clause("stagecoach.inside.fire")
def test_no_inside_but_the_facing_one_can_be_aimed_at_from_the_stagecoach_or_sees_it() -> None:
    game = coach(
        """
        car    |   | a     | b          | c   | stagecoach |
        roof   |   |       |            |     | belle      |
        inside | M | ghost | doc        |     | tuco       |
        beside |   |       | stagecoach |     |            |
        """,
        pile=["tuco-fire", "ghost-fire"],
        powers=False,
    )
    assert answers(game, "tuco") == [Fire("tuco", "doc")]
    assert refusal(game, Fire("tuco", "ghost")) == ("fire.inside.adjacent", "stagecoach.inside.fire")
    assert refusal(game, Fire("tuco", "belle")) == ("fire.inside.adjacent",)
    then = after(game, Fire("tuco", "doc"))
    assert refusal(then, Fire("ghost", "tuco")) == ("fire.inside.adjacent", "stagecoach.inside.fire")


@pytest.mark.clause("stagecoach.inside.fire", "station.escape.out-of-the-game")
def test_whoever_has_ridden_away_is_nowhere_to_be_shot_at() -> None:
    game = coach(
        """
        car    |   | a          | stagecoach |
        roof   |   |            |            |
        inside | M | doc        | tuco       |
        beside |   | stagecoach |            |
        """,
        pile=["tuco-fire"],
        away=["ghost"],
        seats=("doc", "tuco", "ghost"),
        card="escape",
    )
    assert refusal(game, Fire("tuco", "ghost")) == ("fire.inside.adjacent", "station.escape.out-of-the-game")


# --- Floor change and Marshal


@pytest.mark.clause("stagecoach.stairs")
def test_the_stairs_of_the_stagecoach_do_not_lead_onto_the_train() -> None:
    game = on_the_roof(pile=("tuco-floor-change", "doc-floor-change"))
    assert refusal(game, ChangeFloor("tuco", "a.inside")) == ("floor-change.down", "stagecoach.stairs")
    then = after(game, ChangeFloor("tuco", WITHIN))
    assert refusal(then, ChangeFloor("doc", WITHIN)) == ("floor-change.down",)


@pytest.mark.clause("stagecoach.not-the-marshal")
def test_the_marshal_cannot_be_sent_into_the_stagecoach() -> None:
    game = coach(
        """
        car    |            | a | stagecoach |
        roof   | tuco       |   |            |
        inside | M          |   | ghost      |
        beside | stagecoach |   |            |
        """,
        pile=["tuco-marshal"],
    )
    assert answers(game, "tuco") == [MoveMarshal("tuco", "a.inside")]
    assert refusal(game, MoveMarshal("tuco", WITHIN)) == ("marshal.move.adjacent", "stagecoach.not-the-marshal")
