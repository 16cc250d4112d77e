"""`colt log` lists, shows, exports and verifies games, and says what it cannot do."""

import json
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from colt_rules.cli.main import colt
from colt_rules.cli.output import table
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


def test_verify_says_what_an_unfinished_game_waits_for(store: Path) -> None:
    result = run("--log", store, "log", "verify", "game-2")
    assert result.exit_code == 0
    assert "unfinished: waits for " in result.output
    assert run("--log", store, "log", "verify", "game-2", "--finished").exit_code == 1
    assert run("--log", store, "log", "verify", "game-1", "--finished").exit_code == 0
    told = json.loads(run("--log", store, "log", "verify", "game-2", "--json").output)
    assert (told["sound"], told["over"]) == (True, False)
    assert told["waits_for"]


def test_verify_gives_the_last_hash_to_compare(file: Path) -> None:
    result = run("log", "verify", file)
    assert f"Last hash: {played(1).end}" in result.output
    assert "compare it with a copy you trust" in result.output
    told = json.loads(run("log", "verify", file, "--json").output)
    assert (told["last_line"], told["over"], told["waits_for"]) == (played(1).end, True, [])


def test_a_header_alone_is_unfinished(file: Path) -> None:
    file.write_bytes(text_of(played(1)).splitlines(keepends=True)[0])
    assert (
        "0 commands, 0 events, every one by the rules; unfinished: waits for table" in run("log", "verify", file).output
    )


def test_export_never_writes_over_the_store(store: Path) -> None:
    before = store.read_bytes()
    result = run("--log", store, "log", "export", "game-1", store, "--force")
    assert result.exit_code == 2
    assert "is the store itself" in result.output
    assert store.read_bytes() == before


def test_a_dash_is_standard_input_and_output(store: Path) -> None:
    assert run("--log", store, "log", "export", "game-1", "-").stdout_bytes == text_of(played(1))
    result = CliRunner().invoke(colt, ["log", "verify", "-"], input=text_of(played(1)))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_malformed_log_is_json_for_programs_too(file: Path, command: str) -> None:
    file.write_bytes(text_of(played(1)).replace(b"\n", b"\r\n"))
    result = run("log", command, file, "--json")
    assert result.exit_code == 1
    (problem,) = json.loads(result.stdout)["problems"]
    assert "CRLF" in problem["message"]


def test_neither_game_nor_file_is_told(store: Path) -> None:
    result = run("--log", store, "log", "verify", "nosuch.jsonl")
    assert result.exit_code == 2
    assert "there is neither a game nor a file of that name" in result.output


def test_show_sends_no_control_characters(file: Path) -> None:
    file.write_bytes(text_of(played(1)).replace(b'"ghost"', '"gh\u009bost\u202e"'.encode()))
    output = run("log", "show", file).output
    assert "gh\\x9bost\\u202e" in output
    assert not {"\u009b", "\u202e"} & set(output)


def test_many_departures_are_cut_short_and_the_first_is_marked(file: Path) -> None:
    log = played(1)
    file.write_bytes(text_of(chained(log.header, [one for one in log.entries if one not in log.events[9::9]])))
    output = run("log", "verify", file).output
    assert output.count("likely the cause") == 1
    assert output.count("  expected: ") == 20
    assert "not shown" in output


def test_names_of_games_are_never_folded() -> None:
    out = Console(file=StringIO(), force_terminal=True, width=60, color_system=None)
    shown = table(out, "game", "seats", whole=("game",))
    shown.add_row("demo-20261115-030107-298023", "ghost, cheyenne, django, tuco, belle, doc, and others")
    out.print(shown)
    assert "demo-20261115-030107-298023" in out.file.getvalue()  # type: ignore[attr-defined]
