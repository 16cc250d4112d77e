"""The vector environment shows what its batches show, gives the learner its reward, and passes what a learner needs."""

from typing import Any

import pytest

from tests.research.needing import LEARNING, PACKAGES, needs_native
from tests.research.test_session import FOUR

np = pytest.importorskip("numpy", reason=PACKAGES)
pytest.importorskip("pettingzoo", reason=PACKAGES)
pytest.importorskip("stable_baselines3", reason=LEARNING)

from attrs import evolve  # noqa: E402

from colt_rules.research.against_bots import AgainstBots  # noqa: E402
from colt_rules.research.batch_env import BatchEnv  # noqa: E402
from tests.rules.sittings import sitting  # noqa: E402

pytestmark = needs_native


def games() -> BatchEnv:
    """Three games at each of two tables."""
    return BatchEnv([FOUR, evolve(FOUR, seats=FOUR.seats[::-1])], 3, reward="rank", most_choices=20)


def test_its_spaces_are_those_of_one_seat_against_bots() -> None:
    env = games()
    one: Any = AgainstBots(FOUR, most_choices=20).observation_space
    many: Any = env.observation_space
    assert env.num_envs == 6
    assert env.action_space == AgainstBots(FOUR, most_choices=20).action_space
    assert {name: many[name].shape for name in many} == {name: one[name].shape for name in one}


def test_a_game_is_rewarded_with_its_last_step() -> None:
    env, random = games(), np.random.default_rng(1)
    seen, rewards, ended = env.reset(), [], 0
    while ended < 60:
        masks = np.stack(env.env_method("action_masks"))
        assert (masks == seen["action_mask"]).all()
        assert (masks.sum(axis=1) > 1).all(), "the learner is asked only if it has a choice"
        seen, reward, over, infos = env.step((masks * random.random(masks.shape)).argmax(axis=1))
        assert (reward[~over] == 0).all()
        assert len(infos) == 6
        rewards += reward[over].tolist()
        ended += over.sum()
    places = {round(reward * 3, 5) for reward in rewards}
    assert {0, 3} <= places <= {0, 1, 2, 3}, "the first seat of four gets 1, the last 0"


def test_the_seed_repeats_the_games() -> None:
    env = games()
    begun = []
    for seed in (5, 5, 6, None):
        if seed:
            env.seed(seed)
        begun.append(env.reset()["observation"])
    assert (begun[0] == begun[1]).all()
    assert (begun[1] != begun[2]).any()
    assert (begun[2] != begun[3]).any(), "without a seed other games follow"


def test_tables_that_cannot_be_played_together_are_refused() -> None:
    three = evolve(FOUR, seats=FOUR.seats[:3])
    wrong: Any = FOUR
    for tables, told in (
        (wrong, "tables: expected a list of one StartGame or more, got a StartGame"),
        ([], "tables: expected a list of one StartGame or more, got none"),
        ([FOUR, FOUR, three], "ru-full base with 4 seats at table 0 and ru-full base with 3 seats at table 2"),
        ([FOUR, sitting(variant="expert")], "ru-full base with 4 seats at table 0 and ru-full base[+]expert with 4"),
    ):
        with pytest.raises(ValueError, match=told):
            BatchEnv(tables, 2)


def test_options_that_are_always_the_same_are_refused() -> None:
    with pytest.raises(ValueError, match="actions: expected no such option, it is always 'rows'; got 'names'"):
        BatchEnv([FOUR], 2, actions="names")
    with pytest.raises(ValueError, match="others: expected no such option, it is always 'scheming'; got None"):
        BatchEnv([FOUR], 2, others=None)
