"""Every slot of a picture can be filled by an unknown module: here a balloon."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import MarshalMoved
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Standing
from colt_rules.pictures import SHARED, cards, happening, looks, shared_by_modules, stage, train_svg
from colt_rules.pictures import scene as scenes
from colt_rules.pictures.showing import Earns
from colt_rules.pictures.slots import (
    Added,
    Face,
    Figure,
    Front,
    Item,
    Look,
    Person,
    Pictures,
    Room,
    Row,
    Thing,
    Vehicle,
)
from colt_rules.pictures.text import train_text
from colt_rules.pictures.words import ENGLISH
from tests.pictures.looking import described, signs, uses

PILOT = Figure("balloon.roof", Thing("pilot", "sky", "", 30, 46), "PILOT", "the pilot")
MAP = Item(Thing("map", "sky", "Map"), "map")
TOY = Pictures(
    scene=lambda added: Added(
        figures=(PILOT,),
        rows=(Row(Thing("tree", "sky"), "tree", {"car-1": 2}),),
        items=(MAP,),
        owned=(("tuco", MAP),),
        vehicles=(Vehicle("balloon", "Balloon", "car-1", lambda middle, roofs, floor: '<use href="#colt-basket"/>'),),
        fronts=(Front("sledge", "Sledge", lambda *at: f'<use href="#colt-runners{at}"/>'),),
        rooms=(Room("car-1.loft", "car-1", "loft", "in the loft", lambda *at: f'<use href="#colt-hay{at}"/>'),),
    ),
    phase=lambda added, seen: ["the wind is fair"],
    tokens={"feather": lambda added, token: Face(Thing("feather", "sky", "soft"), "soft feather", "soft", "a feather")},
    shapes=("egg",),
    people={"hen": Person(Thing("hen", "sky", "", 30, 46), "Hen", "the hen")},
    cards={"cluck-plus": "Cluck +"},
    ranked=lambda added, seat: "lays eggs" if seat == "hen" else "",
    elsewhere={"sky": Thing("label", "", "flew off", 104)},
    shows={MarshalMoved: (Earns("marshal", "7"),)},
    icons={"fire": '<path d="M1 1"/>'},
    looks=(
        Look("vehicles", {"basket": "fill:#fff"}, shapes='<path id="colt-basket"/>'),
        Look("figures", {"sky": "fill:#00f"}, {"sky": "fill:#009"}, '<path id="colt-pilot"/>'),
    ),
)
CACHED = (
    happening._signs,
    cards.icons,
    looks._known,
    scenes.modules_drawn,
    scenes.modules_with_looks,
    scenes._faces,
    scenes.elsewhere,
    scenes.people,
    scenes.own_cards,
    scenes.loot_shapes,
    shared_by_modules,
)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A position with the toy. A game has no part for it, so it has the name of something that every game has."""
    monkeypatch.setattr(scenes, "parts", lambda name: [("options", SimpleNamespace(PICTURES=TOY))])
    for function in CACHED:
        function.cache_clear()
    plain = board("roof | tuco | |\ninside | M | ghost doc |")
    figures = {**plain.figures, "doc": changed(plain.figures["doc"], place="sky")}
    values = {**plain.values, "feather-1": 0}
    yield changed(plain, figures=figures, floor={"car-1.inside": ("feather-1",)}, values=values)
    for function in CACHED:
        function.cache_clear()


def test_all_of_it_is_told(game: Game) -> None:
    assert described(game) == (
        "Sledge in front of the locomotive: nothing. "
        "Locomotive: on the roof Tuco; inside the Marshal. "
        "car-1: on the roof nothing; inside Ghost, a feather; in the loft nobody; beside it 2 trees. "
        "Balloon beside the car-1: on the roof the pilot; inside nothing. "
        "Tuco has the map. Beside the train: a strongbox of $1000, the map. Doc flew off."
    )
    text = train_text(game, 200)
    for words in (
        "PILOT",
        "2 trees",
        "balloon",
        "sledge",
        "soft feather",
        "has the map",
        "Doc flew off",
        "the wind is fair",
    ):
        assert words in text


def test_all_of_it_is_drawn_with_its_shapes_slot_by_slot(game: Game) -> None:
    assert [len(uses(game, shape)) for shape in ("pilot", "tree", "map", "feather", "spokes")] == [1, 2, 2, 1, 0]
    assert {"Map", "soft"} <= set(signs(game))
    more = train_svg(game).partition(SHARED)[2].partition("</defs>")[0]
    assert more.startswith("<style>.colt-train .sky{fill:#00f}.colt-train .basket{fill:#fff}.colt-train .road{")
    assert more.endswith('{.colt-train .sky{fill:#009}}</style><defs><path id="colt-pilot"/><path id="colt-basket"/>')


def test_a_module_without_a_record_has_its_shapes_where_it_is_played(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An example is a module that only adds loot."""
    monkeypatch.setattr(scenes, "parts", lambda name: [("poultry", SimpleNamespace(PICTURES=TOY))])
    for function in CACHED:
        function.cache_clear()
    assert 'id="colt-basket"' not in train_svg(game)
    played = changed(game, options=changed(game.options, modules=("base", "poultry")))
    assert 'id="colt-basket"' in train_svg(played)


def with_hen(game: Game, place: str) -> Game:
    """The position with a player's figure that is not a bandit, which carries an egg."""
    hen = changed(game.figures["tuco"], seat="hen", place=place, loot=("egg-1",))
    cards = {**game.cards, "hen": game.cards["tuco"]}
    seats = (*game.options.seats, "hen")
    return changed(
        game,
        options=changed(game.options, seats=seats),
        cards=cards,
        figures={**game.figures, "hen": hen},
        values={**game.values, "egg-1": 7},
    )


def test_a_figure_that_is_no_character_looks_and_is_called_as_the_module_says(game: Game) -> None:
    hatched = with_hen(game, "locomotive.inside")
    assert "inside the hen, the Marshal. " in described(hatched)
    assert "The hen carries a egg of $7. " in described(hatched)
    assert len(uses(hatched, "hen")) == 2  # on the train, and with what it carries
    assert "7" in signs(hatched)
    assert len(uses(hatched, "egg")) == 1
    assert "HEN MARSHAL" in train_text(hatched, 200)
    assert "\nHen        egg $7;" in train_text(hatched, 200)


def test_a_room_above_the_inside_of_a_car_is_drawn_and_told(game: Game) -> None:
    (ghost,) = [at for at in uses(game, "person") if at[0] > 150 and at[1] > 60][:1]
    upstairs = with_hen(game, "car-1.loft")
    assert "inside Ghost, a feather; in the loft the hen; beside it 2 trees." in described(upstairs)
    hen = next(at for at in uses(upstairs, "hen") if at[0] > 150)
    assert hen[1] < ghost[1] + 60
    assert "colt-hay" in train_svg(upstairs)
    lines = train_text(upstairs, 57).split("\n")
    floor = next(index for index, line in enumerate(lines) if "# loft #" in line)
    assert "HEN" in lines[floor - 1]
    assert "Ghost" in lines[floor + 1]


def test_its_cards_and_what_a_rank_rests_on_are_told(game: Game) -> None:
    assert ENGLISH.card("hen-cluck-plus", "hen") == "Cluck +"
    assert ENGLISH.card("tuco-fire", "") == "Tuco's Fire"
    ranked = changed(game, ranking=(Standing(1, "hen", 0, 0), Standing(2, "tuco", 250, 1)))
    text = train_text(ranked, 200)
    assert "rank 1     Hen, lays eggs, 0 bullets received\n" in text
    assert text.endswith("rank 2     Tuco, $250, 1 bullet received")
    assert happening.sums(ranked) == {"hen": "", "tuco": "$250"}


def test_what_happens_to_it_is_seen_where_it_has_a_name(game: Game) -> None:
    pilot = Figure("balloon.roof", PILOT.thing, "PILOT", "the pilot", "pilot")
    seen = scenes.scene(game)
    at = changed(seen, added=changed(seen.added, figures=(pilot,)))
    assert happening.spots(at)["pilot"] == "balloon.roof"
    assert "pilot" not in happening.spots(seen)


def test_its_events_have_its_signs_and_its_cards_its_icons(game: Game) -> None:
    step = happening.Step(game, None, ((MarshalMoved("locomotive.inside", "car-1.inside"), True),))
    it = happening.happening([step])
    assert [(mark.kind, mark.text) for mark in it.marks] == [("goes", ""), ("earns", "+$7")]
    assert "+$7" in stage.picture_of(it).svg
    assert '<g id="colt-on-fire"><path d="M1 1"/></g>' in cards.icon_shapes()
