"""settle-a-dispute.md does what it says, in every language: its commands are run, and print what stands there."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt
from colt_rules.languages import LANGUAGES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {"en": DOCS / "settle-a-dispute.md"} | {lang: DOCS / lang / "settle-a-dispute.md" for lang in LANGUAGES[1:]}
GAME = ROOT / "events" / "games" / "tuco-from-the-roof.jsonl"


def steps(lang: str) -> list[tuple[str, str]]:
    """Every command of the page in a language, with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", PAGES[lang].read_text(encoding="utf-8"), re.DOTALL)
    found = [step for block in blocks for step in re.split(r"^\$ ", block, flags=re.MULTILINE) if step]
    return [(command, printed) for command, _, printed in (step.partition("\n") for step in found)]


def shown(lang: str) -> str:
    """The picture on the page in a language: each has its own, in which the train speaks that language."""
    return "before-the-shot.svg" if lang == "en" else f"before-the-shot.{lang}.svg"


def run(command: str, lang: str) -> str:
    """What a command of the page prints for a reader of this language."""
    program, *words = shlex.split(command)
    if program != "colt":
        return subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout
    result = CliRunner(env={"COLUMNS": "80", "LC_ALL": f"{lang}.UTF-8"}).invoke(colt, words)
    assert result.exit_code in (0, 1), f"{command}\n{result.output}"
    return result.stdout


def is_told(wanted: str, printed: str) -> bool:
    """Whether a text is printed, with anything in the place of a line of three dots."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", wanted, flags=re.MULTILINE)]
    return re.fullmatch(r"(?s:.*)".join(parts), printed) is not None


@pytest.mark.parametrize(
    "lang", [pytest.param(lang, marks=pytest.mark.thorough) if lang != "en" else lang for lang in LANGUAGES]
)
def test_the_page_can_be_followed_from_the_question_to_the_verdict(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(GAME, tmp_path)
    for command, wanted in steps(lang):
        printed = run(command, lang)
        assert is_told(wanted, printed), f"$ {command}\n{printed}"
    assert len(steps(lang)) == 11
    picture = (tmp_path / "before-the-shot.svg").read_text(encoding="utf-8")
    assert picture == (DOCS / "pictures" / shown(lang)).read_text(encoding="utf-8")
    assert f"pictures/{shown(lang)})" in PAGES[lang].read_text(encoding="utf-8")
    assert 'id="event-464"' in (tmp_path / "verdict.html").read_text(encoding="utf-8")
    assert (tmp_path / GAME.name).read_bytes() == GAME.read_bytes()


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_in_every_language_the_same_is_typed(lang: str) -> None:
    typed, by_language = [command for command, _ in steps("en")], [command for command, _ in steps(lang)]
    assert [re.sub("--lang [a-z]+", "--lang", command) for command in by_language] == [
        re.sub("--lang [a-z]+", "--lang", command) for command in typed
    ]


def test_what_is_left_out_is_said_so() -> None:
    assert is_told("a\n...\nc\n", "a\nb\nc\n")
    assert not is_told("a\nc\n", "a\nb\nc\n")
    assert not is_told("a\n...\nd\n", "a\nb\nc\n")
