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
LINE = f'    "{MODULES[-1]}",\n'
"""The line of the list after which it gets its own, the only one outside its folders."""
COMMANDS = (
    ("schema", "--write", "events/schemas"),
    ("docs", "tables", "--write"),
    ("conformance", "contract", "--write"),
)
"""What writes down what follows from a module."""
TESTS = (
    "tests/rules/balloon_ride",
    "tests/test_layers.py",
    "tests/conformance/test_javascript.py",
    "tests/rules/test_extending.py",
    "tests/kernel/test_evolve.py::test_every_event_has_its_case_here_or_beside_the_tests_of_its_module",
    "tests/events/test_readme.py::test_a_page_has_every_event_of_its_module_once",
    "tests/events/test_readme.py::test_a_page_says_how_the_first_event_finds_the_record",
    "tests/events/test_readme.py::test_the_table_names_fields_that_there_are",
    "tests/search/test_questions.py::test_there_are_enough_of_them_about_every_module",
)
"""The tests of the toy, and the tests of the project that look at every module."""


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
    modules = to / "colt_rules" / "modules.py"
    text = modules.read_text(encoding="utf-8")
    assert text.count(LINE) == 1, f"{modules}: expected {LINE} once, as the place where a module is listed"
    modules.write_text(text.replace(LINE, f'{LINE}    "{NAME}",\n'), encoding="utf-8")
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
    for words in COMMANDS:
        run(copy, "-c", "from colt_rules.cli.main import colt; colt()", *words)
    run(copy, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS)
