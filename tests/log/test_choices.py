"""Lazy answers are described as data instead of listed."""

import json
import random
import time
from itertools import islice
from typing import Any

import pytest

from colt_rules.decisions import how_many
from colt_rules.kernel import NEW, Accepted, decide, legal
from colt_rules.log.choices import read_ways, ways_of
from colt_rules.log.errors import Malformed
from colt_rules.model.state import Game
from tests.rules.marshal.tables import dealt

BOXES = ("base", "horses", "stagecoach", "mei", "marshal", "time-machine", "cursed-loot")


def choosing() -> Game:
    """A table with all boxes chooses its round cards."""
    return dealt("round-choice", modules=BOXES)


def naming() -> Game:
    """A table with all boxes names its cards."""
    return dealt("card-faces", modules=BOXES)


def shuffling() -> Game:
    """The first decks are shuffled."""
    return dealt("deck", modules=BOXES)


@pytest.mark.parametrize(
    ("game", "actor"),
    [(NEW, "table"), (naming(), "table"), (choosing(), "table"), (shuffling(), "chance")],
    ids=["game", "card-faces", "round-choice", "deck"],
)
def test_what_is_described_is_what_is_legal(game: Game, actor: str) -> None:
    answers, read = legal(game, actor), read_ways(json.loads(json.dumps(ways_of(legal(game, actor)))))
    assert how_many(read) == how_many(answers)
    assert list(islice(read, 100)) == list(islice(answers, 100))
    drawn = random.Random(1)
    for one, other in ((drawn.choice(answers), drawn.choice(read)) for _ in range(20)):
        assert one in read
        assert other in answers
        assert isinstance(decide(game, one), Accepted)


def test_a_table_with_all_boxes_has_over_a_million_lazy_choices() -> None:
    """Listed, they are 1,633,633 commands and 400 MB of JSON."""
    began, answers = time.process_time(), legal(choosing(), "table")
    began = time.process_time()
    assert len(answers) == 1_633_633
    assert random.choice(answers) in answers
    ways = json.dumps(ways_of(answers))
    assert len(ways) < 2_000
    assert time.process_time() - began < 0.5


def test_what_is_listed_is_described_as_it_is() -> None:
    game = dealt("attack", modules=BOXES)
    described = ways_of(legal(game, "tuco"))
    assert described == [{"type": "HidePawns", "actor": "tuco", "cars": each["cars"]} for each in described]


KEEP: dict[str, Any] = {"type": "KeepCards", "actor": "tuco"}


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (7, "ways[0]: expected a command, got the number 7"),
        ({"type": "Keep"}, "ways[0].type: expected "),
        (KEEP, "ways[0].cards: expected "),
        (KEEP | {"cards": []} | {"more": 1}, "ways[0]: expected no fields but "),
        (KEEP | {"cards": {"of": ["a"]}}, "ways[0].cards.lengths: expected "),
        (KEEP | {"cards": {"of": ["a"], "lengths": [1], "order": True}}, "ways[0].cards: expected no fields but "),
        (KEEP | {"cards": {"of": [1], "lengths": [1]}}, "ways[0].cards.of[0]: expected "),
        (KEEP | {"cards": {"one_of": ["a"]}}, "ways[0].cards: expected "),
        (KEEP | {"cards": {"of": ["a"], "lengths": [10**9], "repeated": True}}, "ways[0].cards: expected at most 100 "),
        (KEEP | {"cards": {"of": ["a"], "lengths": [-1]}}, "ways[0].cards: expected at most 100 "),
        ({"type": "DrawCards", "actor": {"one_of": ["tuco"]}}, "ways[0].actor: expected "),
    ],
)
def test_what_describes_no_commands_is_refused_with_its_place(way: Any, told: str) -> None:
    with pytest.raises(Malformed) as error:
        read_ways([way])
    assert str(error.value).startswith(told)
