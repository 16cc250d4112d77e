"""The command `colt` itself."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from colt_rules import __version__
from colt_rules.cli import output
from colt_rules.cli.main import COMMANDS, NOBODY_READS, colt
from colt_rules.cli.output import print_json, print_list, progress
from colt_rules.modules import IncompleteModule

KEPT = Path(__file__).parents[2] / "events" / "games" / "six-everything.jsonl"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_in_the_table_is_there(name: str) -> None:
    module, _, attribute = COMMANDS[name][0].partition(":")
    assert isinstance(getattr(import_module(module), attribute), click.Command)


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_the_commands(option: str) -> None:
    result = CliRunner().invoke(colt, [option])
    assert result.exit_code == 0
    for name, (_, help) in COMMANDS.items():
        assert re.search(rf"{name}\s+{re.escape(help[:30])}", result.output)


def test_no_help_imports_what_it_does_not_need() -> None:
    code = (
        "import sys; from colt_rules.cli.main import COMMANDS, colt; "
        "[colt([*name, '--help'], standalone_mode=False) for name in ([], *([name] for name in COMMANDS))]; "
        "print(sorted({'attrs', 'cattrs', 'rich', 'msgspec', 'colt_rules.registry'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
    assert run.stdout.count("Usage:") == len(COMMANDS) + 1


def test_the_version_is_that_of_the_package() -> None:
    assert __version__ in CliRunner().invoke(colt, ["--version"]).output


def test_an_unknown_command_is_a_usage_error() -> None:
    result = CliRunner().invoke(colt, ["spce"])
    assert result.exit_code == 2
    assert "No such command 'spce'" in result.output


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (OSError(28, "No space left on device"), 2, "Error: No space left on device"),
        (MemoryError(), 2, "the memory is full"),
        (KeyboardInterrupt(), 130, "Aborted!"),
        (
            IncompleteModule("events.py: expected a sentence, got none"),
            2,
            "events.py: expected a sentence, got none",
        ),
        (KeyError("x"), 2, "this is a fault of colt-rules, please report it: KeyError: 'x'"),
    ],
)
def test_whatever_goes_wrong_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, words: str
) -> None:
    def fail(ctx: click.Context) -> None:
        raise error

    monkeypatch.setattr(colt, "invoke", fail)
    result = CliRunner().invoke(colt, ["demo"])
    assert result.exit_code == status
    assert words in result.output
    assert "Traceback" not in result.output


def test_a_log_that_is_a_folder_matters_only_where_a_log_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLT_LOG", str(tmp_path))
    assert CliRunner().invoke(colt, ["schema"]).exit_code == 0
    result = CliRunner().invoke(colt, ["log", "list"])
    assert result.exit_code == 2
    assert "it is a folder" in result.output


@pytest.mark.thorough
@pytest.mark.parametrize("words", [("log", "show", str(KEPT)), ("log", "export", str(KEPT)), ("conformance", "list")])
def test_a_closed_output_pipe_ends_it_silently_like_any_unix_tool(words: tuple[str, ...]) -> None:
    program = [sys.executable, "-m", "colt_rules.cli.main", *words]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline()
        running.stdout.close()
        assert running.wait(60) == NOBODY_READS
        assert running.stderr.read() == b""


STRANGE = "a\x1b[2J\x00\x7f\x85\x9b\u202egnp\u2066\u200b\ufeff\U000e0041\ud800é中🎲"


@pytest.mark.parametrize("printed", [print_json, lambda data: print_list([data])])
def test_json_for_programs_is_safe_to_look_at_and_means_the_same(
    printed: Callable[[Any], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON must escape only the first control characters; terminals obey further ones, and readers may not see them."""
    printed({STRANGE: [STRANGE]})
    text = capsys.readouterr().out
    assert {sign for sign in text if not sign.isprintable()} == {"\n"}
    assert r"\u007f\u0085\u009b\u202egnp\u2066\u200b\ufeff\udb40\udc41\ud800é中🎲" in text
    assert json.loads(text) in ({STRANGE: [STRANGE]}, [{STRANGE: [STRANGE]}])


def test_without_a_terminal_progress_is_told_every_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress("Playing", 2000) as done:
        done(500)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(output, "MINUTE", 0.0)
    with progress("Playing", 2000) as done:
        done(500)
        done(700)
    with progress("Counting", lambda: 1 // 0) as done:
        done(3)
    assert capsys.readouterr().err.splitlines() == ["Playing: 500 of 2,000", "Playing: 1,200 of 2,000", "Counting: 3"]
