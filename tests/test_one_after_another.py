"""Several commands in one process: each is run, whatever became of those before it, and none that fails is missed."""

import pytest

from tests.one_after_another import statuses


def test_each_command_is_run_and_how_it_ended_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert statuses(["spec show no-such-clause", "--version"]) == [2, 0]
    assert "version" in capsys.readouterr().out


def test_nothing_that_fails_is_taken_for_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(words: list[str]) -> None:
        raise SystemExit({"well": None, "badly": "a word", "so": 7}[words[0]])

    monkeypatch.setattr("tests.one_after_another.colt", ends)
    assert statuses(["well", "badly", "so"]) == [0, 1, 7]
