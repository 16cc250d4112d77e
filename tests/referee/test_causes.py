"""What happens by itself names the event that brought it about."""

import pytest

from colt_rules.events import BanditMoved, MarshalMoved
from colt_rules.log.entries import EventEntry
from colt_rules.referee.causes import causes
from colt_rules.referee.explain import explain
from colt_rules.referee.why_not import _happens
from tests.conftest import at_least
from tests.referee.test_explain import KEPT, forged, story


@pytest.mark.parametrize("name", at_least("four-everything", "expert-all-boxes-five", of=KEPT))
def test_all_but_the_events_of_the_command_itself_have_a_cause_before_them(name: str) -> None:
    for step in story(name).steps():
        found = causes(step)
        own = len(_happens(step.before, step.command.command))
        assert {entry.seq for entry in step.events[own:]} <= found.keys()
        assert all(step.events[0].seq <= cause < seq for seq, cause in found.items())


def test_a_flight_is_due_to_the_marshal_and_not_to_whoever_moved_him() -> None:
    game = story()
    fled = [
        (entry, step)
        for step in game.steps()
        for entry in step.events
        if isinstance(entry.event, BanditMoved) and entry.event.how == "flight"
    ]
    assert fled
    for entry, step in fled:
        by_seq = {one.seq: one for one in step.events}
        if entry.seq in causes(step):
            brought = by_seq[causes(step)[entry.seq]].event
            assert isinstance(brought, MarshalMoved | BanditMoved)
            found = explain(game, entry.seq)
            assert found.cause is not None
            assert found.cause.type == by_seq[found.caused_by].type


def test_a_forged_log_has_the_causes_that_there_are() -> None:
    wrong = forged(lambda entry: [] if isinstance(entry, EventEntry) and entry.seq == 90 else [entry])
    for step in wrong.steps():
        assert all(cause < seq for seq, cause in causes(step).items())
