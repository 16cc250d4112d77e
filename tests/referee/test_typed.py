"""A command can be typed as a log has it or in words, and names nothing that the game has not."""

from pathlib import Path

import pytest

from colt_rules.commands import COMMANDS, DrawCards, Fire, Move
from colt_rules.log.lines import pieces_of
from colt_rules.model.record import changed
from colt_rules.referee.story import Story
from colt_rules.referee.typed import meant

with (Path(__file__).parents[2] / "events" / "games" / "six-everything.jsonl").open("rb") as file:
    END = Story.read(pieces_of(file)).position(100)
"""A game with Ghost and Tuco in it."""


@pytest.mark.parametrize(
    "text",
    [
        "tuco Fire target=ghost",
        "  Fire by tuco target=ghost ",
        '{"type": "Fire", "actor": "tuco", "target": "ghost"}',
        '{"actor":"tuco","command":9,"data":{"target":"ghost"},"prev":"00","type":"Fire","v":1}',
    ],
)
def test_a_command_can_be_typed_in_four_ways(text: str) -> None:
    assert meant(text, END) == Fire("tuco", "ghost")


def test_a_command_without_fields_can_be_typed() -> None:
    assert meant("ghost DrawCards", END) == meant("DrawCards by ghost", END) == DrawCards("ghost")


def test_names_may_be_written_large() -> None:
    assert meant("Tuco Fire target=Ghost", END) == Fire("tuco", "ghost")


def test_an_empty_roof_is_a_place_too() -> None:
    assert meant("tuco Move to=caboose.roof", changed(END, train=("locomotive", "caboose"))) == Move(
        "tuco", "caboose.roof"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected a command such as"),
        ("tuco Shoot target=ghost", "expected a command such as"),
        ("tuco Fire", "expected target=..."),
        ("tuco Fire target=ghost target=doc", "expected each field once"),
        ('{"type": "Fire", "actor": "tuco"}', "target: expected a text, got nothing"),
        ('{"type": "Shoot", "actor": "tuco"}', f"type: expected one of the {len(COMMANDS)} command types"),
        ('{"type": "Fire"', "expected JSON"),
        ("tuco Fire target=nobody", "target: expected a name that something has in this game, got 'nobody'"),
        ("tuco PlayCard card=tuco-fires", "did you mean tuco-fire"),
        ('{"type": "Fire", "actor": "tuco", "target": "\ud800"}', "expected UTF-8"),
    ],
)
def test_a_command_that_cannot_be_understood_is_told(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected.replace(".", r"\.")):
        meant(text, END)
