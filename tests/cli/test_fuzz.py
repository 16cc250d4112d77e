"""`colt conformance fuzz`: what it says, what it writes, and how it ends."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from colt_rules.cli.conformance.options import reference
from tests.cli.running import run_colt

pytestmark = pytest.mark.thorough

SET_UP = reference(mutant="setup.placement.inside/on-the-roofs")
"""A fault that shows in the first commands of the game of seed 1, a base game."""


fuzz = partial(run_colt, "conformance", "fuzz")


def test_a_difference_is_shown_and_written_as_a_case_that_runs(tmp_path: Path) -> None:
    out = tmp_path / "found.yaml"
    result = fuzz("--adapter", SET_UP, "--out", str(out), "--seed", "1", "--differences", "1", status=1)
    assert "Found with seed 1" in result.output
    assert "Reproduce it: --seed 1 --games 1" in result.output
    text = out.read_text(encoding="utf-8")
    assert text.startswith("# Found by `colt conformance fuzz` against ")
    assert "#   setup.placement.inside: " in text
    for adapter, status in ((reference(), 0), (SET_UP, 1)):
        run_colt("conformance", "run", "--file", out, "--adapter", adapter, status=status)


def test_it_is_told_as_json(tmp_path: Path) -> None:
    out = tmp_path / "found.yaml"
    result = fuzz("--adapter", SET_UP, "--out", str(out), "--seed", "19", "--differences", "1", "--json", status=1)
    (found,) = json.loads(result.stdout)["found"]
    assert (found["kind"], found["seed"]) == ("events", 19)
    assert (found["phase"], bool(found["open"])) == ("setup", True)
    assert found["left"] <= found["pieces"]
    assert found["file"] == out.as_posix()
    assert "setup.placement.inside" in found["clauses"]


def test_what_is_expected_is_taken_from_the_file_of_a_run(tmp_path: Path) -> None:
    file = tmp_path / "colt-expectations.toml"
    file.write_text('["setup.placement.inside/found-by-fuzzing"]\nstatus = "fail"\nreason = "issue 12"\n')
    shared = ("--out", str(tmp_path / "found.yaml"), "--expectations", str(file))
    assert (
        "Expected, and met: setup.placement.inside/found-by-fuzzing (issue 12)"
        in fuzz("--adapter", SET_UP, "--games", "1", "--seed", "1", "--seconds", "20", *shared).output
    )
    run_colt("conformance", "run", "fire.target/*", "--adapter", reference(), "--expectations", file, status=0)


def test_the_reference_shows_no_difference(tmp_path: Path) -> None:
    out = tmp_path / "found.yaml"
    result = fuzz("--adapter", reference(), "--games", "1", "--seed", "3", "--out", str(out), status=0)
    assert re.fullmatch(r"1 game, \d+ boards and \d+ commands from seed 3: no difference\.\n", result.stdout)
    assert not out.exists()


def test_no_difference_is_told_as_json(tmp_path: Path) -> None:
    result = fuzz("--adapter", reference(), "--games", "1", "--json", "--out", str(tmp_path / "found.yaml"))
    told = json.loads(result.stdout)
    assert told.pop("boards") > 0
    assert told.pop("commands") > 50
    assert told == {"games": 1, "ended": 1, "found": [], "known": {}, "again": {}}


def test_whole_games_alone_can_be_played(tmp_path: Path) -> None:
    out = str(tmp_path / "found.yaml")
    result = fuzz("--adapter", reference(), "--games", "2", "--boards", "0", "--out", out)
    assert re.fullmatch(r"2 games, 0 boards and \d+ commands from seed 0: no difference\.\n", result.stdout)


def test_an_engine_that_does_not_start_ends_it(tmp_path: Path) -> None:
    result = fuzz("--adapter", "no-such-program", "--out", str(tmp_path / "found.yaml"), status=2)
    assert "expected a program to run as 'no-such-program'" in result.output
