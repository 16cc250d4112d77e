"""What people install: a wheel, into an empty environment, away from the repository."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return str(done.stdout)


@pytest.fixture(scope="module")
def colt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `colt` of a wheel that was built here and installed elsewhere."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "empty", with_pip=True)
    python = folder / "empty" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=folder)
    return python.with_name("colt")


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, object]:
    """A folder and an environment that know nothing of the repository."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COLT", "VIRTUAL"))}
    return {"cwd": tmp_path, "env": {**plain, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}}


def test_a_wheel_installed_elsewhere_plays_the_demo(colt: Path, elsewhere: dict[str, object], tmp_path: Path) -> None:
    told = json.loads(run(colt, "demo", "--json", **elsewhere))
    assert told["replayed_to_the_same_state"] is True
    assert told["departures"] == []
    assert len(told["ranking"]) == 4
    assert Path(told["log"]).is_relative_to(tmp_path / "data")
    assert Path(told["log"]).exists()


def test_a_wheel_verifies_exports_imports_and_judges_a_game_without_the_extras(
    colt: Path, elsewhere: dict[str, object]
) -> None:
    told = json.loads(run(colt, "demo", "--json", **elsewhere))
    run(colt, "log", "export", told["game"], "game.jsonl", **elsewhere)
    run(colt, "--log", "other.db", "log", "import", "game.jsonl", **elsewhere)
    found = json.loads(run(colt, "--log", "other.db", "log", "verify", told["game"], "--json", **elsewhere))
    assert (found["sound"], found["over"], found["events"]) == (True, True, told["events"])
    assert json.loads(run(colt, "audit", "game.jsonl", "--json", **elsewhere))["sound"] is True
    run(colt, "report", "game.jsonl", "-o", "verdict.html", **elsewhere)


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("--log", "postgresql://nowhere/colt", "log", "list"), "postgresql"),
        (("log", "key", "my.pem"), "seals"),
    ],
)
def test_what_needs_an_extra_says_which(
    colt: Path, elsewhere: dict[str, object], words: tuple[str, ...], extra: str
) -> None:
    done = subprocess.run([colt, *words], capture_output=True, text=True, **elsewhere)  # type: ignore[call-overload]
    assert done.returncode == 2
    assert f"pip install 'colt-rules[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wheel_carries_the_specification(colt: Path, elsewhere: dict[str, object]) -> None:
    shown = json.loads(run(colt, "spec", "show", "fire.roof.line-of-sight", "--json", **elsewhere))
    assert shown["id"] == "fire.roof.line-of-sight"
    assert shown["tests"]
    assert json.loads(run(colt, "spec", "check", "--json", **elsewhere))["problems"] == []


def test_a_wheel_carries_the_conformance_suite(colt: Path, elsewhere: dict[str, object]) -> None:
    told = json.loads(run(colt, "conformance", "run", "fire.roof.*", "--json", **elsewhere))
    assert told["status"] == 0
    assert told["footer"]["counts"]["pass"] > 20
    mutant = ("conformance", "mutants", "fire.not-same-place/*", "--json")
    assert all(fate["dead"] for fate in json.loads(run(colt, *mutant, **elsewhere)))
