"""The OpenSpiel game passes OpenSpiel's tests; chance is explicit, and information states remember and keep secrets."""

from random import Random
from typing import Any

import pytest

from colt_rules.players.play import GameRefused
from tests.research.needing import OPENSPIEL, PACKAGES

pytest.importorskip("numpy", reason=PACKAGES)
pytest.importorskip("pettingzoo", reason=PACKAGES)
pyspiel = pytest.importorskip("pyspiel", reason=OPENSPIEL)

from colt_rules.research import openspiel  # noqa: E402


def played(state: Any, random: Random, steps: int) -> None:
    """Play on at random, at most so many steps of players."""
    while steps and not state.is_terminal():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            state.apply_action(random.choices(numbers, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            steps -= 1


@pytest.mark.thorough
def test_it_passes_the_tests_of_openspiel() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.NAME), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_a_game_is_played_to_its_end_and_can_be_repeated_from_its_history(variant: str) -> None:
    game = pyspiel.load_game(f"{openspiel.NAME}(variant={variant},seats=tuco+ghost+belle+doc)")
    state = game.new_initial_state()
    played(state, Random(1), -1)
    assert sum(state.returns()) == pytest.approx(1)
    again = game.new_initial_state()
    for action in state.history():
        assert action in again.legal_actions()
        again.apply_action(action)
    assert str(again) == str(state)
    for seat in range(4):
        assert again.information_state_string(seat) == state.information_state_string(seat)


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    random = Random(1)
    for _ in range(6):
        played(state, random, 5)
        told = [str(state), *map(state.information_state_string, range(3)), state.history()]
        twin = state.clone()
        assert told == [str(twin), *map(twin.information_state_string, range(3)), twin.history()]
        played(twin, random, 3)
        assert told == [str(state), *map(state.information_state_string, range(3)), state.history()]
        assert told != [str(twin), *map(twin.information_state_string, range(3)), twin.history()]


def test_an_information_state_remembers_what_the_view_has_forgotten() -> None:
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    played(state, Random(1), 40)
    before = state.information_state_string(1).splitlines()[:-1]
    played(state, Random(2), 20)
    assert state.information_state_string(1).splitlines()[: len(before)] == before
    assert state.observation_string(1) == state.information_state_string(1).splitlines()[-1]


def test_what_a_seat_may_not_know_is_not_in_its_information_state() -> None:
    """Neither the other decks nor the values in the purses; the owner of a deck sees its hand."""
    game = pyspiel.load_game(openspiel.NAME)
    told: list[set[str]] = [set(), set(), set()]
    for seed in range(4):
        state, random = game.new_initial_state(), Random(seed)
        while state.is_chance_node():
            dealt = state.course.dealt
            hidden = dealt.what == "purses" or dealt.subject in state.course.seats[1:]
            number, _ = random.choice(state.chance_outcomes()) if hidden else state.chance_outcomes()[0]
            state.apply_action(number)
        for seat in range(3):
            told[seat].add(state.information_state_string(seat))
    assert [len(states) for states in told] == [1, 4, 4]


def test_bad_parameters_raise_with_the_reason() -> None:
    with pytest.raises(ValueError, match="reward: expected money or rank, got 'fame'"):
        openspiel.ColtExpressGame({"reward": "fame"})
    with pytest.raises(ValueError, match="variant: expected "):
        openspiel.ColtExpressGame({"variant": "nothing"})
    with pytest.raises(GameRefused):
        openspiel.ColtExpressGame({"seats": "tuco+tuco+belle"})
