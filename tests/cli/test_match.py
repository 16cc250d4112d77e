"""`colt match` prints a figure with its interval, is reproducible from its seed, and says what it needs to run."""

import json

import pytest

from tests.cli.running import run_colt
from tests.research.needing import needs_native

FEW = ("match", "--games", "2", "--worlds", "1", "--playouts", "1")


def run(*words: str) -> str:
    return run_colt(*words, status=0).stdout


@needs_native
def test_a_match_is_told_with_its_interval() -> None:
    said = run(*FEW, "--against", "random", "--players", "3")
    assert "of 2 games against 2 random bots (95% interval" in said
    assert "a fair share is 33.3%" in said
    assert "ms of thought a choice" in said


@needs_native
def test_the_same_seed_plays_the_same_match() -> None:
    one, again = (json.loads(run(*FEW, "--seed", "4", "--json")) for _ in range(2))
    for told in (one, again):
        assert told.pop("milliseconds_a_choice") > 0
    assert one == again
    assert one["games"] == 2
    assert one["least"] <= one["share"] <= one["most"]


@needs_native
def test_equal_time_for_all_in_another_game() -> None:
    words = ("--against", "flat", "--milliseconds", "0.1", "--variant", "expert", "--json")
    told = json.loads(run("match", "--games", "1", *words))
    assert (told["against"], told["modules"], told["milliseconds"], told["worlds"]) == (
        "flat",
        ["base", "expert"],
        0.1,
        None,
    )


def test_a_number_of_players_that_cannot_play_is_refused() -> None:
    result = run_colt(*FEW, "--variant", "expert", "--players", "8", status=2)
    assert "--players: expected 3 or 4 or 5 or 6 for expert, got 8" in " ".join(result.output.split())


def test_without_the_native_engine_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.research.native.PACKAGE", "colt_native_that_is_not_there")
    result = run_colt(*FEW, status=2)
    assert "expected the native engine, got no package colt_native_that_is_not_there" in result.output
    assert "pip install ./conformance/adapters/native" in result.output
