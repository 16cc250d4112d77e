"""Whatever the referee is given, it says what is wrong with it and what to do, keeps its promise about the exit status,
and changes nothing.
"""

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import Result

from colt_rules import commands
from colt_rules.events import EVENTS
from colt_rules.log.opening import open_store
from colt_rules.log.redaction import redacted
from colt_rules.rules.editions import EDITIONS
from tests.cli.running import run_colt
from tests.logs import chained_lines, lines_of, played, text_of
from tests.stores import fill

COMMANDS: dict[str, tuple[str, ...]] = {
    "replay": ("replay", "GAME", "--at", "1"),
    "explain": ("explain", "GAME", "--event", "5"),
    "audit": ("audit", "GAME"),
    "compare": ("compare", "GAME", "game-1"),
    "compare with": ("compare", "game-1", "GAME"),
    "what-if": ("what-if", "GAME", "--edition", "pl-base"),
    "report": ("report", "GAME", "-o", "page.html"),
}
"""Each command, asked about a game."""
JUDGE_MANY = {"audit", "what-if"}
"""Commands that take a folder or a store for all its games."""

AT = 200
"""The line, counted from 0, at which something happens to a log."""


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a store."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLT_LOG", raising=False)
    Path("games.db").write_bytes(store())


def give(text: bytes) -> str:
    """Put a file there, and tell its name."""
    Path("given").write_bytes(text)
    return "given"


def contents() -> dict[str, bytes]:
    """All that is in the folder but a page that was written."""
    return {path.name: path.read_bytes() for path in Path().iterdir() if path.name != "page.html"}


@cache
def store() -> bytes:
    """A store with one game."""
    path = Path("made.db").absolute()
    with open_store(path) as opened:
        fill(opened, played())
    text = path.read_bytes()
    path.unlink()
    return text


def run(*words: str, status: int, log: str = "games.db") -> Result:
    """Run a command that has to end with this status, which its help has to promise, and that changes nothing."""
    before = contents()
    result = run_colt("--log", log, *words)
    assert isinstance(result.exception, SystemExit | None), f"a fault: {result.exception!r}"
    assert result.exit_code == status, result.output
    assert status in promised(words[0])
    assert contents() == before
    return result


@cache
def promised(command: str) -> set[int]:
    """The statuses that the help of a command speaks of."""
    told = run_colt(command, "--help").stdout
    return set(map(int, re.findall(r"(?::|,)\s+(\d)\s", told.partition("Exit status")[2])))


def refused(*words: str, log: str = "games.db") -> str:
    """What is said by a command that cannot run; it writes nothing."""
    result = run(*words, status=2, log=log)
    assert result.stdout == ""
    assert not Path("page.html").exists()
    return result.stderr.rpartition("Error: ")[2]


def asked(command: str, game: str) -> list[str]:
    return [game if word == "GAME" else word for word in COMMANDS[command]]


def test_each_command_promises_exit_status_0_1_and_2() -> None:
    for command in ("audit", "report", "compare", "replay", "explain", "what-if"):
        assert promised(command) == {0, 1, 2}


# --- nothing that could be looked at


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_game_is_reported(command: str) -> None:
    told = refused(*asked(command, "gmae-1"))
    assert told == (
        "there is neither a game nor a file of that name: games.db has no game 'gmae-1'; did you mean game-1?\n"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_store_is_reported(command: str) -> None:
    first = "game-1" if command == "compare with" else "game-2"
    told = refused(*asked(command, "game-2"), log="none.db")
    assert told == (
        f"there is neither a game nor a file called '{first}': expected a log at none.db, got no file; name another "
        "one, or play a game into it\n"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_a_store_is_reported(command: str) -> None:
    give(b"hello\n" * 500)
    assert "given is not a log: it is not a SQLite database; name another file" in refused(
        *asked(command, "game-2"), log="given"
    )


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - JUDGE_MANY))
def test_a_folder_is_reported(command: str) -> None:
    assert refused(*asked(command, ".")) == ". is a folder, and no game has that name; name a log in it\n"


def test_a_folder_without_logs_is_reported() -> None:
    assert refused("audit", ".") == "expected at least one log at ., got a folder without *.jsonl\n"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["x" * 5_000, "a\x1b[2Jb", ""])
def test_an_invalid_name_is_reported_in_a_short_message(command: str, name: str) -> None:
    told = refused(*asked(command, name))
    assert "there is neither a game nor a file of that name" in told
    assert len(told) < 400
    assert "\x1b" not in told


LINES = lines_of(played())

UNREADABLE = {
    "an empty file": (b"", "line 1: line: expected the header of a log, got an empty file; use an intact copy"),
    "a text": (b"hello\n" * 200, "line 1: line: expected JSON, got invalid JSON"),
    "binary": (b"\x00\xff\n\x01" * 500, "line 1: line: expected JSON, got invalid JSON"),
    "a page": (b"<!DOCTYPE html>\n<html>\n", "line 1: line: expected JSON, got invalid JSON"),
    "gzip": (b"\x1f\x8b\x08" + b"\x00" * 50, "line 1: expected a log as JSON Lines, got a gzip file; unpack it first"),
    "UTF-16": (text_of(played()).decode().encode("utf-16"), "line 1: expected a log as JSON Lines, got UTF-16; "),
    "another object": (b"{}\n", "line 1: game: expected a text, got nothing; this field is required"),
    "no header": (b"".join(LINES[1:]), "line 1: line: expected no fields but game, edition, modules, seats, spec, "),
    "a newer format": (
        text_of(played()).replace(b'"version":1', b'"version":2', 1),
        "line 1: version: expected the number 1, got the number 2; upgrade colt-rules and read the file again",
    ),
}
"""Files that this program cannot read as logs, and the message about each."""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_is_not_a_log_is_reported(command: str, name: str) -> None:
    text, words = UNREADABLE[name]
    told = refused(*asked(command, give(text)))
    assert told.startswith(f"given cannot be read as a whole log: {words}")
    assert told.count("\n") == 1


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - JUDGE_MANY))
def test_a_store_in_the_place_of_a_log_is_reported(command: str) -> None:
    assert refused(*asked(command, give(store()))) == (
        "given cannot be read as a whole log: line 1: expected a log as JSON Lines, got a SQLite file; if it is a "
        "store, list its games with `colt --log FILE log list`\n"
    )


# --- logs that are whole up to somewhere


def changed_line(old: bytes, new: bytes) -> bytes:
    """The log with one line changed, and hashes that fit."""
    assert old in LINES[AT]
    return b"".join(chained_lines([*LINES[:AT], LINES[AT].replace(old, new, 1), *LINES[AT + 1 :]]))


BROKEN = {
    "a line is missing": (b"".join([*LINES[:AT], *LINES[AT + 1 :]]), "the chain breaks between line 200 and 201"),
    "an event of a newer version": (
        changed_line(b'"v":1', b'"v":2'),
        "got the number 2; upgrade colt-rules and read it again",
    ),
    "an event that nobody knows": (
        changed_line(b'"type":"', b'"type":"Qq'),
        f"type: expected one of the {len(commands.COMMANDS) + len(EVENTS)} command and event types, got the text 'Qq",
    ),
    "a line that is none": (b"".join([*LINES[:AT], b"hello\n", *LINES[AT + 1 :]]), "line: expected JSON"),
    "cut after a line": (
        b"".join(LINES[:AT]),
        "expected the closing line, got the end of the file; the file was cut: use an intact copy",
    ),
    "cut in a line": (
        b"".join(LINES[: AT + 1])[:-30],
        "line: expected a line feed at its end, got the end of the file; the file was cut: use an intact copy",
    ),
}
"""Logs that are whole up to line 200, and what is said about the next one."""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_log_is_reported(command: str, name: str) -> None:
    text, words = BROKEN[name]
    result = run(*asked(command, give(text)), status=1)
    assert words in (result.stdout if command == "audit" else result.stderr)
    assert result.stdout != ""
    assert re.search("line 20[01]", result.stdout if command == "audit" else result.stderr)
    if command != "audit":
        assert re.match(r"given is intact only up to event 15[01]: line 20[01]", result.stderr)
        assert "`colt audit given` says more" in result.stderr
    assert Path("page.html").exists() == (command == "report")


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize(
    "words",
    [
        ("replay", "given", "--at", "300"),
        ("explain", "given", "--event", "300"),
        ("what-if", "given", "--event", "300", "--instead", "DrawCards by ghost"),
        ("report", "given", "--event", "300", "-o", "page.html"),
    ],
    ids=lambda words: words[0],
)
def test_an_event_after_the_break(words: tuple[str, ...], name: str) -> None:
    give(BROKEN[name][0])
    assert re.match(r"expected an event from [01] to 15[01], got 300", refused(*words))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_redacted_log(command: str) -> None:
    give(b"".join(line + b"\n" for line in redacted(played(), "ghost")))
    words = asked(command, "given")
    if command in ("replay", "audit"):
        told = run(*words, status=0).stdout
        assert ("cannot be judged, because it shows only what ghost may see" in told) == (command == "audit")
        return
    assert refused(*words) == (
        "given cannot be read as a whole log: line 1: format: expected the text 'colt-rules-log', got the text "
        "'colt-rules-redacted-log'; this log is redacted for one role; name a complete log; of this one `colt audit` "
        "judges the chain, and `colt replay` tells the events\n"
    )


# --- what is asked for


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("replay", "game-1", "--at"), 0),
        (("replay", "game-1", "--from"), 1),
        (("replay", "game-1", "--to"), 1),
        (("explain", "game-1", "--event"), 1),
        (("what-if", "game-1", "--instead", "DrawCards by ghost", "--event"), 1),
        (("report", "game-1", "-o", "page.html", "--event"), 1),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}" if isinstance(words, tuple) else "",
)
@pytest.mark.parametrize("event", ["0", "-1", "392", "99999999999999999999", "ten", "1.5", ""])
def test_an_unknown_event_is_reported(words: tuple[str, ...], first: int, event: str) -> None:
    if event == "0" and first == 0:
        assert run(*words, event, status=0).stdout != ""
        return
    told = refused(*words, event)
    if re.fullmatch(r"-?\d+", event):
        assert told.startswith(f"expected an event from {first} to 391, got {event}")
    else:
        assert told == f"Invalid value for '{words[-1]}': '{event}' is not a valid integer.\n"


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "game-1", "--at", "1", "--as", "nobody"),
        ("explain", "game-1", "--event", "5", "--as", "nobody"),
        ("report", "game-1", "-o", "page.html", "--as", "nobody"),
    ],
    ids=lambda words: words[0],
)
def test_an_unknown_role_is_reported(words: tuple[str, ...]) -> None:
    told = refused(*words)
    assert re.match("expected a role", told)
    assert "got 'nobody'" in told
    assert "ghost, cheyenne, django, spectator, referee" in told


NAMES = {
    ("replay", "game-1", "--kind", "LootTakn"): "expected a type of event, got 'LootTakn'; did you mean LootTaken?",
    ("replay", "game-1", "--clause", "fire.targt"): "expected a clause, got 'fire.targt'; did you mean fire.target?",
    ("replay", "game-1", "--player", "tuco"): "expected a player, got 'tuco'; there are ghost, cheyenne, django, ",
    ("what-if", "game-1", "--edition", "xx"): f"expected an edition, one of {', '.join(EDITIONS)}; got xx",
    ("what-if", "game-1", "--ruling", "xx=yy"): "expected a ruling that has another answer to agree on, one of\n",
    ("what-if", "game-1", "--ruling", "xx"): "--ruling: expected ID=ANSWER, such as ",
    ("what-if", "game-1", "--ruling", "ruling.end.still-level=xx"): (
        "expected an answer to ruling.end.still-level, ours or seat-order; got xx"
    ),
    ("what-if", "game-1"): "expected one change: --edition E, --ruling ID=ANSWER, or --event N --instead COMMAND",
    ("what-if", "game-1", "--event", "82"): "--event and --instead go together",
    ("what-if", "game-1", "--event", "82", "--instead", "Tea"): "--instead: expected a command such as ",
    ("explain", "game-1", "--event", "82", "--why-not", "Tea"): "--why-not: expected a command such as ",
    ("explain", "game-1", "--event", "82", "--why-not", "{"): "--why-not: command: expected JSON, got ",
    ("explain", "game-1"): "Missing option '--event'.",
    ("report", "game-1"): "Missing option '-o' / '--output'.",
    ("compare", "game-1"): "Missing argument 'B'.",
    ("audit", "game-1", "--lang", "xx"): "Invalid value for '--lang': 'xx' is not one of 'en', 'ru', 'fr', 'pl'.",
    ("report", "game-1", "-o", "page.html", "--lang", "xx"): "Invalid value for '--lang': 'xx' is not one of ",
}


@pytest.mark.parametrize("words", NAMES, ids=" ".join)
def test_an_unknown_name_is_reported(words: tuple[str, ...]) -> None:
    assert refused(*words).startswith(NAMES[words])
