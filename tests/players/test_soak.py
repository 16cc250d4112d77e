"""Many games of every kind, each held against its own log; `colt soak --games 10000` does the same for longer."""

import pytest

from colt_rules.players import soak
from colt_rules.players.soak import any_game, kinds, try_game


def test_forty_games_of_every_kind_end_and_replay_to_the_same_state() -> None:
    outcomes = list(soak.soak(40, 1000, workers=1))
    assert [outcome for outcome in outcomes if outcome.problem] == []
    counted = kinds(outcomes)
    assert {f"{players} bandits": counted[f"{players} bandits"] for players in (3, 4, 5, 6)} == {
        f"{players} bandits": 10 for players in (3, 4, 5, 6)
    }
    assert counted["with stations"]
    assert counted["without stations"]
    assert counted["with powers"]
    assert counted["without powers"]
    assert counted["without happenings"]


def test_a_seed_always_means_the_same_game() -> None:
    assert any_game(12) == any_game(12)
    assert try_game(12) == try_game(12)


def test_a_game_that_breaks_is_named_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the log is gone")

    monkeypatch.setattr(soak, "parse_lines", broken)
    outcome = try_game(3)
    assert (outcome.seed, outcome.problem) == (3, "RuntimeError: the log is gone")


def test_a_log_that_leads_elsewhere_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "replay", lambda recording: None)
    assert "same final state" in try_game(3).problem
