"""A module comes in by one folder and one line, and every floor takes it in: tried with a toy, a balloon.

``tests/toy_expansion`` is laid out like the project, and its files are put among those of a copy. There the toy is in
the list of modules from the start, as every module is, and its own tests run.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from colt_rules.modules import MODULES

ROOT = Path(__file__).parents[1]
TOY = ROOT / "tests" / "toy_expansion"
NAME = "balloon-ride"
COPIED = ("colt_rules", "spec", "conformance", "events", "docs", "tests")
LAST = MODULES[-1]
"""The module after which it is listed."""
LINES = {
    "colt_rules/modules.py": (f'"{LAST}",\n)', f'"{LAST}",\n    "{NAME}",\n)'),
    "spec/editions/ru-full.toml": (f'"{LAST}",\n]', f'"{LAST}", "{NAME}",\n]'),
    "conformance/adapters/js/folds/index.mjs": (
        ",\n};",
        f',\n  "{NAME}": balloon,\n}};\nimport {{ CHANGES as balloon }} from "./{NAME}.mjs";',
    ),
}
"""What says that there is such a module: the list of modules, the edition whose book has it, and the client's list."""
TESTS = ("tests/rules/balloon_ride", "tests/test_layers.py", "tests/conformance/test_javascript.py")
"""Its own tests, and those of the house that look at every module."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the toy in it."""
    to = tmp_path_factory.mktemp("project")
    for name in COPIED:
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("games", TOY.name, "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", to)
    (to / "events" / "games").symlink_to(ROOT / "events" / "games")
    for path in (path for path in TOY.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        place = to / path.relative_to(TOY)
        is_test = place.is_relative_to(to / "tests")  # here it is not called like one, for it needs the toy
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place.with_name(f"test_{place.name}") if is_test else place)
    for name, (old, new) in LINES.items():
        text = (to / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name}: expected {old} once, as the place where a module is listed"
        (to / name).write_text(text.replace(old, new), encoding="utf-8")
    return to


def run(copy: Path, *words: str) -> str:
    """What a program of Python prints there."""
    paths = {"PYTHONPATH": str(copy), "XDG_DATA_HOME": str(copy)}
    done = subprocess.run(
        [sys.executable, *words], cwd=copy, env={**os.environ, **paths}, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.thorough
def test_every_floor_takes_in_the_toy(copy: Path) -> None:
    run(copy, "-c", "from colt_rules.cli.main import colt; colt()", "schema", "--write", "events/schemas")
    run(copy, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS)
