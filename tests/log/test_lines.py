"""The interchange file is written and read without loss, and errors are reported line by line."""

import json
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.commands import Fire
from colt_rules.log import lines
from colt_rules.log.codec import to_json
from colt_rules.log.entries import CommandEntry, EventEntry, Header, Recording, beginning, closing_of
from colt_rules.log.errors import LogError, LogProblem, collapsed
from colt_rules.log.lines import parse_lines, read_lines
from colt_rules.registry.published import corrections
from tests.logs import chained, chained_lines, end_of, lines_of, played, text_of

TEXT = text_of(played())
*_BODY, CLOSING = lines_of(played())
BODY = b"".join(_BODY)
"""The file without its last line."""
LAST = len(_BODY) + 1
"""The number of its last line."""
KEPT = sorted((Path(__file__).parents[2] / "events" / "games").glob("*.jsonl"))


def problems(text: bytes) -> dict[int, str]:
    """What is wrong with a file, by line."""
    with pytest.raises(LogError) as error:
        parse_lines([text])
    found = error.value.problems
    assert str(error.value) == "\n".join(f"line {one.line}: {one.message}" for one in found)
    return {one.line: one.message for one in found}


def with_line(number: int, line: bytes) -> bytes:
    """The file with another line at this number."""
    changed = lines_of(played())
    changed[number - 1] = line
    return b"".join(changed)


def with_fields(number: int, **fields: Any) -> bytes:
    """The file with other fields in one of its lines, in canonical form; a field given as None is removed."""
    line = {**json.loads(lines_of(played())[number - 1]), **fields}
    return with_line(number, to_json({key: value for key, value in line.items() if value is not None}) + b"\n")


# --- written and read


def test_a_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(TEXT)
    log = read_lines(path)
    assert (log.header, log.entries) == (played().header, played().entries)
    assert text_of(log) == TEXT


@pytest.mark.parametrize("size", [1, 100, 1000, 10**7])
def test_how_much_is_read_at_once_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(chained(played().header, played().entries[:40])) if size == 1 else TEXT)
    whole = read_lines(path)
    monkeypatch.setattr(lines, "BLOCK", size)
    assert read_lines(path) == whole


def test_the_lines_are_those_of_the_contract() -> None:
    header, first, second = (json.loads(line) for line in lines_of(played())[:3])
    assert header == {
        "format": "colt-rules-log",
        "version": 1,
        "game": "game-1",
        "edition": "ru-full",
        "modules": ["base"],
        "seats": ["ghost", "cheyenne", "django"],
        "made_by": "colt-rules 0.1.0",
        "spec": corrections().version,
    }
    assert first.keys() == {"command", "actor", "type", "v", "data", "prev"}
    assert (first["command"], first["actor"], first["type"], first["v"]) == (1, "table", "StartGame", 1)
    assert "actor" not in first["data"]
    assert second.keys() == {"seq", "type", "v", "data", "cites", "command", "actor", "prev"}
    assert (second["seq"], second["type"], second["command"], second["actor"]) == (1, "GameStarted", 1, "table")
    assert second["cites"]
    assert json.loads(CLOSING) == {
        "type": "EndOfLog",
        "v": 1,
        "commands": len(played().commands),
        "events": len(played().events),
        "prev": sha256(lines_of(played())[-2].rstrip(b"\n")).hexdigest(),
        "seals": [],
    }


def test_each_line_holds_the_hash_of_the_line_before() -> None:
    all_lines = lines_of(played())
    for before, line in pairwise(all_lines):
        assert json.loads(line)["prev"] == sha256(before.rstrip(b"\n")).hexdigest()
    assert end_of(played()).hash == sha256(all_lines[-2].rstrip(b"\n")).hexdigest()


def test_an_entry_gives_its_command_and_event_back() -> None:
    log = parse_lines([TEXT])
    fires = [entry.command for entry in log.commands if isinstance(entry.command, Fire)]
    assert fires
    assert all(fire.actor in log.header.seats and fire.target in log.header.seats for fire in fires)
    assert [entry.seq for entry in log.events] == list(range(1, len(log.events) + 1))
    assert {entry.__class__.__mro__[1] for entry in log.entries} == {CommandEntry, EventEntry}


def test_a_log_with_nothing_but_a_header_is_a_log() -> None:
    header = Header("empty", "ru-full", ("base",), ("doc", "tuco", "belle"), "1.0.0")
    log = chained(header, ())
    assert log == Recording(header, (), closing_of(beginning(header)))
    assert parse_lines([text_of(log)]) == log
    assert len(lines_of(log)) == 2


# --- the closing line


def test_every_cut_between_two_lines_is_reported() -> None:
    """Whatever the last lines were: what is left has no closing line."""
    every = lines_of(played())
    for end in range(1, len(every)):
        told = f"expected the closing line, got the end of the file; {lines._CUT}"
        assert problems(b"".join(every[:end])) == {end + 1: told}


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(TEXT) - 1))
def test_every_cut_inside_a_line_is_reported(end: int) -> None:
    found = problems(TEXT[:end])
    last = TEXT[:end].count(b"\n") + 1
    assert list(found) == [last]
    assert end == 0 or "the file was cut" in found[last]


def test_nothing_may_come_after_the_closing_line() -> None:
    told = f"expected nothing after the closing line, got more; {lines._CHANGED}"
    event = lines_of(played())[2]
    for more in (CLOSING, event, event * 500, b"\n", b"noise", b"noise\n", b"\0"):
        assert problems(TEXT + more) == {LAST + 1: told}
    middle = b"".join([*lines_of(played())[:9], CLOSING, *lines_of(played())[9:]])
    assert problems(middle) == {11: told}
    for pieces in ([middle], middle.splitlines(keepends=True), [middle[: middle.index(CLOSING)], CLOSING, b"x"]):
        with pytest.raises(LogError, match=r"^line 11: expected nothing after the closing line"):
            parse_lines(pieces)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"commands": -1}, "commands: expected a whole number from 0"),
        ({"commands": "5"}, "commands: expected a whole number, got the text '5'"),
        ({"events": 2**53 + 1}, "events: expected a whole number from 0"),
        ({"events": None}, "events: expected a whole number, got nothing"),
        ({"prev": "abc"}, "prev: expected a text of 64 characters"),
        ({"prev": None}, "prev: expected a text, got nothing"),
        ({"seals": None}, "seals: expected a list, got nothing"),
        ({"seals": [{"key": "0" * 64}]}, "seals[0].signature: expected a text, got nothing"),
        ({"seals": [{"key": "0" * 63, "signature": "0" * 128}]}, "seals[0].key: expected a text of 64 characters"),
        ({"v": 2}, "v: expected version 1 of EndOfLog, got the number 2; upgrade colt-rules"),
        ({"v": 0}, "v: expected version 1 of EndOfLog, got the number 0; use an intact copy"),
        ({"v": None}, "v: expected version 1 of EndOfLog, got null"),
        ({"time": 5}, "'time'"),
    ],
)
def test_a_malformed_closing_line_is_reported(fields: dict[str, Any], words: str) -> None:
    found = problems(with_fields(LAST, **fields))
    assert list(found) == [LAST]
    assert words in found[LAST]


def test_a_closing_line_that_is_not_canonical_is_reported() -> None:
    assert "canonical" in problems(BODY + CLOSING.replace(b',"events"', b', "events"'))[LAST]
    assert "EndOfLog" in problems(BODY + CLOSING.replace(b'"type":"', b'"type": "'))[LAST]


# --- what is wrong is told with its line


def test_all_problems_are_reported_at_once_with_their_lines() -> None:
    changed = lines_of(played())
    changed[4] = b"{}\n"
    changed[9] = changed[9].replace(b'"v":1', b'"v":2')
    changed[19] = b"not json\n"
    found = problems(b"".join(changed))
    assert list(found) == [5, 10, 20]
    assert "type: expected one of the" in found[5]
    assert "upgrade" in found[10]
    assert "JSON" in found[20]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"format": "something"}, "format: expected the text 'colt-rules-log', got the text 'something'"),
        ({"version": 2}, "version: expected the number 1, got the number 2; upgrade"),
        ({"version": 0}, "version: expected the number 1, got the number 0"),
        ({"version": "1"}, "version: expected the number 1, got the text '1'"),
        ({"version": True}, "version: expected the number 1, got true"),
        ({"game": "../../etc/passwd"}, "game: expected a name"),
        ({"game": ""}, "game: expected a name"),
        ({"game": "a\n"}, "game: expected a name"),
        ({"game": "<script>"}, "game: expected a name"),
        ({"seats": "doc"}, "seats: expected a list"),
        ({"seats": None}, "seats: expected a list, got nothing"),
        ({"spec": "1.1"}, "spec: expected three numbers such as 1.1.0, got '1.1'"),
        ({"made_by": None}, "made_by: expected a text, got nothing"),
        ({"format": None}, "format: expected the text 'colt-rules-log', got nothing"),
        ({"extra": 1}, "'extra'"),
    ],
)
def test_a_malformed_header_is_reported(fields: dict[str, Any], words: str) -> None:
    found = problems(with_fields(1, **fields))
    assert list(found) == [1]
    assert words in found[1]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seq": 0}, "seq: expected a whole number from 1"),
        ({"seq": "3"}, "seq: expected a whole number, got the text '3'"),
        ({"seq": 2**70}, "seq: expected a whole number from 1"),
        ({"seq": None}, "seq: expected a whole number, got nothing"),
        ({"cites": None}, "cites: expected a list, got nothing"),
        ({"cites": ["fire", 5]}, "cites[1]: expected a text"),
        ({"prev": "abc"}, "prev: expected a text of 64 characters"),
        ({"prev": None}, "prev: expected a text, got nothing"),
        ({"type": "Teleported"}, "type: expected one of the"),
        ({"type": "Fire"}, "no fields but"),
        ({"v": 2}, "v: expected version 1 of"),
        ({"data": []}, "data: expected an object"),
        ({"data": {"x": 1}}, "data: expected no fields but"),
        ({"time": "12:00"}, "'time'"),
    ],
)
def test_a_malformed_event_line_is_reported(fields: dict[str, Any], words: str) -> None:
    found = problems(with_fields(3, **fields))
    assert list(found) == [3]
    assert words in found[3]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"command": 0}, "command: expected a whole number from 1"),
        ({"actor": 7}, "actor: expected a text"),
        ({"data": {"actor": "table"}}, "data: expected no fields but"),
        ({"seq": 1}, "'seq'"),
        ({"v": 3}, "v: expected version 1 of StartGame"),
    ],
)
def test_a_malformed_command_line_is_reported(fields: dict[str, Any], words: str) -> None:
    found = problems(with_fields(2, **fields))
    assert list(found) == [2]
    assert words in found[2]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (b"", 1, "an empty file"),
        (b"\n", 1, "JSON"),
        (b"SQLite format 3\x00 and so on\n", 1, "got a SQLite file; if it is a store"),
        (b"[]\n", 1, "an object"),
        (b"[" * 900_000 + b"\n", 1, "nested too deep"),
        (TEXT[:-1], LAST, "the file was cut"),
        (TEXT[:-30], LAST, "the file was cut"),
        (BODY[:-1], LAST - 1, "the file was cut"),
        (BODY[:-30], LAST - 1, "the file was cut"),
        (BODY, LAST, "expected the closing line, got the end of the file; the file was cut"),
        (BODY + b"\n" + CLOSING, LAST, "got an empty line"),
        (BODY + b"[" * 900_000 + b"\n" + CLOSING, LAST, "nested too deep"),
        (BODY + b'{"seq":' + b"9" * 900_000 + b"}\n" + CLOSING, LAST, "JSON"),
        (BODY + b"[1]\n" + CLOSING, LAST, "expected an object, got a list of 1"),
        (TEXT.replace(b"\n", b"\r\n"), 1, "got CRLF"),
        (with_line(5, lines_of(played())[4].replace(b":", b": ", 1)), 5, "canonical"),
        (with_line(5, lines_of(played())[4].replace(b"\n", b"\r\n", 1)), 5, "got CRLF"),
        (with_line(5, b'{"type":"PileTurned",' + lines_of(played())[4][1:]), 5, "canonical"),
        (b"\xef\xbb\xbf" + TEXT, 1, "BOM"),
        (TEXT.decode().encode("utf-16"), 1, "UTF-16"),
        (b"\xfe\xff" + TEXT.decode().encode("utf-16-be"), 1, "UTF-16"),
        (with_line(7, lines_of(played())[6].replace(b"table", b"t\xffble")), 7, "UTF-8"),
    ],
)
def test_a_file_that_is_not_a_log_or_is_damaged_is_reported(text: bytes, line: int, words: str) -> None:
    found = problems(text)
    assert line in found
    assert words in found[line]


@pytest.mark.parametrize(
    "text",
    [TEXT.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + TEXT, TEXT.decode().encode("utf-16"), b"SQLite format 3\0" * 99],
)
def test_a_file_that_another_program_has_dressed_up_is_one_problem(text: bytes) -> None:
    assert list(problems(text)) == [1]


def test_equal_problems_are_reported_once() -> None:
    told = collapsed([LogProblem(2, "noise"), LogProblem(3, "other"), LogProblem(5, "noise"), LogProblem(9, "noise")])
    assert told == ["line 2 and 2 more: noise", "line 3: other"]


def test_an_endless_line_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 200_000)
    path = tmp_path / "brackets"
    path.write_bytes(b"[" * 5_000_000)
    with pytest.raises(LogError, match=r"line 1: .*200,000 bytes"):
        read_lines(path)
    path.write_bytes(BODY + b"[" * 5_000_000)
    with pytest.raises(LogError, match=rf"line {LAST}: .*200,000 bytes"):
        read_lines(path)


def test_the_number_of_problems_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(TEXT.splitlines(keepends=True)[0] + b"noise\n" * 100_000)
    with pytest.raises(LogError) as error:
        read_lines(path)
    assert error.value.problems[0].line == 2
    assert "from here on" in error.value.problems[-1].message
    assert len(error.value.problems) == lines.MOST_PROBLEMS + 1


SHORT = text_of(chained(played().header, played().entries[:24]))


@settings(max_examples=200)
@given(st.data())
def test_a_file_with_changed_bytes_is_refused_or_read_as_it_is(data: st.DataObject) -> None:
    """Flipped, cut out, doubled and moved bytes: a LogError, or a log that is written again byte by byte."""
    text = bytearray(SHORT)
    for _ in range(data.draw(st.integers(1, 4))):
        at, size = data.draw(st.integers(0, len(text) - 1)), data.draw(st.integers(1, 400))
        match data.draw(st.sampled_from(["flip", "cut", "double", "put"])):
            case "flip":
                text[at] ^= data.draw(st.integers(1, 255))
            case "cut":
                del text[at : at + size]
            case "double":
                text[at:at] = text[at : at + size]
            case "put":
                text[at:at] = data.draw(st.binary(max_size=20))
        if not text:
            break
    try:
        log = parse_lines([bytes(text)])
    except LogError:
        return
    assert text_of(log) == bytes(text)


def test_a_command_with_endless_events_is_refused_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_EVENTS", 20)
    header, start, *rest = lines_of(played())
    pieces = [header, start, *[line for line in rest if b'","seq":' in line][:25]]
    reader = lines.LogReader(pieces)
    assert len(list(reader)) < len(pieces) - 1
    assert [problem.message for problem in reader.problems] == [
        "expected at most 20 events of one command, got more; this is not a log"
    ]


@pytest.mark.parametrize(
    ("number", "fields", "words"),
    [
        (3, {"v": 2}, "v: expected version 1 of GameStarted, got the number 2; upgrade colt-rules"),
        (2, {"v": 2}, "v: expected version 1 of StartGame, got the number 2; upgrade colt-rules"),
        (3, {"v": 0}, "v: expected version 1 of GameStarted, got the number 0; use an intact copy"),
        (3, {"type": "Teleported"}, "got the text 'Teleported'; if a newer version of colt-rules wrote it, upgrade"),
        (2, {"type": "Teleport"}, "got the text 'Teleport'; if a newer version of colt-rules wrote it, upgrade"),
    ],
)
def test_what_a_later_program_wrote_is_refused_with_what_to_do(number: int, fields: dict[str, Any], words: str) -> None:
    lines = lines_of(played())
    lines[number - 1] = to_json({**json.loads(lines[number - 1]), **fields}) + b"\n"
    with pytest.raises(LogError) as error:
        parse_lines([b"".join(chained_lines(lines))])
    (problem,) = error.value.problems
    assert problem.line == number
    assert words in problem.message
