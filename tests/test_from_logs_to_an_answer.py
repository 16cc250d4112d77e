"""from-logs-to-an-answer.md does what it says: its program and commands are run, and print what stands there."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import run_colt
from tests.test_settle_a_dispute import is_told

PAGE = (Path(__file__).parents[1] / "docs" / "from-logs-to-an-answer.md").read_text(encoding="utf-8")


def test_the_page_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(program, {})
    steps = re.findall(r"```console\n\$ colt (.*?)\n(.*?)```", PAGE, re.DOTALL)
    for command, wanted in steps:
        printed = run_colt(*shlex.split(command), status=1).stdout
        shown = re.sub(r"(expected JSON, got) [^\n]*", r"\1 ...", printed)
        assert is_told(wanted, shown), f"$ {command}\n{printed}"
    assert len(steps) == 3
