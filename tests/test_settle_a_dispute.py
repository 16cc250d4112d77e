"""docs/settle-a-dispute.md does what it says: its commands are run, and print what stands there."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "settle-a-dispute.md"
GAME = ROOT / "events" / "games" / "tuco-from-the-roof.jsonl"
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
STEPS = [
    tuple(step.split("\n", 1)) for block in BLOCKS for step in re.split(r"^\$ ", block, flags=re.MULTILINE) if step
]
"""Every command of the page, with what it prints."""


def run(command: str) -> str:
    """What a command of the page prints."""
    program, *words = shlex.split(command)
    if program != "colt":
        return subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout
    result = CliRunner(env={"COLUMNS": "80"}).invoke(colt, words)
    assert result.exit_code in (0, 1), f"{command}\n{result.output}"
    return result.stdout


def is_told(wanted: str, printed: str) -> bool:
    """Whether a text is printed, with anything in the place of a line of three dots."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", wanted, flags=re.MULTILINE)]
    return re.fullmatch(r"(?s:.*)".join(parts), printed) is not None


def test_the_page_can_be_followed_from_the_question_to_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(GAME, tmp_path)
    for command, wanted in STEPS:
        printed = run(command)
        assert is_told(wanted, printed), f"$ {command}\n{printed}"
    assert len(STEPS) == 11
    picture = (tmp_path / "before-the-shot.svg").read_text(encoding="utf-8")
    assert picture == (PAGE.parent / "pictures" / "before-the-shot.svg").read_text(encoding="utf-8")
    assert 'id="event-464"' in (tmp_path / "verdict.html").read_text(encoding="utf-8")
    assert (tmp_path / GAME.name).read_bytes() == GAME.read_bytes()


def test_what_is_left_out_is_said_so() -> None:
    assert is_told("a\n...\nc\n", "a\nb\nc\n")
    assert not is_told("a\nc\n", "a\nb\nc\n")
    assert not is_told("a\n...\nd\n", "a\nb\nc\n")
