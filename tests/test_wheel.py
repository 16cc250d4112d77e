"""What people install: a wheel, into an empty environment, away from the repository and without a network."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[1]

NO_NETWORK = """
import sys

def refuse(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple):
        raise OSError(101, f"expected no network to be needed, got a connection to {args[1]}")

sys.addaudithook(refuse)
"""
"""Put into the environment as ``sitecustomize``: whatever reaches for the network fails."""


def run(*command: str | Path, **options: Any) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return str(done.stdout)


def needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """The installed packages that a package needs without its extras."""
    for requirement in distribution(name).requires or ():
        wanted, _, marker = requirement.partition(";")
        other = re.match(r"[\w.-]+", wanted)
        if "extra" in marker or other is None or other[0] in found:
            continue
        try:
            found[other[0]] = distribution(other[0])
        except PackageNotFoundError:  # one for older versions of Python
            continue
        needed(other[0], found)
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and a source distribution of a project in which the native engine was built, too."""
    folder = tmp_path_factory.mktemp("built")
    project = folder / "project"
    project.mkdir()
    for part in ("colt_rules", "spec", "events", "conformance", "docs", "tests"):
        shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__", "build"))
    for file in filter(Path.is_file, ROOT.iterdir()):
        shutil.copyfile(file, project / file.name)
    native = project / "conformance" / "adapters" / "native"
    (native / "build" / "cp311").mkdir(parents=True)
    for left in ("build/cp311/CMakeCache.txt", "build/cp311/rules.o", "colt_native/_engine.so"):
        (native / left).write_bytes(b"left behind by a compiler")
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist", "--outdir", folder, project)
    return folder


@pytest.fixture(scope="module")
def colt(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `colt` of a wheel that was built here and installed elsewhere, with what it needs and no more."""
    folder = tmp_path_factory.mktemp("installed") / "empty"
    venv.create(folder)
    python = folder / "bin" / "python"
    (packages,) = folder.glob("lib/python3*/site-packages")
    for each in needed("colt-rules", {}).values():
        for file in each.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(file.locate())), packages / file)
    (packages / "sitecustomize.py").write_text(NO_NETWORK, encoding="utf-8")
    (wheel,) = built.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--no-index", "--no-deps", wheel, cwd=folder)
    return python.with_name("colt")


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, Any]:
    """A folder and an environment that know nothing of the repository."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COLT", "VIRTUAL"))}
    return {"cwd": tmp_path, "env": {**plain, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}}


# --- what is packed


def test_compiler_output_is_not_packed(built: Path) -> None:
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as installed, tarfile.open(source) as sources:
        packed = {*installed.namelist(), *sources.getnames()}
    odd = re.compile(r"\.(o|a|so|pyc|db)$|/native/build/|/\.venv|__pycache__")
    assert [name for name in packed if odd.search(name)] == []
    assert "colt_rules/suite/adapters/native/src/bindings.cpp" in packed


# --- every command that the README shows

PLACEHOLDERS = {"CLAUSE": "fire.target", "EDITION": "pl-base", "WORDS": "roof", "GAME": "game"}
"""By placeholder in the README: the value that the test uses; the game has been played before."""
SMALLER = {
    "conformance run": ["fire.roof.*"],
    "conformance run --reachable": ["fire.roof.*"],
    "conformance mutants": ["fire.not-same-place/*"],
    "bench": ["--help"],
    "bench log": ["--help"],
}
"""What would take long, as little of it as there is; ``tests/bench`` measures."""
LACKS = {
    "--log postgresql://colt@localhost/colt demo": "pip install 'colt-rules[postgresql]'",
    "conformance fuzz --adapter COMMAND": "pip install 'colt-rules[testing]'",
    "conformance duel --adapter COMMAND": "pip install 'colt-rules[testing]'",
    "match": "expected the native engine, got no package colt_native",
    "log archive logs/ --into archive": "pip install 'colt-rules[archive]'",
    "ask characters archive": "expected an archive or a store at archive, got no file or folder",
    "docs serve": "expected a site in site, got none; `colt docs build` makes it",
}
"""What needs more than the package, and what it says."""


def shown() -> Iterator[str]:
    """The commands in the README: in the list, before their explanation, and within sentences."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    yield from (re.split(r"\s{2,}", line)[0] for line in re.findall(r"^    colt (.*)$", text, re.MULTILINE))
    yield from re.findall(r"`colt ([^`]+)`", text)


COMMANDS = list(dict.fromkeys(shown()))


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) > 40
    assert {*SMALLER, *LACKS} <= {*COMMANDS}, "each of them is still shown"


@pytest.fixture(scope="module")
def home(colt: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A folder in which a game was played that has everything the README speaks of."""
    folder = tmp_path_factory.mktemp("home")
    env = {"HOME": str(folder), "PATH": f"{colt.parent}{os.pathsep}/usr/bin{os.pathsep}/bin", "LANG": "C.UTF-8"}
    where: dict[str, Any] = {"cwd": folder, "env": env, "stdin": subprocess.DEVNULL}
    game = json.loads(run(colt, "demo", "--players", "6", "--seed", "7", "--json", **where))["game"]
    for name in ("mine.jsonl", "theirs.jsonl"):
        run(colt, "log", "export", game, name, **where)
    other = json.loads(run(colt, "--log", "games.db", "demo", "--json", **where))["game"]
    (folder / "logs").mkdir()
    run(colt, "--log", "games.db", "log", "export", other, "logs/other.jsonl", **where)
    rows = list(map(json.loads, (folder / "mine.jsonl").read_text(encoding="utf-8").splitlines()))
    commands = [row for row in rows if "data" in row and "seq" not in row]
    given = [row["data"] | {"type": row["type"], "actor": row["actor"]} for row in commands]
    (folder / "commands.jsonl").write_text("\n".join(map(json.dumps, given)), encoding="utf-8")
    (folder / "game").write_text(game, encoding="utf-8")
    return where


@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_readme_shows_works_from_a_wheel_alone(colt: Path, home: dict[str, Any], command: str) -> None:
    game = (Path(str(home["cwd"])) / "game").read_text(encoding="utf-8")
    words = [{**PLACEHOLDERS, "GAME": game}.get(word, word) for word in shlex.split(command)]
    done = subprocess.run(
        [colt, *words, *SMALLER.get(command, ())], capture_output=True, text=True, timeout=120, **home
    )
    assert "Traceback" not in done.stderr
    assert "this is a fault" not in done.stderr
    if command in LACKS:
        assert (done.returncode, LACKS[command] in done.stderr) == (2, True), done.stderr
    else:
        assert done.returncode == 0, f"{done.stdout[-500:]}\n{done.stderr}"
        assert done.stdout


def test_the_module_is_the_command(colt: Path, elsewhere: dict[str, Any]) -> None:
    python = colt.with_name("python")
    told = run(python, "-m", "colt_rules", "spec", "show", "fire.target", **elsewhere)
    assert told == run(colt, "spec", "show", "fire.target", **elsewhere)
    done = subprocess.run([python, "-m", "colt_rules", "dance"], capture_output=True, text=True, **elsewhere)
    assert done.returncode == 2
    assert "Try 'python -m colt_rules --help' for help." in done.stderr


# --- what else people do with it


def test_a_wheel_installed_elsewhere_plays_the_demo(colt: Path, elsewhere: dict[str, Any], tmp_path: Path) -> None:
    told = json.loads(run(colt, "demo", "--json", **elsewhere))
    assert told["replayed_to_the_same_state"] is True
    assert told["departures"] == []
    assert len(told["ranking"]) == 4
    assert Path(told["log"]).is_relative_to(tmp_path / "data")
    assert Path(told["log"]).exists()


def test_a_wheel_verifies_exports_imports_and_judges_a_game_without_the_extras(
    colt: Path, elsewhere: dict[str, Any]
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
    colt: Path, elsewhere: dict[str, Any], words: tuple[str, ...], extra: str
) -> None:
    done = subprocess.run([colt, *words], capture_output=True, text=True, **elsewhere)
    assert done.returncode == 2
    assert f"pip install 'colt-rules[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wheel_carries_the_specification(colt: Path, elsewhere: dict[str, Any]) -> None:
    shown = json.loads(run(colt, "spec", "show", "fire.roof.line-of-sight", "--json", **elsewhere))
    assert shown["id"] == "fire.roof.line-of-sight"
    assert shown["cases"]
    assert json.loads(run(colt, "spec", "check", "--json", **elsewhere))["problems"] == []


def test_a_wheel_carries_the_conformance_suite(colt: Path, elsewhere: dict[str, Any]) -> None:
    told = json.loads(run(colt, "conformance", "run", "fire.roof.*", "--json", **elsewhere))
    assert told["status"] == 0
    assert told["footer"]["counts"]["pass"] > 20
    mutant = ("conformance", "mutants", "fire.not-same-place/*", "--json")
    assert all(fate["dead"] for fate in json.loads(run(colt, *mutant, **elsewhere)))
