"""The Marshal among the bandits: where he goes, what hits him, whom he hides and saves."""

from typing import Any

import pytest

from colt_rules.commands import ChangeFloor, Fire, Move
from colt_rules.events import ActionTaken, BanditMoved, BanditStayed, BulletGiven, NeutralBulletGiven
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.horses.events import HorseRidden
from colt_rules.rules.marshal.figure import acts_as
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.stagecoach.commands import PunchShotgun
from colt_rules.rules.stagecoach.events import HostageTaken, ShotgunThrown
from tests.rules.coaches import ALL, ON_TOP, WITHIN
from tests.rules.prisons import prison
from tests.verdicts import accepted, after, answers, happens, refusal

SKETCH = """
    car    |       | a     | b     | c    | d | prison |
    roof   |       | belle |       | tuco |   |        |
    inside | ghost |       | doc   |      |   |        |
"""


def train(marshal: str, *cards: str, **fields: Any) -> Game:
    """The Marshal at a place, and these cards to be carried out."""
    return prison(SKETCH, marshal=marshal, cards=cards, **fields)


# --- his cards


@pytest.mark.clause("plus.carried-out")
def test_a_plus_card_is_carried_out_as_the_card_without_the_plus() -> None:
    game = train("locomotive.inside", "marshal-move-plus", "marshal-floor-change-plus")
    assert answers(game, MARSHAL) == [Move(MARSHAL, "a.inside")]
    assert refusal(game, Move(MARSHAL, "b.inside")) == ("move.inside.adjacent",)
    taken, *_ = accepted(game, Move(MARSHAL, "a.inside")).events
    assert taken == (ActionTaken(MARSHAL, "move"), ("stealin.obligatory", "plus.carried-out"))
    then = after(game, Move(MARSHAL, "a.inside"))
    assert answers(then, MARSHAL) == [ChangeFloor(MARSHAL, "a.roof")]
    taken, *_ = accepted(then, ChangeFloor(MARSHAL, "a.roof")).events
    assert taken == (ActionTaken(MARSHAL, "floor-change"), ("stealin.obligatory", "plus.carried-out"))


@pytest.mark.clause("plus.carried-out", "double-shot.two-bandits")
def test_only_his_plus_cards_and_his_fire_are_carried_out_as_something_else() -> None:
    game = train("locomotive.inside")
    cards = ("marshal-fire", "marshal-move", "marshal-arrest", "ghost-fire", "marshal-floor-change-plus")
    carried_out = [acts_as(rules_of(game), game, card) for card in cards]
    assert carried_out == ["double-shot", None, None, None, "floor-change"]


# --- where he goes


@pytest.mark.clause("marshal-player.any-place")
def test_he_climbs_and_runs_along_the_roofs_like_a_bandit() -> None:
    game = train("b.inside", "marshal-floor-change", "marshal-move")
    assert happens(game, ChangeFloor(MARSHAL, "b.roof"))[0] == (
        BanditMoved(MARSHAL, "b.inside", "b.roof", "climb"),
        ("floor-change.up", "marshal-player.any-place"),
    )
    above = after(game, ChangeFloor(MARSHAL, "b.roof"))
    roofs = ("a.roof", "locomotive.roof", "c.roof", "d.roof", "prison.roof")
    assert answers(above, MARSHAL) == [Move(MARSHAL, place) for place in roofs]
    assert happens(above, Move(MARSHAL, "d.roof"))[0] == (
        BanditMoved(MARSHAL, "b.roof", "d.roof", "move"),
        ("move.roof.one-to-three", "marshal-player.any-place"),
    )


@pytest.mark.clause("marshal-player.no-meeting")
def test_nobody_flees_whoever_came_to_whom() -> None:
    comes = train("a.inside", "marshal-move", "doc-move")
    met = (BanditMoved(MARSHAL, "a.inside", "b.inside", "move"), "marshal-player.no-meeting")
    event, cites = happens(comes, Move(MARSHAL, "b.inside"))[0]
    assert (event, cites[-1]) == met
    then = after(comes, Move(MARSHAL, "b.inside"))
    assert (then.figures["doc"].place, then.neutral) == ("b.inside", comes.neutral)
    entered = train("a.inside", "doc-move")
    events = happens(entered, Move("doc", "a.inside"))
    assert events[0][1] == ("move.inside.adjacent", "marshal-player.no-meeting")
    assert len(events) == 2
    assert not [event for event, _ in events if isinstance(event, NeutralBulletGiven)]
    elsewhere = happens(entered, Move("doc", "c.inside"))
    assert elsewhere[0][1] == ("move.inside.adjacent",)


@pytest.mark.clause("marshal-player.no-meeting")
def test_on_a_roof_there_was_never_a_meeting() -> None:
    above = train("d.roof", "marshal-move")
    assert "marshal-player.no-meeting" not in happens(above, Move(MARSHAL, "c.roof"))[0][1]


# --- what hits him


@pytest.mark.clause("marshal-player.shot")
def test_a_bandit_shoots_him_like_another() -> None:
    game = train("a.inside", "doc-fire")
    assert answers(game, "doc") == [Fire("doc", MARSHAL)]
    given = BulletGiven("doc", MARSHAL, MARSHAL, "doc-bullet-6", 5)
    assert happens(game, Fire("doc", MARSHAL))[0][0] == given
    assert happens(game, Fire("doc", MARSHAL))[0][1][-1] == "marshal-player.shot"
    assert after(game, Fire("doc", MARSHAL)).cards[MARSHAL].deck[0] == "doc-bullet-6"
    assert refusal(train("d.inside", "tuco-fire"), Fire("tuco", MARSHAL))[0] == "fire.roof.any-distance"


@pytest.mark.clause("marshal-player.powers")
def test_django_knocks_him_back_and_tuco_hits_him_through_the_roof() -> None:
    through = train("c.inside", "tuco-fire")
    (given, cites), *_ = happens(through, Fire("tuco", MARSHAL))
    assert isinstance(given, BulletGiven)
    assert cites[-2:] == ("marshal-player.shot", "marshal-player.powers")
    sketch = SKETCH.replace("doc  ", "django")
    ahead = BanditMoved("django", "b.inside", "a.inside", "move")
    django = prison(sketch, marshal="c.inside", cards=("django-fire",))
    given_, knocked, *_ = happens(django, Fire("django", MARSHAL))
    assert given_[1][-1] == "marshal-player.shot"
    moved = BanditMoved(MARSHAL, "c.inside", "d.inside", "knock")
    assert knocked == (moved, ("django.knock-back", "marshal-player.powers"))
    last = prison(sketch, marshal="locomotive.inside", cards=("django-fire",), since=(ahead,))
    _, stayed, *_ = happens(last, Fire("django", MARSHAL))
    assert isinstance(stayed[0], BanditStayed)
    assert stayed[1][-1] == "marshal-player.powers"


# --- whom he hides and saves


@pytest.mark.clause("ruling.marshal-player.in-between")
def test_he_hides_those_behind_him_on_the_roofs() -> None:
    game = train("b.roof", "belle-fire")
    assert answers(game, "belle") == [Fire("belle", MARSHAL)]
    hidden = ("fire.roof.line-of-sight", "ruling.marshal-player.in-between")
    assert refusal(game, Fire("belle", "tuco")) == hidden
    assert refusal(game, Fire("belle", "doc")) == ("fire.roof.any-distance",)
    behind = train("d.roof", "belle-fire")
    assert refusal(behind, Fire("belle", MARSHAL)) == ("fire.roof.line-of-sight",)


@pytest.mark.clause("ruling.marshal-player.belle")
def test_belle_cannot_be_shot_while_he_can() -> None:
    game = train("d.roof", "tuco-fire")
    assert answers(game, "tuco") == [Fire("tuco", MARSHAL)]
    assert refusal(game, Fire("tuco", "belle")) == ("belle.not-if-another", "ruling.marshal-player.belle")
    assert answers(train("d.inside", "tuco-fire"), "tuco") == [Fire("tuco", "belle")]


# --- horses and the stagecoach

COACH = """
    car    |   | a       | b          | c | prison | stagecoach |
    roof   |   | {above} | doc        |   |        | {driver}   |
    inside |   |         |            |   |        |            |
    beside |   | horse   | stagecoach |   |        |            |
"""


def coach(marshal: str, *cards: str, above: str = "", driver: str = "tuco") -> Game:
    """The stagecoach beside the second car, a horse beside the first."""
    return prison(COACH.format(above=above, driver=driver), marshal=marshal, cards=cards, modules=ALL)


@pytest.mark.clause("marshal-player.ride", "marshal-player.stagecoach", "marshal-player.no-hostage")
def test_he_rides_into_the_stagecoach_and_takes_no_hostage() -> None:
    game = coach("a.inside", "marshal-ride", "doc-move")
    assert Ride(MARSHAL, WITHIN) in answers(game, MARSHAL)
    ridden, moved, *rest = happens(game, Ride(MARSHAL, WITHIN))
    assert isinstance(ridden[0], HorseRidden)
    assert ridden[1][-1] == "marshal-player.ride"
    assert moved[0] == BanditMoved(MARSHAL, "a.inside", WITHIN, "ride")
    assert moved[1][-2:] == ("marshal-player.stagecoach", "marshal-player.no-hostage")
    assert not [event for event, _ in rest if isinstance(event, HostageTaken)]
    assert answers(after(game, Ride(MARSHAL, WITHIN)), "doc")


@pytest.mark.clause("marshal-player.stagecoach")
def test_he_runs_onto_the_stagecoach_by_the_ways_of_bandits() -> None:
    game = coach("c.roof", "marshal-move")
    event, cites = happens(game, Move(MARSHAL, ON_TOP))[0]
    assert event == BanditMoved(MARSHAL, "c.roof", ON_TOP, "move")
    assert "marshal-player.stagecoach" in cites
    assert "marshal-player.no-hostage" not in cites


@pytest.mark.clause("marshal-player.shotgun")
def test_the_shotgun_does_nothing_to_him_beside_him_or_in_passing() -> None:
    facing = COACH.replace("| horse   | stagecoach |", "| stagecoach |   |").format(above="shotgun", driver="tuco")
    for to in ("a.roof", "locomotive.roof"):
        game = prison(facing, marshal="c.roof", cards=("marshal-move", "doc-move"), modules=ALL)
        events = happens(game, Move(MARSHAL, to))
        assert "marshal-player.shotgun" in events[0][1]
        assert len(events) == 2
        assert after(game, Move(MARSHAL, to)).neutral == game.neutral
    thrown = coach("b.roof", "tuco-punch")
    met = accepted(thrown, PunchShotgun("tuco")).events
    ((_, cites),) = [cited for cited in met if isinstance(cited[0], ShotgunThrown)]
    assert cites[-1] == "marshal-player.shotgun"
    assert accepted(thrown, PunchShotgun("tuco")).after.figures[MARSHAL].place == "b.roof"
