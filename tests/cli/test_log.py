"""`colt log` lists, shows, exports and verifies games, and says what it cannot do."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from colt_rules.cli.main import colt
from colt_rules.log.store import Store
from tests.logs import chained, changed_entry, played, text_of


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(colt, list(map(str, words)))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one whole game and one that has just begun."""
    path = tmp_path_factory.mktemp("log") / "games.db"
    with Store(path) as opened:
        for log, commands in ((played(1), None), (played(2), 3)):
            opened.create(log.header)
            seq = 0
            for entry in log.commands[:commands]:
                events = [(one.event, one.cites) for one in log.events if one.command == entry.number]
                seq = opened.append(log.header.game, seq, entry.command, events)
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(played(1)))
    return path


def test_list_names_the_games(store: Path) -> None:
    result = run("--log", store, "log", "list")
    assert result.exit_code == 0
    assert "game-1" in result.output
    assert "ghost, cheyenne, django" in result.output
    assert f"2 games in {store}" in result.output
    told = json.loads(run("--log", store, "log", "list", "--json").output)
    assert [(one["game"], one["over"], one["commands"]) for one in told] == [
        ("game-1", True, len(played(1).commands)),
        ("game-2", False, 3),
    ]


def test_show_tells_commands_events_and_clauses(store: Path) -> None:
    result = run("--log", store, "log", "show", "game-1")
    assert result.exit_code == 0
    assert result.output.startswith("game-1: ru-full, base; ghost, cheyenne, django\n")
    assert "   1 table: StartGame edition=ru-full happenings=yes" in result.output
    assert "        1 GameStarted " in result.output
    assert "setup.character.choice" in result.output
    assert len(result.output.splitlines()) == 1 + len(played(1).events) + 2 * len(played(1).commands)


def test_show_can_be_read_by_programs(store: Path, file: Path) -> None:
    result = run("--log", store, "log", "show", "game-1", "--json")
    told = json.loads(result.output)
    assert told["header"]["game"] == "game-1"
    assert [told["header"], *told["entries"]] == [json.loads(line) for line in file.read_bytes().splitlines()]


def test_export_writes_the_interchange_file(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    result = run("--log", store, "log", "export", "game-1", path)
    assert result.exit_code == 0
    assert path.read_bytes() == text_of(played(1))
    assert run("--log", store, "log", "export", "game-1").stdout_bytes == text_of(played(1))


def test_export_writes_over_nothing_unless_told(store: Path, file: Path) -> None:
    file.write_bytes(b"a letter")
    result = run("--log", store, "log", "export", "game-1", file)
    assert result.exit_code == 2
    assert "--force" in result.output
    assert file.read_bytes() == b"a letter"
    assert run("--log", store, "log", "export", "game-1", file, "--force").exit_code == 0
    assert file.read_bytes() == text_of(played(1))


def test_export_says_where_it_cannot_write(store: Path, tmp_path: Path) -> None:
    result = run("--log", store, "log", "export", "game-1", tmp_path / "no" / "such.jsonl")
    assert result.exit_code == 2
    assert "cannot write" in result.output


@pytest.mark.parametrize("game", ["game-1", "game-2", "file"])
def test_verify_passes_what_is_sound(store: Path, file: Path, game: str) -> None:
    result = run("--log", store, "log", "verify", file if game == "file" else game)
    assert result.exit_code == 0
    assert result.output.startswith("Sound: ")
    told = json.loads(run("--log", store, "log", "verify", file if game == "file" else game, "--json").output)
    assert told["sound"] is True
    assert told["departures"] == []


def test_verify_names_the_first_departure(file: Path) -> None:
    log = played(1)
    entry = log.events[20]
    at = log.entries.index(entry)
    file.write_bytes(
        text_of(
            chained(
                log.header, [*log.entries[:at], changed_entry(entry, cites=("fire.target",)), *log.entries[at + 1 :]]
            )
        )
    )
    result = run("log", "verify", file)
    assert result.exit_code == 1
    assert f"line {at + 2}, command {entry.command}, event 21" in result.output
    assert "citing fire.target" in result.output
    assert entry.cites[0] in result.output
    told = json.loads(run("log", "verify", file, "--json").output)
    assert told["sound"] is False
    (departure,) = told["departures"]
    assert (departure["kind"], departure["event"], departure["clauses"]) == ("cites", 21, list(entry.cites))


def test_verify_tells_what_is_malformed_line_by_line(file: Path) -> None:
    file.write_bytes(text_of(played(1)).replace(b'"seq":20', b'"seq":"20"').replace(b'"seq":25,', b""))
    result = run("log", "verify", file)
    assert result.exit_code == 1
    assert "seq: expected a whole number, got the text '20'" in result.output
    assert "got nothing" in result.output
    told = json.loads(run("log", "verify", file, "--json").output)
    assert told["sound"] is False
    assert len(told["problems"]) >= 2
    shown = run("log", "show", file)
    assert shown.exit_code == 1
    assert "malformed" in shown.output


@pytest.mark.parametrize("command", ["show", "export", "verify"])
def test_a_game_that_is_not_there_is_told(store: Path, command: str) -> None:
    result = run("--log", store, "log", command, "game1")
    assert result.exit_code == 2
    assert "did you mean game-1?" in result.output


@pytest.mark.parametrize("words", [["list"], ["show", "x"], ["export", "x"], ["verify", "x"]])
def test_a_store_that_is_not_there_is_told_and_not_made(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "none.db"
    result = run("--log", path, "log", *words)
    assert result.exit_code == 2
    assert f"expected a log at {path}, got no file" in result.output
    assert not path.exists()


def test_a_file_that_is_no_store_is_told(file: Path) -> None:
    result = run("--log", file, "log", "list")
    assert result.exit_code == 2
    assert "not even a database" in result.output


@pytest.mark.parametrize("words", [[], ["list"], ["show"], ["export"], ["verify"]])
def test_help_teaches_with_examples(words: list[str]) -> None:
    result = run("log", *words, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.output
