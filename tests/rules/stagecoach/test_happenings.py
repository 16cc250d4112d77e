"""What the round cards of the stagecoach bring at the round's end."""

from typing import Any

import pytest

from colt_rules.commands import Deal
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    BanditMoved,
    BanditStayed,
    Cited,
    GameEnded,
    HappeningStarted,
    MarshalMoved,
    MarshalStayed,
    NeutralBulletGiven,
    NeutralBulletsShort,
)
from colt_rules.kernel import Accepted, settle
from colt_rules.model.parts import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.stagecoach.events import (
    FlaskDrunk,
    HorseMoved,
    HorsesRemoved,
    NothingToDrink,
    ShotgunMet,
    ShotgunMoved,
    StagecoachFellBack,
    StagecoachMoved,
    StagecoachStayed,
)
from colt_rules.rules.stagecoach.model import Drink, stagecoach_of
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, refusal

ALL = ("base", "horses", "stagecoach")
DRINK = "happening.drink-for-the-marshal"
WHICH = "ruling.drink-for-the-marshal.which-flask"
TAIL = "ruling.drink-for-the-marshal.tail"


def position(card: str, sketch: str, **fields: Any) -> Game:
    """Stealin' is over, and this card's happening is about to come."""
    return board(sketch, **{"modules": ALL, "card": card, "rounds": ["bridge.2-4"]} | fields)


def only(verdict: Accepted, *kinds: type) -> list[Cited]:
    """The events of these kinds with their clauses."""
    return [(event, cites) for event, cites in verdict.events if isinstance(event, kinds)]


# --- Panting horses


HERD = """
    car    |       | mail             | dining | stagecoach |
    roof   | tuco  | ghost            | belle  | doc        |
    inside | M     |                  |        |            |
    beside | horse | stagecoach horse | {tail} |
"""
SIX = """
    car    |       | mail             | dining | stagecoach            |
    roof   | tuco  | ghost belle      |        |                       |
    inside | M     |                  |        | doc django cheyenne   |
    beside | horse | stagecoach horse | {tail} |
"""
FIVE_CAPTORS = {"doc": "zealot", "django": "teacher", "cheyenne": "banker"}
MANY = "ruling.panting-horses.as-many-as-there-are"


@pytest.mark.clause("happening.panting-horses", "ruling.panting-horses.as-many-as-there-are")
def test_with_up_to_four_players_the_horse_nearest_to_the_last_car_leaves_the_game() -> None:
    verdict = settle(position("panting-horses.2-4", HERD.format(tail="horse horse")))
    assert only(verdict, HorsesRemoved) == [(HorsesRemoved(("horse-3",)), ("happening.panting-horses", MANY))]
    assert set(horses_of(verdict.after).stands) == {"horse-1", "horse-2", "horse-4"}
    elsewhere = settle(position("panting-horses.2-4", HERD.format(tail="")))
    assert told(elsewhere, HorsesRemoved) == [HorsesRemoved(("horse-2",))]


@pytest.mark.clause("happening.panting-horses.two")
def test_with_five_or_six_players_two_horses_leave_the_game() -> None:
    game = position("panting-horses.5-6", SIX.format(tail="horse"), captors=FIVE_CAPTORS)
    verdict = settle(game)
    assert only(verdict, HorsesRemoved) == [
        (HorsesRemoved(("horse-3", "horse-2")), ("happening.panting-horses.two", MANY))
    ]
    assert cited(verdict, HappeningStarted) == ("round-end.happening-last", "happening.panting-horses.two")


@pytest.mark.clause("ruling.panting-horses.as-many-as-there-are")
def test_if_there_are_fewer_horses_all_go_and_if_there_is_none_nothing_happens() -> None:
    one = SIX.replace("stagecoach horse", "stagecoach      ").format(tail="")
    assert told(settle(position("panting-horses.5-6", one, captors=FIVE_CAPTORS)), HorsesRemoved) == [
        HorsesRemoved(("horse-1",))
    ]
    none = one.replace("| horse |", "|       |")
    assert told(settle(position("panting-horses.5-6", none, captors=FIVE_CAPTORS)), HorsesRemoved) == [
        HorsesRemoved(())
    ]


@pytest.mark.clause("ruling.panting-horses.as-many-as-there-are", "happening.panting-horses")
def test_players_are_counted_and_not_bandits() -> None:
    game = position(
        "panting-horses.2-4",
        SIX.format(tail="horse"),
        modules=("base", "duo", "horses", "stagecoach"),
        teams={"player-1": ["tuco", "ghost"], "player-2": ["belle", "doc"], "player-3": ["django", "cheyenne"]},
        captors=FIVE_CAPTORS,
    )
    assert told(settle(game), HorsesRemoved) == [HorsesRemoved(("horse-3",))]


# --- A drink for the Marshal


SALOON = """
    car    |       | mail             | dining       | private-saloon | stagecoach |
    roof   |       | {above}          |              |                |            |
    inside |       | M {flasks}       | tuco         | ghost belle    |            |
    beside | stagecoach |             |              |                |
"""


def drinking(flasks: str, above: str = "", **fields: Any) -> Game:
    return position("drink-for-the-marshal.2-4", SALOON.format(flasks=flasks, above=above), **fields)


@pytest.mark.parametrize("flask", ["whisky", "whisky:half"])
@pytest.mark.clause(
    "happening.drink-for-the-marshal",
    "happening.drink-for-the-marshal.classic",
    "ruling.drink-for-the-marshal.which-flask",
)
def test_the_marshal_empties_a_flask_that_lies_where_he_is_and_classic_whisky_leads_him_one_car_back(
    flask: str,
) -> None:
    verdict = settle(drinking(flask))
    drunk = FlaskDrunk(1, "whisky-1", "classic", "mail.inside", "dining.inside")
    assert only(verdict, FlaskDrunk) == [(drunk, (DRINK, f"{DRINK}.classic", WHICH))]
    assert told(verdict, MarshalMoved) == [MarshalMoved("mail.inside", "dining.inside")]
    assert "whisky-1" not in verdict.after.floor.get("mail.inside", ())
    assert "whisky-1" not in str(verdict.after.floor)


@pytest.mark.clause(
    "happening.drink-for-the-marshal.old",
    "happening.drink-for-the-marshal.meetings",
    "ruling.drink-for-the-marshal.tail",
)
def test_after_old_whisky_he_goes_to_the_last_car_and_each_car_is_done_with_before_he_enters_the_next() -> None:
    verdict = settle(drinking("whisky:old"))
    told_of = [
        event for event, _ in verdict.events if isinstance(event, MarshalMoved | NeutralBulletGiven | BanditMoved)
    ]
    assert told_of == [
        MarshalMoved("mail.inside", "dining.inside"),
        NeutralBulletGiven("tuco", "tuco", 15),
        BanditMoved("tuco", "dining.inside", "dining.roof", "flight"),
        MarshalMoved("dining.inside", "private-saloon.inside"),
        NeutralBulletGiven("ghost", "ghost", 14),
        NeutralBulletGiven("belle", "belle", 13),
        BanditMoved("ghost", "private-saloon.inside", "private-saloon.roof", "flight"),
        BanditMoved("belle", "private-saloon.inside", "private-saloon.roof", "flight"),
    ]
    assert cited(verdict, FlaskDrunk) == (DRINK, f"{DRINK}.old", WHICH)
    assert cited(verdict, MarshalMoved) == (f"{DRINK}.meetings", TAIL)
    assert verdict.after.marshal == "private-saloon.inside"


@pytest.mark.clause("ruling.drink-for-the-marshal.tail", "happening.drink-for-the-marshal.meetings")
def test_the_bandits_of_each_car_are_a_group_of_their_own_when_bullets_run_short() -> None:
    verdict = settle(drinking("whisky:old", neutral=2))
    assert told(verdict, NeutralBulletGiven) == [NeutralBulletGiven("tuco", "tuco", 1)]
    assert told(verdict, NeutralBulletsShort) == [NeutralBulletsShort(("ghost", "belle"))]


@pytest.mark.parametrize(("flask", "kind"), [("whisky", "classic"), ("whisky:old", "old")])
@pytest.mark.clause("ruling.drink-for-the-marshal.tail")
def test_in_the_last_car_he_drinks_and_stays(flask: str, kind: str) -> None:
    sketch = f"""
        car    |            | mail  | dining    | stagecoach |
        roof   |            | ghost | tuco      |            |
        inside |            |       | M {flask} |            |
        beside | stagecoach |       |           |
    """
    verdict = settle(position("drink-for-the-marshal.2-4", sketch))
    assert told(verdict, FlaskDrunk) == [FlaskDrunk(1, "whisky-1", kind, "dining.inside", "dining.inside")]
    assert only(verdict, MarshalStayed) == [(MarshalStayed("dining.inside"), (f"{DRINK}.{kind}", TAIL))]
    assert not told(verdict, MarshalMoved)


@pytest.mark.clause("happening.drink-for-the-marshal.no-flask", "ruling.drink-for-the-marshal.which-flask")
def test_without_a_flask_where_he_is_he_stays_and_one_on_the_roof_is_out_of_his_reach() -> None:
    verdict = settle(drinking("purse", above="whisky"))
    assert only(verdict, NothingToDrink) == [(NothingToDrink(1, "mail.inside"), (f"{DRINK}.no-flask", WHICH))]
    assert not told(verdict, MarshalMoved)
    assert verdict.after.floor["mail.roof"] == ("whisky-1",)


@pytest.mark.clause("ruling.drink-for-the-marshal.which-flask")
def test_of_several_flasks_chance_picks_one_and_the_others_stay() -> None:
    verdict = settle(drinking("whisky whisky:old-half"))
    assert verdict.awaiting == (Decision("chance", "drink", ""),)
    drunk = accepted(verdict.after, Deal("chance", "drink", "", ("whisky-2",)))
    assert told(drunk, FlaskDrunk) == [FlaskDrunk(1, "whisky-2", "old", "mail.inside", "private-saloon.inside")]
    assert drunk.after.floor["mail.inside"] == ("whisky-1",)
    assert drunk.after.marshal == "private-saloon.inside"
    assert refusal(verdict.after, Deal("chance", "drink", "", ("purse-1",))) == (DRINK, WHICH)


@pytest.mark.clause("happening.drink-for-the-marshal")
def test_without_happenings_and_in_other_rounds_he_drinks_nothing() -> None:
    assert not told(settle(drinking("whisky", happenings=False)), FlaskDrunk)
    other = settle(position("bridge.2-4", SALOON.format(flasks="whisky", above="")))
    assert not only(other, FlaskDrunk, NothingToDrink)


@pytest.mark.clause("happening.drink-for-the-marshal", "happening.drink-for-the-marshal.meetings")
def test_what_he_drank_in_another_round_neither_fills_him_nor_leads_him_on() -> None:
    def after_a_drink(game: Game) -> Accepted:
        drunk = Drink(0, "private-saloon.inside")
        return settle(with_part(game, "stagecoach", changed(stagecoach_of(game), drink=drunk)))

    assert told(after_a_drink(drinking("whisky")), FlaskDrunk)
    other = after_a_drink(position("bridge.2-4", SALOON.format(flasks="", above="")))
    assert not told(other, MarshalMoved)


# --- Higher speed


FAST = """
    car    |                  | mail  | dining | stagecoach |
    roof   | tuco             | ghost | belle  | doc        |
    inside | M                |       |        |            |
    beside | stagecoach horse |       | horse  |
"""
AT_ONCE = "ruling.higher-speed.at-once"


@pytest.mark.clause("happening.higher-speed.roofs", "ruling.higher-speed.at-once")
def test_at_a_higher_speed_all_on_the_trains_roofs_fall_back_one_car_and_at_the_tail_they_stay() -> None:
    verdict = settle(position("higher-speed.2-4", FAST))
    cites, order = ("happening.higher-speed.roofs", AT_ONCE), "ruling.order.first-player-clockwise"
    assert only(verdict, BanditMoved, BanditStayed) == [
        (BanditMoved("tuco", "locomotive.roof", "mail.roof", "higher-speed"), (*cites, order)),
        (BanditMoved("ghost", "mail.roof", "dining.roof", "higher-speed"), (*cites, order)),
        (BanditStayed("belle", "dining.roof", "higher-speed"), (*cites, "train.no-leaving", order)),
    ]
    assert verdict.after.figures["doc"].place == "stagecoach.roof"


@pytest.mark.clause("happening.higher-speed.beside")
def test_horses_and_stagecoach_fall_back_too_and_at_the_tail_they_stay() -> None:
    verdict = settle(position("higher-speed.2-4", FAST))
    assert only(verdict, HorseMoved) == [
        (HorseMoved("horse-1", "locomotive", "mail"), ("happening.higher-speed.beside", AT_ONCE))
    ]
    assert told(verdict, StagecoachMoved) == [StagecoachMoved("locomotive", "mail")]
    assert horses_of(verdict.after).stands == {"horse-1": "mail", "horse-2": "dining"}
    assert not told(verdict, ShotgunMoved)


@pytest.mark.clause("happening.higher-speed.added")
def test_the_usual_retreat_of_the_stagecoach_still_comes() -> None:
    verdict = settle(position("higher-speed.2-4", FAST))
    assert cited(verdict, StagecoachMoved) == (
        "happening.higher-speed.beside",
        "happening.higher-speed.added",
        AT_ONCE,
    )
    assert told(verdict, StagecoachFellBack) == [StagecoachFellBack("mail", "dining")]
    assert stagecoach_of(verdict.after).car == "dining"


@pytest.mark.clause("happening.higher-speed.beside")
def test_at_the_tail_the_stagecoach_stays_as_at_any_rounds_end() -> None:
    game = position("higher-speed.2-4", FAST.replace("stagecoach horse", "horse").replace("horse  |", "stagecoach |"))
    verdict = settle(game)
    assert not told(verdict, StagecoachMoved)
    assert told(verdict, StagecoachStayed) == [StagecoachStayed("dining")]


@pytest.mark.clause("ruling.higher-speed.at-once", "happening.higher-speed.beside")
def test_a_bandit_meets_the_shotgun_only_where_both_are_when_all_have_moved() -> None:
    sketch = """
        car    |            | mail  | dining | private-saloon | first-class | stagecoach |
        roof   | shotgun    | tuco  |        |                |             |            |
        inside | M          | ghost |        |                |             |            |
        beside | stagecoach |       |        |                |             |
    """
    verdict = settle(position("higher-speed.2-4", sketch))
    happened = [event for event, _ in verdict.events]
    moved = happened.index(ShotgunMoved("locomotive.roof", "mail.roof"))
    assert BanditMoved("tuco", "mail.roof", "dining.roof", "higher-speed") in happened[:moved]
    meetings = [happened.index(event) for event in told(verdict, ShotgunMet)]
    retreat = happened.index(StagecoachFellBack("mail", "dining"))
    assert meetings
    assert all(meeting > retreat for meeting in meetings)


@pytest.mark.clause("shotgun.keeps-facing", "ruling.shotgun.comes-to-them")
@pytest.mark.parametrize(("roofs", "met"), [("| shotgun | tuco |", True), ("| shotgun |      |", False)])
def test_at_a_higher_speed_the_shotgun_goes_with_the_stagecoach_and_meets_who_is_held_by_the_tail(
    roofs: str, met: bool
) -> None:
    sketch = f"""
        car    |   | mail       | dining |
        roof   |   {roofs}
        inside | M | doc        | belle {"" if met else "tuco"} |
        beside |   | stagecoach |        |
    """
    verdict = settle(position("higher-speed.2-4", sketch))
    assert told(verdict, ShotgunMoved) == [ShotgunMoved("mail.roof", "dining.roof")]
    cites = cited(verdict, ShotgunMoved)
    assert "shotgun.keeps-facing" in cites
    assert ("ruling.shotgun.comes-to-them" in cites) is met


# --- The Shotgun's rage


RAGE = """
    car    |      | mail       | dining | stagecoach |
    roof   | tuco | ghost      |        | belle      |
    inside | M    | doc        | django | cheyenne   |
    beside |      | stagecoach |        |
"""
RAGES = ("happening.shotgun-rage", "ruling.shotgun-rage.even-if-inactive")


def raging(**fields: Any) -> Game:
    return position("shotgun-rage.5-6", RAGE, captors={"cheyenne": "banker"}, **fields)


@pytest.mark.clause("happening.shotgun-rage", "ruling.shotgun-rage.even-if-inactive")
def test_all_on_the_stagecoach_and_in_the_car_it_faces_get_a_bullet_though_the_shotgun_is_inactive() -> None:
    verdict = settle(raging(first="tuco"))
    assert [event.bandit for event in told(verdict, NeutralBulletGiven)] == ["doc", "ghost", "cheyenne", "belle"]
    assert cited(verdict, NeutralBulletGiven) == (
        *RAGES,
        "ruling.happening.bullet-on-top",
        "ruling.order.first-player-clockwise",
    )


@pytest.mark.clause("happening.shotgun-rage")
def test_the_shotgun_rages_on_the_roof_of_the_train_as_well() -> None:
    sketch = RAGE.replace("| ghost      |", "| shotgun    |").replace("| tuco |", "| ghost tuco |")
    verdict = settle(position("shotgun-rage.5-6", sketch, captors={"cheyenne": "banker"}))
    rage = [event for event, cites in only(verdict, NeutralBulletGiven) if RAGES[0] in cites]
    assert {event.bandit for event in told(verdict, NeutralBulletGiven) if event in rage} == {
        "belle",
        "cheyenne",
        "doc",
    }


@pytest.mark.clause("ruling.shotgun-rage.even-if-inactive")
def test_the_stagecoach_falls_back_only_after_the_rage() -> None:
    happened = [event for event, _ in settle(raging()).events]
    last_bullet = max(index for index, event in enumerate(happened) if isinstance(event, NeutralBulletGiven))
    assert last_bullet < happened.index(StagecoachFellBack("mail", "dining"))


@pytest.mark.clause("ruling.shotgun-rage.even-if-inactive")
def test_all_who_are_hit_are_one_group_when_bullets_run_short() -> None:
    verdict = settle(raging(neutral=3))
    assert not told(verdict, NeutralBulletGiven)
    assert [len(short.bandits) for short in told(verdict, NeutralBulletsShort)] == [4]
    assert cited(verdict, NeutralBulletsShort) == (
        "happening.shotgun-rage",
        "ruling.neutral-bullets.happenings-too",
        "ruling.shotgun-rage.even-if-inactive",
    )


# --- stations


@pytest.mark.parametrize("station", ["sharing-the-loot", "escape", "mortal-bullet"])
@pytest.mark.clause("ruling.stations.counted-last")
def test_the_stations_are_counted_after_the_stagecoach_has_fallen_back_once_more(station: str) -> None:
    verdict = settle(position(station, RAGE, rounds=[], captors={"cheyenne": "banker"}))
    happened = [type(event) for event, _ in verdict.events]
    assert happened.index(HappeningStarted) < happened.index(StagecoachFellBack) < happened.index(GameEnded)
    assert "ruling.stations.counted-last" in cited(verdict, HappeningStarted)


# --- what befalls the train


@pytest.mark.parametrize("card", ["swivel-arm.2-4", "braking.2-4", "passengers-rebellion.2-4", "conductor"])
@pytest.mark.clause("ruling.happenings.stagecoach")
def test_what_befalls_the_train_does_not_reach_the_stagecoach(card: str) -> None:
    sketch = """
        car    |            | mail  | dining | stagecoach |
        roof   |            | ghost |        | belle      |
        inside | M          |       | tuco   | doc        |
        beside | stagecoach |       |        |
    """
    game = position(card, sketch, captors={"doc": "banker"})
    verdict = settle(game)
    for bandit, place in (("belle", "stagecoach.roof"), ("doc", "stagecoach.inside")):
        figure = verdict.after.figures[bandit]
        assert (figure.place, figure.ransom) == (place, 0)
        assert "neutral-bullet" not in verdict.after.cards[bandit].deck
    assert "ruling.happenings.stagecoach" in cited(verdict, HappeningStarted)
