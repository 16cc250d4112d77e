"""`colt soak` plays many games and names the ones that fail."""

import json
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt
from colt_rules.players import soak


def test_games_that_hold_are_counted_by_kind() -> None:
    result = CliRunner().invoke(colt, ["soak", "--games", "8", "--workers", "1", "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (told["games"], told["failed"]) == (8, [])
    assert {told["kinds"][f"{players} bandits"] for players in (3, 4, 5, 6)} == {2}


def test_a_game_that_fails_is_told_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "check", lambda recording: ["line 9: something else"])
    result = CliRunner().invoke(colt, ["soak", "--games", "1", "--seed", "41", "--workers", "1"])
    assert result.exit_code == 1
    assert "seed 41: line 9: something else" in result.output


def test_no_worker_outlives_the_program() -> None:
    """Every worker holds the output open: it ends only when the last of them has."""
    command = [sys.executable, "-m", "colt_rules.cli.main", "soak", "--games", "2000", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        time.sleep(1.5)
        program.terminate()
        program.communicate(timeout=5)
    assert program.returncode == -signal.SIGTERM
