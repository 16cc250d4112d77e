"""What happens is visible: a move, a shot, what changes hands, what is refused, and who is in between."""

import re
from xml.etree import ElementTree as xml

import pytest

from colt_rules.commands import ChangeFloor, DrawCards, Fire, Move, PlayCard, Punch, Rob, StartGame
from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionTaken, BulletGiven, TrainBuilt
from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.languages import LANGUAGES
from colt_rules.model.record import changed
from colt_rules.pictures.happening import REFUSED, Part, Step, Stop, happening
from colt_rules.pictures.looks import STYLE
from colt_rules.pictures.scene import LootToken
from colt_rules.pictures.stage import LegendEntry, Picture, emblem, letters_at, picture_of
from colt_rules.pictures.things import bandit_for_all, bandit_thing, loot_thing
from colt_rules.pictures.train import SHARED
from colt_rules.rules.boxes import CHARACTERS
from tests.pictures.watching import looks, picture, texts, watched

SKETCH = """
    roof   | tuco        |            | ghost belle |
    inside | M strongbox | doc purse  | jewel       |
    """


def test_who_goes_leaves_an_outline_and_an_arrow() -> None:
    game = board(SKETCH, pile=["tuco-move"])
    it = watched(game, Move("tuco", "car-1.roof"))
    assert it.stops == {"tuco": ("locomotive.roof", "car-1.roof")}
    (mark,) = it.marks
    assert (mark.kind, mark.start, mark.end, mark.struck) == ("goes", Stop("tuco", 0), Stop("tuco", 1), False)
    shown = picture_of(it)
    assert [len(looks(shown, look)) for look in ("ghost", "goes", "cross")] == [1, 1, 0]


def test_the_value_of_a_closed_purse_is_not_shown() -> None:
    game = board("roof | | |\ninside | M strongbox | doc purse:350 jewel |", pile=["doc-robbery", "doc-move"])
    (purse,) = (one for one in game.floor["car-1.inside"] if game.values[one] == 350)
    shown = texts(picture(game, Rob("doc", purse)))
    assert "350" not in shown
    assert {"500", "1000"} <= {*shown}


def test_an_arrow_leads_from_where_it_was_to_where_it_is() -> None:
    game = board(SKETCH, pile=["tuco-move"])
    (arrow,) = looks(picture(game, Move("tuco", "car-1.roof")), "goes")
    start, _, _, _, end, _ = map(int, re.findall(r"-?\d+", arrow.get("d", "")))
    assert 100 < start < 160 < end < 260  # from the locomotive to the car behind it
    (back,) = looks(picture(board(SKETCH, pile=["doc-floor-change"]), ChangeFloor("doc", "car-1.roof")), "goes")
    numbers = [*map(int, re.findall(r"-?\d+", back.get("d", "")))]
    assert numbers[1] > numbers[5]  # up


def test_a_shot_is_a_line_from_the_one_to_the_other() -> None:
    game = board(SKETCH, pile=["tuco-fire"])
    it = watched(game, Fire("tuco", "ghost"))
    assert [(mark.kind, mark.start.name, mark.end) for mark in it.marks] == [("shoots", "tuco", Stop("ghost"))]
    assert it.targets == (Stop("tuco"), Stop("ghost"))
    shown = picture_of(it)
    assert [len(looks(shown, look)) for look in ("shot", "flash", "who", "goes")] == [1, 1, 2, 0]


def test_a_shot_goes_over_the_heads_of_bystanders() -> None:
    game = board("roof | ghost | | |\ninside | M tuco | doc | belle cheyenne |", pile=["doc-fire"])
    (line,) = looks(picture(game, Fire("doc", "cheyenne")), "shot")
    path = line.get("d", "")
    heights = [*map(int, re.findall(r"-?\d+", path))][1::2]
    assert "C" in path
    assert min(heights) < heights[0] == heights[-1] + 5  # up, and down again from above
    (straight,) = looks(picture(game, Fire("doc", "tuco")), "shot")
    assert "C" not in straight.get("d", "")


def test_a_shot_at_somebody_close_is_an_arrow_that_no_flash_hides() -> None:
    game = board("roof | | doc | ghost |\ninside | M | tuco | belle |", pile=["tuco-fire"])
    shown = picture(game, Fire("tuco", "doc"))
    assert [len(looks(shown, look)) for look in ("shot", "flash")] == [1, 0]


def test_a_refusal_is_struck_out_and_who_stands_in_between_is_ringed() -> None:
    game = board("roof | tuco | doc | ghost |\ninside | M | belle | |", pile=["tuco-fire"])
    it = watched(game, Fire("tuco", "ghost"))
    assert [(mark.kind, mark.start.name, mark.way, mark.struck) for mark in it.marks] == [
        ("shoots", "tuco", REFUSED, True),
        ("between", "doc", REFUSED, False),
    ]
    shown = picture_of(it)
    assert [len(looks(shown, look)) for look in ("shot", "cross", "between", "who")] == [1, 1, 1, 2]


def test_a_refused_punch_is_struck_out_once() -> None:
    game = board(SKETCH, pile=["tuco-punch"])
    shown = picture(game, Punch("tuco", "doc", None, "car-1.inside", False))
    assert [len(looks(shown, look)) for look in ("cross", "blow", "goes")] == [1, 1, 1]


def test_a_refusal_that_wants_nothing_on_the_board_is_a_cross_alone() -> None:
    shown = picture(board(SKETCH, pile=["tuco-move"]), Rob("doc", "nothing-1"))
    assert [len(looks(shown, look)) for look in ("cross", "goes", "shot")] == [0, 0, 0]
    assert not watched(NEW, StartGame("table", "", (), (), False, False, False, ()))


def test_a_token_goes_to_who_takes_it_and_comes_from_who_loses_it() -> None:
    game = board(SKETCH, pile=["doc-robbery"])
    it = watched(game, Rob("doc", "purse-1"))
    assert [(mark.start, mark.end) for mark in it.marks] == [(Stop("purse-1"), Stop("doc"))]
    assert [len(looks(picture_of(it), look)) for look in ("ghost", "goes")] == [1, 1]
    game = board(SKETCH, pile=["ghost-punch"], loot={"belle": ["purse:300"]})
    (token,) = game.figures["belle"].loot
    it = watched(game, Punch("ghost", "belle", token, "car-1.roof", False))
    assert [(mark.start.name, mark.end) for mark in it.marks] == [
        ("belle", Stop(token)),
        ("belle", Stop("belle", 1)),
    ]


def test_a_token_that_changes_hands_is_drawn_on_its_way() -> None:
    game = board(SKETCH.replace("belle", "cheyenne"), pile=["cheyenne-punch"], loot={"ghost": ["purse:350"]})
    (token,) = game.figures["ghost"].loot
    it = watched(game, Punch("cheyenne", "ghost", token, "car-1.roof", True))
    assert [mark.carried for mark in it.marks] == [token, ""]
    assert "350" in texts(picture_of(it))


def test_what_could_do_nothing_and_a_stray_bullet_have_their_signs() -> None:
    idle = watched(board(SKETCH, pile=["doc-move", "tuco-robbery"]), Move("doc", "car-2.inside"))
    assert [(mark.kind, mark.struck) for mark in idle.marks] == [("goes", False), ("fails", True)]
    game = board(SKETCH, pile=["doc-move"])
    it = watched(game, Move("doc", "locomotive.inside"))
    assert [mark.kind for mark in it.marks] == ["goes", "hit", "goes"]
    assert [len(looks(picture_of(it), look)) for look in ("flash", "ghost")] == [1, 2]


def test_cards_that_are_played_are_shown_without_a_train() -> None:
    game = board(SKETCH, seats=["tuco", "doc", "ghost", "belle"], hands={"tuco": ["tuco-fire", "tuco-move"]})
    it = watched(game, PlayCard("tuco", "tuco-fire", False))
    assert not it.marks
    assert it.lines[0] == (
        Part("figure", "tuco"),
        Part("heap", "hand"),
        Part("arrow", "done"),
        Part("card", "tuco-fire"),
        Part("arrow", "done"),
        Part("heap", "pile"),
    )
    shown = picture_of(it)
    assert "rail" not in shown.svg
    assert shown.occupants == ()
    assert {"tuco", "hand", "pile", "fire"} <= {entry.id for entry in shown.legend}
    refused = watched(game, PlayCard("doc", "doc-fire", False))
    assert len(looks(picture_of(refused), "cross")) == 1
    drawn = watched(game, DrawCards("tuco"))
    assert [part.what for part in drawn.lines[0] if part.kind == "heap"] == ["deck", "hand"]


def test_a_picture_about_an_announcement_is_about_what_follows_at_once() -> None:
    """The event that says that an action begins shows nothing, but the action does."""
    game = board(SKETCH, pile=["tuco-fire"])
    verdict = decide(game, Fire("tuco", "ghost"))
    assert isinstance(verdict, Accepted)
    (begun, _), *_ = verdict.events
    assert isinstance(begun, ActionTaken)
    it = happening([Step(game, None, tuple((event, event is begun) for event, _ in verdict.events))])
    assert it.is_shown
    assert isinstance(it.main, BulletGiven)


def test_a_new_train_is_seen_by_the_rings_around_the_numbers_of_its_cars() -> None:
    built = TrainBuilt(("locomotive", "mail", "dining", "baggage"))
    it = happening([Step(changed(board(SKETCH), train=(), figures={}, floor={}, marshal=""), None, ((built, True),))])
    assert [(mark.kind, mark.start.name) for mark in it.marks] == [("new", car) for car in built.cars[1:]]
    assert len(looks(picture_of(it), "who")) == 3


# --- for readers of all languages, sighted or not


PICTURES = [
    picture(board(SKETCH, pile=["tuco-move"]), Move("tuco", "car-1.roof")),
    picture(board(SKETCH, pile=["tuco-fire"]), Fire("tuco", "ghost")),
    picture(board(SKETCH, hands={"tuco": ["tuco-fire", "tuco-move"]}), PlayCard("tuco", "tuco-fire", False)),
]


@pytest.mark.parametrize("shown", PICTURES)
def test_no_word_stands_in_a_picture(shown: Picture) -> None:
    assert all(re.fullmatch(r"[A-ZА-Я][a-zа-я]?|[+$×]*\d+\.?", text) for text in texts(shown))


@pytest.mark.parametrize("shown", PICTURES)
def test_a_picture_carries_no_shape_that_it_does_not_use(shown: Picture) -> None:
    ids = {*re.findall(r'id="(colt-[\w-]+)"', shown.svg)}
    assert ids == {*re.findall(r'(?:href="|url\()#(colt-[\w-]+)', shown.svg)}


def test_the_legend_names_everybody_and_everything_on_the_train() -> None:
    shown = PICTURES[0]
    assert [entry.id for entry in shown.legend] == [
        *("tuco", "marshal", "doc", "belle", "ghost", "strongbox", "purse", "jewel"),
        *("car-1", "car-2"),
    ]
    assert [entry.number for entry in shown.legend][-2:] == [1, 2]
    assert LegendEntry("strongbox") != shown.legend[5]
    assert dict(shown.occupants)["car-1.roof"] == ("tuco",)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_looks_like_somebody_else_without_colour(lang: str) -> None:
    things = {bandit: bandit_thing(bandit, lang) for bandit in CHARACTERS}
    assert len({(thing.shape, thing.sign) for thing in things.values()}) == len(CHARACTERS)
    names = {bandit: one.name.in_language(lang) for bandit, one in CHARACTERS.items()}
    assert all(names[bandit].startswith(thing.sign) for bandit, thing in things.items())
    assert all(f">{things[bandit].sign}</text>" in emblem(bandit_for_all(bandit)) for bandit in CHARACTERS)


def test_a_picture_for_all_languages_has_both_alphabets_and_its_address_says_which_is_seen() -> None:
    assert [letters_at(lang) for lang in LANGUAGES] == ["", "#ru", "", ""]
    shown = PICTURES[0]
    assert xml.fromstring(shown.svg).get("id") == "ru"
    assert {one.text for one in looks(shown, "ru")} == {"Т", "До", "К", "П"}
    assert {one.text for one in looks(shown, "en")} == {"T", "Do", "B", "G"}
    assert ":target .en{display:none}" in shown.svg


def test_a_picture_without_letters_has_no_second_alphabet() -> None:
    assert "display:none" not in emblem(loot_thing(LootToken("purse", 250)))


def variables(style: str, dark: bool) -> dict[str, str]:
    part = re.findall(r"@media\(prefers-color-scheme:dark\)\{(\.colt-train\{[^}]*\})", style)[0]
    found = part if dark else style.replace(part, "")
    return dict(re.findall(r"--(\w+):(#\w+)", found))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("dark", "paper"), [(False, "#fffdf8"), (False, "#ffffff"), (True, "#221d19"), (True, "#1e2129")]
)
def test_what_happens_stands_out_from_the_page_and_from_the_cars(dark: bool, paper: str) -> None:
    colours = variables(SHARED, dark) | variables(STYLE, dark)
    for mark in ("go", "hit", "line", "dim"):
        assert contrast(colours[mark], paper) > 4.5
        assert contrast(colours[mark], colours["room"]) > 4.5
