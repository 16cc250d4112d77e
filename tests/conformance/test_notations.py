"""The notation of an unknown module without a record: a balloon with feathers in it."""

from collections.abc import Mapping

import pytest

from colt_rules.conformance import notations
from colt_rules.conformance.cases import board as boards
from colt_rules.conformance.cases.board import board, sketch_of
from colt_rules.conformance.fuzzing import sketch
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.sketching import board_of, given_of, take_apart
from colt_rules.conformance.notation import BadSketch, Loot, Notation, Option, SketchWords, Written, cell
from colt_rules.conformance.notations import NOTATIONS, joined, places_of

FEATHER = Loot("feather", 7)
TOY = Notation(
    sketch=SketchWords(
        rows={"mooring": ("rope",)},
        places=("balloon.inside", "balloon.roof"),
        figures=("pilot",),
        loot={"feather": FEATHER},
        default={"balloon.roof": ("pilot",)},
    ),
    write=lambda game: Written(cells={"balloon.roof": ["pilot"], cell("mail", "mooring"): ["rope"]}),
)
MODULE = "expert"
"""The toy notation has the name of this module, which has no notation."""
SKETCH = """\
car     |   | mail    | dining | balloon |
roof    |   | tuco    |        | feather |
inside  | M | feather | doc    | ghost   |
mooring |   | rope    |        |         |
"""


PASSENGERS = Notation(
    options={"aloft": Option(Mapping[str, int], {}, "who is aloft, and how high", place="sky", scheming_only=True)},
    sketch=SketchWords(places=("basket.inside",)),
)
"""Another one with a single place, and bandits elsewhere with an option; in Schemin' only."""


@pytest.fixture
def passengers(monkeypatch: pytest.MonkeyPatch) -> None:
    add(monkeypatch, PASSENGERS)
    monkeypatch.setattr(boards, "OPTIONS", {**notations.OPTIONS, **PASSENGERS.options})
    monkeypatch.setattr(boards, "ELSEWHERE", {**notations.ELSEWHERE, "aloft": "sky"})
    monkeypatch.setattr(boards, "SCHEMING", ("aloft",))
    monkeypatch.setattr(boards, "ROOFLESS", ("basket",))
    monkeypatch.setattr(notations, "ROOFLESS", ("basket",))


def add(monkeypatch: pytest.MonkeyPatch, notation: Notation) -> None:
    """Give the module this notation."""
    monkeypatch.setitem(NOTATIONS, MODULE, notation)
    everything = joined(each.sketch for each in NOTATIONS.values())
    for user in (boards, sketch):
        monkeypatch.setattr(user, "SKETCH", everything)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        notations, "_off_the_board", lambda game: ()
    )  # it has notation only, and adds no place to the board
    add(monkeypatch, TOY)
    monkeypatch.setitem(sketch.USUAL, FEATHER.kind, FEATHER.worth)


def test_its_words_are_read_and_written() -> None:
    game = board(SKETCH, modules=("base", MODULE), pile=["tuco-move"])
    assert game.figures["ghost"].place == "balloon.inside"
    assert game.floor == {"mail.inside": ("feather-1",), "balloon.roof": ("feather-2",)}
    assert game.values["feather-2"] == FEATHER.worth
    assert [line.split() for line in sketch_of(game).splitlines()] == [
        line.split() for line in SKETCH.replace("| feather |\n", "| pilot feather |\n").splitlines()
    ]


def test_they_need_the_module() -> None:
    with pytest.raises(BadSketch, match=f"{MODULE} to be in play because of a column balloon, a row mooring, feather"):
        board(SKETCH)


def test_its_things_are_taken_apart_and_left_out() -> None:
    made = take_apart(board(SKETCH, modules=("base", MODULE), pile=["tuco-move"]), ())
    assert made is not None
    assert given_of(made).board == SKETCH
    assert board_of(made).floor["balloon.roof"] == ("feather-2",)
    assert {("cell", "mail.mooring", "0"), ("token", "feather-2")} <= {*pieces(made)}
    assert not {"worth", "word"} & {kind for kind, *_ in pieces(made)}
    assert [piece for piece in pieces(made) if "balloon.roof" in piece] == []
    for gone in (("cell", "mail.mooring", "0"), ("car", "mail")):
        assert "rope" not in str(given_of(without(made, [gone])).board)
    less = without(made, [("token", "feather-2"), ("bandit", "ghost")])
    assert "balloon" not in str(given_of(less).board)


@pytest.mark.usefixtures("passengers")
def test_of_a_column_without_a_roof_only_the_lower_cell_is_a_place() -> None:
    assert places_of(["mail", "basket"]) == ["mail.inside", "mail.roof", "basket.inside"]
    rows = "car | | mail | basket |\nroof | | tuco | {} |\ninside | M | | doc |"
    assert board(rows.format(""), modules=("base", MODULE)).figures["doc"].place == "basket.inside"
    with pytest.raises(BadSketch, match="roof: expected nothing above a car without a roof, got basket: ghost"):
        board(rows.format("ghost"), modules=("base", MODULE))


@pytest.mark.usefixtures("passengers")
def test_an_option_can_say_something_of_those_who_are_elsewhere_and_in_schemin_only() -> None:
    rows = "car | | mail |\nroof | | tuco |\ninside | M | |"
    aloft = board(rows, modules=("base", MODULE), aloft={"doc": 300}, hands={"tuco": [], "doc": []})
    assert aloft.figures["doc"].place == "sky"
    with pytest.raises(BadSketch, match="aloft: expected it in Schemin' only"):
        board(rows, modules=("base", MODULE), aloft={"doc": 300})
