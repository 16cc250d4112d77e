"""The figures are measured, with their spread; how fast it is, no test decides."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from colt_rules.bench import figures
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.running.results import CaseResult, Result, Status
from colt_rules.log.sqlite import SqliteStore


@pytest.mark.thorough
def test_every_figure_of_the_specification_is_measured_as_often_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    some = SimpleNamespace(runs=suite().runs[:50])
    monkeypatch.setattr(figures, "suite", lambda: some)
    measured = list(figures.measure(repeats=2, games=4))
    assert [figure.name for figure in measured] == ["games", "fold", "suite", "help"]
    for figure in measured:
        assert len(figure.values) == len(figure.ratios) == 2
        assert min(figure.values) <= figure.middle <= max(figure.values)
        assert min(figure.values) > 0
        assert figure.ratio > 0


def test_what_is_folded_is_the_whole_stored_log(tmp_path: Path) -> None:
    names = figures.store_games(tmp_path / "games.db", 2)
    assert len(names) == 2
    with SqliteStore(tmp_path / "games.db") as store:
        assert all(len(store.read(name).events) > 200 for name in names)
    assert figures.folded_per_second(tmp_path / "games.db", names) > 0


def test_a_duration_and_a_rate_have_ratios_that_go_with_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "calibration", lambda: 2_000_000.0)
    rate = figures.figure("rate", "", "games/s", 0, 1, lambda repeat: 100.0)
    duration = figures.figure("duration", "", "s", 0, 1, lambda repeat: 0.1)
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
