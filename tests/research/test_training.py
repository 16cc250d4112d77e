"""The training script: it imitates, learns, keeps its curve, and goes on where it stopped."""

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from tests.research.needing import LEARNING, PACKAGES

pytest.importorskip("numpy", reason=PACKAGES)
pytest.importorskip("pettingzoo", reason=PACKAGES)
torch = pytest.importorskip("torch", reason=LEARNING)
pytest.importorskip("sb3_contrib", reason=LEARNING)

from stable_baselines3.common.vec_env import DummyVecEnv  # noqa: E402

from colt_rules.research import training  # noqa: E402

torch.set_num_threads(1)


@pytest.fixture(scope="module")
def rows() -> list[tuple[object, ...]]:
    """What bots chose in a few games."""
    random = Random(1)
    return [row for _ in range(6) for row in training.choices_of_bots(random)]


def test_a_choice_has_the_same_score_wherever_it_stands(rows: list[tuple[object, ...]]) -> None:
    network = training.Network(training.against_schemers().observation_space)
    seen = {"observation": torch.as_tensor(rows[0][0])[None], "choices": torch.as_tensor(rows[0][1])[None]}
    order = torch.randperm(seen["choices"].shape[1])
    scores = network.forward_actor(seen)
    moved = network.forward_actor(seen | {"choices": seen["choices"][:, order]})
    assert torch.allclose(scores[:, order], moved, atol=1e-6)
    assert scores.std() > 0


def test_it_learns_to_choose_as_the_bots_do(rows: list[tuple[object, ...]]) -> None:
    model = training.learner(DummyVecEnv([training.against_schemers]), seed=1, n_steps=64, batch_size=64)
    by_chance = sum(1 / row[2].sum() for row in rows) / len(rows)  # type: ignore[attr-defined]  # a mask
    assert all(row[2][row[3]] for row in rows), "the mask shows what the bot chose"  # type: ignore[index]  # a mask
    once = training.imitate(model.policy, rows, passes=1)
    assert training.imitate(model.policy, rows, passes=6) > once > by_chance


@pytest.mark.thorough
def test_a_run_writes_the_policy_and_the_curve_and_another_one_goes_on(tmp_path: Path) -> None:
    short = ["--out", str(tmp_path / "learned"), "--choices", "400", "--round", "200", "--match", "2"]
    first = CliRunner().invoke(training.main, [*short, "--imitate", "2"], catch_exceptions=False)
    assert (first.exit_code, "choices of bots" in first.output) == (0, True)
    assert "of 2 games against 2 scheming bots (95% interval" in first.output
    curve = training.read_curve(tmp_path / "learned" / "curve.csv")
    again = CliRunner().invoke(training.main, short, catch_exceptions=False)
    assert "choices of bots" not in again.output
    longer = training.read_curve(tmp_path / "learned" / "curve.csv")
    assert longer[: len(curve)] == curve
    assert longer[-1].choices >= 400 + curve[-1].choices
    chart = (tmp_path / "learned" / "curve.svg").read_text(encoding="utf-8")
    assert f"{longer[-1].choices} choices" in chart
    assert (tmp_path / "learned" / "policy.zip").exists()
