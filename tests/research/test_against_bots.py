"""One seat learns and bots play the others: Gymnasium's contract, masks, rewards, seeds, and secrets."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from colt_rules.players.play import new_game
from colt_rules.research.playing import AnyChoice
from colt_rules.research.session import NoSuchChoice
from tests.research.needing import ENGINES, PACKAGES
from tests.rules.sittings import sitting

numpy = pytest.importorskip("numpy", reason=PACKAGES)
pytest.importorskip("pettingzoo", reason=PACKAGES)
checker = pytest.importorskip("gymnasium.utils.env_checker", reason=PACKAGES)

from colt_rules.research.against_bots import AgainstBots  # noqa: E402
from colt_rules.research.environment import ColtExpress, rewards_of  # noqa: E402

THREE = new_game(("tuco", "ghost", "belle"))


def played(env: AgainstBots, seed: int | None) -> tuple[list[int], float, dict[str, Any]]:
    """Play a game at random by the masks; the actions, the sum of the rewards, and the last information."""
    random = Random(seed or 0)
    _, info = env.reset(seed=seed)
    actions, total, over = [], 0.0, False
    while not over:
        actions.append(random.choice(numpy.flatnonzero(env.action_masks()).tolist()))
        _, reward, over, truncated, info = env.step(actions[-1])
        total += reward
        assert not truncated
        assert over or reward == 0
    return actions, total, info


@pytest.mark.filterwarnings("ignore:.*A Box observation space")
@pytest.mark.filterwarnings("ignore:.*No render fps")
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
@pytest.mark.parametrize("actions", ["rows", "names"])
@pytest.mark.parametrize("engine", ENGINES)
def test_it_passes_the_checks_of_gymnasium(engine: str, actions: str) -> None:
    checker.check_env(AgainstBots(THREE, engine=engine, actions=actions, render_mode="ansi"))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_seed_reproduces_the_game_the_seat_the_bandits_and_the_bots(engine: str) -> None:
    env = AgainstBots(THREE, engine=engine, any_bandits=True)
    games = []
    for seed in (1, 2, 1):
        row = played(env, seed)
        games.append((row, env.table.session.seats, env.table.session.commands))
    assert games[0] == games[2] != games[1]
    again = played(env, None)
    played(env, 1)
    assert played(env, None)[2] == again[2], "the games after a seed are determined by it, too"


@pytest.mark.parametrize("reward", ["money", "rank"])
def test_the_reward_is_that_of_the_seat_in_the_environment_of_all_seats(reward: str) -> None:
    env = AgainstBots(THREE, "random", reward=reward)
    for seed in range(3):
        _, total, info = played(env, seed)
        assert total == rewards_of(env.table.session.ranking, reward)[info["seat"]]
        assert info["ranking"] == list(env.table.session.ranking)
        assert not env.action_masks().any()


@pytest.mark.parametrize("actions", ["rows", "names"])
def test_the_learner_is_asked_only_where_it_has_a_choice(actions: str) -> None:
    env = AgainstBots(sitting(variant="expert"), "random", actions=actions)
    random = Random(1)
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        assert env.table.session.actor == env.seat == info["seat"]
        assert info["choices"] == env.table.session.count > 1
        assert (seen["action_mask"] == env.action_masks()).all()
        assert env.action_masks().sum() > 1
        seen, _, over, _, info = env.step(random.choice(numpy.flatnonzero(env.action_masks()).tolist()))


def test_every_seat_gets_its_turn_or_one_keeps_it() -> None:
    env = AgainstBots(THREE)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == set(THREE.seats)
    assert {AgainstBots(THREE, seat="belle").reset(seed=seed)[1]["seat"] for seed in range(5)} == {"belle"}
    env = AgainstBots(THREE, any_bandits=True)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats |= set(env.table.session.seats)
    assert len(seats) > len(THREE.seats)


def test_a_player_gets_the_view_of_its_seat_and_the_choices_and_nothing_else() -> None:
    asked: list[tuple[int, str]] = []

    class Spy(AnyChoice):
        made = 0

        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            Spy.made += 1
            self.number = Spy.made

        def choose(self, seen: Any, choices: Any) -> int:
            asked.append((self.number, seen["role"]))
            assert {command["actor"] for command in choices} == {seen["role"]}
            assert len(choices) > 1
            assert all(one["hand"] is None for one in seen["seats"] if one["seat"] != seen["role"])
            return super().choose(seen, choices)

    played(AgainstBots(THREE, Spy, seat="ghost"), 1)
    assert set(asked) == {(1, "belle"), (2, "tuco")}, "one for each other seat, clockwise"
    asked.clear()
    played(AgainstBots(THREE, ["random", Spy], seat="ghost"), 1)
    assert set(asked) == {(3, "tuco")}


def test_an_action_without_a_choice_ends_the_game_and_says_why() -> None:
    env = AgainstBots(THREE)
    env.reset(seed=1)
    wrong = int(numpy.flatnonzero(~env.action_masks())[0])
    seen, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert not seen["action_mask"].any()
    assert info["refused"].startswith("expected one of the actions 0, 1")
    assert info["refused"].endswith(f"which the mask shows; got {wrong}")
    with pytest.raises(NoSuchChoice, match=r"call reset\(\) to begin another one"):
        env.step(0)
    assert "refused" not in played(env, 1)[2]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_it_can_be_copied_pickled_and_compared(again: Callable[[AgainstBots], AgainstBots]) -> None:
    env = AgainstBots(THREE)
    env.reset(seed=1)
    twin = again(env)
    assert (twin, hash(twin)) == (env, hash(env))
    for _ in range(8):
        twin.step(int(numpy.flatnonzero(twin.action_masks())[-1]))
    assert twin != env
    for _ in range(8):
        env.step(int(numpy.flatnonzero(env.action_masks())[-1]))
    assert twin == env


def test_bad_input_raises_with_the_reason() -> None:
    with pytest.raises(ValueError, match="others: expected one of random, scheming, or a callable"):
        AgainstBots(THREE, "schemer")
    with pytest.raises(ValueError, match="others: expected one for each of the 2 other seats, got 3"):
        AgainstBots(THREE, ["random"] * 3)
    with pytest.raises(ValueError, match="seat: expected one of tuco, ghost, belle, or None for any; got 'doc'"):
        AgainstBots(THREE, seat="doc")
    with pytest.raises(ValueError, match="seat: expected None with any_bandits"):
        AgainstBots(THREE, seat="tuco", any_bandits=True)
    with pytest.raises(ValueError, match="reward: expected money or rank, got 'fame'"):
        AgainstBots(THREE, reward="fame")
    env = AgainstBots(THREE)
    with pytest.raises(NoSuchChoice, match=r"expected a game in which the learner is to act, got none: call reset\(\)"):
        env.step(0)
    for no_seed in (-1, True, 0.5):
        with pytest.raises(ValueError, match=r"seed: expected a whole number from 0 to 2\*\*63 - 1, got "):
            env.reset(seed=no_seed)  # type: ignore[arg-type]  # whatever comes
    env.reset(seed=1)
    for wrong in (None, -1, 0.7, "a", 80):
        with pytest.raises(NoSuchChoice, match=r"expected an action from 0 to 79, got "):
            env.step(wrong)  # type: ignore[arg-type]  # whatever comes


def test_the_environment_of_all_seats_takes_choices_of_the_session() -> None:
    env = ColtExpress(THREE, actions="names")
    with pytest.raises(NoSuchChoice, match=r"expected a game that has begun, got none: call reset\(\)"):
        env.take(0)
    env.reset(seed=1)
    while env.session.actor is not None:
        env.take(env.session.count - 1)
    assert sum(env.rewards.values()) == pytest.approx(1)
    with pytest.raises(NoSuchChoice, match="the game is over"):
        env.take(0)
