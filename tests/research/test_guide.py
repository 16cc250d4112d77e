"""The programs in docs/research.md run as described."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.research.needing import INSTALLED, PACKAGES

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"(?:<!-- needs (.*?) -->\n)?```python\n(.*?)```", PAGE, re.DOTALL)

LEARNS = bool(find_spec("sb3_contrib"))
HAS = {
    "the native engine": INSTALLED,
    "sb3-contrib": LEARNS,
    "the native engine and sb3-contrib": INSTALLED and LEARNS,
    "OpenSpiel": bool(find_spec("pyspiel")),
}
"""Whether what a program needs is installed."""


@pytest.mark.parametrize(
    ("needs", "program"),
    PROGRAMS,
    ids=[
        "game",
        "modules",
        "log",
        "playout",
        "environment",
        "against bots",
        "measure",
        "actions",
        "batch",
        "learner",
        "batch env",
        "openspiel",
        "player",
        "own",
    ],
)
def test_the_programs_of_the_guide_run(
    needs: str, program: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    if needs and not HAS[needs]:
        pytest.skip(f"needs {needs}, which the page says how to install")
    arrays = ("environment", "against_bots", "openspiel", "numpy")
    if any(word in program for word in arrays) and not find_spec("pettingzoo"):
        pytest.skip(PACKAGES)
    exec(program, {})
    assert capsys.readouterr().out.strip()


def test_the_guide_names_the_numbers_that_are_true() -> None:
    if not find_spec("pettingzoo"):
        pytest.skip(PACKAGES)
    from colt_rules.research.environment import MOST_CHOICES

    assert f"| actions | {MOST_CHOICES}, or" in PAGE
