"""What the time machine adds to a board: its column, and a bandit in hiding, written, read back and left out."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from colt_rules.commands import Move
from colt_rules.conformance.cases.board import board, sketch_of
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.sketching import board_of, given_of, take_apart
from colt_rules.conformance.fuzzing.strategies import positions, vocabulary
from colt_rules.conformance.notation import BadSketch
from colt_rules.kernel import Accepted, awaiting, decide
from colt_rules.model.state import Game
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.model import BENEATH, MACHINE, NAME, TimeMachine, machine_of
from tests.rules.time_machine.hiding import steps_to_hiding, table_for
from tests.rules.time_machine.position import GAME, OTHER, SKETCH
from tests.tables import pick

HANDS: dict[str, list[str]] = {"tuco": [], "ghost": [], "doc": [], "belle": []}


def with_machine(sketch: str = SKETCH, **told: Any) -> Game:
    return board(sketch, modules=("base", NAME), **told)


def test_who_is_in_the_column_is_in_the_time_machine_and_who_hides_is_nowhere() -> None:
    assert GAME.figures["doc"].place == MACHINE
    assert GAME.floor[MACHINE] == ("purse-2",)
    assert GAME.figures["belle"].place == BENEATH
    assert machine_of(GAME) == TimeMachine(hidden="belle", car="dining")
    assert machine_of(with_machine(pile=["doc-move"])) == TimeMachine()


def test_a_sketch_shows_who_is_in_it_and_not_where_somebody_hides() -> None:
    assert [" ".join(line.split()) for line in sketch_of(GAME).splitlines()] == [
        "car | | mail | dining | time-machine |",
        "roof | tuco | | | |",
        "inside | M | ghost | purse | doc purse |",
    ]
    assert sketch_of(GAME) == sketch_of(OTHER)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"hiding": {"belle": "dining"}, "pile": ["doc-move"]}, "hiding: expected it in Schemin' only"),
        ({"hiding": {"belle": "opera"}, "hands": HANDS}, "hiding: expected a car of this game, .*; got 'opera'"),
        (
            {"hiding": {"belle": "stagecoach"}, "hands": HANDS},
            "expected a car of this game, locomotive, mail, dining",
        ),
        ({"hiding": {"belle": "mail", "django": "mail"}, "hands": HANDS}, "hiding: expected one bandit at most"),
        ({"hiding": {"doc": "mail"}, "hands": HANDS}, "hiding: expected bandits that are not on the train, got doc"),
    ],
)
def test_what_makes_no_sense_is_told(told: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSketch, match=why):
        with_machine(**told)


@pytest.mark.parametrize("word", ["tuco", "purse"])
def test_nothing_is_above_the_time_machine(word: str) -> None:
    sketch = f"car | | mail | time-machine |\nroof | | | {word} |\ninside | M | doc | |"
    with pytest.raises(BadSketch, match=f"roof: expected nothing above a car without a roof, got time-machine: {word}"):
        with_machine(sketch)


@pytest.mark.parametrize(
    ("sketch", "told"),
    [(SKETCH, {}), (SKETCH.replace("| time-machine", "| mirror"), {"hiding": {"belle": "mail"}, "hands": HANDS})],
)
def test_it_needs_its_module(sketch: str, told: dict[str, Any]) -> None:
    with pytest.raises(BadSketch, match="expected the module time-machine to be in play"):
        board(sketch, **told)


def test_beneath_the_stagecoach_one_hides_where_there_is_one() -> None:
    modules = ("base", "horses", "stagecoach", NAME)
    game = board(SKETCH, modules=modules, hiding={"belle": "stagecoach"}, hands=HANDS)
    assert machine_of(game).car == "stagecoach"
    made = take_apart(game, ())
    assert made
    assert given_of(made).hiding == {"belle": "stagecoach"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", [GAME, OTHER])
def test_a_position_with_somebody_in_hiding_comes_back(game: Game) -> None:
    made = take_apart(game, ())
    assert made
    assert board_of(made) == game


def test_a_hideout_can_be_made_plain_and_goes_with_its_car_and_its_bandit() -> None:
    made = take_apart(GAME, ())
    assert made
    assert [piece for piece in pieces(made) if piece[0] == "option"] == [("option", "hiding", "belle")]
    for gone, left in (
        ([("option", "hiding", "belle")], {"belle": "locomotive"}),
        ([("car", "dining")], {"belle": "locomotive"}),
        ([("car", "mail")], {"belle": "dining"}),
        ([("bandit", "belle")], {}),
        ([("bandit", "doc")], {"belle": "dining"}),
    ):
        assert given_of(without(made, gone)).hiding == left  # type: ignore[attr-defined]
    plain = take_apart(board_of(without(made, [("option", "hiding", "belle")])), ())
    assert plain
    assert not [piece for piece in pieces(plain) if piece[0] == "option"]


@pytest.mark.parametrize("variant", ["time-machine", "expert+stagecoach+time-machine", "marshal+time-machine"])
def test_positions_of_games_with_somebody_in_hiding_are_taken_apart_and_come_back(variant: str) -> None:
    game, random, found = steps_to_hiding(table_for(variant), 0)[-1].verdict.after, Random(0), 0
    while not found and game.phase != "over":
        made = take_apart(game, ())
        if machine_of(game).hidden and made:
            again, found = board_of(made), found + 1
            assert (machine_of(again).hidden, machine_of(again).car) == (machine_of(game).hidden, machine_of(game).car)
        verdict = decide(game, pick(random, game, awaiting(game)[0].actor))
        assert isinstance(verdict, Accepted)
        game = verdict.after
    assert found


# --- drawn at random


def test_positions_are_drawn_with_somebody_in_hiding_and_without() -> None:
    seen: dict[str, set[str]] = {"schemin": set(), "stealin": set()}

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(game=positions(EDITIONS[:1], ("base", NAME)))
    def look(game: Game) -> None:
        machine = machine_of(game)
        assert bool(machine.hidden) == (BENEATH in {figure.place for figure in game.figures.values()})
        assert not [figure for figure in game.figures.values() if figure.place == f"{NAME}.roof"]
        if game.phase in seen:
            seen[game.phase].add("hidden" if machine.hidden else "nobody")
        if machine.hidden:
            made = take_apart(game, ())
            assert made
            assert machine_of(board_of(made)).car == machine.car

    look()
    assert seen == {"schemin": {"hidden", "nobody"}, "stealin": {"nobody"}}


def test_a_command_can_speak_of_every_place_beneath_the_train_and_of_no_roof_of_it() -> None:
    places = vocabulary(GAME, Move)["to"]
    assert vocabulary(GAME, HideBandit)["car"] == ["locomotive", "mail", "dining", NAME]
    assert {MACHINE, BENEATH} <= {*places}
    assert f"{NAME}.roof" not in places
