"""A log folds to one state, or the first event that does not fit is reported."""

import pytest

from colt_rules.events import LootTaken
from colt_rules.kernel import NEW
from colt_rules.log.entries import EventEntry
from colt_rules.log.errors import LogError
from colt_rules.log.lines import parse_lines
from colt_rules.log.replay import replay
from tests.logs import chained, changed_entry, event_at, forged, place_of, played, text_of
from tests.tables import play, table


def test_a_log_leads_to_the_state_that_was_played() -> None:
    *_, (_, _, last) = play(table(3, stations=True), 1)
    assert replay(played()) == last.after
    assert replay(parse_lines([text_of(played())])) == last.after


def test_a_log_without_events_gives_the_new_game() -> None:
    assert replay(chained(played().header, ())) == NEW


@pytest.mark.parametrize("seq", [7, 9, 1, 10**6])
def test_a_wrong_number_is_refused(seq: int) -> None:
    at = [entry.seq if isinstance(entry, EventEntry) else 0 for entry in played().entries].index(8)
    with pytest.raises(LogError, match=rf"^line {at + 2}: expected event 8, got event {seq};"):
        replay(forged(at, changed_entry(played().entries[at], seq=seq)))


def test_an_event_that_does_not_fit_is_refused_with_its_line() -> None:
    at = place_of(LootTaken)
    entry = event_at(at)
    strange = changed_entry(entry, data=LootTaken("ghost", "purse-99", "mail.inside"))
    with pytest.raises(
        LogError,
        match=rf"^line {at + 2}: event {entry.seq} LootTaken does not fit the position before it; verify the log",
    ):
        replay(forged(at, strange))
