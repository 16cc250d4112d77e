"""Figures are relative to the machine, and a figure that could not be measured has a reason."""

import sys
from types import SimpleNamespace

import pytest

from colt_rules.bench import figures
from colt_rules.conformance.running.results import CaseResult, Result, Status


def test_a_duration_and_a_rate_have_ratios_that_go_with_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "calibration", lambda: 2_000_000.0)
    rate = figures.Goal("rate", "", "games/s", 0).measured(1, lambda repeat: 100.0)
    duration = figures.Goal("duration", "", "s", 0).measured(1, lambda repeat: 0.1)
    assert rate.ratios == (50.0,)
    assert duration.ratios == (0.2,)


def test_a_suite_that_does_not_pass_says_which_check_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that is so busy that an answer takes too long."""
    late = Result("events", "decide", Status.TIMEOUT, "no answer within 10 seconds")
    case = CaseResult("fire.target/a", "A fact", "ru-full", (), (late,))

    class Slow(list[CaseResult]):
        footer = SimpleNamespace(problem="")

    monkeypatch.setattr(figures, "suite", lambda: SimpleNamespace(runs=[]))
    monkeypatch.setattr(figures, "Conversation", lambda *_, **__: Slow([case]))
    with pytest.raises(
        figures.NotMeasured, match=r"1 checks? did not pass, such as fire\.target/a#events: timeout: no"
    ):
        figures.suite_seconds()


def test_a_suite_that_was_given_up_is_no_fast_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class GivenUp(list[CaseResult]):
        footer = SimpleNamespace(problem="the engine broke in 21 cases")

    monkeypatch.setattr(figures, "suite", lambda: SimpleNamespace(runs=[]))
    monkeypatch.setattr(figures, "Conversation", lambda *_, **__: GivenUp())
    with pytest.raises(figures.NotMeasured, match="the conformance suite cannot be measured: the engine broke in 21"):
        figures.suite_seconds()


def test_a_command_that_fails_says_why() -> None:
    with pytest.raises(figures.NotMeasured, match=r"help cannot be measured: it ended with status 3: no room"):
        figures.run_measured(
            "help", [sys.executable, "-c", "import sys; print('no room', file=sys.stderr); sys.exit(3)"]
        )
