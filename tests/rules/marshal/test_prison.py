"""The prison car: what its cell keeps from whom, and what it does not."""

import pytest

from colt_rules.commands import ChangeFloor, Fire, Move, PlayCard, Punch
from colt_rules.events import ActionIdle, BanditMoved, CardPlayed, NeutralBulletGiven
from colt_rules.kernel import settle
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.marshal.model import CELL, CORRIDOR, PRISON_ROOF
from tests.rules.coaches import ALL
from tests.rules.jails import jail
from tests.rules.sittings import cited
from tests.verdicts import accepted, answers, happens, refusal

SKETCH = """
    car    |  | a    | b     | prison   |
    roof   |  |      |       | ghost    |
    inside |  | tuco | belle | doc      |
"""
ALONE = """
    car    |     | a | b     | prison   |
    roof   | doc |   |       |          |
    inside |     |   | ghost | tuco     |
"""


# --- in the cell


@pytest.mark.clause("prison-car.cell.no-effect", "ruling.cell.plans-on")
@pytest.mark.parametrize("action", ["move", "floor-change", "fire", "robbery", "punch"])
def test_in_the_cell_no_card_does_anything(action: str) -> None:
    game = jail(SKETCH, "tuco-move", f"doc-{action}", cell=("doc",))
    assert cited(accepted(game, Move("tuco", "b.inside")), ActionIdle) == (
        "stealin.obligatory",
        "prison-car.cell.no-effect",
        "ruling.cell.plans-on",
    )


@pytest.mark.clause("prison-car.cell.no-effect")
def test_a_ride_does_nothing_in_the_cell_either_though_a_horse_stands_beside_the_car() -> None:
    game = jail(SKETCH, "tuco-move", "doc-ride", cell=("doc",), modules=ALL)
    horses = horses_of(game)
    assert horses is not None
    cites = cited(accepted(game, Move("tuco", "b.inside")), ActionIdle)
    assert cites[1:] == ("prison-car.cell.no-effect", "ruling.cell.plans-on")


@pytest.mark.clause("ruling.cell.plans-on")
def test_who_is_in_the_cell_plans_like_everybody() -> None:
    hands = {"tuco": [], "belle": [], "ghost": [], "doc": ["doc-move", "doc-fire"]}
    game = jail(SKETCH, cell=("doc",), hands=hands, first="doc", seats=["doc", "tuco", "belle", "ghost"])
    cites = cited(accepted(game, PlayCard("doc", "doc-fire", False)), CardPlayed)
    assert "ruling.cell.plans-on" in cites
    at_large = jail(SKETCH, hands=hands, first="doc", seats=["doc", "tuco", "belle", "ghost"])
    assert "ruling.cell.plans-on" not in cited(accepted(at_large, PlayCard("doc", "doc-fire", False)), CardPlayed)


# --- into the cell


@pytest.mark.clause("prison-car.cell.not-shot")
def test_nobody_in_the_cell_is_a_target_of_a_shot_from_wherever() -> None:
    beside = jail(SKETCH, "belle-fire", cell=("doc",), since=(BanditMoved("tuco", "a.inside", CORRIDOR, "move"),))
    assert answers(beside, "belle") == [Fire("belle", "tuco")]
    assert refusal(beside, Fire("belle", "doc")) == ("fire.inside.adjacent", "prison-car.cell.not-shot")
    game = jail(ALONE, "ghost-fire", cell=("doc",))
    assert refusal(game, Fire("ghost", "doc")) == ("fire.inside.adjacent", "prison-car.cell.not-shot")


@pytest.mark.clause("prison-car.cell.not-shot")
def test_a_fire_that_finds_nobody_but_those_in_the_cell_does_nothing() -> None:
    game = jail(ALONE, "tuco-move", "ghost-fire", cell=("doc",))
    assert cited(accepted(game, Move("tuco", "b.inside")), ActionIdle) == (
        "stealin.obligatory",
        "fire.no-target",
        "prison-car.cell.not-shot",
    )


@pytest.mark.clause("prison-car.cell.not-shot", "tuco.through-the-roof")
def test_tucos_shot_through_the_roof_reaches_the_corridor_and_not_the_cell() -> None:
    on_top = (BanditMoved("tuco", CORRIDOR, PRISON_ROOF, "climb"),)
    game = jail(ALONE, "ghost-move", "tuco-fire", cell=("doc",), since=on_top)
    idle = cited(accepted(game, Move("ghost", "a.inside")), ActionIdle)
    assert idle == ("stealin.obligatory", "fire.no-target", "prison-car.cell.not-shot")
    below = jail(ALONE, "ghost-move", "tuco-fire", cell=("doc",), since=on_top)
    assert answers(accepted(below, Move("ghost", CORRIDOR)).after, "tuco") == [Fire("tuco", "ghost")]


@pytest.mark.clause("prison-car.cell.not-punched")
def test_nobody_in_the_cell_is_punched_from_the_corridor() -> None:
    game = jail(ALONE, "ghost-move", "tuco-punch", cell=("doc",))
    alone = accepted(game, Move("ghost", "a.inside"))
    assert cited(alone, ActionIdle) == (
        "stealin.obligatory",
        "ruling.action.nobody-there",
        "prison-car.cell.not-punched",
    )
    together = accepted(game, Move("ghost", CORRIDOR)).after
    assert answers(together, "tuco") == [Punch("tuco", "ghost", None, "b.inside", False)]
    assert refusal(together, Punch("tuco", "doc", None, "b.inside", False)) == (
        "punch.target",
        "prison-car.cell.not-punched",
    )


@pytest.mark.clause("prison-car.cell.not-pushed-in", "prison-car.corridor-and-roof")
def test_who_is_pushed_into_the_prison_car_comes_into_the_corridor() -> None:
    game = jail(SKETCH, "tuco-move", "belle-punch", cell=("doc",))
    together = accepted(game, Move("tuco", "b.inside")).after
    assert refusal(together, Punch("belle", "tuco", None, CELL, False)) == ("prison-car.cell.not-pushed-in",)
    assert happens(together, Punch("belle", "tuco", None, CORRIDOR, False))[1] == (
        BanditMoved("tuco", "b.inside", CORRIDOR, "push"),
        (
            *("punch.target", "punch.push.adjacent", "punch.push.same-level"),
            *("prison-car.corridor-and-roof", "prison-car.cell.not-pushed-in"),
        ),
    )


@pytest.mark.clause("prison-car.cell.not-pushed-in", "django.knock-back")
def test_django_knocks_nobody_into_the_cell() -> None:
    sketch = SKETCH.replace("tuco", "django")
    game = jail(sketch, "django-fire", cell=("doc",), marshal="locomotive.roof")
    moved = happens(game, Fire("django", "belle"))[1]
    assert moved == (
        BanditMoved("belle", "b.inside", CORRIDOR, "knock"),
        ("django.knock-back", "prison-car.corridor-and-roof", "prison-car.cell.not-pushed-in"),
    )


@pytest.mark.clause("prison-car.cell")
def test_nobody_goes_into_the_cell_of_their_own_accord() -> None:
    move = jail(ALONE, "tuco-move")
    assert answers(move, "tuco") == [Move("tuco", "b.inside")]
    assert refusal(move, Move("tuco", CELL)) == ("move.inside.adjacent", "prison-car.cell")
    climb = jail(ALONE, "tuco-floor-change")
    assert answers(climb, "tuco") == [ChangeFloor("tuco", PRISON_ROOF)]
    assert refusal(climb, ChangeFloor("tuco", CELL)) == ("floor-change.up", "prison-car.cell")


@pytest.mark.clause("prison-car.cell")
def test_a_ride_does_not_end_in_the_cell() -> None:
    sketch = """
        car    |       | a | b     | prison |
        roof   | doc   |   |       |        |
        inside |       |   | ghost | tuco   |
        beside |       |   | horse | horse  |
    """
    game = jail(sketch, "tuco-ride", modules=("base", "horses"))
    assert Ride("tuco", CORRIDOR) in answers(game, "tuco")
    assert refusal(game, Ride("tuco", CELL)) == ("ride.distance", "prison-car.cell")


# --- happenings


@pytest.mark.clause("ruling.cell.happenings")
def test_what_befalls_everybody_inside_befalls_those_in_the_cell() -> None:
    game = jail(ALONE, cell=("doc",), card="passengers-rebellion.2-4")
    bullets = {event.bandit: cites for event, cites in settle(game).events if isinstance(event, NeutralBulletGiven)}
    assert set(bullets) == {"tuco", "ghost", "doc"}
    assert "ruling.cell.happenings" in bullets["doc"]
    assert "ruling.cell.happenings" not in bullets["tuco"]
    claim = ["ruling.cell.happenings=out-of-reach"]
    spared = settle(jail(ALONE, cell=("doc",), card="passengers-rebellion.2-4", rulings=claim)).events
    assert {event.bandit for event, _ in spared if isinstance(event, NeutralBulletGiven)} == {"tuco", "ghost"}


@pytest.mark.clause("ruling.cell.happenings", "happening.shotgun-rage")
@pytest.mark.parametrize("claim", [(), ("ruling.cell.happenings=out-of-reach",)])
def test_the_shotgun_beside_the_prison_car_rages_at_those_in_the_cell_unless_the_table_claims_otherwise(
    claim: tuple[str, ...],
) -> None:
    sketch = """
        car    |     | a | b     | prison     | stagecoach |
        roof   | doc |   |       | belle      |            |
        inside |     |   | ghost | tuco       |            |
        beside |     |   |       | stagecoach |
    """
    game = jail(sketch, cell=("doc",), modules=ALL, card="shotgun-rage.2-4", rounds=["bridge.2-4"], rulings=claim)
    hit = {event.bandit for event, _ in settle(game).events if isinstance(event, NeutralBulletGiven)}
    assert hit == {"tuco", "belle"} | (set() if claim else {"doc"})


@pytest.mark.clause("ruling.cell.happenings", "station.pickpocketing")
def test_cell_and_corridor_are_two_places_where_a_happening_asks_who_is_alone() -> None:
    sketch = ALONE.replace("tuco     |", "tuco purse |")
    game = settle(jail(sketch, cell=("doc", "ghost"), card="pickpocketing", rounds=())).after
    assert game.round.due == ("tuco",)
