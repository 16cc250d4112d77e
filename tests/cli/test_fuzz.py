"""`colt conformance fuzz`: what it says, what it writes, and how it ends."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from colt_rules.cli.conformance.options import reference
from colt_rules.cli.main import colt

pytestmark = pytest.mark.thorough

SET_UP = reference(mutant="setup.placement.inside/on-the-roofs")
"""A fault that comes up in the first commands of the first game."""


def fuzz(*args: str) -> Result:
    return CliRunner().invoke(colt, ["conformance", "fuzz", *args])


def test_a_difference_is_shown_and_written_as_a_case_that_runs(tmp_path: Path) -> None:
    out = tmp_path / "found.yaml"
    result = fuzz("--adapter", SET_UP, "--out", str(out))
    assert result.exit_code == 1, result.output
    assert "Found in game 1 (seed 0)" in result.output
    text = out.read_text(encoding="utf-8")
    assert text.startswith("# Found by `colt conformance fuzz` against ")
    assert "#   setup.placement.inside: " in text
    for adapter, status in ((reference(), 0), (SET_UP, 1)):
        ran = CliRunner().invoke(colt, ["conformance", "run", "--file", str(out), "--adapter", adapter])
        assert ran.exit_code == status, ran.output


def test_it_is_told_as_json(tmp_path: Path) -> None:
    out = tmp_path / "found.yaml"
    result = fuzz("--adapter", SET_UP, "--out", str(out), "--seed", "9", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert (told["games"], told["found"]["kind"], told["found"]["seed"]) == (1, "events", 9)
    assert told["found"]["left"] <= told["found"]["pieces"]
    assert told["found"]["file"] == out.as_posix()
    assert "setup.placement.inside" in told["found"]["clauses"]


def test_the_reference_shows_no_difference(tmp_path: Path) -> None:
    out = tmp_path / "found.yaml"
    result = fuzz("--adapter", reference(), "--games", "1", "--seed", "3", "--out", str(out))
    assert (result.exit_code, result.stdout) == (0, "1 game from seed 3: no difference.\n")
    assert not out.exists()


def test_no_difference_is_told_as_json(tmp_path: Path) -> None:
    result = fuzz("--adapter", reference(), "--games", "1", "--json", "--out", str(tmp_path / "found.yaml"))
    assert json.loads(result.stdout) == {"games": 1, "found": None}


def test_an_engine_that_does_not_start_ends_it(tmp_path: Path) -> None:
    result = fuzz("--adapter", "no-such-program", "--out", str(tmp_path / "found.yaml"))
    assert result.exit_code == 2
    assert "expected a program to run as 'no-such-program'" in result.output
