"""The environment passes PettingZoo's own tests, rewards the end, and always offers an action."""

import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest

from colt_rules.kernel import awaiting
from colt_rules.players.play import new_game
from colt_rules.research.session import NoSuchChoice, ReferenceSession
from colt_rules.views import SPECTATOR
from tests.kinds import with_every_edition_and_module
from tests.research.needing import ENGINES, PACKAGES
from tests.rules.sittings import sitting
from tests.views.test_two_worlds import exchanged

numpy = pytest.importorskip("numpy", reason=PACKAGES)
pettingzoo = pytest.importorskip("pettingzoo.test", reason=PACKAGES)

from colt_rules.research.environment import (  # noqa: E402
    MOST_CHOICES,
    PICTURES,
    ColtExpress,
    NoSuchAgent,
    colt_express,
    rewards_of,
)

FOUR = new_game(("tuco", "ghost", "belle", "doc"))


def played(env: ColtExpress, seed: int) -> list[tuple[str, int]]:
    """Play a game at random by the masks and return each agent's actions."""
    random, taken = Random(seed), []
    for agent in env.agent_iter():
        seen, _, terminated, _, _ = env.last()
        if terminated:
            env.step(None)
            continue
        assert agent == env.session.actor
        action = random.choice(numpy.flatnonzero(seen["action_mask"]).tolist())
        taken.append((agent, action))
        env.step(action)
    return taken


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:We recommend agents")
@pytest.mark.parametrize("engine", ENGINES)
def test_it_passes_the_tests_of_pettingzoo(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Those for AEC environments; that of ``max_cycles`` is for environments that can be cut short."""
    pettingzoo.api_test(colt_express(FOUR, engine=engine), num_cycles=200)
    pettingzoo.seed_test(lambda: colt_express(FOUR, engine=engine), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("engine", ENGINES)
def test_a_seed_reproduces_a_game_and_the_games_after_it(engine: str) -> None:
    rows = []
    for seed in (1, 1, 2):
        env = colt_express(FOUR, engine=engine)
        env.reset(seed=seed)
        first = played(env, 1), env.session.commands
        env.reset()
        rows.append((first, played(env, 1), env.session.commands))
    assert rows[0] == rows[1] != rows[2]
    assert rows[0][0][1] != rows[0][2], "without a seed another game comes"


@pytest.mark.parametrize("reward", ["money", "rank"])
def test_rewards_come_at_the_end_and_are_what_they_are_said_to_be(reward: str) -> None:
    env = colt_express(FOUR, reward=reward)
    env.reset(seed=3)
    got = dict.fromkeys(FOUR.seats, 0.0)
    random = Random(3)
    for agent in env.agent_iter():
        seen, now, terminated, _, _ = env.last()
        assert terminated or now == 0
        got[agent] += now
        env.step(None if terminated else random.choice(numpy.flatnonzero(seen["action_mask"]).tolist()))
    money = {row["seat"]: row["money"] for row in env.session.ranking}
    ranks = {row["seat"]: row["rank"] for row in env.session.ranking}
    for seat in FOUR.seats:
        due = money[seat] / sum(money.values()) if reward == "money" else (4 - ranks[seat]) / 3
        assert got[seat] == pytest.approx(due)


def test_rewards_of_a_shared_victory_and_of_no_money() -> None:
    rows = [
        {"rank": rank, "seat": seat, "money": money} for seat, rank, money in (("a", 1, 0), ("b", 1, 0), ("c", 3, 0))
    ]
    assert rewards_of(rows, "rank") == {"a": 1, "b": 1, "c": 0}
    assert rewards_of(rows, "money") == {"a": 0, "b": 0, "c": 0}
    assert rewards_of(rows[:2], "rank") == {"a": 1, "b": 1}
    assert rewards_of([{"rank": 1, "seat": "a", "money": 300}, {"rank": 2, "seat": "b", "money": -50}], "money") == {
        "a": 1,
        "b": 0,
    }


def test_masks_and_rows_say_what_can_be_chosen() -> None:
    env = colt_express(FOUR)
    env.reset(seed=4)
    seen = env.observe(env.agent_selection)
    count = env.infos[env.agent_selection]["choices"]
    assert seen["action_mask"].sum() == count == len(env.offered()) == env.session.count
    assert seen["choices"][:count].any(axis=1).all()
    assert not seen["choices"][count:].any()
    assert len(seen["action_mask"]) == MOST_CHOICES
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()
    assert not env.observe(other)["choices"].any()


def test_what_a_seat_may_not_know_is_not_observed() -> None:
    env, at, random = colt_express(FOUR), ReferenceSession.new(FOUR, 5), Random(5)
    for _ in range(40):
        agent = str(at.actor)
        twin = exchanged(at.game, agent, random)
        both = []
        for game in (at.game, twin):
            env.session = ReferenceSession(game, awaiting(game), 0, [])
            both.append(env.observe(agent))
        for name, numbers in both[0].items():
            assert (numbers == both[1][name]).all(), name
        at.take(random.randrange(at.count))


@pytest.mark.parametrize("mode", PICTURES)
def test_a_picture_shows_the_train_as_a_spectator_sees_it(mode: str) -> None:
    env, at, random = colt_express(FOUR, render_mode=mode), ReferenceSession.new(FOUR, 5), Random(5)
    pictures = set()
    for _ in range(60):
        both = []
        for game in (at.game, exchanged(at.game, SPECTATOR, random)):
            env.session = ReferenceSession(game, awaiting(game), 0, [])
            both.append(env.render())
        assert both[0] == both[1]
        pictures.add(both[0])
        at.take(random.randrange(at.count))
    assert len(pictures) > 2
    assert all("Tuco" in str(picture) for picture in pictures)


def test_without_a_render_mode_nothing_is_drawn_and_another_one_is_refused() -> None:
    assert colt_express(FOUR).render() is None
    with pytest.raises(ValueError, match="render_mode: expected ansi or svg, or None; got 'human'"):
        colt_express(FOUR, render_mode="human")


@pytest.mark.parametrize("engine", ENGINES)
def test_the_state_is_what_all_seats_see_together(engine: str) -> None:
    env = colt_express(FOUR, engine=engine)
    env.reset(seed=3)
    assert env.state_space.contains(env.state())
    seen = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert (env.state() == numpy.concatenate(seen)).all()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_environment_can_be_copied_pickled_and_compared(
    engine: str, again: Callable[[ColtExpress], ColtExpress]
) -> None:
    env = colt_express(FOUR, engine=engine)
    env.reset(seed=3)
    for _ in range(20):
        env.step(0)
    twin = again(env)
    assert (twin, hash(twin)) == (env, hash(env))
    assert twin != colt_express(FOUR, engine=engine, reward="rank")
    twin.step(0)
    assert twin != env
    ends = [(played(one, 1), one.session.commands) for one in (again(env), env)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize(("edition", "variant"), with_every_edition_and_module())
def test_environments_of_all_modules_can_be_pickled(edition: str, variant: str) -> None:
    env = colt_express(sitting(edition, variant), memory=True)
    env.reset(seed=3)
    twin = pickle.loads(pickle.dumps(env))
    assert twin == env
    assert (twin.observe(twin.agent_selection)["observation"] == env.observe(env.agent_selection)["observation"]).all()


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:We recommend agents")
@pytest.mark.parametrize("engine", ENGINES)
def test_with_names_for_actions_it_passes_the_tests_of_pettingzoo(
    engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pettingzoo.api_test(colt_express(FOUR, engine=engine, actions="names"), num_cycles=200)
    pettingzoo.seed_test(lambda: colt_express(FOUR, engine=engine, actions="names"), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


def test_with_names_an_agent_is_selected_again_until_its_choice_is_made() -> None:
    env = colt_express(sitting(variant="expert"), actions="names")
    env.reset(seed=6)
    random, steps, again = Random(6), 0, 0
    while env.session.actor is not None:
        agent, before = env.agent_selection, len(env.session.commands)
        seen = env.observe(agent)
        assert seen["taken"].sum() == len({*env._steps.taken}) if env._steps else 0
        others = [env.observe(other) for other in env.agents if other != agent]
        assert not any(other["action_mask"].any() or other["taken"].any() for other in others)
        env.step(random.choice(numpy.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
        if len(env.session.commands) == before:
            again += 1
            assert env.agent_selection == agent
    assert steps > again > 20
    assert all(env.terminations.values())


def test_a_wrong_action_by_name_is_refused_and_the_game_is_as_it_was() -> None:
    env = colt_express(FOUR, actions="names")
    env.reset(seed=1)
    with pytest.raises(NoSuchChoice, match="expected one of the actions 0 "):
        env.step(127)
    env.step(1)
    with pytest.raises(ValueError, match="actions: expected rows or names, got 'columns'"):
        colt_express(FOUR, actions="columns")


def test_more_choices_than_actions_are_narrowed_and_the_game_goes_on() -> None:
    env = colt_express(sitting(variant="expert"), most_choices=6)
    env.reset(seed=6)
    random, narrowed = Random(6), 0
    while env.session.actor is not None:
        mask = env.observe(env.agent_selection)["action_mask"]
        assert 1 <= mask.sum() <= 6
        if env.session.count > 6:
            narrowed += 1
            assert env.offered()[0] == env.session.choices[0]
            assert env.offered()[-1] == env.session.choices[-1]
        env.step(random.randrange(int(mask.sum())))
    assert narrowed
    assert all(env.terminations.values())


def test_bad_input_raises_with_the_reason() -> None:
    with pytest.raises(ValueError, match="reward: expected money or rank, got 'fame'"):
        colt_express(FOUR, reward="fame")
    for few in (1, "a"):
        with pytest.raises(ValueError, match=f"most_choices: expected at least 2, got {few!r}"):
            colt_express(FOUR, most_choices=few)  # type: ignore[arg-type]  # whatever comes
    with pytest.raises(TypeError, match=r"start: expected a StartGame, as players.play.new_game makes it; got 'base'"):
        colt_express("base")  # type: ignore[arg-type]  # whatever comes
    with pytest.raises(TypeError, match=r"house_rules: expected each to be an AgreeOnRuling, got 'ruling.x=y'"):
        colt_express(FOUR, house_rules=["ruling.x=y"])  # type: ignore[list-item]  # whatever comes
    env = colt_express(FOUR)
    with pytest.raises(NoSuchChoice, match=r"expected a game that has begun, got none: call reset\(\)"):
        env.step(0)
    with pytest.raises(NoSuchChoice, match=r"expected a game that has begun, got none: call reset\(\)"):
        env.last()
    for no_seed in (-1, 2**63, True, 0.5, "1"):
        with pytest.raises(ValueError, match=r"seed: expected a whole number from 0 to 2\*\*63 - 1, got "):
            env.reset(seed=no_seed)  # type: ignore[arg-type]  # whatever comes
    env.reset(seed=numpy.int64(1))
    first = env.observe(env.agent_selection)
    env.reset(seed=1)
    assert all((first[name] == seen).all() for name, seen in env.observe(env.agent_selection).items())
    for wrong in (None, -1, 0.7, "a", env.session.count):
        with pytest.raises(
            NoSuchChoice, match=r"expected an action of \w+ \(scheme\) from 0 to .* the action_mask shows"
        ):
            env.step(wrong)


@pytest.mark.parametrize("name", ["referee", "spectator", "django", "", None])
def test_only_agents_can_observe(name: str) -> None:
    """In particular not the referee, who sees everything."""
    env = colt_express(FOUR)
    env.reset(seed=1)
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(NoSuchAgent, match=f"agent: expected one of tuco, ghost, belle, doc; got {name!r}"):
            ask(name)
