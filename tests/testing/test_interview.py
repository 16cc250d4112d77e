"""One engine for many cases: it is started again when it breaks, but not for ever."""

import pytest

from colt_rules.conformance.engine import CannotStart
from colt_rules.conformance.results import Status
from colt_rules.conformance.runner import Adapter
from colt_rules.testing.interview import Interview
from tests.conformance.misbehaving.trial import AT_CHEYENNE, comes_true, command, left_behind, runs


def test_an_engine_that_breaks_costs_one_case() -> None:
    interview = Interview(Adapter(command("exits", AT_CHEYENNE)))
    try:
        assert [interview.result(run).status for run in runs()] == [Status.PASS, Status.CRASH, Status.PASS]
        assert interview.restarts == 1
    finally:
        interview.close()
    assert comes_true(lambda: not left_behind())


def test_an_engine_that_breaks_too_often_is_given_up() -> None:
    interview = Interview(Adapter(command("exits"), restarts=1))
    first, second, third = runs()
    assert interview.result(first).status is interview.result(second).status is Status.CRASH
    with pytest.raises(CannotStart, match="the engine broke in 2 cases"):
        interview.result(third)
    interview.close()
    assert comes_true(lambda: not left_behind())


def test_only_levels_that_are_wanted_are_measured() -> None:
    interview = Interview(Adapter(command("is-right"), levels=("fold",)))
    try:
        statuses = {result.status for result in interview.result(runs()[0]).results if result.level != "fold"}
    finally:
        interview.close()
    assert statuses == {Status.NOT_CLAIMED}
