"""The chain alone, without the rules, finds every change of the lines of a log and names its first place."""

import json
import tracemalloc
from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.log import lines as reading
from colt_rules.log.chain import Chain
from colt_rules.log.codec import to_json
from colt_rules.log.entries import Batch, Head, closing_of
from colt_rules.log.errors import LogError
from colt_rules.log.lines import pieces_of
from colt_rules.log.verifying import MOST_DEPARTURES, Verified, verify
from tests.logs import chained, chained_lines, end_of, lines_of, played, text_of

LINES = lines_of(played())
LAST = len(LINES)
"""The number of the closing line."""


def chain_of(lines: Iterable[bytes]) -> Verified:
    return verify([b"".join(lines)], rules=False)


def first_told(lines: list[bytes], rules: bool = False) -> int | None:
    """The first line with a departure; None if there is no departure."""
    try:
        found = verify([b"".join(lines)], rules=rules)
    except LogError as error:
        return error.problems[0].line
    assert found.sound == (not found.problems and not found.departures)
    assert [one.line for one in found.departures] == sorted(one.line for one in found.departures)
    assert [one.line for one in found.problems] == sorted(one.line for one in found.problems)
    return min([*(one.line for one in found.problems), *(one.line for one in found.departures)], default=None)


def first_changed(lines: list[bytes]) -> int | None:
    """The first line that is another than in the true log, or would be there."""
    return next(
        (at for at, (one, two) in enumerate(zip([*lines, b""], [*LINES, b""], strict=False), 1) if one != two), None
    )


# --- what is sound


def test_a_true_log_is_sound_and_has_its_end() -> None:
    found = chain_of(LINES)
    assert found.sound
    assert (found.header, found.head, found.closing) == (played().header, end_of(played()), played().closing)
    assert found.over
    assert found.awaiting == ()


def test_a_game_that_is_not_over_is_sound() -> None:
    found = chain_of(lines_of(chained(played().header, played().entries[:60])))
    assert found.sound
    assert not found.over


def test_the_chain_does_not_check_rules() -> None:
    """A forger can recompute all hashes; rules and seals protect against that."""
    forged = [line.replace(b'"to":"', b'"to":"moon-') for line in LINES]
    assert chain_of(chained_lines(forged)).sound
    assert not verify([b"".join(chained_lines(forged))]).sound


def test_a_log_is_followed_from_any_command_on() -> None:
    entries = played().entries
    at = next(at for at in range(60, len(entries)) if not entries[at].seq)
    before = entries[:at]
    head = end_of(chained(played().header, before))
    rest = [line.rstrip(b"\n") for line in LINES[at + 1 : -1]]
    chain = Chain(head)
    assert chain.follow(Batch(at + 2, rest, entries[at:])) == []
    assert chain.head == end_of(played())
    other = Chain(Head(head.commands, head.events, "0" * 64))
    (broken,) = other.follow(Batch(at + 2, rest, entries[at:]))
    assert (broken.kind, broken.line) == ("chain", at + 1)


# --- the closing line


@pytest.mark.parametrize(
    ("fields", "kinds", "line"),
    [
        ({"commands": 1}, ["count"], LAST),
        ({"events": 0}, ["count"], LAST),
        ({"events": 10**6}, ["count"], LAST),
        ({"prev": "0" * 64}, ["chain"], LAST - 1),
        ({"prev": "0" * 64, "events": 5}, ["chain", "count"], LAST - 1),
    ],
)
@pytest.mark.parametrize("rules", [True, False])
def test_a_closing_line_that_says_something_else_is_found(
    fields: dict[str, object], kinds: list[str], line: int, rules: bool
) -> None:
    other = to_json({**json.loads(LINES[-1]), **fields}) + b"\n"
    found = verify([b"".join([*LINES[:-1], other])], rules=rules)
    assert found.problems == ()
    assert [one.kind for one in found.departures] == kinds
    assert found.departures[0].line == line


def test_a_wrong_count_is_reported_with_both_counts() -> None:
    head = end_of(played())
    other = to_json({**json.loads(LINES[-1]), "events": 7}) + b"\n"
    (departure,) = chain_of([*LINES[:-1], other]).departures
    assert str(departure).startswith(f"line {LAST}, command {head.commands}, event {head.events}: ")
    assert departure.expected == f"{head.commands} commands and 7 events, as the closing line says"
    assert departure.got == f"{head.commands} commands and {head.events} events"


@pytest.mark.parametrize("rules", [True, False])
def test_a_truncated_log_is_reported_even_if_the_rest_is_a_sound_game(rules: bool) -> None:
    at = next(at for at in range(200, LAST) if b'"seq"' not in LINES[at])
    (problem,) = verify([b"".join(LINES[:at])], rules=rules).problems
    assert problem.line == at + 1
    assert "the file was cut" in problem.message
    closed = verify([b"".join([*LINES[:at], LINES[-1]])], rules=rules)
    assert [one.kind for one in closed.departures] == ["chain", "count"]
    assert closed.departures[0].line == at


# --- tampering


def changes(number: int) -> st.SearchStrategy[bytes]:
    """This line with one byte, or the value of one field, changed."""
    line = LINES[number - 1]

    def flipped(at: int, bits: int) -> bytes:
        return line[:at] + bytes([line[at] ^ bits]) + line[at + 1 :]

    def set_to(name: str, value: object) -> bytes:
        return to_json({**json.loads(line), name: value}) + b"\n"

    flips = st.builds(flipped, st.integers(0, len(line) - 2), st.integers(1, 255))
    values = st.integers(0, 500) | st.sampled_from(["doc", "chance", "table", "", None]) | st.just(["fire.target"])
    fields = st.builds(set_to, st.sampled_from(sorted(json.loads(line))), values)
    return (flips | fields).filter(lambda other: other != line and other.count(b"\n") == 1)


class Lines(list[bytes]):
    """The lines of a log; in a failure message only the lines that are not in their place are shown."""

    def __repr__(self) -> str:
        return str({at: line for at, line in enumerate(self, 1) if LINES[at - 1 : at] != [line]})[:2000]


@st.composite
def tampered(draw: st.DrawFn, least: int = 1, most: int = LAST) -> Lines:
    """The lines of the log; one or two lines from ``least`` to ``most`` were tampered with."""
    made = Lines(LINES)
    some = st.integers(least, most)
    match draw(st.sampled_from(["change", "remove", "insert", "double", "swap"])):
        case "change":
            at = draw(some)
            made[at - 1] = draw(changes(at))
        case "remove":
            at = draw(some)
            del made[at - 1 : at - 1 + draw(st.integers(1, min(3, most - at + 1)))]
        case "insert":
            made.insert(draw(some) - 1, LINES[draw(some) - 1])
        case "double":
            at = draw(some)
            made.insert(at, LINES[at - 1])
        case "swap":
            one, two = draw(some) - 1, draw(some) - 1
            made[one], made[two] = made[two], made[one]
    return made


@settings(max_examples=300, deadline=None)
@given(tampered())
def test_a_line_changed_removed_inserted_doubled_or_moved_is_found_and_the_first_place_is_named(
    lines: list[bytes],
) -> None:
    """The line itself, or the one before it: what a line was before it was changed, only the line after it knows."""
    told, at = first_told(lines), first_changed(lines)
    if at is None:
        assert told is None
    else:
        assert told in (at - 1, at)


def first_misnumbered(lines: list[bytes]) -> int | None:
    """The first line that does not follow from the lines before it.

    Its numbers or actor are wrong, or it is a command after a command without events.
    """
    commands, events, actor, bare = 0, 0, "", False
    for number, line in enumerate(lines[1:], 2):
        told = json.loads(line)
        if "seq" in told:
            events += 1
            fits = (told["seq"], told["command"], told["actor"]) == (events, commands, actor)
            bare = False
        elif "actor" in told:
            commands += 1
            actor = told["actor"]
            fits = told["command"] == commands and not bare
            bare = True
        else:
            fits = (told["commands"], told["events"]) == (commands, events) and not bare
        if not fits:
            return number
    return None


@settings(max_examples=300, deadline=None)
@given(tampered(2, LAST - 1))
@pytest.mark.thorough
def test_with_all_hashes_made_anew_what_does_not_fit_is_found_by_its_numbers(lines: list[bytes]) -> None:
    """The rest, a change of what happened, is found by the rules, or by the last hash where somebody knows it."""
    try:
        lines = chained_lines(lines)
    except ValueError:
        return  # no longer JSON
    if any(not {"actor", "command", "prev", "type"} <= json.loads(line).keys() for line in lines[1:-1]):
        return  # no longer a command or event
    found = chain_of(lines)
    if not found.problems:
        assert first_told(lines) == first_misnumbered(lines)


@settings(max_examples=100, deadline=None)
@given(tampered(2, LAST - 1))
def test_no_other_log_has_the_same_last_hash(lines: list[bytes]) -> None:
    try:
        forged = chained_lines(lines[:-1])
    except ValueError:
        return  # no longer JSON
    if forged != LINES[:-1]:
        assert not chain_of([*forged, LINES[-1]]).sound


@settings(max_examples=40, deadline=None)
@given(tampered())
def test_with_the_rules_no_less_is_found(lines: list[bytes]) -> None:
    told, at = first_told(lines, rules=True), first_changed(lines)
    if at is None:
        assert told is None
    else:
        assert told is not None
        assert told <= at


# --- read piece by piece


@settings(max_examples=150, deadline=None)
@given(tampered(), st.lists(st.integers(1, LAST), max_size=12), st.booleans())
@pytest.mark.thorough
def test_how_the_file_is_cut_into_pieces_makes_no_difference(lines: list[bytes], cuts: list[int], rules: bool) -> None:
    ends = [0, *sorted({min(cut, len(lines)) for cut in cuts} | {len(lines)})]
    pieces = [b"".join(lines[start:end]) for start, end in pairwise(ends)]
    assert found_in(pieces, rules) == found_in([b"".join(lines)], rules)


@pytest.mark.parametrize("block", [1, 50, 1000, 2**20])
@pytest.mark.parametrize("rules", [True, False])
def test_how_much_is_read_at_once_makes_no_difference(block: int, rules: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        text_of(chained(played().header, played().entries[:40])),
        b"".join([*LINES[:9], b"noise\n", *LINES[9:20], LINES[5], *LINES[20:40], LINES[-1], b"more\n\nnoise"]),
    ]
    whole = [found_in([text], rules) for text in texts]
    monkeypatch.setattr(reading, "BLOCK", block)
    assert [found_in(pieces_of(BytesIO(text)), rules) for text in texts] == whole


def found_in(pieces: Iterable[bytes], rules: bool) -> Verified | str:
    try:
        return verify(pieces, rules=rules)
    except LogError as error:
        return str(error)


@pytest.mark.parametrize("line", [b"\n", b" \n", b"{}\n", b"null\n", b'{"actor":"doc"}\n', b"\r\n"])
def test_the_chain_alone_reports_a_malformed_line(line: bytes) -> None:
    found = chain_of([*LINES[:9], line, *LINES[9:]])
    assert [one.line for one in found.problems] == [10]
    assert found.departures[0].line == 10
    assert found.head == end_of(played())


def test_the_chain_alone_reports_a_line_broken_in_two() -> None:
    found = chain_of([*LINES[:9], LINES[9].replace(b",", b",\n", 1), *LINES[10:]])
    assert [one.line for one in found.problems] == [10, 11]


def test_only_the_links_of_lines_are_read() -> None:
    later = LINES[11].replace(b'"v":1', b'"v":7')
    lines = [*LINES[:11], later, *LINES[12:14], b"noise\n", *LINES[15:]]
    for pieces in ([b"".join(lines)], lines):
        found = verify(pieces, rules=False)
        assert [one.line for one in found.problems] == [15]
        assert [(one.line, one.kind) for one in found.departures] == [(12, "chain"), (15, "chain")]


# --- a log of any length


def endless(events: int, broken: bool = False) -> Iterator[bytes]:
    """The pieces of a log with this many events, each made on demand."""
    header, command, *_ = LINES
    event = next(line for line in LINES if b"BanditMoved" in line)
    told = json.loads(event)
    before, _, after = to_json({**told, "actor": "table", "command": 1, "prev": "HASH", "seq": 0}).partition(b"HASH")
    after = after.replace(b'"seq":0', b'"seq":%d')
    yield header + command
    hash, text = sha256(command.rstrip(b"\n")).hexdigest(), []
    for seq in range(1, events + 1):
        line = before + hash.encode() + after % seq
        if not broken:
            hash = sha256(line).hexdigest()
        text.append(line)
        if seq % 200 == 0 or seq == events:
            yield b"\n".join(text) + b"\n"
            text = []
    yield to_json(closing_of(Head(1, events, hash))) + b"\n"


@pytest.mark.thorough
def test_verifying_a_long_log_takes_no_more_memory_than_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_EVENTS", 10**9)  # the whole log is one command
    peaks = []
    for events in (2_000, 200_000):
        tracemalloc.start()
        found = verify(endless(events), rules=False)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert found.sound
        assert found.head.events == events
    assert peaks[1] < peaks[0] + 500_000
    assert peaks[1] < 2_000_000


def test_reading_stops_after_too_many_departures() -> None:
    pieces = endless(10**9, broken=True)
    found = verify(pieces, rules=False)
    assert len(found.departures) == MOST_DEPARTURES
    assert found.departures[0].line == 3
    assert found.head.events < 2 * MOST_DEPARTURES
