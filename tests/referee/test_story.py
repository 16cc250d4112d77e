"""A story is its log: every position, moment and step of it, up to the first fault."""

import tracemalloc
from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import pytest

from colt_rules.events import BanditMoved, CardReturned, Event
from colt_rules.kernel import fold
from colt_rules.kernel.evolve import evolve
from colt_rules.log.codec import to_json
from colt_rules.log.entries import EventEntry, Recording
from colt_rules.log.errors import LogError
from colt_rules.log.lines import pieces_of, read_lines
from colt_rules.log.redaction import redacted
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from colt_rules.referee.story import OutOfRange, Story, Wanted
from tests.conftest import THOROUGH
from tests.logs import (
    chained,
    chained_lines,
    changed_entry,
    event_at,
    forged,
    lines_of,
    long_log,
    place_of,
    played,
    text_of,
)

ROOT = Path(__file__).parents[2]
KEPT = {path.stem: path for path in sorted((ROOT / "events" / "games").glob("*.jsonl"))}
LONG = 2_000
"""Events of a log that fills many pages."""


def read(lines: Iterable[bytes]) -> Story:
    """The story in these lines, read in the pieces in which a file is read."""
    return Story.read(pieces_of(BytesIO(b"".join(lines))))


def of(log: Recording) -> Story:
    return read(lines_of(log))


def positions(log: Recording) -> list[Game]:
    """The state after every event, and before the first."""
    return list(accumulate((entry.event for entry in log.events), evolve, initial=NEW))


# --- content


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_game_is_told_step_by_step_and_at_any_event(name: str) -> None:
    log = read_lines(KEPT[name])
    story = read([KEPT[name].read_bytes()])
    states = positions(log)
    assert story.broken == ""
    assert story.header == log.header
    assert (story.head.commands, story.head.events) == (len(log.commands), len(log.events))
    assert [step.command for step in story.steps()] == log.commands
    assert [entry for step in story.steps() for entry in step.events] == log.events
    assert all(step.before == states[step.events[0].seq - 1] for step in story.steps())
    assert all(step.after == states[step.events[-1].seq] for step in story.steps())
    for at in {0, 1, len(log.events) - 1, len(log.events), *range(0, len(log.events), 41)}:
        assert story.position(at) == states[at]


def test_every_position_of_a_log_of_many_pages_is_the_fold_of_its_events() -> None:
    log = long_log(LONG)
    story = of(log)
    states = positions(log)
    assert all(story.position(at) == states[at] for at in range(0, LONG + 1, 3))
    assert story.position(LONG) == states[LONG] == fold(entry.event for entry in log.events)


def test_a_moment_is_an_event_between_two_positions() -> None:
    log = played()
    story = of(log)
    states = positions(log)
    numbers = {entry.number: line for line, entry in enumerate(log.entries, 2) if not isinstance(entry, EventEntry)}
    for entry in log.events:
        moment = story.moment(entry.seq)
        assert moment.entry == entry
        assert (moment.before, moment.after) == (states[entry.seq - 1], states[entry.seq])
        assert entry in moment.step.events
        assert moment.step.command.number == entry.number
        assert moment.step.line == numbers[entry.number]


def test_a_step_is_found_by_its_number_and_steps_go_on_from_there() -> None:
    log = long_log(LONG)
    story = of(log)
    assert [story.step(number).command for number in range(1, len(log.commands) + 1, 17)] == log.commands[::17]
    assert [step.command for step in story.steps(300)] == log.commands[299:]
    assert list(story.steps(len(log.commands) + 1)) == []


@pytest.mark.parametrize("at", [-1, 392])
def test_a_position_that_is_not_there_is_told_with_those_that_are(at: int) -> None:
    with pytest.raises(OutOfRange, match=f"expected an event from 0 to 391, got {at}"):
        of(played()).position(at)


@pytest.mark.parametrize("seq", [-1, 0, 392])
def test_a_moment_that_is_not_there_is_told_with_those_that_are(seq: int) -> None:
    with pytest.raises(OutOfRange, match=f"expected an event from 1 to 391, got {seq}"):
        of(played()).moment(seq)


@pytest.mark.parametrize("number", [0, 119])
def test_a_step_that_is_not_there_is_told_with_those_that_are(number: int) -> None:
    with pytest.raises(OutOfRange, match=f"expected a command from 1 to 118, got {number}"):
        of(played()).step(number)


# --- searching


@pytest.mark.parametrize(
    ("wanted", "is_it"),
    [
        (Wanted(kind="MarshalMoved"), lambda entry: entry.type == "MarshalMoved"),
        (Wanted(clause="base.move"), lambda entry: "base.move" in entry.cites),
        (Wanted(player="django"), lambda entry: entry.actor == "django" or b'"django"' in to_json(entry.event)),
        (
            Wanted(kind="BanditMoved", player="ghost"),
            lambda entry: entry.type == "BanditMoved" and b'"ghost"' in to_json(entry),
        ),
        (
            Wanted(player="cheyenne", clause="schemin.play-or-draw"),
            lambda entry: entry.actor == "cheyenne" and "schemin.play-or-draw" in entry.cites,
        ),
        (Wanted(), lambda entry: True),
    ],
    ids=["kind", "clause", "player", "kind and player", "player and clause", "any"],
)
def test_the_next_and_the_last_event_that_is_wanted_are_found_from_anywhere(
    wanted: Wanted, is_it: Callable[[EventEntry], bool]
) -> None:
    log = long_log(LONG)
    story = of(log)
    found = [entry.seq for entry in log.events if is_it(entry)]
    assert found
    for at in range(0, LONG + 2, 13 if THOROUGH else 39):
        assert story.find(wanted, at) == next((seq for seq in found if seq > at), None)
        assert story.find(wanted, at, backward=True) == next((seq for seq in reversed(found) if seq < at), None)


def test_what_never_happens_is_not_found() -> None:
    story = of(played())
    for wanted in (Wanted(kind="Move"), Wanted(player="doc"), Wanted(kind="LootTaken", clause="fire.target")):
        assert story.find(wanted, 0) is None
        assert story.find(wanted, 392, backward=True) is None


# --- logs that end too early


def test_a_log_that_is_cut_is_told_up_to_there_wherever_it_is_cut() -> None:
    log = played()
    lines, states = lines_of(log), positions(log)
    for end in (1, 2, 3, 4, *range(5, len(lines), 23), len(lines) - 1):
        for torn in (b"", lines[end][:20]):
            story = read([*lines[:end], torn])
            events = sum(b'"seq"' in line for line in lines[:end])
            assert story.head.events == events
            assert story.position(events) == states[events]
            assert f"line {end + 1}: " in story.broken
            assert "the file was cut" in story.broken
            whole = [step for step in story.steps() if step.events]
            assert len(whole) == story.head.commands
            assert sum(len(step.events) for step in whole) == events


def lost(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], *lines[at + 1 :]]


def swapped(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def rewritten(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], lines[at].replace(b'"actor":"', b'"actor":"x'), *lines[at + 1 :]]


def malformed(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], b"{}\n", *lines[at + 1 :]]


def of_tomorrow(lines: list[bytes], at: int) -> list[bytes]:
    later = msgspec.json.decode(lines[at]) | {"v": 9}
    return chained_lines([*lines[:at], to_json(later) + b"\n", *lines[at + 1 :]])


@pytest.mark.parametrize(
    ("change", "doubtful"), [(lost, 1), (swapped, 1), (rewritten, 0), (malformed, 0), (of_tomorrow, 0)]
)
@pytest.mark.parametrize("at", [2, 50, 150, 300, 450])
def test_a_log_that_was_changed_is_told_up_to_the_line_before(
    change: Callable[[list[bytes], int], list[bytes]], doubtful: int, at: int
) -> None:
    """The line before a gap is doubtful: either it was changed, or another one was removed."""
    log = played()
    lines, states = lines_of(log), positions(log)
    story = read(change(lines, at))
    assert story.head.events == sum(b'"seq"' in line for line in lines[: at - doubtful])
    assert story.position(story.head.events) == states[story.head.events]
    assert story.broken.startswith(f"line {at + 1 - doubtful}")


def test_the_line_that_breaks_first_is_told_whatever_else_is_wrong() -> None:
    story = read(malformed(rewritten(lines_of(played()), 100), 300))
    assert story.broken.startswith("line 101")
    assert story.head.events == sum(b'"seq"' in line for line in lines_of(played())[:100])


def test_an_end_that_counts_otherwise_is_told_and_everything_is_there() -> None:
    *lines, closing = lines_of(played())
    story = read([*lines, closing.replace(b'"events":391', b'"events":392')])
    assert "118 commands and 392 events, as the closing line says" in story.broken
    assert story.head.events == 391


def test_a_header_that_says_something_else_than_the_game_is_told_and_breaks_nothing() -> None:
    log = played()
    false = chained(msgspec.structs.replace(log.header, edition="pl-base"), log.entries)
    story = of(false)
    assert story.broken.startswith("line 1: expected ru-full")
    assert story.head.events == 391
    cut = read(lines_of(false)[:100])
    assert "the file was cut" in cut.broken
    assert cut.head.events == sum(b'"seq"' in line for line in lines_of(log)[:100])


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (BanditMoved, {"bandit": "nobody"}),
        (CardReturned, {"seat": "nobody"}),
    ],
)
def test_an_event_that_does_not_fit_ends_the_story_before_its_command(
    kind: type[Event], change: dict[str, str]
) -> None:
    log = played()
    at = place_of(kind)
    entry = event_at(at)
    event: Any = entry.event
    story = of(forged(at, changed_entry(entry, data=changed(event, **change))))
    assert f"event {entry.seq} {entry.type} does not fit the position before it" in story.broken
    assert f"line {at + 2}: " in story.broken
    assert story.head.commands == entry.number - 1
    assert story.position(story.head.events) == positions(log)[story.head.events]
    assert [step.command.number for step in story.steps()] == list(range(1, entry.number))


def test_a_log_with_nothing_but_its_header_is_a_story_without_events() -> None:
    story = read(lines_of(played())[:1])
    assert story.head.events == 0
    assert story.position(0) == NEW
    assert list(story.steps()) == []
    assert story.find(Wanted(), 0) is None


# --- logs that cannot be read


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "an empty file"),
        (b"hello\n", "line 1: line: expected JSON"),
        (lines_of(played())[0][:30], "the file was cut"),
        (lines_of(played())[0].replace(b'"version":1', b'"version":99'), "upgrade colt-rules and read the file again"),
        (b"\n".join([*redacted(played(), "ghost"), b""]), "this log is redacted for one role; name a complete log"),
    ],
    ids=["empty", "no log", "torn header", "newer", "redacted"],
)
def test_what_is_no_whole_log_from_its_first_line_on_is_refused(text: bytes, words: str) -> None:
    with pytest.raises(LogError, match=words):
        read([text])


# --- memory


def test_a_story_takes_less_than_half_the_room_of_its_file() -> None:
    text = text_of(long_log(10_000))
    read([text])  # caches shared between stories are not counted
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        story = Story.read(pieces_of(BytesIO(text)))
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert story.head.events == 10_000
    assert taken < len(text) / 2
