"""The training script: its learner gets better in its first minute, keeps its curve, and goes on where it stopped."""

from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.research.needing import LEARNING, PACKAGES, needs_native

pytest.importorskip("numpy", reason=PACKAGES)
pytest.importorskip("pettingzoo", reason=PACKAGES)
torch = pytest.importorskip("torch", reason=LEARNING)
pytest.importorskip("sb3_contrib", reason=LEARNING)

from colt_rules.research import training  # noqa: E402
from colt_rules.research.native import EngineMissing  # noqa: E402

torch.set_num_threads(1)


def run(*options: str) -> Result:
    """The result of the script with these options."""
    return CliRunner().invoke(training.main, options, catch_exceptions=False)


@needs_native
def test_a_choice_has_the_same_score_wherever_it_stands() -> None:
    games = training.against_native_schemers(1)
    network = training.Network(games.observation_space)
    seen = {name: torch.as_tensor(rows[:1]) for name, rows in games.reset().items()}
    order = torch.randperm(training.OPTIONS["most_choices"])
    scores = network.forward_actor(seen)
    moved = network.forward_actor(
        seen | {"choices": seen["choices"][:, order], "action_mask": seen["action_mask"][:, order]}
    )
    assert torch.allclose(scores[:, order], moved, atol=1e-6)
    assert scores.std() > 0


@needs_native
def test_a_run_writes_the_policy_and_the_curve_and_another_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("TABLES", 16), ("GAMES", 2), ("POINT_GAMES", 3)):
        monkeypatch.setattr(training, name, few)
    short = ["--out", str(tmp_path / "learned"), "--choices", "2048", "--match", "2"]
    assert "of 2 games against 2 scheming bots (95% interval" in run(*short).output
    curve = training.read_curve(tmp_path / "learned" / "curve.csv")
    assert [(point.choices, point.games) for point in curve] == [(2048, 3)]
    run(*short)
    longer = training.read_curve(tmp_path / "learned" / "curve.csv")
    assert longer[:1] == curve
    assert [point.choices for point in longer] == [2048, 4096]
    chart = (tmp_path / "learned" / "curve.svg").read_text(encoding="utf-8")
    assert "4,096 choices" in chart
    assert (tmp_path / "learned" / "policy.zip").exists()


@needs_native
def test_it_measures_as_often_as_asked_and_expects_the_time_of_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("TABLES", 16), ("GAMES", 2), ("POINT_GAMES", 2)):
        monkeypatch.setattr(training, name, few)
    monkeypatch.setattr(training, "monotonic", count(0, 120).__next__)
    told = run("--out", str(tmp_path), "--choices", "4096", "--points", "2", "--match", "0").output.splitlines()
    assert [line.split(" choices")[0] for line in told] == ["2,048 of 4,096", "4,096 of 4,096"]
    assert told[0].endswith("about 2 min of training left"), "as long again as by the clock until now"
    assert told[1].endswith("about 0 min of training left")


@needs_native
@pytest.mark.thorough
def test_it_plays_better_after_a_minute(tmp_path: Path) -> None:
    before = training.matched(training.learner(training.against_native_schemers(1), seed=1), 200, seed=1)
    run("--out", str(tmp_path), "--choices", "400000", "--points", "1", "--match", "0")
    after = training.read_curve(tmp_path / "curve.csv")[-1]
    assert after.least > before.share
    assert after.won > 2 * before.share


def test_without_the_native_engine_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(seed: int) -> None:
        raise EngineMissing("expected the native engine")

    monkeypatch.setattr(training, "against_native_schemers", missing)
    result = run("--out", str(tmp_path / "learned"))
    assert (result.exit_code, "expected the native engine" in result.output) == (2, True)
    assert not (tmp_path / "learned").exists()
