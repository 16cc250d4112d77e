"""Every slot of a picture can be filled by a module that nobody has heard of: here a balloon."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.pictures import SHARED, shared_by_modules, train_svg
from colt_rules.pictures import scene as scenes
from colt_rules.pictures.slots import Added, Drawn, Face, Figure, Item, Look, Row, Thing, Vehicle
from colt_rules.pictures.text import train_text
from tests.pictures.looking import described, signs, uses

PILOT = Figure("balloon.roof", Thing("pilot", "sky", "", 30, 46), "PILOT", "the pilot")
MAP = Item(Thing("map", "sky", "Map"), "map")
TOY = Drawn(
    scene=lambda added: Added(
        figures=(PILOT,),
        rows=(Row(Thing("tree", "sky"), "tree", {"car-1": 2}),),
        items=(MAP,),
        owned=(("tuco", MAP),),
        vehicles=(Vehicle("balloon", "Balloon", "car-1", lambda middle, roofs, floor: '<use href="#colt-basket"/>'),),
    ),
    phase=lambda added, seen: ["the wind is fair"],
    tokens={"feather": lambda added, token: Face(Thing("feather", "sky", "soft"), "soft feather", "soft", "a feather")},
    elsewhere={"sky": Thing("label", "", "flew off", 104)},
    looks=(
        Look("vehicles", {"basket": "fill:#fff"}, shapes='<path id="colt-basket"/>'),
        Look("figures", {"sky": "fill:#00f"}, {"sky": "fill:#009"}, '<path id="colt-pilot"/>'),
    ),
)
CACHED = (scenes.modules_drawn, scenes._faces, scenes.elsewhere, shared_by_modules)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A position with the toy. Nothing is kept for it in a game, so it is called like something that every game has."""
    monkeypatch.setattr(scenes, "parts", lambda name: [("options", SimpleNamespace(DRAWN=TOY))])
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
        "Locomotive: on the roof Tuco; inside the Marshal. "
        "car-1: on the roof nothing; inside Ghost, a feather; beside it 2 trees. "
        "Balloon beside the car-1: on the roof the pilot; inside nothing. "
        "Tuco has the map. Beside the train: a strongbox of $1000, the map. Doc flew off."
    )
    text = train_text(game, 200)
    for words in ("PILOT", "2 trees", "balloon", "soft feather", "has the map", "Doc flew off", "the wind is fair"):
        assert words in text


def test_all_of_it_is_drawn_with_its_shapes_slot_by_slot(game: Game) -> None:
    assert [len(uses(game, shape)) for shape in ("pilot", "tree", "map", "feather", "spokes")] == [1, 2, 2, 1, 0]
    assert {"Map", "soft"} <= set(signs(game))
    more = train_svg(game).partition(SHARED)[2].partition("</defs>")[0]
    assert more.startswith("<style>.colt-train .sky{fill:#00f}.colt-train .basket{fill:#fff}.colt-train .road{")
    assert more.endswith('{.colt-train .sky{fill:#009}}</style><defs><path id="colt-pilot"/><path id="colt-basket"/>')
