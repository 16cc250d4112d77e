"""`colt bench` shows every figure with its goal, its spread and its ratio."""

import json

import pytest

from colt_rules.bench import figures
from tests.cli.running import run_colt


@pytest.fixture(autouse=True)
def quick_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the figure for the whole suite, which the tests of the figures already measure."""
    monkeypatch.setattr(figures, "suite_seconds", lambda: 1.0)


def test_the_figures_come_as_a_table() -> None:
    result = run_colt("bench", "--repeats", "1", "--games", "4", status=0)
    for told in ("games/s", "events/s", "colt --help", "at least 150,000", "ratio"):
        assert told in result.output


def test_the_figures_come_for_machines() -> None:
    result = run_colt("bench", "--repeats", "2", "--games", "4", "--json", status=0)
    for figure in json.loads(result.stdout)["figures"]:
        assert figure["least"] <= figure["median"] <= figure["most"]
        assert figure["ratio"] > 0


def test_a_missed_goal_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, fast = (figures.Measurement("help", "help", "s", 0.3, (value,), (1.0,)) for value in (0.5, 0.1))
    monkeypatch.setattr(figures, "measure", lambda repeats, games: [slow, fast])
    output = run_colt("bench").output
    assert output.count("missed") == 1
    told = json.loads(run_colt("bench", "--json").stdout)
    assert [one["met"] for one in told["figures"]] == [False, True]


def test_what_went_wrong_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow() -> float:
        raise figures.NotMeasured("the conformance suite cannot be measured: 3 checks did not pass")

    monkeypatch.setattr(figures, "suite_seconds", slow)
    result = run_colt("bench", "--repeats", "1", "--games", "4", status=2)
    assert "Error: the conformance suite cannot be measured: 3 checks did not pass" in result.output
    assert "Traceback" not in result.output
