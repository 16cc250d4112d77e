"""`colt demo` plays a whole game into a log and holds the log against the rules."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from colt_rules.cli.main import colt
from colt_rules.log import replay


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(colt, list(map(str, words)))


def test_it_shows_ranking_log_checks_and_what_to_try_next(tmp_path: Path) -> None:
    log = tmp_path / "games.db"
    result = run("--log", log, "demo", "--seed", "3")
    assert result.exit_code == 0, result.output
    for told in (
        "rank",
        "scheming bot",
        "random bot",
        str(log),
        "same final state",
        "follows from the rules",
        "Try next",
    ):
        assert told in result.output
    assert log.exists()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_plays_with_three_to_six_bandits(tmp_path: Path, players: int) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--players", str(players), "--no-stations", "--json")
    assert result.exit_code == 0, result.output
    assert len(json.loads(result.output)["ranking"]) == players


def test_a_seed_plays_the_same_game_again(tmp_path: Path) -> None:
    first, again = (
        json.loads(run("--log", tmp_path / "games.db", "demo", "--seed", "9", "--json").output) for _ in "ab"
    )
    assert first["ranking"] == again["ranking"]
    assert first["events"] == again["events"]
    assert first["game"] != again["game"]


def test_a_log_that_departs_from_the_rules_fails_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "check", lambda recording: ["event 7 departs"])
    result = run("--log", tmp_path / "games.db", "demo", "--seed", "3")
    assert result.exit_code == 1
    assert "event 7 departs" in result.output


def test_a_place_that_cannot_hold_a_log_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    result = run("--log", tmp_path / "file" / "games.db", "demo")
    assert result.exit_code == 2
    assert f"{tmp_path / 'file'} cannot be made a folder" in result.output


def test_more_bandits_than_there_are_is_told(tmp_path: Path) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--players", "7")
    assert result.exit_code == 2
    assert "3<=x<=6" in result.output


def test_every_demo_can_be_played_again(tmp_path: Path) -> None:
    first = json.loads(run("--log", tmp_path / "games.db", "demo", "--no-happenings", "--json").output)
    again = run("--log", tmp_path / "games.db", "demo", "--no-happenings", "--seed", first["seed"], "--json")
    assert json.loads(again.output)["ranking"] == first["ranking"]
    assert "demo --seed 3` plays the same" in run("--log", tmp_path / "games.db", "demo", "--seed", "3").output


def test_a_station_without_happenings_is_refused(tmp_path: Path) -> None:
    assert run("--log", tmp_path / "games.db", "demo", "--no-happenings", "--stations").exit_code == 2
