"""Pictures of games with the time machine: it stands before the locomotive, and a hidden bandit is shown as hidden."""

import re

import pytest

from colt_rules.log.codec import to_data
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.pictures import train_svg
from colt_rules.pictures.happening import Step, happening
from colt_rules.pictures.scene import modules_drawn
from colt_rules.pictures.text import train_text
from colt_rules.rules.time_machine.events import BanditHidden
from colt_rules.rules.time_machine.model import MACHINE, NAME, TimeMachine
from colt_rules.site.drawing import drawing_data
from colt_rules.views import REFEREE, glimpse, roles
from tests.pictures.looking import described, drawn, uses
from tests.rules.time_machine.position import GAME, OTHER
from tests.site.javascript import answers, needs_node


def test_the_time_machine_is_told_first_with_all_that_is_in_it() -> None:
    assert described(glimpse(GAME, "tuco")) == (
        "Time machine in front of the locomotive: Doc, a purse. "
        "Locomotive: on the roof Tuco; inside the Marshal. Mail car: on the roof nothing; inside Ghost. "
        "Dining car: on the roof nothing; inside a purse. "
        "Beside the train: a strongbox of $1000. Belle hides."
    )
    empty = changed(GAME, figures={**GAME.figures, "doc": GAME.figures["tuco"]}, floor={})
    assert described(empty).startswith("Time machine in front of the locomotive: nothing. ")


@pytest.mark.clause("time-machine.secret")
@pytest.mark.parametrize("role", roles(GAME))
def test_where_a_bandit_hides_is_in_the_picture_of_its_player_only(role: str) -> None:
    here, there = glimpse(GAME, role), glimpse(OTHER, role)
    if role in ("belle", REFEREE):
        assert "Dining car: on the roof nothing; inside Belle in hiding beneath it, a purse" in described(here)
        ((x, _),) = uses(here, "hiding")
        ((nearer, _),) = uses(there, "hiding")
        assert nearer + 60 < x < nearer + 120  # one car further back
        assert "(Belle)" in train_text(here, 200)
        assert "Belle hides beneath dining" in train_text(here, 200)
        return
    assert train_svg(here) == train_svg(there)
    assert train_text(here, 200) == train_text(there, 200)
    assert not uses(here, "hiding")
    assert "Belle hides beneath ?" in train_text(here, 200)
    for text in (described(here), train_text(here, 200)):
        assert "Belle hides" in text


def test_it_stands_left_of_the_locomotive_on_wheels_of_its_own() -> None:
    (marshal,) = uses(GAME, "marshal")
    rims = uses(GAME, "rim")
    assert len(rims) == 2
    assert all(x < min(at[0] for at in uses(GAME, "wheel")) for x, _ in rims)
    doc = min(uses(GAME, "person"))
    assert min(rims)[0] < doc[0] + 15 < max(rims)[0] < marshal[0]


def test_everything_is_within_the_picture_however_many_are_in_it() -> None:
    crowd = {bandit: changed(figure, place=MACHINE) for bandit, figure in GAME.figures.items()}
    tokens = tuple(GAME.values)
    full = changed(GAME, figures=crowd, floor={MACHINE: tokens * 3})
    for game in (GAME, full):
        picture = drawn(game)
        width, height = int(picture.get("width", "")), int(picture.get("height", ""))
        for x, y in (*uses(game, "person"), *uses(game, "purse"), *uses(game, "hiding")):
            assert 0 <= x <= width - 30
            assert 0 <= y <= height - 28
        (hull,) = re.findall(r'class="yellow" d="M\d+ (-?\d+)', train_svg(game, shared=""))
        assert int(hull) > 0  # the lightning is the highest of it


def test_every_shape_that_is_used_is_there_and_none_is_idle() -> None:
    own = "".join(look.shapes for look in modules_drawn()[NAME].looks)
    used = set(re.findall(r'href="#(colt-[a-z]+)"', train_svg(GAME)))
    assert set(re.findall(r'id="(colt-[a-z]+)"', own)) <= used
    assert used <= set(re.findall(r'id="(colt-[a-z]+)"', train_svg(GAME)))


def test_in_a_terminal_it_is_rounder_than_a_car() -> None:
    assert train_text(glimpse(GAME, "belle"), 76).split("\n")[:7] == [
        "                          Tuco",
        "╭─────────────────╮┌─────────────────┐┌─────────────────┐┌─────────────────┐",
        "│       Doc       ││                 ││                 ││     (Belle)     │",
        "│       $?        ││     MARSHAL     ││      Ghost      ││       $?        │",
        "╰─O─────────────O─╯└─o─────────────o─┘└─o─────────────o─┘└─o─────────────o─┘",
        "       time            locomotive            mail              dining",
        "      machine",
    ]
    assert train_text(GAME, ascii=True).isascii()


@pytest.mark.parametrize("width", [11, 22, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for role in ("belle", "tuco", REFEREE):
        lines = train_text(glimpse(GAME, role), width).split("\n")
        assert [line for line in lines if len(line) > max(width, 22)] == []


def test_before_there_is_a_train_there_is_nothing_before_it() -> None:
    bare = changed(GAME, train=())
    assert "Time machine" not in described(bare)
    assert "Beside the train: " in described(bare)


# --- in a browser


@needs_node
def test_a_browser_draws_it_and_sees_it_as_python_does() -> None:
    strange = with_part(GAME, NAME, TimeMachine(hidden="<b>", car="no-car"))
    games = [GAME, OTHER, with_part(GAME, NAME, TimeMachine(crowded=1)), strange, changed(GAME, train=())]
    drawing = drawing_data()
    whole = "({ state, drawing }) => trainSvg(sceneOfState(state, drawing), drawing)"
    questions = [{"state": to_data(game), "drawing": drawing} for game in games]
    assert answers(whole, questions) == [train_svg(game) for game in games]
    seen = "({ state, role }) => glimpse(state, role, RECORDS)"
    picture = "({ state, role, drawing }) => trainSvg(sceneOfView(glimpse(state, role, RECORDS), drawing), drawing)"
    asked = [(game, role) for game in games[:3] for role in roles(game)]
    questions = [{"state": to_data(game), "role": role, "drawing": drawing} for game, role in asked]
    assert answers(seen, questions) == [to_data(glimpse(game, role)) for game, role in asked]
    assert answers(picture, questions) == [train_svg(glimpse(game, role)) for game, role in asked]


def test_who_hides_is_seen_to_go_there() -> None:
    game = with_part(GAME, NAME, TimeMachine())
    it = happening([Step(game, None, ((BanditHidden("doc", "mail"), True),))])
    assert it.stops == {"doc": (MACHINE, "mail.inside")}
