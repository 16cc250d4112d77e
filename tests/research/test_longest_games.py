"""The longest games that a duel has compared (``colt conformance duel``) stay the same on both engines."""

import json
from pathlib import Path
from typing import Any

import pytest

from colt_rules.decisions import Arrangements, how_many
from colt_rules.kernel import NEW, Accepted, awaiting, legal
from colt_rules.log.codec import to_data
from colt_rules.log.submission import judge
from colt_rules.model.names import TABLE
from colt_rules.research.native import native_engine
from tests.research.needing import needs_native

GAMES = [json.loads(line) for line in Path(__file__).with_name("longest_games.jsonl").read_text().splitlines()]
"""The commands of each game: the ten longest of seeds 0 to 5,879."""


@needs_native
@pytest.mark.parametrize("commands", GAMES)
def test_both_engines_offer_and_accept_the_same(commands: list[dict[str, Any]]) -> None:
    game, native = NEW, native_engine().Game()
    for command in commands:
        for decision in awaiting(game):
            answers = legal(game, decision.actor)
            if decision.actor != TABLE and not isinstance(answers, Arrangements):
                assert len(native.legal(decision.actor)) == how_many(answers)
        verdict = judge(game, command)
        assert isinstance(verdict, Accepted)
        game = verdict.after
        native.apply_command(command)
    assert native.phase == game.phase == "over"
    assert native.ranking == to_data(game.ranking)
