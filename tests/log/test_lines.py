"""The interchange file is written and read without loss, and what is wrong with one is told line by line."""

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
from colt_rules.log.entries import CommandEntry, EventEntry, Header, Recording
from colt_rules.log.errors import LogError, Problem, collapsed
from colt_rules.log.lines import parse_lines, read_lines
from tests.logs import lines_of, played, text_of

TEXT = text_of(played())


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
    """The file with other fields in one of its lines, in canonical form; a field that is None is taken out."""
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
    path.write_bytes(TEXT[:20_000].rpartition(b"\n")[0] + b"\n" if size == 1 else TEXT)
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
    }
    assert first.keys() == {"command", "actor", "type", "v", "data", "prev"}
    assert (first["command"], first["actor"], first["type"], first["v"]) == (1, "table", "StartGame", 1)
    assert "actor" not in first["data"]
    assert second.keys() == {"seq", "type", "v", "data", "cites", "command", "actor", "prev"}
    assert (second["seq"], second["type"], second["command"], second["actor"]) == (1, "GameStarted", 1, "table")
    assert second["cites"]


def test_each_line_holds_the_hash_of_the_line_before() -> None:
    all_lines = lines_of(played())
    for before, line in pairwise(all_lines):
        assert json.loads(line)["prev"] == sha256(before.rstrip(b"\n")).hexdigest()
    assert played().end == sha256(all_lines[-1].rstrip(b"\n")).hexdigest()


def test_an_entry_gives_its_command_and_event_back() -> None:
    log = parse_lines([TEXT])
    fires = [entry.command for entry in log.commands if isinstance(entry.command, Fire)]
    assert fires
    assert all(fire.actor in log.header.seats and fire.target in log.header.seats for fire in fires)
    assert [entry.seq for entry in log.events] == list(range(1, len(log.events) + 1))
    assert {entry.__class__.__mro__[1] for entry in log.entries} == {CommandEntry, EventEntry}


def test_a_log_with_nothing_but_a_header_is_a_log() -> None:
    header = Header("empty", "ru-full", ("base",), ("doc", "tuco", "belle"))
    assert parse_lines([to_json(header) + b"\n"]) == Recording(header, (), None)


# --- what is wrong is told with its line


def test_all_problems_are_told_at_once_with_their_lines() -> None:
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
        ({"version": 2}, "upgrade"),
        ({"version": "1"}, "version: expected the number 1, got the text '1'"),
        ({"version": True}, "version: expected the number 1, got true"),
        ({"game": "../../etc/passwd"}, "game: expected a name"),
        ({"game": ""}, "game: expected a name"),
        ({"game": "a\n"}, "game: expected a name"),
        ({"game": "<script>"}, "game: expected a name"),
        ({"seats": "doc"}, "seats: expected a list"),
        ({"seats": None}, "seats: expected a list, got nothing"),
        ({"made_by": None}, "made_by: expected a text, got nothing"),
        ({"format": None}, "format: expected the text 'colt-rules-log', got nothing"),
        ({"extra": 1}, "'extra'"),
    ],
)
def test_a_header_that_is_none_is_told(fields: dict[str, Any], words: str) -> None:
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
        ({"prev": "abc"}, "prev: expected a text of 64 letters"),
        ({"prev": None}, "prev: expected a text, got nothing"),
        ({"type": "Teleported"}, "type: expected one of the"),
        ({"type": "Fire"}, "no fields but"),
        ({"v": 2}, "v: expected version 1 of"),
        ({"data": []}, "data: expected an object"),
        ({"data": {"x": 1}}, "data: expected no fields but"),
        ({"time": "12:00"}, "'time'"),
    ],
)
def test_an_event_line_that_is_none_is_told(fields: dict[str, Any], words: str) -> None:
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
def test_a_command_line_that_is_none_is_told(fields: dict[str, Any], words: str) -> None:
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
        (TEXT[:-1], len(TEXT.splitlines()), "the file was cut"),
        (TEXT[:-30], len(TEXT.splitlines()), "the file was cut"),
        (TEXT + b"\n", len(TEXT.splitlines()) + 1, "JSON"),
        (TEXT + b"[" * 900_000 + b"\n", len(TEXT.splitlines()) + 1, "nested too deep"),
        (TEXT + b'{"seq":' + b"9" * 900_000 + b"}\n", len(TEXT.splitlines()) + 1, "JSON"),
        (TEXT + b"[1]\n", len(TEXT.splitlines()) + 1, "expected an object, got a list of 1"),
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
def test_a_file_that_is_no_log_or_a_damaged_one_is_told(text: bytes, line: int, words: str) -> None:
    found = problems(text)
    assert line in found
    assert words in found[line]


@pytest.mark.parametrize(
    "text",
    [TEXT.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + TEXT, TEXT.decode().encode("utf-16"), b"SQLite format 3\0" * 99],
)
def test_a_file_that_another_program_has_dressed_up_is_one_problem(text: bytes) -> None:
    assert list(problems(text)) == [1]


def test_equal_problems_are_told_once() -> None:
    told = collapsed([Problem(2, "noise"), Problem(3, "other"), Problem(5, "noise"), Problem(9, "noise")])
    assert told == ["line 2 and 2 more: noise", "line 3: other"]


def test_an_endless_line_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 200_000)
    path = tmp_path / "brackets"
    path.write_bytes(b"[" * 5_000_000)
    with pytest.raises(LogError, match=r"line 1: .*200,000 bytes"):
        read_lines(path)
    path.write_bytes(TEXT + b"[" * 5_000_000)
    with pytest.raises(LogError, match=rf"line {len(TEXT.splitlines()) + 1}: .*200,000 bytes"):
        read_lines(path)


def test_nobody_has_to_read_a_million_problems(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(TEXT.splitlines(keepends=True)[0] + b"noise\n" * 100_000)
    with pytest.raises(LogError) as error:
        read_lines(path)
    assert error.value.problems[0].line == 2
    assert "from here on" in error.value.problems[-1].message
    assert len(error.value.problems) < 20_000


@settings(max_examples=200)
@given(st.data())
def test_a_file_with_changed_bytes_is_refused_or_read_as_it_is(data: st.DataObject) -> None:
    """Flipped, cut out, doubled and moved bytes: a LogError, or a log that is written again byte by byte."""
    text = bytearray(TEXT[: TEXT.index(b"\n", 8_000) + 1])
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
