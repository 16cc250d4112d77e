"""Every change of a log is found and named."""

import json
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.events import BanditMoved, TrainBuilt
from colt_rules.kernel import awaiting
from colt_rules.log import verifying
from colt_rules.log.codec import to_json
from colt_rules.log.entries import CommandEntry, EventEntry, Head, Recording, extend, hash_of
from colt_rules.log.errors import Departure, LogError
from colt_rules.log.lines import parse_lines
from colt_rules.log.replay import replay
from colt_rules.log.verifying import Verified, check, verify
from colt_rules.model.record import changed
from tests.logs import (
    chained,
    chained_lines,
    changed_entry,
    edited,
    end_of,
    event_at,
    forged,
    lines_of,
    place_of,
    played,
    text_of,
)


def test_a_true_log_is_sound() -> None:
    assert check(played()) == []
    assert check(parse_lines([text_of(played())])) == []


def test_a_game_that_is_not_over_is_sound() -> None:
    entries = played().entries
    for end in (0, 1, 40, place_of(BanditMoved) + 1):
        cut = next(at for at in range(end, len(entries)) if isinstance(entries[at], CommandEntry))
        assert check(chained(played().header, entries[:cut])) == []


def first(log: Recording) -> Departure:
    return check(log)[0]


def test_a_changed_event_breaks_the_chain_there() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    assert isinstance(entry.event, BanditMoved)
    found = check(edited(at, changed_entry(entry, data=changed(entry.event, to="mail.roof"))))
    assert [one.kind for one in found[:2]] == ["chain", "event"]
    assert {(one.line, one.event) for one in found[:2]} == {(at + 2, entry.seq)}


def test_a_forged_event_is_found_by_the_rules() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    assert isinstance(entry.event, BanditMoved)
    departure = first(forged(at, changed_entry(entry, data=changed(entry.event, to="mail.roof"))))
    assert (departure.kind, departure.line, departure.event) == ("event", at + 2, entry.seq)
    assert departure.command == entry.command
    assert departure.clauses == entry.cites
    assert f'"to":"{entry.event.to}"' in departure.expected
    assert '"to":"mail.roof"' in departure.got
    assert all(word in str(departure) for word in (f"event {entry.seq}", "expected", "got", *entry.cites))


def test_a_forged_citation_is_found_by_the_rules() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    (departure,) = check(forged(at, changed_entry(entry, cites=("fire.target",))))
    assert (departure.kind, departure.event, departure.clauses) == ("cites", entry.seq, entry.cites)
    assert departure.got.endswith("citing fire.target")


def test_the_order_of_citations_counts() -> None:
    at, entry = next(
        (at, entry)
        for at, entry in enumerate(played().entries)
        if isinstance(entry, EventEntry) and len(entry.cites) > 1
    )
    assert [one.kind for one in check(forged(at, changed_entry(entry, cites=entry.cites[::-1])))] == ["cites"]


def test_a_removed_event_is_found() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    assert first(edited(at)).kind == "chain"
    found = check(forged(at))
    assert [one.kind for one in found[:2]] == ["order", "event"]
    assert found[0].expected.startswith(f"event {entry.seq} ")
    assert found[0].got.startswith(f"event {entry.seq + 1} ")


def test_an_inserted_event_is_found() -> None:
    at = place_of(BanditMoved)
    doubled = (played().entries[at], played().entries[at])
    assert first(edited(at, *doubled)).kind == "chain"
    assert {one.kind for one in check(forged(at, *doubled))} >= {"order", "event"}


def test_events_in_another_order_are_found() -> None:
    at = next(
        at
        for at in range(len(played().entries) - 1)
        if all(isinstance(entry, EventEntry) for entry in played().entries[at : at + 2])
    )
    entries = list(played().entries)
    one, two = event_at(at), event_at(at + 1)
    entries[at : at + 2] = [changed_entry(two, seq=one.seq), changed_entry(one, seq=two.seq)]
    assert first(Recording(played().header, tuple(entries), played().closing)).kind == "chain"
    departure = first(chained(played().header, entries))
    assert (departure.kind, departure.event) == ("event", one.seq)


def test_a_cut_end_is_found_where_the_end_is_known() -> None:
    log = played()
    (departure,) = [one for one in check(Recording(log.header, log.entries[:-1], log.closing)) if one.kind == "chain"]
    assert departure.line == len(log.entries)
    assert end_of(log).hash in departure.expected


def test_missing_events_at_the_end_of_a_command_are_found() -> None:
    log = played()
    departure = first(chained(log.header, log.entries[:-1]))
    last = log.entries[-1]
    assert isinstance(last, EventEntry)
    assert (departure.kind, departure.event, departure.clauses) == ("event", last.seq - 1, last.cites)
    assert departure.expected.startswith("GameEnded")
    assert departure.got == "nothing more from this command"


def test_another_header_is_found() -> None:
    log = played()
    other = msgspec.structs.replace(log.header, seats=("ghost", "cheyenne", "doc"))
    assert [one.kind for one in check(Recording(other, log.entries, log.closing))] == ["chain", "header"]
    assert [one.kind for one in check(chained(other, log.entries))] == ["header"]


def test_a_command_that_the_rules_forbid_is_found() -> None:
    at, entry = next((at, entry) for at, entry in enumerate(played().entries) if entry.type == "Move")
    assert isinstance(entry, CommandEntry)
    departure = first(forged(at, changed_entry(entry, data=entry.data.__class__(to="moon.roof"))))
    assert (departure.kind, departure.line, departure.command) == ("refused", at + 2, entry.number)
    assert departure.clauses
    assert "moon.roof" in departure.got


def test_a_command_of_somebody_else_is_found() -> None:
    at, entry = next((at, entry) for at, entry in enumerate(played().entries) if entry.type == "PlayCard")
    others = [seat for seat in played().header.seats if seat != entry.actor]
    found = check(forged(at, changed_entry(entry, actor=others[0])))
    assert [one.kind for one in found][:2] == ["refused", "order"]
    assert found[0].clauses


def test_a_command_after_the_end_is_found() -> None:
    log = played()
    more, _, _ = extend(end_of(log), log.commands[-1].command, [])
    departure = first(chained(log.header, (*log.entries, *more)))
    assert departure.kind == "refused"
    assert "over" in departure.expected


def test_events_before_any_command_are_found() -> None:
    log = played()
    found = check(chained(log.header, log.entries[1:]))
    assert found[0].kind == "order"


def test_a_position_that_cannot_be_ends_the_judging() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    nowhere = changed_entry(entry, data=BanditMoved("nobody", "mail.roof", "mail.inside", "move"))
    found = check(forged(at, nowhere))
    assert [one.kind for one in found] == ["event", "position"]
    assert found[-1].event == entry.seq
    assert found[-1].meaning == f"event {entry.seq} BanditMoved does not fit the position before it"
    assert "Error" not in str(found[-1])


def test_a_command_in_an_impossible_position_is_reported_without_python_errors() -> None:
    """Without a train nothing can be dealt onto it."""
    departure = next(one for one in check(forged(place_of(TrainBuilt))) if one.kind == "position")
    assert departure.event == 0
    assert departure.expected == "a position in which the command can be judged"
    assert "Error" not in str(departure)


def test_a_departure_at_a_command_names_no_event() -> None:
    at, entry = next((at, entry) for at, entry in enumerate(played().entries) if entry.type == "Move")
    assert isinstance(entry, CommandEntry)
    departure = first(forged(at, changed_entry(entry, data=entry.data.__class__(to="moon.roof"))))
    assert departure.where == f"line {at + 2}, command {entry.number}"
    assert str(departure).startswith(f"line {at + 2}, command {entry.number}: expected ")


def test_a_broken_chain_is_reported_with_both_lines_and_the_probable_cause() -> None:
    at = place_of(BanditMoved)
    for log in (edited(at), edited(at, changed_entry(event_at(at), cites=()))):
        departure = next(one for one in check(log) if one.kind == "chain")
        line = departure.line
        assert line in (at + 1, at + 2)
        assert departure.meaning == (
            f"the chain breaks between line {line} and {line + 1}: line {line} was changed, "
            "or lines between them were removed, added or reordered"
        )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_forgery_goes_through_and_none_breaks_the_check(data: st.DataObject) -> None:
    """Any field of any event or command changed, hashes made anew: a departure, never an exception."""
    at = data.draw(st.integers(0, len(played().entries) - 1))
    entry = played().entries[at]
    words = st.sampled_from(["", "doc", "tuco", "mail.roof", "purse-1", "moon", "ghost-fire"])
    if isinstance(entry, EventEntry):
        names = [field.name for field in attrs.fields(entry.event.__class__)]
        if not names:
            return
        name = data.draw(st.sampled_from(names))
        old = getattr(entry.event, name)
        new = _other(old, data, words)
        other = changed_entry(entry, data=attrs.evolve(entry.event, **{name: new}))
    else:
        names = list(entry.data.__struct_fields__)
        if not names:
            return
        name = data.draw(st.sampled_from(names))
        old = getattr(entry.data, name)
        new = _other(old, data, words)
        other = changed_entry(entry, data=msgspec.structs.replace(entry.data, **{name: new}))
    log = forged(at, other)
    found = check(log)
    assert found or old == new
    try:
        replay(log)
    except LogError:
        assert found


def _other(old: Any, data: st.DataObject, words: st.SearchStrategy[str]) -> Any:
    match old:
        case bool():
            return not old
        case int():
            return data.draw(st.integers(-(2**63), 2**63 - 1))
        case tuple() if old and not isinstance(old[0], str):
            return old[1:]
        case tuple():
            return tuple(data.draw(st.lists(words, max_size=3)))
        case _:
            return data.draw(words)


# --- a file, read piece by piece


LINES = lines_of(played())
HOUSE_RULES = Path(__file__).parents[2] / "events" / "games" / "house-rules.jsonl"


def told(found: Verified) -> list[tuple[int, str]]:
    """What is wrong, in the order of lines: malformed lines and departures."""
    return sorted(
        [(one.line, "problem") for one in found.problems] + [(one.line, one.kind) for one in found.departures]
    )


def test_a_file_is_as_sound_as_the_log_in_it() -> None:
    log = played()
    found = verify([text_of(log)])
    assert found.sound
    assert (found.header, found.head, found.closing) == (log.header, chain_end(log), log.closing)
    assert (found.over, found.awaiting) == (True, ())


def chain_end(log: Recording) -> Head:
    commands, events = len(log.commands), len(log.events)
    return Head(commands, events, hash_of(to_json(log.entries[-1])))


def test_open_decisions_are_reported_for_a_sound_log_only() -> None:
    at = next(at for at in range(200, 400) if isinstance(played().entries[at], CommandEntry))
    log = chained(played().header, played().entries[:at])
    found = verify([text_of(log)])
    assert found.sound
    assert not found.over
    assert found.awaiting == awaiting(replay(log)) != ()
    assert verify([text_of(log)], rules=False).awaiting == ()
    assert verify([text_of(log) + b"noise\n"]).awaiting == ()
    assert verify([text_of(chained(played().header, played().entries[: at - 1]))]).awaiting == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, len(played().entries) - 1), st.booleans())
def test_a_file_and_the_log_in_it_depart_in_the_same_places(at: int, anew: bool) -> None:
    log = (forged if anew else edited)(at)
    assert list(verify([text_of(log)]).departures) == check(log)


def test_malformed_lines_and_departures_are_reported_in_the_order_of_lines() -> None:
    moved, last = place_of(BanditMoved), len(LINES)
    forged_line = LINES[moved + 1].replace(b'"how":"', b'"how":"no-')
    assert forged_line != LINES[moved + 1]
    lines = chained_lines([*LINES[: moved + 1], forged_line, *LINES[moved + 2 :]])
    lines[-3] = b"noise\n"
    lines[-5] = lines[-5].replace(b'"v":1', b'"v":7')
    found = verify([b"".join(lines)])
    assert [one.line for one in found.problems] == [last - 4, last - 2]
    assert [(one.line, one.kind) for one in found.departures] == [
        (moved + 2, "event"),
        (last - 4, "chain"),
        (last - 2, "chain"),
    ]
    assert not found.sound
    assert found.awaiting == ()


def test_a_malformed_line_ends_the_check_without_judging_the_command_before_it() -> None:
    """It may have been one of its events: that something is missing there would be a guess."""
    at = next(at for at in range(40, 400) if all(b'"seq"' in line for line in LINES[at : at + 3]))
    found = verify([b"".join([*LINES[: at + 1], b"noise\n", *LINES[at + 2 :]])])
    assert told(found) == [(at + 2, "chain"), (at + 2, "problem")]
    assert found.head == end_of(played())


def test_departures_are_bounded_and_the_first_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = verify([forged_everywhere()]).departures
    assert len(whole) > 100
    monkeypatch.setattr(verifying, "MOST_DEPARTURES", 10)
    pieces = iter(forged_everywhere().splitlines(keepends=True))
    found = verify(pieces)
    assert found.departures == whole[:10]
    assert found.head == verify([forged_everywhere()]).head, "the lines are looked at to the end"
    lines = text_of(played()).splitlines(keepends=True)
    pieces = iter([lines[0], *lines[-2:0:-1], lines[-1]])
    assert len([one for one in verify(pieces).departures if one.kind in ("chain", "order")]) == 10
    assert len(list(pieces)) > 300, "where they are not those that were written, the rest is not"
    assert verify([forged_everywhere()]).departures == whole[:10]


def forged_everywhere() -> bytes:
    """The log with a citation too many at every event, and all hashes made anew."""
    entries = [
        changed_entry(entry, cites=(*entry.cites, "fire.target")) if isinstance(entry, EventEntry) else entry
        for entry in played().entries
    ]
    return text_of(chained(played().header, entries))


# --- the header


def with_header(path: Path, **fields: Any) -> list[bytes]:
    """The lines of a file with other fields in the header, and all hashes made anew."""
    header, *lines = path.read_bytes().splitlines(keepends=True)
    return chained_lines([to_json({**json.loads(header), **fields}) + b"\n", *lines])


@pytest.mark.parametrize(
    "fields", [{"edition": "pl-base"}, {"modules": ["base", "expert"]}, {"seats": ["tuco", "cheyenne"]}]
)
@pytest.mark.parametrize("count", [1, 2, 3, 10**6])
def test_another_header_is_found_where_rulings_are_agreed_on_before_the_start(
    fields: dict[str, Any], count: int
) -> None:
    """However few lines are read at once: the start of the game is not among the first."""
    assert HOUSE_RULES.read_bytes().index(b'"type":"RulingAgreed"') < HOUSE_RULES.read_bytes().index(
        b'"type":"GameStarted"'
    )
    for lines in (with_header(HOUSE_RULES, **fields), with_header(HOUSE_RULES)):
        pieces = [b"".join(lines[at : at + count]) for at in range(0, len(lines), count)]
        kinds = [(one.kind, one.line) for one in verify(pieces).departures]
        assert kinds == ([("header", 1)] if lines[0] != with_header(HOUSE_RULES)[0] else [])


def test_a_wrong_header_is_reported_with_the_right_one() -> None:
    (departure,) = verify([b"".join(with_header(HOUSE_RULES, edition="pl-base"))]).departures
    assert departure.where == "line 1"
    assert departure.expected == "ru-full, modules base, seats tuco, cheyenne, belle, doc, ghost"
    assert departure.got == "pl-base, modules base, seats tuco, cheyenne, belle, doc, ghost"
