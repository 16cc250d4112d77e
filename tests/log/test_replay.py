"""A log leads to one state, and whatever was done to it is found and named."""

from typing import Any

import attrs
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from colt_rules.events import BanditMoved, Event, LootTaken, TrainBuilt
from colt_rules.kernel import NEW
from colt_rules.log.entries import CommandEntry, Entry, EventEntry, Head, Recording, extend
from colt_rules.log.errors import LogError
from colt_rules.log.lines import parse_lines
from colt_rules.log.replay import Departure, check, replay
from colt_rules.model.record import changed
from tests.logs import chained, changed_entry, played, text_of
from tests.tables import play, table


def place_of(kind: type[Event]) -> int:
    """Where in the log the first event of this kind stands."""
    return next(
        at
        for at, entry in enumerate(played().entries)
        if isinstance(entry, EventEntry) and isinstance(entry.event, kind)
    )


def forged(at: int, *others: Entry) -> Recording:
    """The log with other entries in the place of one, all hashes made anew."""
    entries = played().entries
    return chained(played().header, (*entries[:at], *others, *entries[at + 1 :]))


def edited(at: int, *others: Entry) -> Recording:
    """The log with other entries in the place of one, and no hash touched."""
    log = played()
    return Recording(log.header, (*log.entries[:at], *others, *log.entries[at + 1 :]), log.end)


def event_at(at: int) -> EventEntry:
    entry = played().entries[at]
    assert isinstance(entry, EventEntry)
    return entry


# --- replay


def test_a_log_leads_to_the_state_that_was_played() -> None:
    *_, (_, _, last) = play(table(3, stations=True), 1)
    assert replay(played()) == last.after
    assert replay(parse_lines([text_of(played())])) == last.after


def test_a_log_without_events_leads_nowhere() -> None:
    assert replay(Recording(played().header, (), None)) == NEW


@pytest.mark.parametrize("seq", [7, 9, 1, 10**6])
def test_a_wrong_number_is_refused(seq: int) -> None:
    at = [entry.seq if isinstance(entry, EventEntry) else 0 for entry in played().entries].index(8)
    with pytest.raises(LogError, match=rf"^line {at + 2}: expected event 8, got event {seq};"):
        replay(forged(at, changed_entry(played().entries[at], seq=seq)))


def test_an_event_that_does_not_fit_is_refused_with_its_line() -> None:
    at = place_of(LootTaken)
    entry = event_at(at)
    strange = changed_entry(entry, event=LootTaken("ghost", "purse-99", "mail.inside"))
    with pytest.raises(
        LogError, match=rf"^line {at + 2}: event {entry.seq} LootTaken does not fit the position before it; check"
    ):
        replay(forged(at, strange))


# --- check


def test_a_true_log_is_sound() -> None:
    assert check(played()) == []
    assert check(parse_lines([text_of(played())])) == []


def test_a_game_that_is_not_over_is_sound() -> None:
    entries = played().entries
    for end in (0, 1, 40, place_of(BanditMoved) + 1):
        cut = next(at for at in range(end, len(entries)) if isinstance(entries[at], CommandEntry))
        assert check(Recording(played().header, entries[:cut], None)) == []


def first(log: Recording) -> Departure:
    return check(log)[0]


def test_a_changed_event_breaks_the_chain_there() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    assert isinstance(entry.event, BanditMoved)
    found = check(edited(at, changed_entry(entry, event=changed(entry.event, to="mail.roof"))))
    assert [one.kind for one in found[:2]] == ["chain", "event"]
    assert {(one.line, one.event) for one in found[:2]} == {(at + 2, entry.seq)}


def test_a_forged_event_is_found_by_the_rules() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    assert isinstance(entry.event, BanditMoved)
    departure = first(forged(at, changed_entry(entry, event=changed(entry.event, to="mail.roof"))))
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
    assert first(Recording(played().header, tuple(entries), None)).kind == "chain"
    departure = first(chained(played().header, entries))
    assert (departure.kind, departure.event) == ("event", one.seq)


def test_a_cut_end_is_found_where_the_end_is_known() -> None:
    log = played()
    (departure,) = [one for one in check(Recording(log.header, log.entries[:-1], log.end)) if one.kind == "chain"]
    assert departure.line == len(log.entries)
    assert log.end is not None
    assert log.end in departure.expected


def test_missing_events_at_the_end_of_a_command_are_found() -> None:
    log = played()
    departure = first(Recording(log.header, log.entries[:-1], None))
    last = log.entries[-1]
    assert isinstance(last, EventEntry)
    assert (departure.kind, departure.event, departure.clauses) == ("event", last.seq - 1, last.cites)
    assert departure.expected.startswith("GameEnded")
    assert departure.got == "nothing more from this command"


def test_another_header_is_found() -> None:
    log = played()
    other = msgspec.structs.replace(log.header, seats=("ghost", "cheyenne", "doc"))
    assert [one.kind for one in check(Recording(other, log.entries, log.end))] == ["chain", "header"]
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
    assert log.end is not None
    head = Head(len(log.commands), len(log.events), log.end)
    more, _ = extend(head, log.commands[-1].command, [])
    departure = first(Recording(log.header, (*log.entries, *more), None))
    assert departure.kind == "refused"
    assert "over" in departure.expected


def test_events_before_any_command_are_found() -> None:
    log = played()
    found = check(chained(log.header, log.entries[1:]))
    assert found[0].kind == "order"


def test_a_position_that_cannot_be_ends_the_judging() -> None:
    at = place_of(BanditMoved)
    entry = event_at(at)
    nowhere = changed_entry(entry, event=BanditMoved("nobody", "mail.roof", "mail.inside", "move"))
    found = check(forged(at, nowhere))
    assert [one.kind for one in found] == ["event", "position"]
    assert found[-1].event == entry.seq
    assert found[-1].meaning == f"event {entry.seq} BanditMoved does not fit the position before it"
    assert "Error" not in str(found[-1])


def test_a_command_in_a_position_that_cannot_be_is_told_without_words_of_the_program() -> None:
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


def test_a_broken_chain_is_told_with_both_lines_and_what_may_be_behind_it() -> None:
    at = place_of(BanditMoved)
    for log in (edited(at), edited(at, changed_entry(event_at(at), cites=()))):
        departure = next(one for one in check(log) if one.kind == "chain")
        line = departure.line
        assert line in (at + 1, at + 2)
        assert departure.meaning == (
            f"the chain breaks between line {line} and {line + 1}: line {line} was changed, "
            "or lines between them were taken out, put in or swapped"
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
        other = changed_entry(entry, event=attrs.evolve(entry.event, **{name: new}))
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
