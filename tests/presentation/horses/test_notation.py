"""What horses and flasks add to a board: what is drawn, the defaults, and what can be left out."""

from typing import Any

import pytest

from colt_rules.conformance.cases.board import board, sketch_of
from colt_rules.conformance.cases.reachable import unreachable
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.sketching import given_of, take_apart
from colt_rules.conformance.notation import BadSketch
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.model import Flask, horses_of

PLAIN = """
car    |   | mail  | dining |
roof   |   | tuco  |        |
inside | M | ghost | doc    |
"""
FULL = """
car    |       | mail             | dining      |
roof   | tuco  | whisky           | purse       |
inside | M doc | ghost whisky:old | whisky:half |
beside | horse |                  | horse horse |
"""


def with_horses(sketch: str = FULL, **told: Any) -> Game:
    return board(sketch, modules=("base", "horses"), edition="fr-horses", **told)


def test_horses_alone_bring_no_stagecoach_and_no_more_bullets() -> None:
    game = with_horses(PLAIN)
    assert not part_of(game, "stagecoach")
    assert (game.floor, game.neutral) == ({}, 13)
    assert "doc-ride" in game.cards["doc"].deck


def test_horses_stand_where_they_are_drawn_numbered_from_head_to_tail() -> None:
    stands = horses_of(with_horses()).stands
    assert stands == {"horse-1": "locomotive", "horse-2": "dining", "horse-3": "dining"}


def test_flasks_are_loot_that_is_worth_nothing() -> None:
    game = with_horses(loot={"doc": ["whisky:old-half"]})
    assert horses_of(game).flasks == {
        "whisky-1": Flask("old", False),
        "whisky-2": Flask("classic", False),
        "whisky-3": Flask("classic", True),
        "whisky-4": Flask("old", True),
    }
    assert game.figures["doc"].loot == ("whisky-4",)
    assert game.floor["mail.roof"] == ("whisky-2",)
    assert {game.values[token] for token in horses_of(game).flasks} == {0}


@pytest.mark.parametrize(
    ("sketch", "told", "why"),
    [
        (PLAIN + "beside | horse horse horse horse | horse horse | horse |", {}, "at most 6 horses, got 7"),
        (PLAIN, {"loot": {"doc": ["whisky:young"]}}, "got 'whisky:young'"),
    ],
)
def test_what_makes_no_sense_is_told(sketch: str, told: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSketch, match=why):
        with_horses(sketch, **told)


@pytest.mark.parametrize(
    ("sketch", "told"),
    [
        (PLAIN + "beside | horse | | |", {}),
        (PLAIN.replace("doc ", "doc whisky"), {}),
        (PLAIN, {"loot": {"doc": ["whisky"]}}),
    ],
)
def test_what_horses_bring_needs_them(sketch: str, told: dict[str, Any]) -> None:
    with pytest.raises(BadSketch, match="expected the module horses to be in play"):
        board(sketch, **told)


def test_a_position_is_sketched_with_the_same_words() -> None:
    drawn = sketch_of(with_horses())
    assert [" ".join(line.split()) for line in drawn.splitlines()] == [
        "roof | tuco | whisky | purse |",
        "inside | doc M | ghost whisky:old | whisky:half |",
        "beside | horse | | horse horse |",
    ]


def test_a_flask_is_no_piece_once_it_has_left_the_game() -> None:
    rows = "car | | baggage | mail |\nroof | | doc | tuco |\ninside | M | ghost whisky:half | |"
    game = board(rows, pile=["ghost-move"], modules=("base", "horses"), edition="fr-horses")
    made, gone = take_apart(game, ()), take_apart(changed(game, floor={}), ())
    assert made is not None
    assert gone is not None
    assert {piece for piece in pieces(made) if "word" in piece} == {("word", "whisky-1")}
    assert "whisky |" in str(given_of(without(made, [("word", "whisky-1")])).board)
    assert not {piece for piece in pieces(gone) if "word" in piece}
    assert "whisky" not in str(given_of(gone).board)


def test_each_horse_can_be_left_out_and_goes_with_its_car() -> None:
    made = take_apart(with_horses(pile=["doc-move"]), ())
    assert made is not None
    assert [piece for piece in pieces(made) if "cell" in piece] == [
        ("cell", "locomotive.beside", "0"),
        ("cell", "dining.beside", "0"),
        ("cell", "dining.beside", "1"),
    ]
    assert str(given_of(without(made, [("cell", "dining.beside", "0")])).board).count("horse") == 2
    assert str(given_of(without(made, [("car", "dining")])).board).count("horse") == 1


def test_no_game_has_more_flasks_than_cars_or_than_the_box() -> None:
    sketch = FULL.replace("whisky:old", "whisky:old whisky:old whisky:old")
    told = [reason for reason in unreachable(with_horses(sketch)) if reason.startswith("flasks")]
    assert told == [
        "flasks: expected at most one for each of 2 cars, got 5",
        "flasks: expected at most 1 of old, as in the box, got 3",
    ]
