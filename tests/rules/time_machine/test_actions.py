"""What forbids an action that leads into the time machine or out of it, and what such an action costs."""

from itertools import product

import pytest

from colt_rules.commands import ChangeFloor, Fire, Move, MoveMarshal, Punch, Rob
from colt_rules.events import (
    BanditMoved,
    BanditStayed,
    HappeningStarted,
    LootDropped,
    LootTaken,
    NeutralBulletGiven,
    RansomPaid,
)
from colt_rules.kernel import settle
from colt_rules.model.parts import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import BoardCar, HidePawns, Ride
from colt_rules.rules.horses.events import HorseRidden
from colt_rules.rules.marshal.commands import FireCylinders, PunchMarshal, ShootOff, ThrowOff
from colt_rules.rules.marshal.events import ThrownOff
from colt_rules.rules.rulebook import rulebook, rules_of
from colt_rules.rules.stagecoach.commands import RideAway, Run
from colt_rules.rules.stagecoach.events import BanditEscaped, BanditRan
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.sittings import cited, sitting, told, until
from tests.rules.time_machine.machines import CAB, MACHINE, ON_TOP, TOP, WITH_COACH, WITH_MARSHAL, machine
from tests.verdicts import accepted, after, answers, happens, idle, refusal

MODULES = ("base", "time-machine")
NEXT = ["bridge.2-4"]
ROOF, STEP = "move.roof.one-to-three", "move.inside.adjacent"


# --- Move


@pytest.mark.clause("time-machine.move", "ruling.time-machine.like-a-roof")
def test_from_farther_away_no_move_leads_there() -> None:
    sketch = "car | | a | b | c | time-machine |\nroof | | | | {} | |\ninside | M | {} | doc | ghost | |"
    third_roof = machine(sketch.format("tuco", ""), pile=["tuco-move"])
    far = (ROOF, "time-machine.move", "ruling.time-machine.like-a-roof")
    assert refusal(third_roof, Move("tuco", MACHINE)) == far
    first_car = machine(sketch.format("", "tuco"), pile=["tuco-move"])
    assert refusal(first_car, Move("tuco", MACHINE)) == (STEP, "time-machine.move")


@pytest.mark.clause("time-machine.move", "ruling.time-machine.like-a-roof")
def test_from_it_no_move_leads_farther() -> None:
    sketch = "car | | a | b | c | time-machine |\nroof | | | | ghost | |\ninside | M | doc | | | tuco |"
    game = after(machine(sketch, pile=["doc-move", "tuco-move"]), Move("doc", "b.inside"))
    far = (ROOF, "time-machine.move", "ruling.time-machine.like-a-roof")
    assert refusal(game, Move("tuco", "c.roof")) == far
    assert refusal(game, Move("tuco", "a.inside")) == (STEP, "time-machine.move")
    assert refusal(game, Move("tuco", MACHINE)) == (STEP, "move.must-move", "time-machine.move")


COACH = """
    car    |            | a | b   | stagecoach | time-machine |
    roof   | {top}      | {a} | doc | {coach}    |              |
    inside | {cab}      | M | ghost |            | {machine}    |
    beside | stagecoach |   |     |
"""


def coach(pile: list[str], captors: dict[str, str] | None = None, **cells: str) -> Game:
    filled = COACH.format_map({"top": "", "a": "", "coach": "", "cab": "", "machine": "", **cells})
    return machine(filled, WITH_COACH, pile=pile, captors=captors or {})


@pytest.mark.clause("ruling.time-machine.like-a-roof")
def test_a_move_over_the_shotguns_roof_costs_a_bullet_on_this_way_too() -> None:
    cites = ("shotgun.passing", "ruling.time-machine.like-a-roof")
    into = happens(coach(["tuco-move"], top="shotgun", a="tuco"), Move("tuco", MACHINE))
    assert [why for event, why in into if isinstance(event, NeutralBulletGiven)] == [cites]
    free = happens(coach(["tuco-move"], top="shotgun", cab="tuco"), Move("tuco", MACHINE))
    assert not [event for event, _ in free if isinstance(event, NeutralBulletGiven)]
    farther_back = COACH.replace("| stagecoach |   |", "|            | stagecoach |")
    sketch = farther_back.format(top="tuco", a="shotgun", coach="", cab="", machine="")
    behind = happens(machine(sketch, WITH_COACH, pile=["tuco-move"]), Move("tuco", MACHINE))
    assert not [event for event, _ in behind if isinstance(event, NeutralBulletGiven)]
    crossing = happens(coach(["tuco-move"], top="shotgun", coach="tuco"), Move("tuco", MACHINE))
    assert [why for event, why in crossing if isinstance(event, NeutralBulletGiven)] == [cites]


@pytest.mark.clause("ruling.time-machine.like-a-roof")
def test_out_of_it_over_the_shotguns_roof_costs_a_bullet_and_onto_it_is_a_meeting() -> None:
    game = after(
        coach(["ghost-move", "tuco-move"], top="shotgun", machine="tuco"),
        Move("ghost", "a.inside"),
    )
    over = happens(game, Move("tuco", "a.roof"))
    assert ("shotgun.passing", "ruling.time-machine.like-a-roof") in [cites for _, cites in over]
    onto = [cites for _, cites in happens(game, Move("tuco", TOP))]
    assert ("shotgun.passing", "ruling.time-machine.like-a-roof") not in onto


@pytest.mark.clause("ruling.time-machine.flight")
def test_from_the_shotgun_nobody_runs_into_it() -> None:
    game = after(coach(["tuco-floor-change"], top="shotgun", cab="tuco"), ChangeFloor("tuco", TOP))
    assert [*answers(game, "tuco")] == [Run("tuco", "a.roof")]
    assert "ruling.time-machine.flight" in cited(accepted(game, Run("tuco", "a.roof")), BanditRan)


@pytest.mark.clause("ruling.time-machine.like-a-roof")
def test_with_the_old_lady_it_is_one_step_from_the_locomotive() -> None:
    lady = {"tuco": "old-lady"}
    far = coach(["tuco-move"], lady, a="tuco")
    slow = ("hostage.old-lady.one-roof", "ruling.hostage.old-lady-own-move", "ruling.time-machine.like-a-roof")
    assert refusal(far, Move("tuco", MACHINE)) == slow
    across = coach(["tuco-move"], lady, coach="tuco")
    assert refusal(across, Move("tuco", MACHINE)) == slow
    near = happens(coach(["tuco-move"], lady, top="tuco"), Move("tuco", MACHINE))
    assert "ruling.time-machine.like-a-roof" in near[0][1]
    out = after(coach(["ghost-move", "tuco-move"], lady, machine="tuco"), Move("ghost", "a.inside"))
    assert answers(out, "tuco") == [Move("tuco", CAB), Move("tuco", TOP)]
    assert {*slow} <= {*happens(out, Move("tuco", TOP))[0][1]}


# --- Floor change


@pytest.mark.clause("time-machine.no-floor-change")
def test_in_it_a_floor_change_does_nothing() -> None:
    game = machine("car | | a | time-machine |\nroof | | ghost | |\ninside | M | doc | tuco |", rounds=NEXT)
    assert idle(game, "tuco-floor-change") == ("stealin.obligatory", "time-machine.no-floor-change")


@pytest.mark.clause("time-machine.no-floor-change", "ruling.time-machine.mei")
def test_no_floor_change_leads_into_it_not_even_meis() -> None:
    sketch = "car | | a | time-machine |\nroof | {} | ghost | |\ninside | M | doc | |"
    tuco = machine(sketch.format("tuco"), pile=["tuco-floor-change"])
    assert refusal(tuco, ChangeFloor("tuco", MACHINE)) == ("floor-change.down", "time-machine.no-floor-change")
    mei = machine(sketch.format("mei"), ("base", "mei", "time-machine"), pile=["mei-floor-change"])
    assert answers(mei, "mei") == [ChangeFloor("mei", CAB), ChangeFloor("mei", "a.inside")]
    assert refusal(mei, ChangeFloor("mei", MACHINE)) == ("time-machine.no-floor-change", "ruling.time-machine.mei")
    within = machine(
        "car | | a | time-machine |\nroof | | ghost | |\ninside | M | doc | mei |",
        ("base", "mei", "time-machine"),
        rounds=NEXT,
    )
    assert idle(within, "mei-floor-change")[1:] == ("time-machine.no-floor-change", "ruling.time-machine.mei")


# --- Ride


STABLE = """
    car    |       | a   | b     | c          | stagecoach | time-machine |
    roof   |       | doc |       |            |            |              |
    inside | M     |     | ghost |            |            | tuco         |
    beside | horse |     |       | stagecoach |
"""


@pytest.mark.clause("ruling.time-machine.horses")
def test_from_it_a_ride_ends_a_car_earlier_than_from_the_cab() -> None:
    game = after(machine(STABLE, WITH_COACH, pile=["ghost-move", "tuco-ride"]), Move("ghost", "a.inside"))
    assert answers(game, "tuco") == [Ride("tuco", place) for place in (MACHINE, CAB, "a.inside", "b.inside")]
    assert refusal(game, Ride("tuco", "c.inside")) == ("ride.distance", "ruling.time-machine.horses")
    into = ("ride.distance", "ride.into-stagecoach", "ruling.time-machine.horses")
    assert refusal(game, Ride("tuco", "stagecoach.inside")) == into
    assert refusal(game, Ride("tuco", "b.roof")) == ("ride.dismount",)


@pytest.mark.clause("ruling.time-machine.horses", "station.escape.ride-away")
def test_from_it_one_rides_away_on_a_horse_beside_the_locomotive() -> None:
    fields = {"card": "escape", "number": 5}
    game = after(machine(STABLE, WITH_COACH, pile=["ghost-move", "tuco-ride"], **fields), Move("ghost", "a.inside"))
    assert "ruling.time-machine.horses" in cited(accepted(game, RideAway("tuco")), BanditEscaped)
    on_top = STABLE.replace("| tuco         |", "| |").replace("roof   |       |", "roof   | tuco |")
    other = accepted(machine(on_top, WITH_COACH, pile=["tuco-ride"], **fields), RideAway("tuco"))
    assert "ruling.time-machine.horses" not in cited(other, BanditEscaped)


@pytest.mark.clause("time-machine.ride", "ruling.time-machine.horses")
def test_a_ride_ends_in_it_and_the_horse_beside_the_locomotive() -> None:
    sketch = """
        car    |   | a | b     | c          | time-machine |
        roof   |   |   |       | ghost      |              |
        inside | M |   | tuco  | doc        |              |
        beside |   |   | horse | stagecoach |
    """
    game = machine(sketch, WITH_COACH, pile=["tuco-ride"], rounds=NEXT)
    (ridden, _), (moved, cites), *_ = happens(game, Ride("tuco", MACHINE))
    assert ridden == HorseRidden("tuco", "horse-1", "b", "locomotive")
    assert moved == BanditMoved("tuco", "b.inside", MACHINE, "ride")
    assert cites[-2:] == ("time-machine.ride", "ruling.time-machine.horses")


@pytest.mark.clause("time-machine.ride", "ruling.time-machine.horses")
def test_four_cars_are_too_far_for_a_ride() -> None:
    sketch = """
        car    |   | a | b     | c                | time-machine |
        roof   |   |   |       | ghost            |              |
        inside | M |   | doc   | tuco             |              |
        beside |   |   |       | horse stagecoach |
    """
    game = machine(sketch, WITH_COACH, pile=["tuco-ride"], rounds=NEXT)
    assert Ride("tuco", CAB) in answers(game, "tuco")
    assert refusal(game, Ride("tuco", MACHINE)) == ("time-machine.ride", "ruling.time-machine.horses")


@pytest.mark.clause("ruling.time-machine.horses")
def test_from_it_the_horses_of_the_locomotive_can_be_mounted() -> None:
    sketch = """
        car    |       | a | b          | time-machine |
        roof   |       |   | ghost      |              |
        inside | M     |   | doc        | tuco         |
        beside | horse |   | stagecoach |
    """
    game = after(machine(sketch, WITH_COACH, pile=["doc-move", "tuco-ride"], rounds=NEXT), Move("doc", "a.inside"))
    verdict = accepted(game, Ride("tuco", "b.inside"))
    assert "ruling.time-machine.horses" in cited(verdict, HorseRidden)


@pytest.mark.clause("ruling.time-machine.attack")
def test_nobody_boards_it_in_the_attack() -> None:
    game = until("attack", sitting(variant="stagecoach+time-machine"))
    *others, last = game.options.seats
    for seat in others:
        game = after(game, HidePawns(seat, (seat,)))
    game = after(game, HidePawns(last, ()))
    clauses = ("attack.last-rider", "attack.cars-only", "ruling.time-machine.attack")
    assert {*refusal(game, BoardCar(last, "time-machine"))} == {*clauses}
    assert "ruling.time-machine.attack" not in refusal(game, BoardCar(last, "locomotive"))


# --- the Marshal


@pytest.mark.clause("time-machine.not-the-marshal")
def test_his_card_does_not_lead_him_there() -> None:
    game = machine("car | | a | time-machine |\nroof | | ghost | |\ninside | M | tuco doc | |", pile=["tuco-marshal"])
    clauses = ("marshal.move.adjacent", "time-machine.not-the-marshal")
    assert refusal(game, MoveMarshal("tuco", MACHINE)) == clauses
    assert refusal(game, MoveMarshal("tuco", "nowhere.inside")) == clauses[:1]


KEPT_OUT = ("time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")


@pytest.mark.clause("time-machine.not-the-marshal", "ruling.time-machine.marshal-stays")
def test_a_marshal_who_is_a_player_gets_there_in_no_way() -> None:
    sketch = "car | | a | b | prison | time-machine |\nroof | | | ghost | | |\ninside | marshal tuco | doc | | | |"
    moves = machine(sketch, WITH_MARSHAL, pile=["marshal-move"], rounds=NEXT)
    assert answers(moves, "marshal") == [Move("marshal", "a.inside")]
    assert refusal(moves, Move("marshal", MACHINE)) == KEPT_OUT
    pushed = machine(sketch, WITH_MARSHAL, pile=["tuco-punch"], rounds=NEXT)
    assert answers(pushed, "tuco") == [PunchMarshal("tuco", "a.inside")]
    assert refusal(pushed, PunchMarshal("tuco", MACHINE)) == KEPT_OUT


@pytest.mark.clause("time-machine.not-the-marshal")
def test_nor_on_horseback_nor_in_anger() -> None:
    everything = ("base", "horses", "stagecoach", "mei", "marshal", "time-machine")
    sketch = """
        car    |         | a          | b     | prison | time-machine |
        roof   |         |            | ghost |        |              |
        inside | marshal | tuco       | doc   |        |              |
        beside | horse   | stagecoach |       |        |
    """
    rides = machine(sketch, everything, pile=["marshal-ride"], rounds=NEXT)
    assert Ride("marshal", MACHINE) not in answers(rides, "marshal")
    assert refusal(rides, Ride("marshal", MACHINE)) == KEPT_OUT
    angry = settle(machine(sketch, everything, card="angry-marshal.2-4", rounds=NEXT)).after
    assert Move("marshal", MACHINE) not in answers(angry, "marshal")
    assert refusal(angry, Move("marshal", MACHINE)) == KEPT_OUT


@pytest.mark.clause("time-machine.fire")
def test_his_shots_reach_bandits_in_it() -> None:
    sketch = "car | | a | b | prison | time-machine |\nroof | | | ghost | | |\ninside | marshal | | doc | | tuco |"
    game = machine(sketch, WITH_MARSHAL, pile=["marshal-fire"], rounds=NEXT)
    shots = [one for one in answers(game, "marshal") if isinstance(one, FireCylinders)]
    assert {one.left for one in shots} == {"tuco", None}


# --- blows and shots


@pytest.mark.clause("ruling.belle.blocks-sight", "time-machine.fire.line-of-sight")
@pytest.mark.parametrize("shotgun", [ON_TOP, "a.roof"])
def test_where_belle_is_looked_past_a_shot_goes_as_if_she_were_not_there(shotgun: str) -> None:
    sketch = (
        "car | | a | b | c | stagecoach | time-machine |\nroof | | | | | | |\ninside | doc belle | ghost | M | | | |"
    )
    game = machine(sketch, WITH_COACH, pile=["doc-fire"], rulings=("ruling.belle.blocks-sight=transparent",))
    game = with_part(game, "stagecoach", changed(stagecoach_of(game), shotgun=shotgun))
    rules, plain = rules_of(game), rulebook(WITH_COACH)
    places = sorted(set(rules.graph(game).sight) - {game.marshal})

    def standing(**where: str) -> Game:
        figures = {bandit: changed(game.figures[bandit], place=place) for bandit, place in where.items()}
        return changed(game, figures=figures)

    for doc, belle, ghost in product(places, repeat=3):
        without_her = plain.choices["fire"].answers(plain, standing(doc=doc, ghost=ghost), "doc")
        alone = plain.choices["fire"].answers(plain, standing(doc=doc, belle=belle), "doc")
        seen = rules.choices["fire"].answers(rules, standing(doc=doc, belle=belle, ghost=ghost), "doc")
        assert list(seen) == list(without_her or alone), (doc, belle, ghost)


@pytest.mark.clause("time-machine.push-in", "time-machine.push-out")
@pytest.mark.parametrize(
    ("where", "to", "clauses"),
    [
        ("a.inside", MACHINE, ("punch.push.adjacent", "time-machine.push-in")),
        ("a.roof", MACHINE, ("punch.push.adjacent", "time-machine.push-in")),
        (MACHINE, TOP, ("time-machine.push-out",)),
        (MACHINE, "a.inside", ("punch.push.adjacent", "time-machine.push-out")),
        (MACHINE, "a.roof", ("punch.push.adjacent", "time-machine.push-out")),
    ],
)
def test_other_pushes_lead_nowhere(where: str, to: str, clauses: tuple[str, ...]) -> None:
    there = {place: "tuco doc" if place == where else "" for place in ("a.roof", "a.inside", MACHINE)}
    sketch = (
        "car | | a | b | time-machine |\nroof | | {a.roof} | ghost | |\n"
        "inside | | {a.inside} | M | {time-machine.inside} |"
    )
    for place, pair in there.items():
        sketch = sketch.replace(f"{{{place}}}", pair)
    game = machine(sketch, pile=["tuco-punch"])
    assert refusal(game, Punch("tuco", "doc", None, to, False)) == clauses


@pytest.mark.clause("time-machine.push-in", "time-machine.push-out", "time-machine.one-place")
def test_a_push_rests_on_its_clause_and_what_is_lost_in_it_lies_there() -> None:
    sketch = "car | | a | time-machine |\nroof | tuco doc | ghost | |\ninside | M | | |"
    *_, (pushed, cites), _ = happens(
        machine(sketch, pile=["tuco-punch"], rounds=NEXT), Punch("tuco", "doc", None, MACHINE, False)
    )
    pushes = ("punch.target", "punch.push.adjacent")
    assert (pushed, cites) == (BanditMoved("doc", TOP, MACHINE, "push"), (*pushes, "time-machine.push-in"))
    sketch = "car | | a | time-machine |\nroof | | ghost | |\ninside | | M | tuco doc |"
    game = machine(sketch, pile=["tuco-punch", "tuco-robbery"], loot={"doc": ["jewel"]}, rounds=NEXT)
    (dropped, why), (out, cites), *_ = happens(game, Punch("tuco", "doc", "jewel-1", CAB, False))
    assert (dropped, why[-1]) == (LootDropped("doc", "jewel-1", MACHINE), "time-machine.one-place")
    assert (out, cites) == (BanditMoved("doc", MACHINE, CAB, "push"), (*pushes, "time-machine.push-out"))
    then = after(game, Punch("tuco", "doc", "jewel-1", CAB, False))
    assert happens(then, Rob("tuco", "jewel-1"))[0][0] == LootTaken("tuco", "jewel-1", MACHINE)


@pytest.mark.clause("time-machine.fire", "time-machine.fire.line-of-sight")
def test_nobody_farther_inside_or_behind_others_is_aimed_at() -> None:
    hidden = ("fire.roof.line-of-sight", "time-machine.fire.line-of-sight")
    first_car = machine(
        "car | | a | b | time-machine |\nroof | | | | |\ninside | doc | tuco | M | ghost |", pile=["tuco-fire"]
    )
    assert refusal(first_car, Fire("tuco", "ghost")) == ("fire.inside.adjacent", "time-machine.fire")
    behind = machine(
        "car | | a | b | time-machine |\nroof | doc | tuco | | |\ninside | | | M | ghost |", pile=["tuco-fire"]
    )
    assert refusal(behind, Fire("tuco", "ghost")) == hidden
    from_it = machine(
        "car | | a | b | time-machine |\nroof | | doc | ghost | |\ninside | | | M | tuco |", pile=["tuco-fire"]
    )
    assert refusal(from_it, Fire("tuco", "ghost")) == hidden


@pytest.mark.clause("time-machine.fire.stagecoach")
def test_a_shot_from_the_stagecoach_rests_on_its_own_clause() -> None:
    alone = coach(["tuco-fire"], coach="tuco", machine="cheyenne")
    (_, cites), *_ = happens(alone, Fire("tuco", "cheyenne"))
    assert "time-machine.fire.stagecoach" in cites
    assert "time-machine.fire" not in cites


# --- happenings and stations


@pytest.mark.clause("ruling.time-machine.happenings")
@pytest.mark.parametrize("card", ["swivel-arm.2-4", "passengers-rebellion.2-4", "conductor"])
def test_what_befalls_cars_and_roofs_passes_it_by(card: str) -> None:
    sketch = "car | | a | b | time-machine |\nroof | | | ghost | |\ninside | M | doc | | tuco belle |"
    verdict = settle(machine(sketch, card=card, rounds=[] if card == "conductor" else NEXT))
    assert "ruling.time-machine.happenings" in cited(verdict, HappeningStarted)
    hit = {getattr(event, "bandit", "") for event, _ in verdict.events if not isinstance(event, RansomPaid)}
    assert not {"tuco", "belle"} & hit
    assert not told(verdict, RansomPaid)


@pytest.mark.clause("ruling.time-machine.deadly-fall", "time-machine.django")
def test_in_the_deadly_fall_django_chooses_and_nobody_falls_out_of_it() -> None:
    sketch = "car | | a | b | prison | time-machine |\nroof | tuco | | django | | |\ninside | marshal | | | doc | {} |"
    game = machine(sketch.format(""), WITH_MARSHAL, card="deadly-fall", number=5, pile=["django-fire"])
    assert {*answers(game, "django")} == {Fire("django", "tuco"), ShootOff("django", "tuco")}
    verdict = accepted(game, ShootOff("django", "tuco"))
    assert "ruling.time-machine.deadly-fall" in cited(verdict, ThrownOff)
    blow = machine(sketch.format("ghost belle"), WITH_MARSHAL, card="deadly-fall", number=5, pile=["ghost-punch"])
    off = ThrowOff("ghost", "belle", None, False)
    assert refusal(blow, off) == ("station.deadly-fall", "ruling.time-machine.deadly-fall")


@pytest.mark.clause("ruling.time-machine.deadly-fall")
def test_from_it_django_throws_off_the_locomotive_but_out_of_it_nobody() -> None:
    sketch = (
        "car | | mail | dining | prison | time-machine |\nroof | {0} | | | | |\ninside | | marshal | ghost | | {1} |"
    )
    fields = {"card": "deadly-fall", "number": 5, "pile": ["django-fire"]}
    off = ShootOff("django", "tuco")
    verdict = accepted(machine(sketch.format("tuco", "django"), WITH_MARSHAL, **fields), off)
    assert "ruling.time-machine.deadly-fall" in cited(verdict, ThrownOff)
    hit_in_it = machine(sketch.format("django", "tuco"), WITH_MARSHAL, **fields)
    assert refusal(hit_in_it, off) == ("station.deadly-fall.django", "ruling.time-machine.deadly-fall")
    assert refusal(hit_in_it, ShootOff("django", "nobody"))[0] == "station.deadly-fall.django"


@pytest.mark.clause("ruling.time-machine.django-from-it", "ruling.time-machine.django-inside")
def test_whom_django_hits_in_it_stays_by_its_ruling_and_from_the_stagecoach_by_another() -> None:
    sketch = "car | | mail | dining | time-machine |\nroof | django | | | |\ninside | | M | ghost doc | tuco |"
    verdict = accepted(machine(sketch, pile=["django-fire"]), Fire("django", "tuco"))
    assert cited(verdict, BanditStayed) == (
        "django.train-end",
        "train.no-leaving",
        "ruling.time-machine.django-from-it",
    )
    coach = """
        car    |            | mail | dining    | stagecoach | time-machine |
        roof   |            |      |           |            |              |
        inside | tuco       | M    | ghost doc | django     |              |
        beside | stagecoach |      |           |
    """
    verdict = accepted(machine(coach, WITH_COACH, pile=["django-fire"]), Fire("django", "tuco"))
    assert cited(verdict, BanditStayed) == ("ruling.stagecoach.django-inside",)
