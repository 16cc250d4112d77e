"""Games and drawn positions on two engines, until they differ."""

import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.fuzzing.boards import boards
from colt_rules.conformance.fuzzing.pair import EngineDifference, EnginePair
from colt_rules.conformance.fuzzing.playing import Totals, explore, kind_for_seed, known_kinds, play
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.conformance.running.interview import Adapter
from colt_rules.kernel import awaiting
from colt_rules.players.play import variants
from colt_rules.rules.marshal.model import marshal_of
from tests.conformance.fuzzing.supporting import altered, supporting

pytestmark = pytest.mark.thorough

SECONDS = 60.0
SEEDS = range(1, 21, 2)
"""Seeds for which fuzzing draws positions, sixty in all."""


def pair_with(command: str) -> "closing[EnginePair]":
    """The reference and the engine of this command."""
    return closing(EnginePair(Adapter(command)))


def test_drawn_positions_show_what_is_rare_in_games(tmp_path: Path) -> None:
    with pair_with(supporting(tmp_path, reference(mutant="station.pickpocketing/in-company"))) as pair:
        found = (explore(pair, seed, time.monotonic() + SECONDS) for seed in SEEDS)
        met = next((met for met in found if met), None)
    assert met is not None
    ((game, _), *_) = met.history
    assert game.round.card == "pickpocketing"


def test_the_reference_does_not_differ_from_itself_in_drawn_positions() -> None:
    with pair_with(reference()) as pair:
        for seed in SEEDS:
            before = pair.compared
            assert explore(pair, seed, time.monotonic() + SECONDS) is None
            assert pair.compared > before
        assert pair.compared > 300


@pytest.mark.parametrize(
    ("editions", "modules", "kinds"),
    [
        (["pl-base"], ["base"], [("pl-base", "base")]),
        (["ru-base", "pl-base"], ["base", "duo"], [("pl-base", "base"), ("ru-base", "base"), ("ru-base", "duo")]),
        (["fr-horses"], ["base", "team"], [("fr-horses", "base"), ("fr-horses", "team")]),
    ],
)
def test_an_engine_plays_the_kinds_of_games_that_it_supports(
    editions: list[str], modules: list[str], kinds: list[tuple[str, str]], tmp_path: Path
) -> None:
    with pair_with(supporting(tmp_path, reference(), editions, modules)) as pair:
        assert known_kinds(pair) == kinds
        assert explore(pair, 0, time.monotonic() + SECONDS) is None
        assert play(pair, 1, time.monotonic() + SECONDS) is None
        assert pair.game.options.edition == kinds[0][0]


def test_whole_games_of_everything_together_are_played_to_the_end_past_what_the_table_is_asked() -> None:
    """The table names cards, and agrees on the round cards to draw from."""
    counted, sent = Totals(), set[str]()
    with pair_with(reference()) as pair:
        asked = pair.command

        def noted(command: Any) -> EngineDifference | None:
            sent.add(command["type"])
            return asked(command)

        pair.command = noted  # type: ignore[method-assign]
        for seed in range(16, 28, 2):
            assert play(pair, seed, time.monotonic() + SECONDS, counted=counted) is None
            assert pair.game.phase == "over"
    assert (counted.games, counted.ended) == (6, 6)
    assert counted.commands > 6 * 100
    assert {"FinishNaming", "NameTurns"} <= sent


def test_games_are_mostly_of_many_modules_and_sometimes_of_any_kind() -> None:
    kinds = [*variants()]
    drawn = [kind_for_seed(kinds, seed) for seed in range(2 * len(kinds))]
    assert set(drawn[1::2]) == set(kinds)
    modules = [len(variants()[kind]) for kind in drawn[::2]]
    assert sum(number > 4 for number in modules) > len(modules) / 2


def test_boards_are_of_later_rounds_with_house_rules_and_named_cards_and_no_two_alike() -> None:
    everything = ("ru-full", "stagecoach+marshal+time-machine+cursed-loot")
    found = [game for seed in range(6) for game in boards(seed, [everything], 5)]
    assert len(found) == 30
    assert {game.round.number for game in found} == {1, 2, 3, 4, 5}
    assert {game.phase for game in found} == {"schemin", "stealin"}
    assert any(game.options.rulings for game in found)
    assert any(marshal_of(game).turns for game in found)
    assert all(awaiting(game) for game in found)
    assert found[:5] == [*boards(0, [everything], 5)]


def test_an_engine_that_supports_no_game_at_all_is_told(tmp_path: Path) -> None:
    with (
        pair_with(supporting(tmp_path, reference(), ["ru-half"], ["base"])) as pair,
        pytest.raises(CannotStart, match=r"supports an edition and its modules, got .* ru-half with base"),
    ):
        play(pair, 0, time.monotonic() + SECONDS)


def test_no_position_is_tried_when_the_time_is_over() -> None:
    with pair_with(reference(mutant="station.pickpocketing/in-company")) as pair:
        assert explore(pair, 5, time.monotonic()) is None
        assert pair.compared == 0


def test_tables_that_cannot_be_played_at_are_tried() -> None:
    with pair_with(reference(mutant="ruling.setup.stations-are-happenings/plain-station")) as pair:
        found = (play(pair, seed, time.monotonic() + SECONDS) for seed in range(0, 20, 2))
        met = next(met for met in found if met and met.difference.kind == "verdict")
    ((_, command),) = met.history
    assert command["type"] == "StartGame"
    assert command["stations"]
    assert not command["happenings"]


FORGETFUL = """
asked = 0

def answered(request, line):
    global asked
    asked += isinstance(request, p.Command)
    if isinstance(request, p.Command) and asked % 3 == 0:
        return p.Skipped(request.seq, "every third one I leave out")
    return engine.answer(request)
"""


def test_an_engine_that_skips_something_is_put_back_into_the_game(tmp_path: Path) -> None:
    with pair_with(altered(tmp_path, FORGETFUL)) as pair:
        assert play(pair, 1, time.monotonic() + SECONDS) is None
        assert pair.compared > 100
