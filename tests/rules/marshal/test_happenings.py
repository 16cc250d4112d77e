"""What round cards bring at the round's end where a player is the Marshal."""

from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from colt_rules.commands import Command, Deal, Move, Pickpocket, StartGame
from colt_rules.decisions import Decision
from colt_rules.events import (
    BanditMoved,
    BulletGiven,
    Cited,
    HappeningStarted,
    LootKept,
    LootLost,
    NeutralBulletGiven,
    PickpocketAnswered,
    StrongboxBrought,
)
from colt_rules.kernel import awaiting, settle
from colt_rules.log.entries import new_header, recording
from colt_rules.log.judging import Judge
from colt_rules.log.lines import Reader
from colt_rules.log.verifying import verify_read
from colt_rules.model.state import Game
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import play
from colt_rules.registry import published
from colt_rules.rules.marshal.commands import FireCylinders, Forgo
from colt_rules.rules.marshal.events import AngerSpent, GoalRumoured, LootCarriedUp
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from colt_rules.rules.stagecoach.events import ShotgunMet, ShotgunMoved, StagecoachFellBack, StagecoachStayed
from tests.logs import text_of
from tests.rules.marshal.endings import SKETCH, ending, lines, round_end
from tests.rules.marshal.tables import WITH_HORSES
from tests.rules.sittings import cited, sitting, told
from tests.verdicts import accepted, after, answers, refusal

EITHER = ("happening.safe-place", "happening.safe-place.either-level")
ABOARD = "ruling.marshal-player.on-the-stagecoach"
REVENGE = "station.marshals-revenge.both-levels"
ANGRY = "happening.angry-marshal.player"
ON_THE_COACH = """
    car    |  | mail       | dining | baggage | prison | stagecoach  |
    roof   |  | tuco       |        | belle   |        |             |
    inside |  |            | doc    |         |        | marshal loot |
    beside |  | stagecoach |        |         |        |
"""


def at(sketch: str, place: str) -> str:
    """The sketch with the Marshal beside whoever is at this mark."""
    return sketch.replace(MARSHAL, " " * len(MARSHAL)).replace(place, f"{place} {MARSHAL}")


# --- he is no bandit


@pytest.mark.clause("happening.not-the-marshal")
@pytest.mark.parametrize("card", ["swivel-arm.2-4", "braking.2-4"])
def test_what_moves_the_bandits_on_roofs_leaves_the_marshal_there(card: str) -> None:
    verdict = settle(round_end(card, at(SKETCH, "tuco")))
    assert [event.bandit for event in told(verdict, BanditMoved)] == ["tuco", "belle"]
    assert verdict.after.figures[MARSHAL].place == "mail.roof"
    assert "happening.not-the-marshal" in cited(verdict, HappeningStarted)


@pytest.mark.clause("happening.not-the-marshal")
def test_the_passengers_do_not_shoot_at_the_marshal() -> None:
    verdict = settle(round_end("passengers-rebellion.2-4"))
    assert [event.bandit for event in told(verdict, NeutralBulletGiven)] == ["doc", "ghost"]


@pytest.mark.clause("happening.not-the-marshal")
def test_a_happening_that_is_not_about_bandits_does_not_say_so() -> None:
    verdict = settle(round_end("safe-place.2-4"))
    assert "happening.not-the-marshal" not in cited(verdict, HappeningStarted)


@pytest.mark.clause("ruling.marshal-player.company")
def test_a_bandit_with_the_marshal_is_alone() -> None:
    beside = at(SKETCH, "doc").replace("ghost", "ghost purse").replace("doc", "purse doc")
    game = settle(ending(beside, card="pickpocketing")).after
    assert awaiting(game)[0].actor == "doc"
    verdict = accepted(game, Pickpocket("doc", "purse-1"))
    assert "ruling.marshal-player.company" in cited(verdict, PickpocketAnswered)
    other = accepted(verdict.after, Pickpocket("ghost", "purse-2"))
    assert "ruling.marshal-player.company" not in cited(other, PickpocketAnswered)


@pytest.mark.clause("ruling.marshal-player.company")
def test_the_marshal_gets_no_part_of_a_strongbox_that_is_shared() -> None:
    assert lines(settle(sharing("doc ghost")), "shared-loot") == [("doc", -500), ("ghost", 500)]
    assert lines(settle(sharing("doc")), "shared-loot") == []


def sharing(beside: str) -> Game:
    """The end of a game in which a strongbox is shared, with the Marshal where Doc is who has one."""
    sketch = """
        car    |       | mail | dining | baggage | prison | stagecoach |
        roof   |       | tuco |        | belle   |        |            |
        inside | other |      | here   |         |        |            |
        beside |       |      |        | stagecoach |     |
    """
    elsewhere = "" if "ghost" in beside else "ghost"
    drawn = sketch.replace("here", f"{beside} {MARSHAL}").replace("other", elsewhere)
    return ending(drawn, modules=WITH_HORSES, card="sharing-the-loot", loot={"doc": ["strongbox"]})


# --- Safe place


@pytest.mark.clause("happening.safe-place", "happening.safe-place.either-level")
@pytest.mark.parametrize("mark", ["tuco", "jewel"])
def test_the_loot_of_his_car_goes_up_whichever_level_he_is_on(mark: str) -> None:
    sketch = """
        car    |       | mail          | dining | baggage | prison |
        roof   |       | tuco          |        | belle   |        |
        inside | ghost | jewel mailbag | purse  | doc     |        |
    """
    verdict = settle(round_end("safe-place.2-4", sketch.replace(mark, f"{mark} marshal"), loot={"tuco": ["jewel"]}))
    assert told(verdict, LootCarriedUp) == [
        LootCarriedUp(token, "mail.inside", "mail.roof") for token in ("jewel-1", "mailbag-1")
    ]
    assert cited(verdict, LootCarriedUp) == EITHER
    assert verdict.after.floor == {"mail.roof": ("jewel-1", "mailbag-1"), "dining.inside": ("purse-1",)}
    assert verdict.after.figures["tuco"].loot == ("jewel-2",)


@pytest.mark.clause("happening.safe-place", "happening.safe-place.either-level")
def test_nothing_goes_up_where_nothing_lies() -> None:
    verdict = settle(round_end("safe-place.2-4", SKETCH.replace("doc", "purse doc")))
    assert told(verdict, LootCarriedUp) == []


@pytest.mark.clause(
    "ruling.marshal-player.on-the-stagecoach", "happening.safe-place", "ruling.take-it-all.marshal-player"
)
def test_the_stagecoach_is_his_car_when_he_is_there() -> None:
    with_loot = ON_THE_COACH.replace("marshal loot", "marshal jewel")
    verdict = settle(round_end("safe-place.2-4", with_loot, modules=WITH_HORSES))
    assert told(verdict, LootCarriedUp) == [LootCarriedUp("jewel-1", "stagecoach.inside", "stagecoach.roof")]
    assert cited(verdict, LootCarriedUp) == (*EITHER, ABOARD)
    brought = settle(round_end("take-it-all.2-4", with_loot, modules=WITH_HORSES))
    assert told(brought, StrongboxBrought) == [StrongboxBrought("strongbox-1", "stagecoach.inside")]
    assert ABOARD in cited(brought, StrongboxBrought)


# --- Rumours


def rumour(goal: str) -> Deal:
    return Deal("chance", "rumour", "", (goal,))


@pytest.mark.clause("happening.rumours", "ruling.rumours.not-yet-shown")
def test_one_of_the_current_goals_that_were_not_shown_is_drawn() -> None:
    fields: dict[str, Any] = {"current": ["keys", "warrant-doc", "scratches"], "shown": ["warrant-doc"], "number": 3}
    game = settle(round_end("rumours.2-4", future=["golden-bullet", "warrant-tuco"], **fields)).after
    assert awaiting(game) == (Decision("chance", "rumour", ""),)
    assert answers(game, "chance") == [rumour("keys"), rumour("scratches")]
    verdict = accepted(game, rumour("keys"))
    assert told(verdict, GoalRumoured) == [GoalRumoured(3, "keys")]
    assert cited(verdict, GoalRumoured) == ("happening.rumours", "ruling.rumours.not-yet-shown")
    assert marshal_of(verdict.after).shown == ("warrant-doc", "keys")
    for other in ("warrant-doc", "golden-bullet"):
        assert refusal(game, rumour(other)) == ("happening.rumours", "ruling.rumours.not-yet-shown")


@pytest.mark.clause("happening.rumours", "ruling.rumours.not-yet-shown")
@pytest.mark.parametrize("fields", [{"shown": ["keys"]}, {"happenings": False}])
def test_without_happenings_or_with_all_goals_shown_nothing_is_drawn(fields: dict[str, Any]) -> None:
    goals: dict[str, Any] = {
        "current": ["keys"],
        "future": ["golden-bullet", "warrant-tuco", "scratches", "warrant-doc"],
    }
    verdict = settle(round_end("rumours.2-4", **goals, **fields))
    assert verdict.after.round.number == 2
    assert told(verdict, GoalRumoured) == []


# --- Angry Marshal


ANGRY_AT = """
    car    |       | mail    | dining | baggage | prison |
    roof   |       | tuco    |        | belle   |        |
    inside | ghost | marshal | doc    |         |        |
"""


@pytest.mark.clause("happening.angry-marshal.player", "happening.angry-marshal.player.fire")
def test_the_angry_marshal_fires_without_a_card_and_then_only_moves() -> None:
    begun = settle(round_end("angry-marshal.2-4", ANGRY_AT))
    assert told(begun, HappeningStarted) == [HappeningStarted("angry-marshal", (MARSHAL,))]
    assert told(begun, NeutralBulletGiven) == []
    cards = begun.after.cards[MARSHAL]
    verdict = accepted(begun.after, FireCylinders(MARSHAL, "doc", "ghost", None))
    assert told(verdict, AngerSpent) == [AngerSpent(1, 1)]
    assert cited(verdict, AngerSpent) == (ANGRY, f"{ANGRY}.fire")
    assert [event.target for event in told(verdict, BulletGiven)] == ["doc", "ghost"]
    assert verdict.after.cards[MARSHAL] == cards
    to = ("locomotive.inside", "dining.inside")
    assert answers(verdict.after, MARSHAL) == [*(Move(MARSHAL, place) for place in to), Forgo(MARSHAL)]
    assert refusal(verdict.after, FireCylinders(MARSHAL, "doc", None, None)) == (f"{ANGRY}.fire",)


@pytest.mark.clause("happening.angry-marshal.player", "happening.angry-marshal.player.move")
def test_the_angry_marshal_moves_without_a_card_and_then_it_is_over() -> None:
    game = settle(round_end("angry-marshal.2-4", ANGRY_AT)).after
    verdict = accepted(game, Move(MARSHAL, "dining.inside"))
    assert told(verdict, AngerSpent) == [AngerSpent(1, 2)]
    assert cited(verdict, AngerSpent) == (ANGRY, f"{ANGRY}.move")
    assert verdict.after.figures[MARSHAL].place == "dining.inside"
    assert verdict.after.round.number == 2
    assert refusal(game, Move(MARSHAL, "baggage.inside")) == (f"{ANGRY}.move", "move.inside.adjacent")
    jail = ("move.inside.adjacent", "prison-car.cell")
    assert refusal(game, Move(MARSHAL, "prison.cell")) == (f"{ANGRY}.move", *jail)


@pytest.mark.clause("ruling.angry-marshal.either-alone", "happening.angry-marshal.player")
def test_the_angry_marshal_may_leave_out_either_or_both() -> None:
    game = settle(round_end("angry-marshal.2-4", ANGRY_AT)).after
    verdict = accepted(game, Forgo(MARSHAL))
    assert "ruling.angry-marshal.either-alone" in cited(verdict, AngerSpent)
    assert verdict.after.round.number == 2
    fired = after(game, FireCylinders(MARSHAL, None, "doc", None))
    assert after(fired, Forgo(MARSHAL)).figures[MARSHAL].place == "mail.inside"
    assert Move(MARSHAL, "dining.inside") in answers(game, MARSHAL)


# --- Take it all


@pytest.mark.clause("ruling.take-it-all.marshal-player")
@pytest.mark.parametrize("mark", ["ghost", "belle"])
def test_the_strongbox_is_put_inside_his_car(mark: str) -> None:
    verdict = settle(round_end("take-it-all.2-4", at(SKETCH, mark)))
    assert told(verdict, StrongboxBrought) == [StrongboxBrought("strongbox-1", "baggage.inside")]
    assert cited(verdict, StrongboxBrought) == ("happening.take-it-all", "ruling.take-it-all.marshal-player")


# --- Marshal's revenge

PURSES = {"tuco": ["purse:400", "purse:300"], "doc": ["purse:250"]}


@pytest.mark.clause("station.marshals-revenge.both-levels")
@pytest.mark.parametrize("mark", ["tuco", "ghost"])
def test_his_revenge_reaches_everybody_in_his_car_on_either_level(mark: str) -> None:
    sketch = """
        car    |  | mail  | dining | baggage | prison |
        roof   |  | tuco  |        | belle   |        |
        inside |  | ghost | doc    |         |        |
    """
    verdict = settle(ending(sketch.replace(mark, f"{mark} marshal"), card="marshals-revenge", loot=PURSES))
    assert told(verdict, LootLost) == [LootLost("tuco", "purse-2")]
    assert told(verdict, LootKept) == [LootKept("ghost")]
    assert {"station.marshals-revenge", REVENGE} <= set(cited(verdict, LootLost))
    assert {"station.marshals-revenge.no-purse", REVENGE} <= set(cited(verdict, LootKept))
    assert verdict.after.figures["doc"].loot == ("purse-3",)


@pytest.mark.clause("ruling.cell.happenings", "station.marshals-revenge.both-levels")
def test_his_revenge_reaches_into_the_cell_unless_the_table_claims_otherwise() -> None:
    sketch = """
        car    |  | mail  | dining | baggage | prison  |
        roof   |  | tuco  |        | belle   |         |
        inside |  | ghost |        |         | marshal |
    """
    fields: dict[str, Any] = {"card": "marshals-revenge", "loot": PURSES, "cell": ["doc"]}
    verdict = settle(ending(sketch, **fields))
    assert told(verdict, LootLost) == [LootLost("doc", "purse-3")]
    assert "ruling.cell.happenings" in cited(verdict, LootLost)
    claimed = settle(ending(sketch, **fields, rulings=["ruling.cell.happenings=out-of-reach"]))
    assert told(claimed, LootLost) == told(claimed, LootKept) == []


@pytest.mark.clause("ruling.marshal-player.on-the-stagecoach", "station.marshals-revenge.both-levels")
def test_his_revenge_reaches_whoever_is_on_the_stagecoach_with_him() -> None:
    aboard = ON_THE_COACH.replace("marshal loot", "marshal ghost")
    verdict = settle(ending(aboard, modules=WITH_HORSES, card="marshals-revenge", loot=PURSES))
    assert (told(verdict, LootLost), told(verdict, LootKept)) == ([], [LootKept("ghost")])
    assert ABOARD in cited(verdict, LootKept)


# --- rumours in an older log


def game_with_rumours() -> tuple[StartGame, list[tuple[Command, tuple[Cited, ...]]], int]:
    """A game in which nobody runs from the Shotgun after rumours, and the command that draws the goal."""
    start = sitting("ru-full", "stagecoach+marshal", players=5)
    for seed in count():
        bots = {seat: RandomBot(seed + number) for number, seat in enumerate(start.seats)}
        steps = [(command, right.events) for command, right in play(start, Dealer(seed, usual=1), bots)]
        for at, (_, events) in enumerate(steps):
            kinds = [type(event) for event, _ in events]
            if kinds[0] is GoalRumoured and ShotgunMet not in kinds:
                return start, steps, at
    raise AssertionError("games come without end")


def test_an_older_log_in_which_the_stagecoach_fell_back_before_the_rumours_is_explained() -> None:
    start, steps, at = game_with_rumours()
    early = (StagecoachFellBack, StagecoachStayed, ShotgunMoved)
    (command, before), (draw, events) = steps[at - 1 : at + 1]
    fell_back = tuple(one for one in events if isinstance(one[0], early))
    steps[at - 1] = (command, (*before, *fell_back))
    steps[at] = (draw, tuple(one for one in events if one not in fell_back))
    header = replace(new_header("old", start.edition, start.modules, start.seats), spec="1.3.0")
    log = Reader([text_of(recording(header, steps))])
    found = verify_read(log, judge=Judge(published.corrections().since("1.3.0")))
    assert found.sound, found.departures[0]
    (one,) = [one for departure in found.explained for one in departure.explained]
    assert "stagecoach.falls-back" in one.clauses
