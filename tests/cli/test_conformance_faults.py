"""Problems around a run are reported by the real command, and no result is lost."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from colt_rules.modules import MODULES
from tests.cli.running import run_colt
from tests.conformance.made_up import HIDDEN

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
STARTED = (
    '{"type":"started","seq":0,"protocol":1,"name":"half","version":"1","editions":["ru-full"],'
    '"modules":["base"],"levels":["outcome"]}'
)


def colt_process(*args: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """`colt` as people start it."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-m", "colt_rules.cli.main", "conformance", *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)


def adapter(folder: Path, code: str) -> str:
    path = folder / "adapter.py"
    path.write_text(code, encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(path)])


def ends(status: int, *args: str) -> str:
    return run_colt("conformance", *args, status=status).output


DEAF = f"""
import os, sys, time
sys.stdin.readline()
print('{STARTED}', flush=True)
os.close(0)
time.sleep(30)
"""


@pytest.mark.parametrize("command", [["smoke"], ["run"], ["fuzz", "--seconds", "5"]], ids=lambda command: command[0])
def test_an_engine_that_stops_listening_does_not_end_the_harness(tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text(json.dumps(HIDDEN), encoding="utf-8")
    more = {"run": ["--file", str(file)], "fuzz": ["--out", str(tmp_path / "found.yaml")]}.get(command[0], [])
    done = colt_process(*command, *more, "--adapter", adapter(tmp_path, DEAF), "--timeout", "1", cache=tmp_path)
    assert done.returncode in (1, 2), done
    assert any(status in done.stdout + done.stderr for status in ("crash", "timeout"))  # it may listen once more


def test_what_an_adapter_says_before_it_ends_is_told(tmp_path: Path) -> None:
    done = colt_process("smoke", "--adapter", adapter(tmp_path, "print('My engine 1.2')"), cache=tmp_path)
    assert done.returncode == 2
    assert "got the line 'My engine 1.2'; only responses may go to stdout" in done.stderr


def test_a_closed_output_pipe_ends_it_silently(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m colt_rules.cli.main conformance mutants --list | head -n 1"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, shell=True, env=env, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("mutant")
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["run", "smoke", "fuzz"])
def test_an_empty_adapter_is_not_taken_for_the_reference(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "expected the command of an adapter" in ends(2, command, "--adapter", "")
    monkeypatch.setenv("COLT_ADAPTER", "")
    assert "expected the command of an adapter" in ends(2, command)


def test_fuzzing_needs_somebody_to_play_against() -> None:
    assert "expected --adapter COMMAND, the engine to compare with the reference, got none" in ends(2, "fuzz")


SPARING = f"""
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    kind = {{"new": "ready", "command": "accepted", "stop": "stopped"}}.get(request["type"])
    answer = json.loads('{STARTED}') if kind is None else {{"type": kind}}
    print(json.dumps({{**answer, "seq": request["seq"]}}), flush=True)
    if kind == "stopped":
        break
"""


def test_smoke_sees_that_an_answer_lacks_what_the_level_needs(tmp_path: Path) -> None:
    output = ends(2, "smoke", "--adapter", adapter(tmp_path, SPARING))
    assert "not ok  outcome: it supports outcome but its answer has no state" in output


def test_smoke_sees_that_no_case_is_of_the_supported_editions(tmp_path: Path) -> None:
    output = ends(2, "smoke", "--adapter", adapter(tmp_path, SPARING.replace("ru-full", "en")))
    assert "not ok  editions: it supports en; known are ru-full" in output


def test_smoke_sees_that_a_module_is_unknown_and_names_what_is_known(tmp_path: Path) -> None:
    output = ends(2, "smoke", "--adapter", adapter(tmp_path, SPARING.replace('["base"]', '["expret"]')))
    assert "ok      editions: ru-full\n" in output
    assert f"not ok  modules: it supports expret; known are {', '.join(MODULES)}\n" in output


@pytest.mark.parametrize("option", ["--html", "--junit", "--report"])
def test_a_report_that_cannot_be_written_is_told_before_the_run(
    tmp_path: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != locked and allowed(path, mode))  # root may all
    output = ends(2, "run", "move.must-move/*", option, str(locked / "report"))
    assert f"expected to be allowed to write {locked / 'report'}" in output
    assert not list(locked.iterdir())


def test_the_id_of_a_check_stands_for_its_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert "1 case, " in ends(0, "run", "fire.target/the-marshal-is-no-target#refused")
