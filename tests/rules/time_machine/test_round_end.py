"""The round's end and what comes of it: hiding, coming out, the reward."""

from itertools import islice

import pytest

from colt_rules.commands import Command, DrawCards, Move, PlayCard
from colt_rules.decisions import Decision
from colt_rules.events import (
    BanditMoved,
    CardRevealed,
    GameEnded,
    HappeningStarted,
    LootTaken,
    NeutralBulletGiven,
    PileTurned,
    RoundEnded,
    ScoreLine,
)
from colt_rules.kernel import Accepted, awaiting, legal, settle
from colt_rules.model.state import Game
from colt_rules.rules.marshal.events import GoalsJudged, LeftoversSecured
from colt_rules.rules.stagecoach.commands import Run
from colt_rules.rules.stagecoach.events import ShotgunMet, StagecoachFellBack
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.events import (
    BanditHidden,
    BanditReappeared,
    TimeMachineCrowded,
    TravellerRewarded,
)
from colt_rules.rules.time_machine.model import BENEATH, machine_of
from tests.rules.sittings import told
from tests.rules.time_machine.machines import MACHINE, WITH_COACH, WITH_MARSHAL, machine
from tests.verdicts import accepted, answers, refusal

ONE = "car | | mail | dining | time-machine |\nroof | | ghost | | |\ninside | M | | doc | tuco |"
"""Tuco is alone in it."""
TWO = "car | | mail | dining | time-machine |\nroof | | ghost | | |\ninside | M | | doc | tuco belle |"
NEXT = ["bridge.2-4"]


def over(sketch: str, modules: tuple[str, ...] = ("base", "time-machine"), **fields: object) -> Accepted:
    """What happens when the cards of the round have been carried out."""
    return settle(machine(sketch, modules, **fields))


def kinds(verdict: Accepted) -> list[str]:
    return [event.__class__.__name__ for event, _ in verdict.events]


# --- who travels


@pytest.mark.clause("time-machine.alone", "ruling.time-machine.must-hide")
def test_who_is_alone_in_it_has_to_hide_and_nothing_else_can_be_done() -> None:
    verdict = over(ONE, rounds=NEXT)
    assert verdict.awaiting == (Decision("tuco", "hide", "tuco"),)
    cars = ("locomotive", "mail", "dining")
    assert answers(verdict.after, "tuco") == [HideBandit("tuco", "tuco", car) for car in cars]
    assert refusal(verdict.after, DrawCards("tuco")) == ("ruling.command.form", "round-end.happening-last")


@pytest.mark.clause("time-machine.alone")
def test_with_company_nobody_hides() -> None:
    verdict = over(TWO, rounds=NEXT, number=3)
    crowded = [(event, cites) for event, cites in verdict.events if isinstance(event, TimeMachineCrowded)]
    assert crowded == [(TimeMachineCrowded(3, ("tuco", "belle")), ("time-machine.alone",))]
    assert told(verdict, RoundEnded)
    assert "time-machine.alone" in refusal(verdict.after, HideBandit("tuco", "tuco", "mail"))


@pytest.mark.clause("time-machine.alone")
def test_an_empty_one_does_nothing() -> None:
    verdict = over("car | | mail | time-machine |\nroof | | ghost | |\ninside | M | doc tuco | |", rounds=NEXT)
    assert not told(verdict, TimeMachineCrowded)
    assert not [open_ for open_ in verdict.awaiting if open_.kind == "hide"]


@pytest.mark.clause("ruling.time-machine.company", "time-machine.alone")
def test_two_bandits_of_one_player_are_not_alone() -> None:
    sketch = "car | | mail | dining | time-machine |\nroof | | ghost | | |\ninside | M | | doc | tuco belle |"
    teams = {"player-1": ["tuco", "belle"], "player-2": ["ghost", "doc"]}
    verdict = over(sketch, ("base", "duo", "time-machine"), teams=teams, rounds=NEXT)
    cites = next(cites for event, cites in verdict.events if isinstance(event, TimeMachineCrowded))
    assert cites == ("time-machine.alone", "ruling.time-machine.company")


@pytest.mark.clause("ruling.time-machine.company", "time-machine.alone")
@pytest.mark.parametrize(
    ("seats", "cites"),
    [
        (["tuco", "belle", "ghost", "doc"], ("time-machine.alone", "ruling.time-machine.company")),
        (["tuco", "doc", "ghost", "belle"], ("time-machine.alone",)),
    ],
)
def test_two_partners_are_not_alone_either(seats: list[str], cites: tuple[str, ...]) -> None:
    sketch = "car | | mail | dining | time-machine |\nroof | | ghost | | |\ninside | M | | doc | tuco belle |"
    verdict = over(sketch, ("base", "team", "time-machine"), seats=seats, rounds=NEXT)
    assert [why for event, why in verdict.events if isinstance(event, TimeMachineCrowded)] == [cites]


@pytest.mark.clause("time-machine.alone", "time-machine.braking")
def test_who_is_thrown_into_it_by_the_happening_travels() -> None:
    sketch = "car | | mail | time-machine |\nroof | tuco | ghost | |\ninside | M | doc | |"
    verdict = over(sketch, card="braking.2-4", rounds=NEXT)
    cites = ("happening.braking", "ruling.order.first-player-clockwise", "time-machine.braking")
    assert (BanditMoved("tuco", "locomotive.roof", MACHINE, "braking"), cites) in verdict.events
    assert verdict.awaiting == (Decision("tuco", "hide", "tuco"),)


# --- where


@pytest.mark.clause("time-machine.hide", "time-machine.secret")
def test_the_traveller_leaves_the_board() -> None:
    game = over(ONE, rounds=NEXT).after
    verdict = accepted(game, HideBandit("tuco", "tuco", "mail"))
    (hidden, cites), *_ = verdict.events
    assert hidden == BanditHidden("tuco", "mail")
    assert {"time-machine.alone", "time-machine.hide", "time-machine.secret"} <= {*cites}
    assert verdict.after.figures["tuco"].place == BENEATH
    assert (machine_of(verdict.after).hidden, machine_of(verdict.after).car) == ("tuco", "mail")
    assert told(verdict, RoundEnded)


@pytest.mark.clause("time-machine.hide", "time-machine.alone")
@pytest.mark.parametrize(
    ("command", "clauses"),
    [
        (HideBandit("tuco", "tuco", "baggage"), ("time-machine.hide",)),
        (HideBandit("tuco", "tuco", "time-machine"), ("time-machine.hide",)),
        (HideBandit("tuco", "tuco", "stagecoach"), ("time-machine.hide",)),
        (HideBandit("tuco", "tuco", ""), ("time-machine.hide",)),
        (HideBandit("tuco", "ghost", "mail"), ("time-machine.alone",)),
        (HideBandit("tuco", "nobody", "nowhere"), ("time-machine.alone", "time-machine.hide")),
        (
            HideBandit("ghost", "tuco", "mail"),
            ("ruling.command.form", "round-end.happening-last", "time-machine.alone"),
        ),
        (
            HideBandit("ghost", "ghost", "mail"),
            ("ruling.command.form", "round-end.happening-last", "time-machine.alone"),
        ),
    ],
)
def test_only_the_traveller_hides_and_only_beneath_what_is_there(command: Command, clauses: tuple[str, ...]) -> None:
    assert refusal(over(ONE, rounds=NEXT).after, command) == clauses


@pytest.mark.clause("time-machine.hide", "ruling.time-machine.order")
def test_the_stagecoach_falls_back_first_and_is_a_hiding_place_then() -> None:
    sketch = """
        car    |            | mail | dining | stagecoach | time-machine |
        roof   |            |      | ghost  |            |              |
        inside | M          |      | doc    |            | tuco         |
        beside | stagecoach |      |        |
    """
    verdict = over(sketch, WITH_COACH, rounds=NEXT)
    assert told(verdict, StagecoachFellBack)
    assert answers(verdict.after, "tuco")[-1] == HideBandit("tuco", "tuco", "stagecoach")


@pytest.mark.clause("ruling.time-machine.order")
def test_whom_the_shotgun_meets_runs_before_anybody_hides() -> None:
    sketch = """
        car    |            | mail | dining | stagecoach | time-machine |
        roof   | shotgun    | doc  | ghost  |            |              |
        inside | M          |      |        |            | tuco         |
        beside | stagecoach |      |        |
    """
    verdict = over(sketch, WITH_COACH, rounds=NEXT)
    assert told(verdict, ShotgunMet)
    assert verdict.awaiting == (Decision("doc", "run", "doc"),)
    then = accepted(verdict.after, Run("doc", "locomotive.roof"))
    assert then.awaiting == (Decision("tuco", "hide", "tuco"),)


# --- coming out


def last_card(sketch: str, car: str, modules: tuple[str, ...] = ("base", "time-machine"), **fields: object) -> Accepted:
    """Tuco, who hides, plays the last card of Schemin'."""
    seats = [*(("marshal",) if "marshal" in modules else ()), "ghost", "doc", "tuco"]
    hands = {seat: ["tuco-move"] if seat == "tuco" else [] for seat in seats}
    game = machine(
        sketch, modules, hiding={"tuco": car}, seats=seats, hands=hands, turn=4, acted=len(seats) - 1, **fields
    )
    assert game.figures["tuco"].place == BENEATH
    return accepted(game, PlayCard("tuco", "tuco-move", False))


HID = "car | | mail | dining | time-machine |\nroof | | ghost | | |\ninside | M | doc | | |"


@pytest.mark.clause("time-machine.reappear")
@pytest.mark.parametrize("car", ["mail", "dining"])
def test_before_the_first_card_the_bandit_comes_out_inside_its_car(car: str) -> None:
    verdict = last_card(HID, car)
    assert kinds(verdict)[1:4] == ["PileTurned", "BanditReappeared", "CardRevealed"]
    assert (BanditReappeared("tuco", f"{car}.inside"), ("time-machine.reappear",)) in verdict.events
    assert verdict.after.figures["tuco"].place == f"{car}.inside"
    assert machine_of(verdict.after).hidden == machine_of(verdict.after).car == ""


@pytest.mark.clause("time-machine.reappear", "ruling.time-machine.comes-out", "marshal.meeting.bandit-enters")
def test_in_the_marshals_car_it_meets_him_at_once() -> None:
    verdict = last_card(HID, "locomotive")
    assert kinds(verdict)[2:6] == ["BanditReappeared", "NeutralBulletGiven", "BanditMoved", "CardRevealed"]
    cites = {event.__class__: cites for event, cites in verdict.events}
    assert cites[BanditReappeared] == ("time-machine.reappear", "ruling.time-machine.comes-out")
    assert "marshal.meeting.bandit-enters" in cites[NeutralBulletGiven]
    assert verdict.after.figures["tuco"].place == "locomotive.roof"


@pytest.mark.clause("ruling.time-machine.comes-out")
def test_beneath_the_stagecoach_it_takes_a_hostage_before_the_first_card() -> None:
    sketch = """
        car    |            | mail  | dining | stagecoach | time-machine |
        roof   |            | ghost |        |            |              |
        inside | M          | doc   |        |            |              |
        beside | stagecoach |       |        |
    """
    verdict = last_card(sketch, "stagecoach", WITH_COACH, hostages=["teacher", "banker"])
    assert (verdict.awaiting[0].actor, verdict.awaiting[0].kind) == ("tuco", "hostage")
    assert not told(verdict, CardRevealed)
    assert told(verdict, PileTurned)


@pytest.mark.clause("ruling.time-machine.comes-out")
def test_beneath_the_prison_car_it_comes_out_in_the_corridor() -> None:
    sketch = """
        car    |         | mail  | dining | prison | time-machine |
        roof   |         | ghost |        |        |              |
        inside | marshal | doc   |        |        |              |
    """
    verdict = last_card(sketch, "prison", WITH_MARSHAL)
    cites = ("time-machine.reappear", "ruling.time-machine.comes-out")
    assert (BanditReappeared("tuco", "prison.inside"), cites) in verdict.events


@pytest.mark.clause("ruling.time-machine.comes-out", "marshal-player.no-meeting")
@pytest.mark.parametrize(
    ("car", "cites"),
    [
        ("locomotive", ("time-machine.reappear", "ruling.time-machine.comes-out", "marshal-player.no-meeting")),
        ("dining", ("time-machine.reappear",)),
    ],
)
def test_beside_the_marshal_of_a_player_it_comes_out_unharmed(car: str, cites: tuple[str, ...]) -> None:
    sketch = """
        car    |         | mail  | dining | prison | time-machine |
        roof   |         | ghost |        |        |              |
        inside | marshal | doc   |        |        |              |
    """
    verdict = last_card(sketch, car, WITH_MARSHAL)
    assert (BanditReappeared("tuco", f"{car}.inside"), cites) in verdict.events
    assert not told(verdict, NeutralBulletGiven)
    assert verdict.after.figures["tuco"].place == f"{car}.inside"


# --- the end of the game


@pytest.mark.clause("time-machine.end", "time-machine.end.loot", "ruling.time-machine.last-round")
def test_after_the_last_round_the_lone_traveller_is_paid_and_takes_all_that_lies_there() -> None:
    verdict = over(ONE.replace("tuco |", "tuco purse:400 jewel |"))
    paid, *taken = [event for event, _ in verdict.events if isinstance(event, TravellerRewarded | LootTaken)]
    assert paid == TravellerRewarded("tuco", 500)
    assert taken == [LootTaken("tuco", "purse-1", MACHINE), LootTaken("tuco", "jewel-1", MACHINE)]
    (ended,) = told(verdict, GameEnded)
    assert ScoreLine("tuco", "tokens", 900) in ended.lines
    assert ScoreLine("tuco", "time-machine", 500) in ended.lines
    assert not awaiting(verdict.after)


@pytest.mark.clause("time-machine.end", "time-machine.end.loot", "time-machine.alone")
def test_two_of_them_get_nothing_and_what_lies_there_stays() -> None:
    verdict = over(TWO.replace("belle |", "belle jewel |"))
    assert told(verdict, TimeMachineCrowded)
    assert not told(verdict, TravellerRewarded)
    assert verdict.after.floor[MACHINE] == ("jewel-1",)
    (ended,) = told(verdict, GameEnded)
    assert "time-machine" not in {line.line for line in ended.lines}


@pytest.mark.clause("time-machine.end")
def test_the_reward_comes_after_the_last_happening() -> None:
    verdict = over(ONE, card="marshals-revenge")
    names = kinds(verdict)
    assert names.index(HappeningStarted.__name__) < names.index("TravellerRewarded") < names.index("GameEnded")


@pytest.mark.clause("ruling.time-machine.order", "goal.mailbags-left")
def test_mail_in_it_is_the_travellers_and_the_rest_the_marshals() -> None:
    sketch = """
        car    |         | mail    | dining | prison | time-machine      |
        roof   |         | ghost   |        |        |                   |
        inside | marshal | mailbag | doc    |        | tuco mailbag:1200 |
    """
    verdict = over(sketch, WITH_MARSHAL, number=5)
    (secured,) = told(verdict, LeftoversSecured)
    (taken,) = told(verdict, LootTaken)
    assert verdict.after.values[taken.token] == 1200
    assert taken.token not in secured.mailbags
    assert len(secured.mailbags) == 1
    names = kinds(verdict)
    assert names.index("LootTaken") < names.index("LeftoversSecured") < names.index(GoalsJudged.__name__)


@pytest.mark.clause("time-machine.alone", "time-machine.reappear")
def test_a_whole_round_in_hiding() -> None:
    """From hiding to the next Stealin' every position is at rest and nobody asks where the bandit is."""
    game: Game = accepted(over(ONE, rounds=["tunnel.2-4"]).after, HideBandit("tuco", "tuco", "dining")).after
    seen = 0
    while game.phase == "schemin":
        actor = awaiting(game)[0].actor
        options = legal(game, actor)
        choice = next((one for one in islice(options, 50) if isinstance(one, Move | PlayCard)), next(iter(options)))
        game = accepted(game, choice).after
        seen += game.figures["tuco"].place == BENEATH
    assert seen > 5
    assert game.figures["tuco"].place == "dining.inside"
