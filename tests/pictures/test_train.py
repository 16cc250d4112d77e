"""A picture shows who is where and what may be known, to everybody who sees it or has it read out."""

import re
from xml.etree import ElementTree as xml

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.model.record import changed
from colt_rules.model.state import NEW
from colt_rules.pictures import SHARED, train_svg
from colt_rules.players.play import variants
from colt_rules.rules.base.box import BOX
from colt_rules.views import REFEREE, view
from tests.kinds import each
from tests.pictures.looking import SVG, drawn, signs, text_of, uses
from tests.rules.sittings import sitting
from tests.tables import play

GAME = board(
    """
    roof   | tuco        |                 | ghost belle |
    inside | M strongbox | purse:450 purse | jewel       |
    """,
    pile=["tuco-fire"],
    loot={"tuco": ["purse:300"], "belle": ["purse:400"]},
)
CROWD = board(
    """
    roof   |   | ghost belle doc django tuco cheyenne | | | | | |
    inside | M |                                      | | | | | |
    """
)


def test_a_picture_has_a_title_and_tells_all_that_is_to_be_seen() -> None:
    assert drawn(GAME).get("role") == "img"
    assert text_of(GAME, "title") == "The train"
    assert text_of(GAME, "desc") == (
        "Locomotive: on the roof Tuco; inside the Marshal, a strongbox of $1000. "
        "car-1: on the roof nothing; inside a purse of $450, a purse of $250. "
        "car-2: on the roof Belle, Ghost; inside a jewel of $500. "
        "Belle carries a purse of $400. Tuco carries a purse of $300. Beside the train: a strongbox of $1000."
    )


def test_a_car_of_the_box_is_called_by_its_name() -> None:
    assert "Baggage car: on the roof nothing" in text_of(changed(GAME, train=("locomotive", "baggage")), "desc")


def test_roofs_are_above_insides_and_the_locomotive_is_at_the_left() -> None:
    (marshal,) = uses(GAME, "marshal")
    tuco, belle, ghost = uses(GAME, "person")[:3]
    assert tuco[0] == marshal[0]
    assert tuco[1] < marshal[1]
    assert tuco[0] < belle[0] < ghost[0]
    assert tuco[1] == belle[1] == ghost[1]


def test_a_role_sees_the_value_of_its_own_purses_only() -> None:
    assert {"450", "250", "300", "400"} <= set(signs(GAME))
    assert {"450", "250", "300", "400"} & set(signs(view(GAME, "tuco"))) == {"300"}
    assert {"450", "250", "300", "400"} & set(train_svg(view(GAME, "ghost")).replace("<", " ").split()) == set()
    assert len(uses(view(GAME, "ghost"), "purse")) == len(uses(GAME, "purse"))


def test_a_game_and_the_view_of_the_referee_are_one_picture() -> None:
    assert train_svg(GAME) == train_svg(view(GAME, REFEREE))


def test_the_order_in_which_a_state_is_written_does_not_matter() -> None:
    turned = changed(
        GAME,
        figures=dict(reversed(list(GAME.figures.items()))),
        floor=dict(reversed(list(GAME.floor.items()))),
    )
    assert train_svg(turned) == train_svg(GAME)


def test_every_bandit_has_letters_and_a_colour_of_its_own() -> None:
    people = [one for one in drawn(CROWD).iter(f"{SVG}use") if one.get("href") == "#colt-person"]
    assert sorted(str(one.get("class")) for one in people) == [
        "black",
        "blue",
        "green",
        "purple",
        "red",
        "white",
    ]
    assert {"G", "B", "Do", "Dj", "T", "C"} <= set(signs(CROWD))
    assert all(f".{character.colour}{{fill:" in SHARED for character in BOX.characters.values())


@pytest.mark.parametrize("level", ["roof", "inside"])
def test_six_bandits_in_one_place_do_not_overlap_and_stay_within_their_car(level: str) -> None:
    game = changed(CROWD, figures={b: changed(f, place=f"car-1.{level}") for b, f in CROWD.figures.items()})
    people = uses(game, "person")
    assert len(people) == 6
    assert all(8 + 62 + 98 <= x <= 8 + 62 + 98 + 92 - 30 for x, _ in people)
    assert all(
        abs(one[0] - other[0]) >= 30 or abs(one[1] - other[1]) >= 46
        for one in people
        for other in people
        if one != other
    )


@pytest.mark.parametrize("cars", range(3, 8))
def test_everything_is_within_the_picture(cars: int) -> None:
    cells = " | ".join(["purse jewel strongbox purse"] * (cars - 1))
    loot = ["purse", "jewel"] * 4
    game = board(
        f"roof | tuco ghost doc | {cells} |\ninside | M belle | {cells} |", loot={"tuco": loot, "belle": loot * 4}
    )
    picture = drawn(game)
    width, height = int(picture.get("width", "")), int(picture.get("height", ""))
    assert picture.get("viewBox") == f"0 0 {width} {height}"
    for one in picture.iter(f"{SVG}use"):
        wide, high = (30, 46) if one.get("href") in ("#colt-person", "#colt-marshal") else (45, 28)
        if one.get("href") != "#colt-wheel":
            assert 0 <= int(one.get("x", "")) <= width - wide
            assert 0 <= int(one.get("y", "")) <= height - high


def test_whoever_is_not_on_the_train_is_beside_it() -> None:
    lost = changed(GAME, marshal="nowhere", figures={"tuco": changed(GAME.figures["tuco"], place="", loot=())})
    assert "Beside the train: Tuco, the Marshal, a strongbox of $1000." in text_of(lost, "desc")
    assert len(uses(lost, "person")) == len(uses(lost, "marshal")) == 1


def test_a_picture_that_stands_alone_is_well_formed() -> None:
    assert xml.fromstring(train_svg(GAME)).find(f"{SVG}style") is not None


def test_a_game_that_has_not_begun_has_a_picture() -> None:
    assert text_of(NEW, "desc") == "There is no train yet."


def test_what_an_engine_made_up_is_drawn_and_never_markup() -> None:
    bad = "<script>&\"'"
    game = changed(
        GAME,
        train=("locomotive", bad),
        figures={bad: changed(GAME.figures["tuco"], place=f"{bad}.roof", loot=(f"{bad}-1",))},
        floor={f"{bad}.inside": (bad,)},
    )
    assert "<script" not in train_svg(game, title=bad)
    title = drawn(game, title=bad).find(f"{SVG}title")
    assert title is not None
    assert title.text == bad


def test_every_shape_that_is_used_is_there() -> None:
    shapes = set(re.findall(r'id="(colt-[a-z]+)"', SHARED))
    odd = changed(GAME, floor={"car-1.roof": ("mystery-1",)})
    used = set(re.findall(r'href="#(colt-[a-z]+)"', train_svg(GAME) + train_svg(odd)))
    assert used == shapes


def test_a_picture_on_a_page_can_do_without_what_all_pictures_share() -> None:
    assert train_svg(GAME, shared="") == train_svg(GAME).replace(SHARED, "")
    assert len(train_svg(CROWD, shared="")) < 6_000


def test_there_are_colours_for_the_dark() -> None:
    assert "@media(prefers-color-scheme:dark)" in train_svg(GAME)


@pytest.mark.parametrize(("edition", "variant"), each(variants()))
def test_every_shape_that_is_drawn_while_a_game_is_set_up_is_there(edition: str, variant: str) -> None:
    """Modules are set up one after the other, and each adds its shapes."""
    for _, _, verdict in play(sitting(edition, variant), 1):
        if verdict.after.phase != "setup":
            return
        picture = train_svg(verdict.after)
        assert set(re.findall(r'href="#([\w-]+)"', picture)) <= set(re.findall(r' id="([\w-]+)"', picture))
