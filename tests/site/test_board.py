"""A browser draws a position byte for byte as Python does, and nothing in a log becomes markup."""

from typing import Any
from xml.etree import ElementTree as xml

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import to_data
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from colt_rules.pictures import train_svg
from colt_rules.referee.picture_words import words_in
from colt_rules.rules.boxes import CARS, CHARACTERS
from colt_rules.rules.horses.model import Flask, Horses
from colt_rules.rules.marshal.box import EXTRAS as PRISON
from colt_rules.rules.marshal.model import MarshalPlayer
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.model import Stagecoach
from colt_rules.site.browser_scripts import sentence_data
from colt_rules.site.drawing import drawing_data
from colt_rules.views import glimpse
from tests.conftest import at_least
from tests.site.javascript import BATCHES, answers, in_turn, kept, needs_node, positions

pytestmark = needs_node

DRAWING = drawing_data()
GAME = board(
    """
    roof   | tuco        |                 | ghost belle |
    inside | M strongbox | purse:450 purse | jewel       |
    """,
    loot={"tuco": ["purse:300"], "belle": ["purse:400"]},
)
HOSTILE = '<script>alert("1")</script>&\'-b'
"""A name that would be a program if it became markup."""


def drawn(*games: Game, **options: Any) -> list[str]:
    """Pictures of whole games, made by node."""
    answer = "({ state, drawing, options }) => trainSvg(sceneOfState(state, drawing), drawing, options)"
    questions = [{"state": to_data(game), "drawing": DRAWING, "options": options} for game in games]
    found: list[str] = answers(answer, questions)
    return found


EVERY = 10
"""The step between drawn positions of a kept game; the languages alternate."""


@pytest.mark.parametrize("names", BATCHES, ids=lambda names: names[0])
def test_a_position_is_drawn_as_python_draws_it(names: list[str]) -> None:
    answer = """(asked) => positions(asked).map(({ state }, index) =>
      trainSvg(sceneOfState(state, asked.drawing), asked.drawing,
        { shared: "", told: asked.told[index % asked.told.length] }))"""
    found = answers(answer, kept(names, EVERY, drawing=DRAWING, told=[*map(sentence_data, LANGUAGES)]))
    for name, pictures in zip(names, found, strict=True):
        for index, ((_, game), picture) in enumerate(zip(positions(name, EVERY), pictures, strict=True)):
            assert picture == train_svg(game, shared="", words=words_in(LANGUAGES[index % len(LANGUAGES)])), name


@pytest.mark.parametrize("names", BATCHES, ids=lambda names: names[0])
def test_what_a_role_sees_is_drawn_as_python_draws_it(names: list[str]) -> None:
    answer = """(asked) => positions(asked).map(({ state }, index) =>
      trainSvg(sceneOfView(glimpse(state, inTurn(state, index), RECORDS), asked.drawing), asked.drawing,
        { shared: "", told: asked.told[index % asked.told.length] }))"""
    found = answers(answer, kept(names, EVERY, drawing=DRAWING, told=[*map(sentence_data, LANGUAGES)]))
    for name, pictures in zip(names, found, strict=True):
        for index, ((_, game), picture) in enumerate(zip(positions(name, EVERY), pictures, strict=True)):
            words = words_in(LANGUAGES[index % len(LANGUAGES)])
            assert picture == train_svg(glimpse(game, in_turn(game, index)), shared="", words=words), name


def test_style_and_shapes_stand_in_the_picture_unless_the_page_has_them() -> None:
    riding = with_part(GAME, "horses", Horses(stands={"horse-1": "car-1"}))
    assert drawn(GAME, riding) == [train_svg(GAME), train_svg(riding)]
    title = '"Before" & <after>'
    assert drawn(GAME, riding, title=title, shared="") == [
        train_svg(GAME, title=title, shared=""),
        train_svg(riding, title=title, shared=""),
    ]


def test_what_has_no_room_is_drawn_as_python_draws_it() -> None:
    crowd = board(
        """
        roof   |   | ghost belle doc django tuco cheyenne                      | |
        inside | M | purse purse purse jewel strongbox purse jewel jewel jewel | |
        """,
        loot={"tuco": ["purse"] * 9},
    )
    coach = Stagecoach(car="car-1", hostages=("nine-long", "ten-longer"), captors={"tuco": "a hostage with a name"})
    herd = Horses(stands={f"horse-{number}": "car-1" for number in range(7)}, flasks={"purse-1": Flask("old", True)})
    riding = with_part(crowd, "horses", herd)
    games = [crowd, riding, with_part(riding, "stagecoach", coach)]
    assert drawn(*games, shared="") == [train_svg(game, shared="") for game in games]


def test_the_data_for_the_browser_names_all_that_can_be_on_the_board() -> None:
    assert set(DRAWING["characters"]) == set(CHARACTERS)
    assert set(DRAWING["cars"]) == {*CARS, "locomotive"}
    assert set(DRAWING["hostages"]) == set(EXTRAS.hostages)
    assert set(DRAWING["goals"]) == set(PRISON.goals)
    assert {"strongbox", "mailbag"} <= {*DRAWING["shapes"]}
    assert {one["colour"] for one in DRAWING["characters"].values()} >= {"black", "red", "yellow"}


def hostile(name: str) -> Game:
    """A game in which everything with a name has this one."""
    place = f"{name}.roof"
    figure = changed(GAME.figures["tuco"], seat=name, place=place, loot=(f"{name}-1", "purse-1"), powers=(name,))
    horses = Horses(stands={name: name, "horse-2": "nowhere"}, flasks={"whisky-1": Flask(name, used=True)})
    coach = Stagecoach(car=name, shotgun=place, hostages=(name, "banker"), captors={name: name, "tuco": "x"})
    marshal = MarshalPlayer(
        brawlers=(name,),
        cylinders={name: (name,), "left": ()},
        current=(name, "keys"),
        posters=(name, "tuco"),
        mailbags=(name,),
        recaptured=(name,),
        prisoners=(name, "companion-of-doc"),
        companions={name: name},
        punches={"tuco": (name, "gold")},
        wounds={name: (name, "marshal-bullet-knee", f"marshal-bullet-{name}")},
        met=(name,),
    )
    played = with_part(with_part(with_part(GAME, "horses", horses), "stagecoach", coach), "marshal", marshal)
    return changed(
        played,
        train=("locomotive", name, "prison"),
        marshal=place,
        figures={name: figure, "tuco": changed(figure, place=name), "marshal": changed(figure, place="prison.cell")},
        floor={place: (f"{name}-2", "whisky-1", "whisky-2"), name: ("jewel-1",)},
        values={f"{name}-1": 1},
        aside=(name,),
    )


NAMES = [
    HOSTILE,
    "",
    "-",
    "__proto__",
    "constructor",
    "7",
    "ß",
    "ünal",
    "Ωmega",
    "\U0001f920-hat",
    "a-b-c",
    "away",
    "d",
]


@pytest.mark.parametrize("lang", at_least("en", "ru", of=LANGUAGES))
def test_strange_names_are_drawn_as_python_draws_them(lang: str) -> None:
    games = [hostile(name) for name in NAMES]
    for game, picture in zip(games, drawn(*games, told=sentence_data(lang)), strict=True):
        assert picture == train_svg(game, words=words_in(lang))


def test_what_a_log_says_never_becomes_markup() -> None:
    (picture,) = drawn(hostile(HOSTILE), title=HOSTILE)
    (russian,) = drawn(hostile(HOSTILE), title=HOSTILE, told=sentence_data("ru"))
    assert "<script" not in picture + russian
    tags = {one.tag.rpartition("}")[2] for one in xml.fromstring(picture).iter()}
    assert tags == {"svg", "title", "desc", "style", "defs", "g", "path", "circle", "rect", "use", "text"}


def test_values_of_another_kind_than_they_should_be_become_no_markup_either() -> None:
    # A browser reads logs that were not validated against a schema.
    state: dict[str, Any] = to_data(hostile("x"))
    state["values"] = {"x-1": HOSTILE, "purse-1": HOSTILE}
    state["train"] = [5, [HOSTILE], "x"]
    state["stagecoach"] |= {"car": 5, "hostages": [5, [HOSTILE]]}
    state["horses"]["flasks"]["whisky-1"] = {"kind": 5, "used": HOSTILE}
    state["marshal_player"] |= {"brawlers": [5, [HOSTILE]], "posters": [HOSTILE, 5], "current": [[HOSTILE]]}
    state["marshal_player"]["cylinders"] = {"x": {"left": HOSTILE}, "y": [HOSTILE]}
    answer = "({ state, drawing, told }) => trainSvg(sceneOfState(state, drawing), drawing, { told })"
    for picture in answers(
        answer, [{"state": state, "drawing": DRAWING, "told": sentence_data(lang)} for lang in LANGUAGES]
    ):
        xml.fromstring(picture)
        assert "<script" not in picture


def test_a_state_with_parts_missing_is_drawn_as_far_as_it_goes() -> None:
    poor = [
        NEW,
        changed(GAME, train=()),
        changed(GAME, values={}),
        changed(GAME, figures={}, marshal=""),
        changed(GAME, marshal="roundhouse.roof", floor={"": ("purse-1",), "ditch": ("jewel-9", "horn-1")}),
        with_part(GAME, "horses", Horses()),
        with_part(GAME, "stagecoach", Stagecoach()),
        with_part(GAME, "marshal", MarshalPlayer()),
        with_part(changed(GAME, train=("prison", "prison")), "marshal", MarshalPlayer(goals_drawn=("keys",))),
        with_part(changed(GAME, train=("car-1", "car-1", "stagecoach")), "stagecoach", Stagecoach(car="stagecoach")),
    ]
    for lang in LANGUAGES:
        assert drawn(*poor, told=sentence_data(lang)) == [train_svg(game, words=words_in(lang)) for game in poor]
