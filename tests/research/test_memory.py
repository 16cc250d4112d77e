"""A seat remembers what everybody saw, and the values of the tokens that it has had; nothing else."""

from random import Random
from typing import Any

import pytest

from colt_rules.players.play import new_game
from colt_rules.research.session import ReferenceSession
from tests.research.needing import PACKAGES

pytest.importorskip("numpy", reason=PACKAGES)

from colt_rules.research.observing import Layout

FOUR = new_game(("tuco", "ghost", "belle", "doc"))


def test_cards_are_remembered_once_they_are_turned_up() -> None:
    at, random = ReferenceSession.new(FOUR, 1), Random(1)
    laid: dict[str, int] = {}
    number = 1
    while not at.over:
        round_ = at.view("referee")["round"]
        if round_["number"] != number:
            assert sum(at.memory("tuco")["revealed"].values()) == sum(laid.values())
            assert at.memory("tuco")["this_round"] == {}
            number = round_["number"]
        choice: Any = at.choices[index := random.randrange(at.count)]
        if choice["type"] == "PlayCard":
            laid[choice["card"]] = laid.get(choice["card"], 0) + 1
        at.take(index)
    assert at.memory("tuco")["revealed"] == laid == at.memory("spectator")["revealed"]
    assert len(at.memory("tuco")["rounds"]) == 5


def test_the_value_of_a_purse_that_was_lost_is_remembered_by_who_had_it() -> None:
    layout = Layout(FOUR, memory=True)
    lost = 0
    for seed in range(2):
        at, random = ReferenceSession.new(FOUR, seed), Random(seed)
        while (seat := at.actor) is not None:
            seen, memory = at.view(seat), at.memory(seat)
            values = at.game.values
            assert all(values[token] == value for token, value in memory["values"].items())
            gone = 0
            for bandit in seen["bandits"]:
                for token in bandit["tokens"]:
                    known = memory["values"].get(token["token"])
                    assert known or token["value"] is None or bandit["seat"] != seat
                    gone += known if token["value"] is None and known else 0
            numbers = dict(zip(layout.names, layout.observation(seen, memory), strict=True))
            told = sum(float(value) for name, value in numbers.items() if name.startswith("seen.seat"))
            assert told == pytest.approx(gone / 1000)
            lost += gone
            at.take(random.randrange(at.count))
    assert lost, "somebody took a purse whose value its former owner knows"


def test_a_spectator_remembers_no_values() -> None:
    assert ReferenceSession.new(FOUR, 1).memory("spectator")["values"] == {}
    assert len(ReferenceSession.new(FOUR, 1).memory("tuco")["values"]) == 1
