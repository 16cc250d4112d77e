"""docs/server-log.md does what it says: its commands, programs and queries are run one after the other."""

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt
from colt_rules.log.opening import open_store
from tests.stores import own_database

PAGE = Path(__file__).parents[1] / "docs" / "server-log.md"
ADDRESS = "postgresql://colt@localhost/colt"
SERVER = os.environ.get("COLT_TEST_POSTGRESQL", "")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(params=["postgresql", "sqlite"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A store that is new: in a database of its own on the server, or in a file, as the page says."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
        return
    with own_database() as address:
        yield address


def run(command: str, address: str, facts: dict[str, str]) -> None:
    """Run a command of the page, with the names of the game and the key that are there now."""
    program, *words = shlex.split(command)
    assert program == "colt"
    result = CliRunner().invoke(colt, [facts.get(word, word) for word in words], env={"COLT_LOG": address})
    assert result.exit_code == 0, f"{command}\n{result.output}"
    if words[:2] == ["log", "key"]:
        facts["PUBLIC_KEY"] = result.stdout.strip()
    if words[0] == "demo":
        with open_store(address, read_only=True) as store:
            facts["GAME"] = store.games()[0].game


def test_the_page_can_be_followed_from_the_first_command_to_the_last(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    facts: dict[str, str] = {}
    for language, text in BLOCKS:
        if language == "sh":
            for command in text.splitlines():
                run(command, address, facts)
        elif language == "python":
            exec(text.replace(ADDRESS, address), {})
        elif SERVER and "://" in address:
            with open_store(address, read_only=True) as store:
                assert store.rows(text.strip().rstrip(";"))[0][1] > 0
    assert {language for language, _ in BLOCKS} == {"sh", "python", "sql"}
    told = capsys.readouterr().out
    assert "kind='train'" in told
    assert (tmp_path / "for-ghost.jsonl").exists()
    assert facts.keys() == {"GAME", "PUBLIC_KEY"}


def test_the_messages_on_the_page_are_those_of_the_store() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (PAGE.parents[1] / "colt_rules" / "log").glob("*.py"))
    table = PAGE.read_text(encoding="utf-8").partition("## 8.")[2]
    quoted = re.findall(r"^\| `(.*?)` \|", table, re.MULTILINE)
    assert len(quoted) == 6
    for words in quoted:
        parts = [part for part in re.split(r"\d+|GAME", words) if part.strip(" ,.")]
        assert all(part.strip() in source for part in parts), words
