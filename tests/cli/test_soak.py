"""`colt soak` plays many games and names the ones that fail."""

import json
import signal
import subprocess
import sys
import time

import pytest

from colt_rules.players import soak
from colt_rules.players.play import variants
from tests.cli.running import run_colt


def test_games_that_hold_are_counted_by_kind() -> None:
    result = run_colt("soak", "--games", "8", "--workers", "1", "--json", status=0)
    told = json.loads(result.stdout)
    assert (told["games"], told["failed"]) == (8, [])
    assert [(kind["edition"], kind["variant"]) for kind in told["kinds"]] == [*variants()][:8]
    assert {(kind["games"], kind["failed"]) for kind in told["kinds"]} == {(1, 0)}
    assert told["events"] == sum(kind["events"] for kind in told["kinds"])
    longest = max(told["kinds"], key=lambda kind: int(kind["events"]))  # there is one game of each kind
    assert {name: told["longest"][name] for name in ("edition", "variant", "events")} == {
        name: longest[name] for name in ("edition", "variant", "events")
    }
    assert told["longest"]["seed"] == told["kinds"].index(longest)


def test_the_longest_game_is_told_by_its_seed() -> None:
    words = ["soak", "--games", "2", "--seed", "7", "--variant", "duo", "--edition", "ru-full", "--workers", "1"]
    told = json.loads(run_colt(*words, "--json").stdout)["longest"]
    line = run_colt(*words).stdout.splitlines()[-1]
    expected = f"The longest: {told['events']:,} events, ru-full duo, {told['players']} players, seed {told['seed']}."
    assert line == expected


def test_the_same_number_of_each_kind_can_be_asked_for() -> None:
    words = ["soak", "--each", "2", "--variant", "duo", "--edition", "pl-base", "--edition", "ru-full"]
    result = run_colt(*words, "--workers", "1", status=0)
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[:3] for row in rows[1:3]] == [["ru-full", "duo", "2"], ["pl-base", "duo", "2"]]
    assert "4 games" in result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--edition", "de-full"], "ru-base; got 'de-full'"),
        (["--variant", "solo"], "such as base, expert, duo; got 'solo'"),
        (["--edition", "pl-base", "--variant", "team"], "pl-base cannot be played as team"),
        (["--games", "5", "--each", "5"], "expected --games or --each, got both"),
    ],
)
def test_what_cannot_be_played_is_told(words: list[str], told: str) -> None:
    assert told in run_colt("soak", *words, status=2).output


def test_a_game_that_fails_is_told_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "check", lambda recording: ["line 9: something else"])
    result = run_colt("soak", "--games", "1", "--seed", "41", "--workers", "1", status=1)
    assert f"seed 41, {' '.join([*variants()][41 % len(variants())])}: line 9: something else" in result.output


def test_no_worker_outlives_the_program() -> None:
    """Every worker holds the output open: it ends only when the last of them has."""
    command = [sys.executable, "-m", "colt_rules.cli.main", "soak", "--games", "2000", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        time.sleep(1.5)
        program.terminate()
        program.communicate(timeout=5)
    assert program.returncode == -signal.SIGTERM
