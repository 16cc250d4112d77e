"""The state of a game is the fold of its events."""

from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import BanditMoved, BanditPlaced, MarshalMoved, NeutralBulletsStacked, StealinEnded
from colt_rules.kernel import NEW, UnknownEvent, evolve, fold
from colt_rules.model.names import Place
from tests.tables import table
from tests.verdicts import accepted


def test_no_events_give_a_new_game() -> None:
    assert fold([]) == NEW


def test_the_fold_of_a_log_is_each_event_applied_to_the_one_before() -> None:
    events = [event for event, _ in accepted(NEW, table(3)).events]
    state = NEW
    for count, event in enumerate(events, 1):
        state = evolve(state, event)
        assert fold(events[:count]) == state
    assert fold(iter(events)) == state


def test_a_fold_can_begin_anywhere() -> None:
    game = board(
        """
        roof   |   | tuco     |     |
        inside | M |          | doc |
        """
    )
    places: list[Place] = ["car-1.inside", "car-2.inside"]
    state = fold([BanditMoved("tuco", "car-1.roof", place, "move") for place in places], game)
    assert state.figures["tuco"].place == "car-2.inside"
    assert fold([StealinEnded(), MarshalMoved("x", "y")], game).marshal == "y"


@pytest.mark.parametrize("event", [None, "BanditPlaced", BanditPlaced, object()])
def test_an_unknown_event_raises(event: Any) -> None:
    with pytest.raises(UnknownEvent):
        fold([NeutralBulletsStacked(13), event])


def test_a_pair_of_event_and_clauses_is_refused() -> None:
    with pytest.raises(UnknownEvent, match="events without their clauses"):
        fold([(StealinEnded(), ())])  # type: ignore[list-item]
