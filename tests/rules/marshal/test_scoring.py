"""The end of the game with a Marshal: what bandits are paid besides, and who wins."""

from typing import Any

import pytest

from colt_rules.commands import Fire, Pickpocket, Punch, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded, LootDropped, LootTaken
from colt_rules.kernel import settle
from colt_rules.model.record import changed
from colt_rules.referee.audit import broken
from colt_rules.referee.what_if import _ending
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.marshal.commands import FireCylinders
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.stagecoach.commands import RideAway
from colt_rules.rules.stagecoach.events import BulletRemembered
from tests.rules.marshal.endings import FOUR_MET, SKETCH, ending, lines, ranks
from tests.rules.marshal.tables import MODULES, WITH_HORSES
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, answers, refusal

POOREST = "ruling.guilty-conscience.who-is-poorest"
NOBODY = "ruling.prison.who-cannot-win"
ALL_ARRESTED = ["doc", "tuco", "ghost", "belle"]
WITH_A_COACH = """
    car    |         | mail       | dining | baggage | prison |
    roof   |         | tuco       |        | belle   |        |
    inside | marshal |            | doc    | ghost   |        |
    beside | horse   | stagecoach |        |         |        |
"""


def why(**fields: Any) -> set[str]:
    """What the end of a game rests on."""
    return set(cited(settle(ending(**fields)), GameEnded))


def without(*bandits: str) -> str:
    """The sketch without these, who are elsewhere."""
    sketch = SKETCH
    for bandit in bandits:
        sketch = sketch.replace(bandit, " " * len(bandit))
    return sketch


# --- money


@pytest.mark.clause("wanted.reward")
def test_who_was_never_arrested_is_paid_for_the_poster() -> None:
    paid = settle(ending(without("doc"), posters=["doc", "tuco"], cell=["doc"]))
    assert lines(paid, "wanted") == [("ghost", 500), ("belle", 500)]
    assert "wanted.reward" in cited(paid, GameEnded)
    assert lines(settle(ending(posters=ALL_ARRESTED)), "wanted") == []


@pytest.mark.clause("prison.scoring.brawler")
def test_each_brawler_card_that_a_bandit_has_taken_is_paid_for() -> None:
    paid = settle(ending(brawlers=[], punches={"doc": ["gold", "bronze"], "tuco": ["silver"]}))
    assert lines(paid, "brawler") == [("tuco", 500), ("doc", 800), ("doc", 300)]
    assert "prison.scoring.brawler" in cited(paid, GameEnded)
    assert "prison.scoring.brawler" not in why()


@pytest.mark.clause("prisoner.reward")
def test_a_prisoner_is_paid_for() -> None:
    paid = settle(ending(companions={"doc": "companion-of-belle"}, prisoners=["companion-of-doc"]))
    assert lines(paid, "prisoner") == [("doc", 200)]
    assert "prisoner.reward" not in why()


@pytest.mark.clause("prison.scoring.gunslinger")
def test_the_gunslinger_is_a_bandit_and_hits_on_the_marshal_count() -> None:
    received = {
        MARSHAL: ["doc-bullet-6", "doc-bullet-5"],
        "doc": ["tuco-bullet-6"],
        "tuco": ["marshal-bullet-knee"] * 2,
    }
    paid = settle(ending(received={**received, "ghost": ["marshal-bullet-golden"] * 2}))
    assert lines(paid, "gunslinger") == [("doc", 1000)]
    assert "prison.scoring.gunslinger" in cited(paid, GameEnded)


@pytest.mark.clause("prison.scoring.gunslinger", "prison.scoring.bandits-only")
def test_where_only_the_marshal_has_fired_all_bandits_are_level() -> None:
    paid = settle(ending(received={"tuco": ["marshal-bullet-knee"]}))
    assert lines(paid, "gunslinger") == [(seat, 1000) for seat in ("tuco", "doc", "ghost", "belle")]


@pytest.mark.clause("prison.scoring.bandits-only")
def test_the_marshal_counts_no_money_whatever_lies_on_his_sheet() -> None:
    fields: dict[str, Any] = {"secured": [1200], "loot": {MARSHAL: ["whisky"]}, "modules": WITH_HORSES}
    paid = settle(ending(WITH_A_COACH, **fields))
    (ended,) = told(paid, GameEnded)
    assert all(line.seat != MARSHAL for line in ended.lines)
    assert ranks(paid)[-1] == (5, MARSHAL, 0)
    assert "prison.scoring.bandits-only" in cited(paid, GameEnded)


# --- mailbags


@pytest.mark.clause("mailbag.loot")
def test_a_mailbag_is_robbed_and_knocked_out_of_the_hands_like_any_loot() -> None:
    sketch = """
        car    |         | mail             | dining | prison |
        roof   | belle   |                  |        |        |
        inside | marshal | tuco doc mailbag | ghost  |        |
    """
    robbing = board(sketch, modules=MODULES, pile=["tuco-robbery", "ghost-move"])
    robbed = accepted(robbing, Rob("tuco", "mailbag-1"))
    assert "mailbag.loot" in cited(robbed, LootTaken)
    punching = board(sketch, modules=MODULES, pile=["tuco-punch", "ghost-move"], loot={"doc": ["mailbag", "jewel"]})
    punched = accepted(punching, Punch("tuco", "doc", "mailbag-2", "dining.inside", False))
    assert "mailbag.loot" in cited(punched, LootDropped)
    jewel = accepted(punching, Punch("tuco", "doc", "jewel-1", "dining.inside", False))
    assert "mailbag.loot" not in cited(jewel, LootDropped)


@pytest.mark.clause("mailbag.loot")
def test_a_mailbag_is_worth_what_its_face_says_and_is_no_purse() -> None:
    paid = settle(ending(loot={"doc": ["mailbag:1200", "jewel"], "tuco": ["mailbag:200"]}))
    assert lines(paid, "tokens") == [("tuco", 200), ("doc", 1700), ("ghost", 0), ("belle", 0)]
    assert "mailbag.loot" in cited(paid, GameEnded)
    assert "mailbag.loot" not in why(loot={"doc": ["jewel"]})
    picking = settle(ending(SKETCH.replace("doc", "doc purse mailbag"), card="pickpocketing")).after
    assert refusal(picking, Pickpocket("doc", "mailbag-1")) == ("station.pickpocketing",)


# --- who wins


@pytest.mark.clause("goal.four-of-five", "ruling.goal.ranking")
def test_with_four_goals_met_the_marshal_wins_however_rich_a_bandit_is() -> None:
    won = settle(ending(**FOUR_MET, loot={"doc": ["strongbox", "strongbox"]}, bullets={"tuco": 5}))
    assert ranks(won) == [
        (1, MARSHAL, 0),
        (2, "doc", 2000),
        (3, "tuco", 1500),
        (4, "ghost", 500),
        (4, "belle", 500),
    ]
    assert {"goal.four-of-five", "ruling.goal.ranking"} <= set(cited(won, GameEnded))
    assert not {"goal.else-richest-bandit", "end.richest-wins", "game.goal"} & set(cited(won, GameEnded))


@pytest.mark.clause("goal.else-richest-bandit", "goal.four-of-five", "ruling.goal.ranking")
def test_with_three_the_richest_bandit_wins_and_the_marshal_is_last() -> None:
    lost = settle(ending(**FOUR_MET | {"posters": ALL_ARRESTED[2:]}, loot={"ghost": ["jewel"]}, bullets={"doc": 5}))
    assert ranks(lost) == [
        (1, "doc", 1500),
        (2, "tuco", 500),
        (2, "ghost", 500),
        (4, "belle", 0),
        (5, MARSHAL, 0),
    ]
    assert {"goal.else-richest-bandit", "end.richest-wins"} <= set(cited(lost, GameEnded))
    assert "goal.four-of-five" not in cited(lost, GameEnded)


# --- stations


@pytest.mark.clause("station.guilty-conscience", "ruling.guilty-conscience.who-is-poorest")
def test_the_poorest_bandit_wins_with_the_marshal() -> None:
    fields: dict[str, Any] = {"loot": {"doc": ["purse:400"]}, "bullets": {"tuco": 5}}
    won = settle(ending(card="guilty-conscience", **FOUR_MET, **fields))
    assert ranks(won)[:3] == [(1, "doc", 400), (1, MARSHAL, 0), (3, "tuco", 1500)]
    assert {"station.guilty-conscience", POOREST} <= set(cited(won, GameEnded))
    elsewhere = settle(ending(**FOUR_MET, **fields))
    assert ranks(elsewhere)[0] == (1, MARSHAL, 0)
    assert POOREST not in cited(elsewhere, GameEnded)


@pytest.mark.clause("ruling.guilty-conscience.who-is-poorest")
def test_a_bandit_in_the_cell_can_be_the_poorest() -> None:
    won = settle(ending(without("doc"), card="guilty-conscience", **FOUR_MET, bullets={"tuco": 5}, cell=["doc"]))
    assert {seat for rank, seat, _ in ranks(won) if rank == 1} == {"doc", MARSHAL}


@pytest.mark.clause("station.guilty-conscience.tie")
def test_where_several_are_level_the_marshal_wins_alone() -> None:
    fields: dict[str, Any] = {
        "posters": ["doc", "ghost"],
        "bullets": {"tuco": 5},
        "received": {"doc": ["tuco-bullet-6"]},
    }
    won = settle(ending(card="guilty-conscience", **FOUR_MET | fields))
    assert [seat for rank, seat, _ in ranks(won) if rank == 1] == [MARSHAL]
    assert "station.guilty-conscience.tie" in cited(won, GameEnded)
    assert "station.guilty-conscience" not in cited(won, GameEnded)


@pytest.mark.clause("station.guilty-conscience", "station.guilty-conscience.tie")
def test_where_the_marshal_has_lost_conscience_helps_nobody() -> None:
    lost = settle(ending(card="guilty-conscience", loot={"doc": ["jewel"]}))
    assert ranks(lost)[0] == (1, "doc", 2000)
    assert not {"station.guilty-conscience", "station.guilty-conscience.tie"} & set(cited(lost, GameEnded))


@pytest.mark.clause("station.deadly-fall.cannot-win", "ruling.prison.who-cannot-win")
def test_a_bandit_who_was_thrown_off_comes_below_all_who_can_win() -> None:
    fell = settle(
        ending(without("doc"), card="deadly-fall", fallen=["doc"], loot={"doc": ["strongbox"]}, bullets={"doc": 5})
    )
    assert [(rank, seat) for rank, seat, _ in ranks(fell)] == [
        *((1, seat) for seat in ("tuco", "ghost", "belle")),
        (4, "doc"),
        (5, MARSHAL),
    ]
    assert lines(fell, "gunslinger") == [("doc", 1000)]
    assert {"station.deadly-fall.cannot-win", NOBODY} <= set(cited(fell, GameEnded))


@pytest.mark.clause("station.deadly-fall.cannot-win", "ruling.prison.who-cannot-win")
def test_a_marshal_who_was_thrown_off_has_lost_whatever_his_goals() -> None:
    sketch = without(MARSHAL)
    fields: dict[str, Any] = {"card": "deadly-fall", "fallen": [MARSHAL], "loot": {"ghost": ["jewel"]}}
    fell = settle(ending(sketch, **FOUR_MET, **fields))
    assert ranks(fell)[0] == (1, "ghost", 2000)
    assert ranks(fell)[-1] == (5, MARSHAL, 0)
    assert "goal.four-of-five" not in cited(fell, GameEnded)


@pytest.mark.clause("station.crime-punished", "station.crime-punished.money", "ruling.prison.who-cannot-win")
def test_nobody_wins_from_the_cell_where_crime_is_punished() -> None:
    fields: dict[str, Any] = {"cell": ["doc"], "posters": ["doc"], "loot": {"doc": ["strongbox"], "tuco": ["jewel"]}}
    punished = settle(ending(without("doc"), card="crime-punished", **fields))
    assert [(rank, seat) for rank, seat, _ in ranks(punished)] == [
        (1, "tuco"),
        (2, "ghost"),
        (2, "belle"),
        (4, "doc"),
        (5, MARSHAL),
    ]
    assert {"station.crime-punished", "station.crime-punished.money", NOBODY} <= set(cited(punished, GameEnded))


@pytest.mark.clause("station.crime-punished", "station.crime-punished.money", "ruling.prison.who-cannot-win")
@pytest.mark.parametrize("fields", [{"card": "guilty-conscience"}, {"card": "crime-punished", "happenings": False}])
def test_elsewhere_whoever_is_in_the_cell_can_win(fields: dict[str, Any]) -> None:
    loot = {"doc": ["strongbox"]}
    free = settle(ending(without("doc"), cell=["doc"], posters=ALL_ARRESTED, loot=loot, **fields))
    assert ranks(free)[0][1] == "doc"
    assert not {"station.crime-punished", "station.crime-punished.money", NOBODY} & set(cited(free, GameEnded))


@pytest.mark.clause("ruling.prison.who-cannot-win")
def test_if_no_bandit_can_win_and_the_marshal_has_lost_nobody_has_won() -> None:
    nobody = settle(ending(without(*ALL_ARRESTED), card="crime-punished", cell=ALL_ARRESTED, posters=ALL_ARRESTED))
    assert {rank for rank, _, _ in ranks(nobody)} == {2, 6}
    won = settle(ending(without(*ALL_ARRESTED), card="crime-punished", cell=ALL_ARRESTED, **FOUR_MET))
    assert ranks(won)[0] == (1, MARSHAL, 0)


# --- stations and hostages of the stagecoach


@pytest.mark.clause("ruling.escape.marshal")
@pytest.mark.parametrize("claims", [[], ["ruling.cell.happenings=out-of-reach"]])
def test_in_an_escape_the_cell_is_on_the_train_and_the_marshal_is_not_caught(claims: list[str]) -> None:
    fields: dict[str, Any] = {"modules": WITH_HORSES, "card": "escape", "cell": ["doc"], "rulings": claims}
    sketch = WITH_A_COACH.replace("doc", "   ")
    caught = settle(ending(sketch, **fields, loot={"doc": ["strongbox"]}))
    assert min(rank for rank, _, _ in ranks(caught)) == 2
    assert {"station.escape.caught", "ruling.escape.marshal"} <= set(cited(caught, GameEnded))
    assert ranks(settle(ending(sketch, **fields, **FOUR_MET)))[0] == (1, MARSHAL, 0)
    assert "ruling.escape.marshal" not in why(sketch=sketch, **fields | {"card": "mortal-bullet"})


@pytest.mark.clause("ruling.escape.marshal")
def test_the_marshal_does_not_ride_away() -> None:
    riding = ending(WITH_A_COACH, modules=WITH_HORSES, card="escape", pile=["marshal-ride", "ghost-move"])
    assert all(isinstance(answer, Ride) for answer in answers(riding, MARSHAL))
    assert refusal(riding, RideAway(MARSHAL)) == ("station.escape.ride-away",)


@pytest.mark.clause("ruling.mortal-bullet.marshals-bullets")
def test_the_marshals_bullets_cost_money_and_none_costs_him_any() -> None:
    sketch = WITH_A_COACH.replace("| marshal |            |", "| marshal | her        |").replace("her", "ghost", 1)
    sketch = sketch.replace("| doc    | ghost   |", "| doc    |         |")
    fields: dict[str, Any] = {"modules": WITH_HORSES, "card": "mortal-bullet"}
    shot = accepted(ending(sketch, **fields, pile=["marshal-fire"]), FireCylinders(MARSHAL, "ghost", None, None))
    assert told(shot, BulletRemembered) == [BulletRemembered("ghost", 1)]
    assert "ruling.mortal-bullet.marshals-bullets" in cited(shot, BulletRemembered)
    assert lines(shot, "mortal-bullet") == [("ghost", -150)]
    hit = accepted(ending(sketch, **fields, pile=["ghost-fire"]), Fire("ghost", MARSHAL))
    assert told(hit, BulletRemembered) == []


@pytest.mark.clause("ruling.hostage.photographer-marshal")
def test_only_bullets_of_bandits_add_to_the_photographers_ransom() -> None:
    received = {"doc": ["marshal-bullet-knee", "tuco-bullet-6", "marshal-bullet-golden"]}
    fields: dict[str, Any] = {"modules": WITH_HORSES, "received": received}
    paid = settle(ending(WITH_A_COACH, **fields, captors={"doc": "photographer"}))
    assert lines(paid, "hostage") == [("doc", 200)]
    assert "ruling.hostage.photographer-marshal" in cited(paid, GameEnded)
    assert "ruling.hostage.photographer-marshal" not in why(sketch=WITH_A_COACH, **fields, captors={"doc": "poodle"})


# --- for the referee


def test_of_a_false_ranking_the_goals_come_first_where_they_decide_and_else_the_money() -> None:
    for goals, first in ((FOUR_MET, "goal.four-of-five"), ({}, "end.richest-wins")):
        game = ending(**goals)
        *before, (ended, cites) = settle(game).events
        assert isinstance(ended, GameEnded)
        false = changed(ended, ranking=ended.ranking[::-1])
        happened = (*before, (false, cites))
        assert broken(game, settle(game).events, happened)[0] == first


def test_what_the_marshal_has_taken_is_no_money_of_his_before_the_end_either() -> None:
    game = ending(loot={"marshal": ["purse:300"], "doc": ["purse:450"]})
    assert _ending(game).money == {"marshal": 0, "tuco": 0, "doc": 450, "ghost": 0, "belle": 0}
