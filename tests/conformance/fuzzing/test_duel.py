"""Duels compare whole games at every step, and count what could not be compared."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from attrs import evolve

from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.fuzzing.duel import DuelGame, Duelist, DuelTally, write_game
from colt_rules.conformance.fuzzing.findings import clauses_of
from colt_rules.conformance.fuzzing.fuzz import Known
from colt_rules.conformance.running.expectations import Expectations, Expected
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import Status
from colt_rules.log.lines import read_lines
from colt_rules.log.verifying import check
from colt_rules.players.play import variants
from colt_rules.players.soak import Kind, any_game, played
from tests.conformance.fuzzing.supporting import altered

BASE: tuple[Kind, ...] = (("ru-full", "base"),)
SEED = 4
"""The seed of a game with house rules."""


@contextmanager
def duelist(command: str, kinds: Sequence[Kind] = BASE, expected: Expectations | None = None) -> Iterator[Duelist]:
    """The player of a duel against the engine of this command."""
    with closing(Duelist(Adapter(command), kinds, Known(expected or {}))) as made:
        yield made


def game_against(folder: Path, answered: str, seed: int = SEED, kinds: Sequence[Kind] = BASE) -> DuelGame:
    """One game against an engine that answers with the function in this source."""
    with duelist(altered(folder, answered), kinds) as play:
        return play(seed)


@pytest.fixture(scope="module")
def right() -> DuelGame:
    """A game of the reference against itself."""
    with duelist(reference()) as play:
        return play(SEED)


def test_a_game_is_compared_to_its_end(right: DuelGame) -> None:
    steps = list(played(any_game(SEED, BASE), SEED))
    assert any_game(SEED, BASE).house_rules
    assert (right.commands, right.events) == (len(steps), sum(len(verdict.events) for _, verdict in steps))
    assert (right.kind, right.found, right.skipped) == (BASE[0], None, "")


def test_the_choices_of_everybody_who_decides_are_compared_after_every_command(right: DuelGame) -> None:
    decisions = [verdict for _, verdict in played(any_game(SEED, BASE), SEED) if verdict.after.phase != "new"]
    assert right.compared > right.commands + len(decisions)


LATE_BULLET = """
def answered(request, line):
    answer = engine.answer(request)
    state = json.loads(p.to_line(answer)).get("state")
    if isinstance(answer, p.Accepted) and state["round"]["number"] == 4 and state["phase"] == "stealin":
        next(iter(state["figures"].values()))["bullets"] -= 1
        return json.dumps({**json.loads(p.to_line(answer)), "state": state}).encode() + b"\\n"
    return answer
"""


@pytest.mark.thorough
def test_a_wrong_position_in_the_fourth_round_is_found_and_shrunk(tmp_path: Path) -> None:
    game = game_against(tmp_path, LATE_BULLET)
    assert game.found is not None
    assert (game.found.difference.kind, game.found.game) == ("state", SEED)
    assert game.found.difference.message.endswith(" got 5")
    assert game.found.left < game.found.pieces / 3


BAD_BOOKKEEPING = """
def answered(request, line):
    answer = engine.answer(request)
    if not isinstance(answer, p.Accepted):
        return answer
    message = json.loads(p.to_line(answer))
    message["state"]["round"]["draws"] = "none"
    return json.dumps(message).encode() + b"\\n"
"""


@pytest.mark.thorough
def test_what_is_not_compared_must_be_well_formed(tmp_path: Path) -> None:
    found = game_against(tmp_path, BAD_BOOKKEEPING).found
    assert found is not None
    assert found.difference.kind == "protocol-error"
    assert found.difference.message.startswith("state.round.draws: expected a list")


SKIPS = """
def answered(request, line):
    if {condition}:
        return p.Skipped(request.seq, "not yet")
    return engine.answer(request)
"""


def test_a_skipped_command_ends_the_game(tmp_path: Path) -> None:
    started = SKIPS.format(condition="isinstance(request, p.Command) and request.command['type'] == 'StartGame'")
    game = game_against(tmp_path, started)
    assert (game.skipped, game.found) == ("not yet", None)
    assert game.commands == len(any_game(SEED, BASE).house_rules) + 1


def test_a_game_whose_first_position_is_skipped_is_not_played(tmp_path: Path) -> None:
    game = game_against(tmp_path, SKIPS.format(condition="isinstance(request, p.New)"))
    assert (game.skipped, game.commands, game.compared) == ("not yet", 0, 0)


@pytest.mark.thorough
def test_a_skipped_question_is_counted_and_the_engine_stays_in_the_game(tmp_path: Path, right: DuelGame) -> None:
    new_positions = """
seen = []

def answered(request, line):
    seen.extend([request] if isinstance(request, p.New) else [])
    if isinstance(request, p.Legal):
        return p.Skipped(request.seq, f"{len(seen)} positions")
    return engine.answer(request)
"""
    game = game_against(tmp_path, new_positions)
    assert (game.commands, game.found, game.skipped) == (right.commands, None, "")
    assert [*game.unanswered] == ["legal: 1 positions"]
    assert game.compared + game.unanswered.total() == right.compared


WITHOUT_MARSHAL = """
def answered(request, line):
    answer = engine.answer(request)
    if isinstance(answer, p.Seen) and engine.game.phase == "stealin":
        message = json.loads(p.to_line(answer))
        message["view"]["marshal"] = "nowhere"
        return json.dumps(message).encode() + b"\\n"
    return answer
"""


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> tuple[DuelGame, DuelGame]:
    """The same game twice against an engine that shows the Marshal nowhere."""
    with duelist(altered(tmp_path_factory.mktemp("engine"), WITHOUT_MARSHAL)) as play:
        return play(SEED), play(SEED)


@pytest.mark.thorough
def test_a_difference_found_before_is_counted_and_the_game_goes_on(
    twice: tuple[DuelGame, DuelGame], right: DuelGame
) -> None:
    first, again = twice
    assert first.found is not None
    assert first.found.difference.kind == "view"
    assert (again.found, again.commands) == (None, right.commands)
    assert again.again[first.causes[0].shape] > 0


@pytest.mark.thorough
def test_an_expected_difference_does_not_end_the_game(
    twice: tuple[DuelGame, DuelGame], right: DuelGame, tmp_path: Path
) -> None:
    assert twice[0].found is not None
    entry = f"{clauses_of(twice[0].found)[0]}/found-by-fuzzing-view"
    expected = {entry: Expected(status=Status.FAIL, reason="issue 12")}
    with duelist(altered(tmp_path, WITHOUT_MARSHAL), expected=expected) as play:
        game = play(SEED)
    assert (game.found, game.commands, game.expected) == (None, right.commands, {entry: "issue 12"})


@pytest.mark.thorough
def test_a_tally_has_each_cause_once_the_longest_games_and_why_others_were_skipped(
    twice: tuple[DuelGame, DuelGame],
) -> None:
    different, _ = twice
    tally = DuelTally()
    assert tally.add(different) == different.found
    assert tally.add(evolve(different, seed=7)) is None
    for seed in range(12):
        assert tally.add(DuelGame(seed, BASE[0], 100, events=300 + seed, compared=200)) is None
    tally.add(DuelGame(20, BASE[0], 1, events=1, compared=0, skipped="not yet"))
    tally.add(DuelGame(21, BASE[0], 100, events=900, compared=0))
    assert (tally.found, tally.games) == ([different.found], 12)
    assert tally.again == {different.causes[0].shape: 1}
    assert tally.skipped == {"not yet": 1}
    assert tally.longest == [(300 + seed, seed) for seed in range(11, 1, -1)]
    assert tally.done == {SEED, 7, *range(12), 20, 21}


@pytest.mark.parametrize("seed", [0, 40, 80])
def test_a_game_is_written_as_a_log_without_an_engine(seed: int, tmp_path: Path) -> None:
    kinds = list(variants())
    path = write_game(seed, kinds, tmp_path)
    recording = read_lines(path)
    assert check(recording) == []
    assert (recording.header.edition, recording.header.modules) == (kinds[seed][0], variants()[kinds[seed]])
    assert path.stem == recording.header.game


@pytest.mark.thorough
@pytest.mark.parametrize("level", ["fold", "decide", "outcome", "legal", "view"])
def test_an_engine_of_one_level_is_compared(level: str, tmp_path: Path) -> None:
    only = """
def answered(request, line):
    answer = engine.answer(request)
    if isinstance(answer, p.Started):
        return json.dumps({**json.loads(p.to_line(answer)), "levels": [sys.argv[1]]}).encode() + b"\\n"
    return answer
"""
    with duelist(altered(tmp_path, only, level), BASE) as play:
        game = play(SEED)
    assert (game.found, game.skipped) == (None, "")
    assert game.compared > 20


@pytest.mark.thorough
def test_the_reference_agrees_with_itself_in_games_of_all_modules() -> None:
    kinds = [kind for kind in variants() if kind[1].count("+") > 2]
    with duelist(reference(), kinds) as play:
        games = [play(seed) for seed in range(4)]
    assert [game.found for game in games] == [None] * 4
    assert all(game.compared > 2 * game.commands for game in games)
