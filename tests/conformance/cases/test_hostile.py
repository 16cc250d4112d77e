"""A board that no game reaches is refused with a message, or can be played on."""

from random import Random
from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.expand import BadCase, position_of
from colt_rules.conformance.notation import BadSketch
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.log.codec import to_data
from colt_rules.model.record import changed
from tests.conformance.cases.hostile import hostile, played

BOARDS = 500
COMMANDS = 40
THROUGHOUT = range(10)
"""Stretches of boards, so that a failure names its own."""
COACH = """
    car    |   | mail  | dining     | baggage   | stagecoach |
    roof   |   |       | tuco       | {}        | {}         |
    inside | M | ghost | doc        | belle     |            |
    beside |   |       | stagecoach |           |
"""
FACING = ("base", "horses", "stagecoach")


@pytest.mark.parametrize("stretch", THROUGHOUT)
def test_a_hostile_board_is_refused_in_words_or_can_be_played_on(stretch: int) -> None:
    playable = 0
    for seed in range(stretch * BOARDS, stretch * BOARDS + BOARDS // len(THROUGHOUT)):
        random = Random(seed)
        try:
            game = hostile(random)
        except BadCase:
            continue
        playable += 1
        try:
            played(game, random, COMMANDS)
        except Exception as error:
            raise AssertionError(f"board {seed} was taken and cannot be played on") from error
    assert playable, "some of them can be played on, or nothing is shown"


def test_the_shotgun_stands_on_the_stagecoach_or_faces_it() -> None:
    told = (
        "shotgun: expected him on the stagecoach or facing it, stagecoach.roof or dining.roof; got him at baggage.roof"
    )
    with pytest.raises(BadSketch, match=told):
        board(COACH.format("shotgun", ""), modules=FACING, pile=["tuco-move"])
    assert board(COACH.format("", "shotgun"), modules=FACING, pile=["tuco-move"])


def test_an_engine_is_told_what_is_wrong_with_a_position_that_cannot_be() -> None:
    game = board(COACH.format("", ""), modules=FACING, pile=["tuco-move", "doc-move"])
    for field, value, told in (
        ("shotgun", "baggage.roof", "shotgun: expected him on the stagecoach or facing it"),
        ("car", "mail-coach", "stagecoach: expected it beside a car of the train"),
    ):
        state: dict[str, Any] = to_data(game)
        state["stagecoach"][field] = value
        answer = Reference().answer(p.read_request({"type": "new", "seq": 1, "state": state}))
        assert isinstance(answer, p.Failed)
        assert told in answer.message
    nowhere = changed(game, figures={**game.figures, "doc": changed(game.figures["doc"], place="saloon.inside")})
    answer = Reference().answer(p.read_request({"type": "new", "seq": 1, "state": to_data(nowhere)}))
    assert isinstance(answer, p.Failed)
    assert answer.message == "state: figures.doc.place: expected a place of the board, got 'saloon.inside'"


@pytest.mark.parametrize(
    ("modules", "fields", "told"),
    [
        (("base", "team"), {}, "seats: expected two or three pairs of partners in a row, got tuco, ghost, doc"),
        (("base",), {"discards": {"doc": ("doc-fire",)}}, "discards: expected none in a game without discard piles"),
    ],
)
def test_what_the_table_cannot_have_is_refused(modules: tuple[str, ...], fields: dict[str, Any], told: str) -> None:
    sketch = "car | | mail | dining |\nroof | tuco | | |\ninside | M | ghost | doc |"
    with pytest.raises(BadCase, match=told):
        position_of(Given(board=sketch, pile=("tuco-move",), **fields), "ru-full", modules)
