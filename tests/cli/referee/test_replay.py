"""`colt replay` steps through a game in a terminal, prints it elsewhere, and says what it cannot show."""

import json
import os
import pty
import re
import select
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from functools import partial
from pathlib import Path
from termios import TIOCSWINSZ, tcgetattr
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

from colt_rules.cli.referee.replay import replay
from colt_rules.commands import COMMANDS
from colt_rules.log.codec import read_command, to_data, to_json
from colt_rules.log.opening import open_store
from colt_rules.log.redaction import redacted
from colt_rules.pictures import train_svg
from colt_rules.referee.stepping import StoryViewer
from colt_rules.referee.story import Story
from colt_rules.views import view
from tests.cli.running import run_colt
from tests.logs import chained_lines, lines_of, played, text_of
from tests.stores import fill

ROOT = Path(__file__).parents[3]
LAST = 391


run = partial(run_colt, "replay")


def read(*words: str | Path | int) -> Any:
    """What the command prints for programs."""
    return json.loads(run(*words, "--json").stdout)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "game.jsonl"
    path.write_bytes(text_of(played()))
    return path


@pytest.fixture(scope="module")
def ghosts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game as ghost has seen it."""
    path = tmp_path_factory.mktemp("replay") / "ghost.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in redacted(played(), "ghost")))
    return path


def first(kind: str) -> int:
    return next(entry.seq for entry in played().events if entry.type == kind)


# --- printed


def test_one_event_is_printed_with_its_command_clauses_and_picture(file: Path) -> None:
    seq = first("BulletGiven")
    result = run(file, "--at", seq, status=0)
    assert "game-1: ru-full, base; ghost, cheyenne, django; 391 events; as referee sees it" in result.stdout
    assert re.search(rf"^ *{seq} \w+ shot \w+, who got", result.stdout, re.MULTILINE)
    assert re.search(r"^ *\d+ \w+ fires at \w+\.$", result.stdout, re.MULTILINE)
    assert "fire.target: Choose one opponent in reach" in result.stdout
    assert "MARSHAL" in result.stdout
    assert re.search(r"^Django     .*hand \d", result.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("locale", "words", "sentence", "title"),
    [
        ("C", ("--lang", "ru"), "стреляет в", "fire.target: Выбрать одного"),
        ("pl_PL.UTF-8", (), "strzela do", "fire.target: Wybór jednego"),
        ("fr_FR.UTF-8", ("--lang", "en"), "fires at", "fire.target: Choose one opponent in reach"),
        ("de_DE.UTF-8", (), "fires at", "fire.target: Choose one opponent in reach"),
    ],
)
def test_sentences_and_titles_are_in_the_language_of_the_reader(
    file: Path, monkeypatch: pytest.MonkeyPatch, locale: str, words: tuple[str, ...], sentence: str, title: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    result = run(file, "--at", first("BulletGiven"), *words, status=0)
    assert sentence in result.stdout
    assert title in result.stdout


def test_before_the_first_event_there_is_no_train(file: Path) -> None:
    result = run(file, "--at", 0)
    assert (result.exit_code, "Before the first event." in result.stdout) == (0, True)
    assert "There is no train yet." in result.stdout


@pytest.mark.parametrize("seq", [0, 100, LAST])
def test_the_state_is_printed_as_a_fold_has_it(file: Path, seq: int) -> None:
    result = run(file, "--at", seq, "--state")
    assert (result.exit_code, result.stdout) == (
        0,
        to_json(Story.read([text_of(played())]).position(seq)).decode() + "\n",
    )


def test_the_state_is_for_the_referee_and_of_one_event(file: Path, ghosts: Path) -> None:
    for words in (["--state"], ["--at", "7", "--state", "--as", "ghost"]):
        assert run(file, *words).exit_code == 2
    result = run(ghosts, "--at", 7, "--state")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a redacted log leads to no state; name a whole log" in result.stderr


def test_in_a_pipe_the_whole_game_is_printed_event_by_event(file: Path) -> None:
    result = run(file, status=0)
    numbers = [int(found) for found in re.findall(r"^ {6,8}(\d+) .*  \[.+\]$", result.stdout, re.MULTILINE)]
    assert numbers == list(range(1, LAST + 1))
    commands = [int(found) for found in re.findall(r"^ {1,3}(\d+) \w", result.stdout, re.MULTILINE)]
    assert commands == list(range(1, 119))
    assert "MARSHAL" not in result.stdout


def test_a_range_is_printed_with_pictures_if_they_are_wanted(file: Path) -> None:
    assert [one["seq"] for one in read(file, "--from", 60, "--to", 65)["shown"]] == list(range(60, 66))
    assert run(file, "--from", 60, "--to", 65).stdout.count("MARSHAL") == 0
    assert run(file, "--from", 60, "--to", 65, "--pictures").stdout.count("MARSHAL") == 6
    assert [one["seq"] for one in read(file, "--from", 389)["shown"]] == [389, 390, 391]
    assert [one["seq"] for one in read(file, "--to", 2)["shown"]] == [1, 2]


def test_events_are_filtered_by_kind_player_and_clause(file: Path) -> None:
    shots = [entry for entry in played().events if entry.type == "BulletGiven"]
    assert [one["seq"] for one in read(file, "--kind", "BulletGiven")["shown"]] == [entry.seq for entry in shots]
    by = [entry.seq for entry in shots if entry.actor == "ghost" or '"ghost"' in json.dumps(to_data(entry.event))]
    assert [one["seq"] for one in read(file, "--kind", "BulletGiven", "--player", "ghost")["shown"]] == by
    cited = [entry.seq for entry in played().events if "fire.target" in entry.cites]
    assert [one["seq"] for one in read(file, "--clause", "fire.target")["shown"]] == cited
    assert "There is no such event." in run(file, "--kind", "LootTaken", "--to", 3).stdout


def test_programs_get_events_commands_and_views_as_in_the_protocol(file: Path) -> None:
    story = Story.read([text_of(played())])
    step = next(step for step in story.steps() if step.command.type == "PlayCard")
    seq, actor = step.events[-1].seq, step.command.actor
    told = read(file, "--at", seq, "--as", actor)
    assert (told["game"], told["role"], told["events"], told["broken"]) == ("game-1", actor, LAST, "")
    (one,) = told["shown"]
    assert one["view"] == to_data(view(story.position(seq), actor))
    assert one["event"]["type"] == step.events[-1].type
    assert one["event"]["cites"] == list(step.events[-1].cites)
    assert read_command(one["command"]["data"]) == step.command.command
    assert one["command"]["type"] in COMMANDS
    assert read(file, "--from", seq, "--to", seq)["shown"][0]["view"] is None
    assert read(file, "--from", seq, "--to", seq, "--pictures")["shown"][0]["view"]


def test_a_role_sees_no_more_than_it_may(file: Path) -> None:
    seq = first("HandDrawn")
    entry = played().events[seq - 1]
    seat = to_data(entry.event)["seat"]
    other = next(name for name in ("ghost", "cheyenne", "django") if name != seat)
    (mine,), (theirs,) = (read(file, "--at", seq, "--as", role)["shown"] for role in (seat, other))
    assert mine["event"]["data"]["cards"] == to_data(entry.event)["cards"]
    assert theirs["event"]["hidden"] == ["cards"]
    assert theirs["command"]["data"] is None
    assert [one["hand"] for one in theirs["view"]["seats"] if one["seat"] == seat] == [None]
    assert "$?" in run(file, "--at", seq, "--as", "spectator").stdout
    assert "$?" not in run(file, "--at", seq).stdout


def test_a_game_in_the_store_and_one_from_standard_input_are_shown_too(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as opened:
        fill(opened, played())
    assert run("game-1", "--at", 100, log=path).stdout == run(file, "--at", 100).stdout
    assert run("-", "--at", 100, given=file.read_bytes()).stdout == run(file, "--at", 100).stdout


def test_the_picture_is_plain_where_the_output_has_no_signs_for_walls(file: Path) -> None:
    result = CliRunner(charset="ascii").invoke(replay, [str(file), "--at", "100"], obj={"log": None})
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert "+-o" in result.stdout


# --- what cannot be shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--at", "392"], "expected an event from 0 to 391, got 392"),
        (["--at", "-1"], "expected an event from 0 to 391, got -1"),
        (["--from", "0"], "expected an event from 1 to 391, got 0"),
        (["--to", "400"], "expected an event from 1 to 391, got 400"),
        (["--from", "9", "--to", "8"], "expected --from no later than --to, got 9 and 8"),
        (["--kind", "LootTakn"], "expected a type of event, got 'LootTakn'; did you mean LootTaken?"),
        (["--player", "gost"], "expected a player, got 'gost'; did you mean ghost?"),
        (["--clause", "fire.targets"], "expected a clause, got 'fire.targets'; did you mean fire.target?"),
        (["--as", "belle"], "expected a role, got 'belle'; there are ghost, cheyenne, django, spectator, referee"),
        (["--at", "3", "--kind", "LootTaken"], "--at is one event"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(file: Path, words: list[str], told: str) -> None:
    result = run(file, *words, status=2)
    assert told in result.stderr
    assert result.stdout == ""


def test_a_game_that_nobody_knows_and_a_file_that_is_no_log_are_told(tmp_path: Path) -> None:
    nothing = run("no-such-game", log=tmp_path / "games.db")
    assert (nothing.exit_code, "neither a game nor a file called 'no-such-game'" in nothing.stderr) == (2, True)
    (tmp_path / "text").write_text("hello\n")
    text = run(tmp_path / "text")
    assert (text.exit_code, "line 1" in text.stderr) == (2, True)
    assert run("-", given=b"").exit_code == 2


@pytest.mark.parametrize("end", [1, 2, 60, 300])
def test_a_log_that_was_cut_is_shown_up_to_there(tmp_path: Path, end: int) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(lines_of(played())[:end]))
    result = run(path)
    events = sum(b'"seq"' in line for line in lines_of(played())[:end])
    assert result.exit_code == 1
    assert f"is intact only up to event {events}: line {end + 1}: " in result.stderr
    assert "the file was cut" in result.stderr
    assert len(re.findall(r"^ {6,8}\d+ ", result.stdout, re.MULTILINE)) == events


def test_a_log_that_was_changed_is_shown_up_to_there(tmp_path: Path) -> None:
    lines = lines_of(played())
    lines[200] = lines[200].replace(b'"actor":"', b'"actor":"x')
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"".join(lines))
    result = run(path, "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert told["broken"].startswith("line 201")
    assert len(told["shown"]) == told["events"] == sum(b'"seq"' in line for line in lines[:200])


def test_a_redacted_log_is_shown_without_positions(file: Path, ghosts: Path) -> None:
    result = run(ghosts, status=0)
    assert result.stdout.startswith("game-1: ru-full, base; ghost, cheyenne, django; 391 events; as ghost sees it")
    events = re.compile(r"^ {6,8}\d+ .*", re.MULTILINE)
    seen = re.sub(r" \(because of \d+\)", "", run(file, "--as", "ghost").stdout)
    assert events.findall(result.stdout) == events.findall(seen)
    one = run(ghosts, "--at", 100)
    assert "No position can be drawn from what one role has seen." in one.stdout
    assert run("-", "--at", 100, given=ghosts.read_bytes()).stdout == one.stdout
    (facts,) = read(ghosts, "--at", 100)["shown"]
    assert (facts["seq"], facts["view"]) == (100, None)
    assert run(ghosts, "--as", "referee").exit_code == 2


def test_what_a_log_says_is_never_obeyed_by_the_terminal(tmp_path: Path) -> None:
    evil = [line.replace(b'"how":"climb"', b'"how":"\\u001b[2J"') for line in lines_of(played())]
    path = tmp_path / "evil.jsonl"
    path.write_bytes(b"".join(chained_lines(evil)))
    result = run(path)
    assert r"was moved by \x1b[2J" in result.stdout
    assert b"\x1b" not in result.stdout_bytes + result.stderr_bytes


# --- as a picture


def test_a_position_is_written_as_a_picture_of_what_the_role_may_see(file: Path, tmp_path: Path) -> None:
    whole, ghosts = tmp_path / "whole.svg", tmp_path / "ghosts.svg"
    assert run(file, "--at", 100, "--svg", whole).exit_code == 0
    assert run(file, "--at", 100, "--svg", ghosts, "--as", "ghost").exit_code == 0
    position = StoryViewer(Story.read([text_of(played())])).look(100, "ghost")
    assert position.position is not None
    assert ghosts.read_text() == f"{train_svg(position.position, title=position.event_in_words)}\n"
    assert whole.read_text() != ghosts.read_text()


def test_a_picture_is_never_written_over_the_log_or_where_it_cannot_be(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    for words, told in (
        (("--at", 5, "--svg", file), "is the log itself; name another file to write"),
        (("--at", 5, "--svg", tmp_path / "no" / "folder.svg"), "No such file or directory"),
        (("--svg", tmp_path / "train.svg"), "--svg draws one position; say which with --at"),
        (("--at", 1000, "--svg", tmp_path / "train.svg"), "expected an event from 0 to 391"),
    ):
        assert told in run(file, *words, status=2).stderr
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == []


# --- in a terminal


class Terminal:
    """A terminal in which the command runs."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self.last = b""
        """The last screen as it was sent."""

    def mode(self) -> list[Any]:
        """What the terminal does with what is typed and printed."""
        return tcgetattr(self._fd)

    def size(self, rows: int, columns: int) -> None:
        ioctl(self._fd, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, words: str, seconds: float = 20) -> str:
        """The last screen, as soon as these words stand on it."""
        sent, end = b"", time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self._fd], [], [], 0.1)[0]:
                try:
                    sent += os.read(self._fd, 65536)
                except OSError:  # the other side is gone
                    break
                continue  # a screen may come in parts
            _, from_the_top, self.last = sent.rpartition(b"\x1b[H")
            screen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", self.last.decode(errors="replace"))
            if from_the_top and words in screen:
                return screen
        raise AssertionError(f"expected {words!r} on the screen, got {sent!r}")

    def gone(self) -> None:
        """Wait until the command has ended."""
        with suppress(OSError):
            while os.read(self._fd, 65536):
                pass

    def press(self, keys: str, words: str) -> str:
        """What is on the screen after these keys."""
        self.send(keys)
        return self.until(words)

    def send(self, keys: str) -> None:
        os.write(self._fd, keys.encode())


def _replay_here(environment: dict[str, str], *words: str) -> NoReturn:
    """The command in this fork of the tests, which has imported everything; nothing of the tests goes on in it."""
    status: int | str | None = 3
    try:
        os.environ.clear()
        os.environ.update(environment)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
        replay(words, obj={"log": None})
    except SystemExit as ended:
        status = ended.code
    finally:
        sys.stdout.flush()
        os._exit(status if isinstance(status, int) else int(status is not None))


@contextmanager
def terminal(
    file: Path, *words: str, rows: int = 24, columns: int = 80, anew: bool = False
) -> Iterator[tuple[Terminal, list[int]]]:
    """The command in a terminal of this size, if need be in a Python started anew, and in the end its exit status."""
    code = "from colt_rules.cli.referee.replay import replay; replay(obj={'log': None})"
    status: list[int] = []
    child, fd = pty.fork()
    if child == 0:
        os.read(0, 1)  # until the terminal has its size
        os.chdir(ROOT)
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
        environment = {name: value for name, value in environment.items() if name not in ("COLUMNS", "LINES")}
        if anew:
            os.execve(sys.executable, [sys.executable, "-c", code, str(file), *words], environment)
        _replay_here(environment, str(file), *words)
    opened = Terminal(fd)
    opened.size(rows, columns)
    os.write(fd, b"\n")
    try:
        yield opened, status
        status.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    finally:
        os.close(fd)


def test_a_game_is_walked_in_a_terminal(file: Path) -> None:
    shot = first("BulletGiven")
    with terminal(file, anew=True) as (seen, status):
        assert "The table sets up a game" in seen.until("event 1 of 391, as referee")
        seen.press(" ", "event 2 of 391")
        seen.press("\x1b[C", "event 3 of 391")
        seen.press("\x1b[D", "event 2 of 391")
        assert "MARSHAL" in seen.press("100\r", "event 100 of 391, as referee")
        assert "shot" in seen.press("<kBulletGiven\r", f"event {shot} of 391")
        assert "$?" not in seen.press("]", "event ")
        assert "$?" in seen.press("acheyenne\r", "as cheyenne")
        assert "the next event" in seen.press("?", "Any key leads back.")
        seen.press("x", "as cheyenne")
        seen.press("kNonsense\r", "Expected a type of event, got 'Nonsense'")
        seen.press("k", "kind: _")
        seen.press("\x1b", "as cheyenne")
        seen.send("q")
    assert status == [0]


@pytest.mark.thorough
@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (12, 40), (50, 132), (5, 24)])
def test_the_screen_is_never_larger_than_the_terminal(file: Path, rows: int, columns: int) -> None:
    with terminal(file, rows=rows, columns=columns) as (seen, status):
        screen = seen.until("event 1 of 391"[: columns - 2])
        for keys in ("200\r", "\x1b[B", ">", "?", "x"):
            screen = seen.press(keys, " event" if keys != "?" else "right")
            assert len(screen.split("\n")) <= rows
            assert max(map(len, screen.split("\n"))) <= columns
        seen.send("q")
    assert status == [0]


def test_the_next_key_draws_for_the_new_size(file: Path) -> None:
    with terminal(file) as (seen, status):
        seen.until("event 1 of 391")
        seen.size(20, 44)
        screen = seen.press("200\r", "event 200 of 391")
        assert max(map(len, screen.split("\n"))) <= 44
        seen.send("q")
    assert status == [0]


def test_a_terminal_that_was_resized_is_drawn_for_at_once(file: Path) -> None:
    with terminal(file, rows=30, columns=50) as (seen, status):
        narrow = seen.until("event 1 of 391")
        seen.size(30, 120)
        wide = seen.until("event 1 of 391")
        assert max(map(len, narrow.split("\n"))) <= 50 < max(map(len, wide.split("\n"))) <= 120
        assert wide.startswith(" event 1 of 391, as referee | ")
        seen.size(12, 40)
        low = seen.until("event 1 of 391")
        assert len(low.split("\n")) <= 12
        assert max(map(len, low.split("\n"))) <= 40
        seen.send("q")
    assert status == [0]


def test_no_key_is_lost_among_resizes(file: Path) -> None:
    with terminal(file, columns=50) as (seen, status):
        seen.until("event 1 of 391")
        for number in range(60):
            seen.size(24, 50 + number)
            seen.send(" ")
        screen = seen.until("event 61 of 391")
        assert max(map(len, screen.split("\n"))) == 109
        seen.send("q")
    assert status == [0]


def test_every_line_begins_on_the_left_and_the_terminal_is_left_as_it_was(file: Path) -> None:
    with terminal(file) as (seen, status):
        before = seen.mode()
        seen.until("event 1 of 391")
        assert seen.mode() != before
        seen.size(24, 100)
        seen.until("event 1 of 391")
        assert seen.last.count(b"\n") == seen.last.count(b"\r\n") > 20
        seen.send("q")
        seen.gone()
        assert seen.mode() == before
    assert status == [0]


def test_a_broken_log_can_be_walked_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(lines_of(played())[:100]))
    events = sum(b'"seq"' in line for line in lines_of(played())[:100])
    with terminal(path) as (seen, status):
        seen.until(f"event 1 of {events}")
        seen.press(">", f"event {events} of {events}")
        seen.send("q")
    assert status == [1]


def test_an_interrupt_ends_it_as_it_ends_any_command(file: Path) -> None:
    with terminal(file) as (seen, status):
        seen.until("event 1 of 391")
        seen.send("\x03")
    assert status == [1]  # click says so; `colt` itself makes it 130
