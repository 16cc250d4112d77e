"""A batch plays the games of its seeds, gives each seat what the environment gives it, and refuses other actions."""

import os
import signal
from typing import Any

import pytest

from colt_rules.research.native import EngineMissing
from colt_rules.research.session import NativeSession, NoSuchChoice
from tests.research.needing import PACKAGES, needs_native
from tests.research.test_session import FOUR
from tests.rules.sittings import sitting

numpy = pytest.importorskip("numpy", reason=PACKAGES)
pytest.importorskip("pettingzoo", reason=PACKAGES)

from colt_rules.research import batch as batches  # noqa: E402
from colt_rules.research.batch import Batch  # noqa: E402
from colt_rules.research.environment import ACTIONS, NAMES, ColtExpress, colt_express  # noqa: E402

pytestmark = needs_native


def chosen(batch: Batch, random: Any) -> Any:
    """An action for each game, any that can be taken."""
    return (batch.masks * random.random(batch.masks.shape)).argmax(axis=1)


def same(batch: Batch, index: int, env: ColtExpress) -> bool:
    """Whether a game of a batch shows what an environment shows."""
    seen = env.observe(env.agent_selection)
    extra = batch.taken if batch.taken is not None else batch.choices
    assert extra is not None
    return bool(
        batch.seats[batch.actors[index]] == env.agent_selection
        and (batch.observations[index] == seen["observation"]).all()
        and (batch.masks[index] == seen["action_mask"]).all()
        and (extra[index] == seen["taken" if batch.taken is not None else "choices"]).all()
    )


@pytest.mark.parametrize("actions", ACTIONS)
@pytest.mark.parametrize("variant", ["base", "expert+stagecoach"])
def test_a_batch_plays_the_games_of_the_environment(variant: str, actions: str) -> None:
    start, games, seed = sitting(variant=variant), 3, 5
    batch = Batch(start, games=games, seed=seed, actions=actions, memory=True, reward="rank")
    seeds = [seed + index for index in range(games)]
    envs = [colt_express(start, engine="native", actions=actions, memory=True, reward="rank") for _ in seeds]
    for env, its in zip(envs, seeds, strict=True):
        env.reset(seed=its)
    random, ended = numpy.random.default_rng(1), 0
    while ended < games + 1:
        assert all(same(batch, index, env) for index, env in enumerate(envs))
        taken = chosen(batch, random)
        batch.step(taken)
        for index, env in enumerate(envs):
            env.step(int(taken[index]))
            over = env.session.over
            assert batch.ended[index] == over
            due = [env.rewards[seat] if over else 0 for seat in batch.seats]
            assert batch.rewards[index].tolist() == pytest.approx(due)
            if over:
                ended += 1
                seeds[index] += games
                env.reset(seed=seeds[index])


def test_the_number_of_threads_changes_nothing() -> None:
    runs = []
    for threads in (1, 2):
        batch, random = Batch(FOUR, games=40, seed=2, threads=threads), numpy.random.default_rng(2)
        for _ in range(50):
            batch.step(chosen(batch, random))
        runs.append([array.tobytes() for array in (batch.observations, batch.masks, batch.actors)])
    assert runs[0] == runs[1]
    assert len(batch) == 40


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_steps_on_with_threads_of_its_own() -> None:
    batch, twin = (Batch(FOUR, games=40, seed=2, threads=threads) for threads in (2, 1))
    batch.step(batch.masks.argmax(axis=1))
    twin.step(twin.masks.argmax(axis=1))
    twin.step(twin.masks.argmax(axis=1))
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # a thread that is missing would be waited for without end
        batch.step(batch.masks.argmax(axis=1))
        os._exit(0 if (batch.observations == twin.observations).all() else 1)
    assert os.waitpid(child, 0)[1] == 0
    batch.step(batch.masks.argmax(axis=1))
    assert (batch.observations == twin.observations).all()


def test_a_batch_can_begin_again() -> None:
    batch, random = Batch(FOUR, games=4, seed=3), numpy.random.default_rng(3)
    first = batch.observations.copy()
    for _ in range(30):
        batch.step(chosen(batch, random))
    assert (batch.observations != first).any()
    batch.reset(3)
    assert (batch.observations == first).all()


def test_an_action_that_cannot_be_taken_changes_nothing() -> None:
    batch = Batch(FOUR, games=3, seed=4)
    before = batch.observations.copy()
    actions = batch.masks.argmax(axis=1)
    for wrong in (-1, len(batch.masks[0]), int(batch.masks[2].argmin())):
        with pytest.raises(NoSuchChoice, match=f"game 2: expected an action that its mask shows, got {wrong}"):
            batch.step([*actions[:2], wrong])
        assert (batch.observations == before).all()
    with pytest.raises(NoSuchChoice, match="expected 3 whole numbers, one for each game; got int64 of shape"):
        batch.step(actions[:2])
    with pytest.raises(NoSuchChoice, match="expected 3 whole numbers, one for each game; got float64"):
        batch.step([0.5, 1, 1])
    batch.step(actions)


def test_wrong_options_are_refused() -> None:
    for options, told in (
        ({"games": 0}, "games: expected 1 to 1,000,000, got 0"),
        ({"games": 2, "threads": 0}, "threads: expected 1 to 256, got 0"),
        ({"games": 2, "actions": "words"}, "actions: expected rows or names, got 'words'"),
        ({"games": 2, "reward": "glory"}, "reward: expected money or rank, got 'glory'"),
        ({"games": 2, "actions": "rows", "most_choices": 1}, "most_choices: expected 2 to 4096, got 1"),
        ({"games": 2, "seed": -1}, "seed: expected a whole number"),
    ):
        with pytest.raises(ValueError, match=told):
            Batch(FOUR, **options)


def test_a_game_that_the_native_engine_does_not_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "why_not_native", lambda start: "expected modules that the native engine plays")
    with pytest.raises(EngineMissing, match="expected modules that the native engine plays"):
        Batch(FOUR, games=2)


def test_a_game_of_a_batch_is_that_of_its_seed() -> None:
    batch = Batch(FOUR, games=3, seed=7, actions=NAMES)
    assert batch._games.game(2) == NativeSession.new(FOUR, 9).game


@pytest.mark.parametrize("actions", ACTIONS)
def test_bots_can_have_all_seats_but_one(actions: str) -> None:
    games, seed = 90, 5
    batch = Batch(FOUR, games=games, seed=seed, actions=actions, others="scheming", reward="rank")
    random, learns = numpy.random.default_rng(1), numpy.arange(seed, seed + games) % 4
    rewards: list[float] = []
    others: list[float] = []
    while len(rewards) < 150:
        assert (batch.actors == learns).all(), "only the learner is asked"
        assert (batch.masks.sum(axis=1) > 1).all(), "and only if it has a choice"
        batch.step(chosen(batch, random))
        for game in numpy.flatnonzero(batch.ended):
            rewards.append(batch.rewards[game, learns[game]])
            others.append(numpy.delete(batch.rewards[game], learns[game]).mean())
            learns[game] = (learns[game] + games) % 4
    assert sum(rewards) < 0.6 * sum(others), "the bots play better than chance does"
