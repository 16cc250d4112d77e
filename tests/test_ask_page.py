"""docs/ask.md does what it says: its commands are run, and print what stands there."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt
from tests.test_settle_a_dispute import is_told

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ask.md"
TRAIN = """\
roof   | ... | tuco belle ... | ... | ... | ... |
inside | ... | ...            | ... | ... | ... |
"""


def steps() -> list[tuple[str, str]]:
    """Every command of the page, with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    found = [step for block in blocks for step in re.split(r"^\$ ", block, flags=re.MULTILINE) if step]
    return [(command, printed) for command, _, printed in (step.partition("\n") for step in found)]


def prepare(folder: Path) -> None:
    """What the page begins with: the kept games, and a drawn train."""
    (folder / "games").mkdir()
    for path in (ROOT / "events" / "games").glob("*.jsonl"):
        shutil.copy(path, folder / "games")
    (folder / "train.txt").write_text(TRAIN, encoding="utf-8")


def run(command: str) -> str:
    """What a command of the page prints, or says when it refuses."""
    program, *words = shlex.split(command)
    if program == "cat":
        return "".join(Path(word).read_text(encoding="utf-8") for word in words)
    result = CliRunner(env={"COLUMNS": "80", "LC_ALL": "en.UTF-8"}).invoke(colt, words)
    assert result.exit_code in (0, 2), f"{command}\n{result.output}"
    return result.output if result.exit_code else result.stdout


def test_the_page_can_be_followed_from_the_first_command_to_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    for command, wanted in steps():
        printed = run(command)
        assert is_told(wanted, printed), f"$ {command}\n{printed}"
    assert (tmp_path / "characters.svg").exists()
    assert not (tmp_path / "mine.csv").exists()
