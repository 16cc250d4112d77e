"""`colt log play` stores the whole log of given commands, or nothing."""

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.running import run_colt
from tests.log.test_playing import commands


def run(folder: Path, *words: str | Path, given: bytes = b"", status: int | None = None) -> Result:
    return run_colt("--log", str(folder / "games.db"), *words, given=given, status=status)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tuesday.jsonl"
    path.write_bytes(b"".join(commands()))
    return path


def test_the_log_is_stored_and_an_audit_finds_nothing(file: Path) -> None:
    stored = run(file.parent, "log", "play", file, status=0)
    assert f"tuesday: {len(commands())} commands led to" in stored.output
    assert "The game is over." in stored.output
    run(file.parent, "audit", "tuesday", status=0)


def test_commands_may_come_from_another_program(tmp_path: Path) -> None:
    stored = run(tmp_path, "log", "play", "-", "--name", "begun", "--json", given=b"".join(commands()[:40]))
    facts = json.loads(stored.stdout)
    assert (facts["stored"], facts["game"], facts["commands"]) == (True, "begun", 40)
    assert facts["waits_for"]


def test_a_refused_command_stops_it_and_nothing_is_stored(file: Path) -> None:
    lines = [*commands()[:20], commands()[0], *commands()[20:]]
    file.write_bytes(b"".join(lines))
    refused = run(file.parent, "log", "play", file, status=1)
    assert "line 21: expected " in refused.output
    assert "ruling.command.form: It is refused" in refused.output
    assert "Nothing was stored." in refused.output
    assert not (file.parent / "games.db").exists()
    facts = json.loads(run(file.parent, "log", "play", file, "--json").stdout)
    assert (facts["stored"], facts["line"]) == (False, 21)
    assert "ruling.command.form" in facts["clauses"]


def test_what_is_there_already_is_not_replaced(file: Path) -> None:
    assert run(file.parent, "log", "play", file).exit_code == 0
    again = run(file.parent, "log", "play", file, status=2)
    assert "which" in again.output
    assert "is already in" in again.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-",), "add --name GAME"),
        (("none.jsonl",), "cannot read none.jsonl"),
        (("-", "--name", "../up"), "add --name GAME"),
    ],
)
def test_what_cannot_run_says_why(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    assert message in run(tmp_path, "log", "play", *words, status=2).output
