"""Pictures of games with horses and a stagecoach: what stands beside the train is drawn beside it."""

import re

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.pictures import SHARED, shared_by_modules, train_svg
from colt_rules.pictures.happening import Step, happening
from colt_rules.pictures.scene import modules_drawn
from colt_rules.pictures.stage import picture_of
from colt_rules.pictures.text import train_text
from colt_rules.rules.stagecoach.commands import TakeHostage
from colt_rules.rules.stagecoach.events import HostageTaken, StagecoachMoved
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.views import REFEREE, glimpse
from tests.pictures.looking import SVG, described, drawn, uses
from tests.pictures.watching import looks, watched

GAME = board(
    """
    car    |       | mail                   | dining       | stagecoach          |
    roof   | tuco  | ghost                  |              | doc shotgun         |
    inside | M     | whisky:old             | whisky:half  | belle whisky purse  |
    beside | horse | stagecoach horse horse |              |
    """,
    modules=("base", "horses", "stagecoach"),
    pile=["ghost-ride"],
    loot={"doc": ["whisky:old"]},
    hostages=["poodle", "old-lady"],
    captors={"tuco": "poker-player"},
    away=["django"],
)


def test_the_description_tells_all_that_stands_beside_the_train() -> None:
    assert described(GAME) == (
        "Locomotive: on the roof Tuco; inside the Marshal; beside it 1 horse. "
        "Mail car: on the roof Ghost; inside a flask of old whisky; beside it 2 horses. "
        "Dining car: on the roof nothing; inside a half-empty flask of classic whisky. "
        "Stagecoach beside the mail car: on the roof Doc, the Shotgun, a strongbox of $1000; "
        "inside Belle, a flask of classic whisky, a purse of $250. "
        "Doc carries a flask of old whisky. Tuco has the poker player. "
        "Beside the train: a strongbox of $1000, the poodle, the old lady. Django rode away."
    )


def test_horses_and_stagecoach_stand_below_the_car_that_they_are_beside() -> None:
    (marshal,) = uses(GAME, "marshal")
    one, *two = uses(GAME, "horse")
    assert abs(one[0] - marshal[0]) < 20
    assert len(two) == 2
    assert all(x > one[0] + 50 for x, _ in two)
    ghost = next(at for at in uses(GAME, "person") if at[0] > marshal[0] + 50)
    for x, y in uses(GAME, "spokes"):
        assert abs(x - ghost[0]) < 70
        assert y > one[1] > marshal[1]
    moved = with_part(GAME, "stagecoach", changed(stagecoach_of(GAME), car="dining"))
    assert {x for x, _ in uses(moved, "spokes")} == {x + 98 for x, _ in uses(GAME, "spokes")}


def test_who_is_on_the_stagecoach_is_above_its_wheels_and_the_shotgun_stands_where_he_is() -> None:
    (shotgun,) = uses(GAME, "shotgun")
    assert all(shotgun[1] < y for _, y in uses(GAME, "spokes"))
    thrown = with_part(GAME, "stagecoach", changed(stagecoach_of(GAME), shotgun="dining.roof"))
    (landed,) = uses(thrown, "shotgun")
    assert landed[1] < shotgun[1]
    assert "Dining car: on the roof the Shotgun;" in described(thrown)


def test_a_game_and_the_view_of_the_referee_are_one_picture() -> None:
    assert train_svg(GAME) == train_svg(glimpse(GAME, REFEREE))
    assert train_text(GAME) == train_text(glimpse(GAME, REFEREE))


def test_every_shape_is_there_and_only_pictures_that_need_them_bring_those_of_modules() -> None:
    plain = board("roof | tuco | |\ninside | M purse jewel strongbox | |")
    assert shared_by_modules() not in train_svg(plain)
    assert SHARED + shared_by_modules() in train_svg(GAME)
    assert shared_by_modules() not in train_svg(GAME, shared="")
    looks = [look for module in ("horses", "stagecoach") for look in modules_drawn()[module].looks]
    assert all(look.shapes in shared_by_modules() for look in looks)
    shapes = set(re.findall(r'id="(colt-[a-z]+)"', "".join(look.shapes for look in looks)))
    used = set(re.findall(r'href="#(colt-[a-z]+)"', train_svg(GAME, shared="")))
    assert shapes <= used
    assert used <= shapes | set(re.findall(r'id="(colt-[a-z]+)"', SHARED))


def test_everything_is_within_the_picture_and_no_horse_hides_another() -> None:
    herd = board(
        """
        car    |   | mail       | dining                                | stagecoach                        |
        roof   |   |            |                                       | tuco doc ghost belle cheyenne     |
        inside | M |            |                                       | purse purse jewel strongbox-3     |
        beside |   |            | horse horse horse horse horse stagecoach |
        """,
        modules=("base", "horses", "stagecoach"),
        captors={"tuco": "poodle"},
        hostages=["banker", "minister", "teacher", "zealot"],
    )
    picture = drawn(herd)
    width, height = int(picture.get("width", "")), int(picture.get("height", ""))
    sizes = {"person": (30, 46), "marshal": (30, 46), "shotgun": (30, 46), "card": (104, 28), "horse": (45, 36)}
    for one in picture.iter(f"{SVG}use"):
        wide, high = sizes.get((one.get("href") or "").removeprefix("#colt-"), (45, 28))
        if one.get("href") not in ("#colt-wheel", "#colt-spokes"):
            assert 0 <= int(one.get("x", "")) <= width - wide
            assert 0 <= int(one.get("y", "")) <= height - high
    horses = uses(herd, "horse")
    assert len(set(horses)) == len(horses) == 5
    assert all(
        abs(one[0] - other[0]) >= 45 or abs(one[1] - other[1]) >= 36
        for one in horses
        for other in horses
        if one != other
    )


def test_in_a_terminal_the_stagecoach_stands_below_its_car() -> None:
    assert train_text(GAME, 57).split("\n")[:15] == [
        "       Tuco               Ghost",
        "┌─────────────────┐┌─────────────────┐┌─────────────────┐",
        "│                 ││                 ││                 │",
        "│     MARSHAL     ││   old whisky    ││   half whisky   │",
        "└─o─────────────o─┘└─o─────────────o─┘└─o─────────────o─┘",
        "    locomotive            mail              dining",
        "       horse            2 horses",
        "                       Doc SHOTGUN",
        "                     strongbox $1000",
        "                   ╭─────────────────╮",
        "                   │      Belle      │",
        "                   │      $250       │",
        "                   │ classic whisky  │",
        "                   ╰─O─────────────O─╯",
        "                       stagecoach",
    ]


def test_below_the_train_hostages_captors_and_who_rode_away_are_told() -> None:
    text = train_text(GAME, 200)
    assert "Django rode away, strongbox $1000, poodle, old lady, 16 neutral bullets" in text
    assert "has the poker player; " in text
    assert train_text(GAME, ascii=True).isascii()


@pytest.mark.parametrize("width", [11, 22, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for role in ("tuco", REFEREE):
        drawn = train_text(glimpse(GAME, role), width).split("\n")
        assert [line for line in drawn if len(line) > max(width, 22)] == []


def test_what_the_stagecoach_does_is_seen() -> None:
    events = ((StagecoachMoved("mail", "dining"), True), (HostageTaken("belle", "poodle"), True))
    it = happening([Step(GAME, None, events)])
    assert it.stops["stagecoach"] == ("mail", "dining")
    assert [(mark.start.name, getattr(mark.end, "name", "")) for mark in it.marks] == [
        ("stagecoach", "stagecoach"),
        ("poodle", "belle"),
    ]
    shown = picture_of(it)
    assert len(looks(shown, "goes")) == 2
    assert {"poodle", "shotgun"} <= {entry.id for entry in shown.legend}
    assert "Poodle" not in shown.svg
    (mark,) = watched(GAME, TakeHostage("tuco", "poodle")).marks
    assert mark.struck
