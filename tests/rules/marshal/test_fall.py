"""Deadly fall: a Punch on a roof, or Django's shot, can throw somebody off the train."""

from typing import Any

import pytest

from colt_rules.commands import Fire, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionIdle, BanditMoved, BanditStayed, BulletGiven, LootDropped, LootKept, LootSnatched
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import PunchMarshal, ShootOff, ThrowOff
from colt_rules.rules.marshal.events import BrawlerTaken, ThrownOff
from colt_rules.rules.marshal.model import FALLEN, MARSHAL
from tests.rules.marshal.tables import MODULES, WITH_HORSES
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, answers, refusal

FALL = "station.deadly-fall"
OUT = "station.deadly-fall.out-of-the-game"
DJANGO = "station.deadly-fall.django"
LOOT_FIRST = "ruling.deadly-fall.loot-first"
ON_THE_COACH = "ruling.deadly-fall.stagecoach-roof"
STATION: dict[str, Any] = {"modules": MODULES, "card": "deadly-fall", "number": 5}
"""The round of this station."""


def falling(roof: str, *pile: str, inside: str = "", **fields: Any) -> Game:
    """The round of this station: who is on the roof of the mail car, or inside it."""
    sketch = f"""
        car    |         | mail     | dining | baggage | prison |
        roof   |         | {roof}   |        | ghost   |        |
        inside | waiting | {inside} |        |         |        |
    """
    seat = "" if MARSHAL in roof + inside else MARSHAL
    drawn = sketch.replace("waiting", seat)
    return board(drawn, **STATION | {"pile": pile} | fields)


# --- by a Punch


@pytest.mark.clause("station.deadly-fall")
def test_whoever_is_punched_on_a_roof_can_be_pushed_or_thrown_off() -> None:
    game = falling("tuco doc", "tuco-punch", "ghost-move", loot={"doc": ["jewel", "purse"]})
    assert answers(game, "tuco") == [
        *(
            Punch("tuco", "doc", token, f"{to}.roof", False)
            for token in ("jewel-1", "purse-1")
            for to in ("locomotive", "dining")
        ),
        *(ThrowOff("tuco", "doc", token, False) for token in ("jewel-1", "purse-1")),
    ]


@pytest.mark.clause("station.deadly-fall", "station.deadly-fall.out-of-the-game", "ruling.deadly-fall.loot-first")
def test_whoever_is_thrown_off_drops_a_token_first_and_acts_no_more() -> None:
    game = falling("tuco doc", "tuco-punch", "doc-move", "ghost-move", loot={"doc": ["jewel", "purse"]})
    verdict = accepted(game, ThrowOff("tuco", "doc", "jewel-1", False))
    assert told(verdict, LootDropped) == [LootDropped("doc", "jewel-1", "mail.roof")]
    assert told(verdict, ThrownOff) == [ThrownOff("doc", "mail.roof", "push")]
    assert cited(verdict, ThrownOff) == (FALL, OUT, LOOT_FIRST)
    assert told(verdict, BanditMoved) == []
    assert cited(verdict, ActionIdle) == ("stealin.obligatory", OUT)
    fallen = verdict.after.figures["doc"]
    assert (fallen.place, fallen.loot) == (FALLEN, ("purse-1",))


@pytest.mark.clause("station.deadly-fall.out-of-the-game")
def test_whoever_is_pushed_acts_as_ever() -> None:
    game = falling("tuco doc", "tuco-punch", "doc-move", "ghost-move")
    verdict = accepted(game, Punch("tuco", "doc", None, "dining.roof", False))
    assert told(verdict, ThrownOff) == told(verdict, ActionIdle) == []
    assert answers(verdict.after, "doc")


@pytest.mark.clause("ruling.deadly-fall.loot-first")
def test_cheyenne_may_keep_the_purse_of_whoever_she_throws_off() -> None:
    game = falling("cheyenne doc", "cheyenne-punch", "ghost-move", loot={"doc": ["purse"]})
    verdict = accepted(game, ThrowOff("cheyenne", "doc", "purse-1", True))
    assert told(verdict, LootSnatched) == [LootSnatched("doc", "purse-1", "cheyenne")]


@pytest.mark.clause("ruling.mailbags.cheyenne")
def test_by_a_claim_cheyenne_may_keep_the_mailbag_of_whoever_she_throws_off() -> None:
    throw = ThrowOff("cheyenne", "doc", "mailbag-1", True)
    game = falling("cheyenne doc", "cheyenne-punch", "ghost-move", loot={"doc": ["mailbag"]})
    assert "cheyenne.other-loot-drops" in refusal(game, throw)
    claims = ["ruling.mailbags.cheyenne=keeps-it"]
    game = falling("cheyenne doc", "cheyenne-punch", "ghost-move", loot={"doc": ["mailbag"]}, rulings=claims)
    verdict = accepted(game, throw)
    assert cited(verdict, LootSnatched) == ("punch.loot.chosen", "cheyenne.keeps-purse", "ruling.mailbags.cheyenne")


@pytest.mark.clause("ruling.deadly-fall.loot-first", "station.deadly-fall")
def test_who_has_nothing_loses_nothing_and_who_has_something_must() -> None:
    nothing = accepted(falling("tuco doc", "tuco-punch", "ghost-move"), ThrowOff("tuco", "doc", None, False))
    assert told(nothing, LootKept) == [LootKept("doc")]
    assert told(nothing, ThrownOff)
    game = falling("tuco doc", "tuco-punch", "ghost-move", loot={"doc": ["jewel"]})
    assert refusal(game, ThrowOff("tuco", "doc", None, False)) == ("punch.loot.chosen",)


@pytest.mark.clause("station.deadly-fall", "ruling.deadly-fall.loot-first")
def test_the_marshal_loses_a_brawler_card_and_falls() -> None:
    game = falling("tuco marshal", "tuco-punch", "ghost-move")
    assert answers(game, "tuco") == [
        *(PunchMarshal("tuco", f"{to}.roof") for to in ("locomotive", "dining")),
        ThrowOff("tuco", MARSHAL, None, False),
    ]
    verdict = accepted(game, ThrowOff("tuco", MARSHAL, None, False))
    assert told(verdict, BrawlerTaken) == [BrawlerTaken("tuco", "gold")]
    assert told(verdict, ThrownOff) == [ThrownOff(MARSHAL, "mail.roof", "push")]
    assert told(verdict, BanditMoved) == []


@pytest.mark.clause("station.deadly-fall")
def test_belle_is_not_thrown_off_while_somebody_else_could_be() -> None:
    game = falling("tuco doc belle", "tuco-punch", "ghost-move")
    assert ThrowOff("tuco", "doc", None, False) in answers(game, "tuco")
    assert refusal(game, ThrowOff("tuco", "belle", None, False)) == ("belle.not-if-another",)


@pytest.mark.clause("station.deadly-fall")
def test_nobody_falls_from_inside_a_car_or_in_another_round() -> None:
    throw = ThrowOff("tuco", "doc", None, False)
    assert refusal(falling("", "tuco-punch", "ghost-move", inside="tuco doc"), throw) == (FALL,)
    assert refusal(falling("tuco doc", "tuco-punch", "ghost-move", card="crime-punished"), throw) == (FALL,)
    assert refusal(falling("tuco doc", "tuco-punch", "ghost-move", happenings=False), throw) == (FALL,)


@pytest.mark.clause("ruling.deadly-fall.stagecoach-roof")
def test_nobody_falls_from_the_roof_of_the_stagecoach() -> None:
    sketch = """
        car    |         | mail       | dining | baggage | prison | stagecoach |
        roof   |         | shotgun    |        | ghost   |        | tuco doc   |
        inside | marshal |            |        |         |        |            |
        beside |         | stagecoach |        |         |        |
    """
    game = board(sketch, **STATION | {"modules": WITH_HORSES}, pile=["tuco-punch", "ghost-move"])
    assert refusal(game, ThrowOff("tuco", "doc", None, False)) == (FALL, ON_THE_COACH)


# --- by Django's shot


def shooting(*pile: str, **fields: Any) -> Game:
    """Django on a roof between two at the ends of the train, and Ghost inside the last car."""
    sketch = """
        car    |         | mail   | dining | baggage | prison |
        roof   | tuco    | django |        |         | doc    |
        inside | marshal |        |        |         | ghost  |
    """
    return board(sketch, **STATION | {"pile": pile} | fields)


@pytest.mark.clause("station.deadly-fall.django")
def test_django_can_shoot_somebody_off_either_end_or_leave_them_there() -> None:
    game = shooting("django-fire", "doc-move", "ghost-move")
    assert answers(game, "django") == [
        *(Fire("django", target) for target in ("tuco", "doc")),
        *(ShootOff("django", target) for target in ("tuco", "doc")),
    ]
    verdict = accepted(game, ShootOff("django", "doc"))
    assert [event.target for event in told(verdict, BulletGiven)] == ["doc"]
    assert told(verdict, ThrownOff) == [ThrownOff("doc", "prison.roof", "knock")]
    assert cited(verdict, ThrownOff) == (FALL, OUT, DJANGO)
    assert told(verdict, BanditStayed) == []
    assert cited(verdict, ActionIdle) == ("stealin.obligatory", OUT)
    stays = accepted(game, Fire("django", "doc"))
    assert told(stays, ThrownOff) == []
    assert told(stays, BanditStayed)


@pytest.mark.clause("station.deadly-fall.django")
def test_django_can_shoot_the_marshal_off() -> None:
    sketch = """
        car    |      | mail   | dining | baggage | prison  |
        roof   |      | django |        |         | marshal |
        inside | tuco |        |        |         | ghost   |
    """
    verdict = accepted(board(sketch, **STATION, pile=["django-fire", "ghost-move"]), ShootOff("django", MARSHAL))
    assert verdict.after.figures[MARSHAL].place == FALLEN
    assert [event.target for event in told(verdict, BulletGiven)] == [MARSHAL]


@pytest.mark.clause("station.deadly-fall.django")
def test_nobody_else_and_not_from_elsewhere() -> None:
    off = ShootOff("django", "doc")
    in_between = board(
        """
        car    |         | mail   | dining | baggage | prison |
        roof   | tuco    | django |        | doc     |        |
        inside | marshal |        |        |         | ghost  |
        """,
        modules=MODULES,
        card="deadly-fall",
        number=5,
        pile=["django-fire", "ghost-move"],
    )
    assert refusal(in_between, off) == (DJANGO,)
    assert refusal(shooting("django-fire", "ghost-move", card="crime-punished"), off) == (DJANGO,)
    assert refusal(shooting("django-fire", "ghost-move", powers=False), off) == (DJANGO,)
    assert refusal(shooting("tuco-fire", "ghost-move"), ShootOff("tuco", "django")) == (DJANGO,)


@pytest.mark.clause("ruling.deadly-fall.stagecoach-roof", "stagecoach.roof.no-knock-back")
def test_django_shoots_nobody_off_the_train_from_the_stagecoach() -> None:
    sketch = """
        car    |         | mail       | dining | baggage | prison | stagecoach |
        roof   |         | shotgun    |        |         | doc    | django     |
        inside | marshal |            |        |         | ghost  |            |
        beside |         | stagecoach |        |         |        |
    """
    game = board(sketch, modules=WITH_HORSES, card="deadly-fall", number=5, pile=["django-fire", "doc-move"])
    assert answers(game, "django") == [Fire("django", "doc")]
    assert refusal(game, ShootOff("django", "doc")) == (DJANGO, "stagecoach.roof.no-knock-back", ON_THE_COACH)
    verdict = accepted(game, Fire("django", "doc"))
    assert told(verdict, BanditStayed) == [BanditStayed("doc", "prison.roof", "knock")]


@pytest.mark.clause("station.deadly-fall.django")
def test_whoever_has_djangos_companion_can_do_it_too() -> None:
    sketch = """
        car    |         | mail | dining | baggage | prison |
        roof   |         | tuco |        |         | doc    |
        inside | marshal |      |        |         | ghost  |
    """
    game = board(sketch, **STATION, pile=["tuco-fire", "ghost-move"], companions={"tuco": "companion-of-django"})
    assert told(accepted(game, ShootOff("tuco", "doc")), ThrownOff) == [ThrownOff("doc", "prison.roof", "knock")]


@pytest.mark.clause("ruling.prisoner.django-through-the-roof", "station.deadly-fall.django")
def test_through_the_roof_somebody_is_shot_off_either_end_and_nowhere_else() -> None:
    sketch = """
        car    |         | mail | dining | baggage | prison |
        roof   |         |      | ghost  |         | doc    |
        inside | marshal |      | tuco   |         | django |
    """
    both = {"django": "companion-of-tuco", "tuco": "companion-of-django"}
    off = ShootOff("django", "doc")
    verdict = accepted(board(sketch, **STATION, pile=["django-fire", "ghost-move"], companions=both), off)
    assert told(verdict, ThrownOff) == [ThrownOff("doc", "prison.roof", "knock")]
    assert "ruling.prisoner.django-through-the-roof" in cited(verdict, BulletGiven)
    between = board(sketch, **STATION, pile=["tuco-fire", "ghost-move"], companions=both)
    assert answers(between, "tuco") == [Fire("tuco", "ghost")]
