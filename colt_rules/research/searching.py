"""A player who imagines: an information-set Monte Carlo search, as an example.

Before each choice it imagines worlds that look like its view (``imagining``), plays every choice on to the end in each
of them on the native engine, everybody at random, and takes the choice that leaves it furthest ahead of the others in
money, on average. Choices that fall behind are given up early: after each lot of worlds the worse half of them.

It knows its view and nothing else, and has no memory: the same view, choices and seed give the same answer.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from colt_rules.log.codec import digest, to_json
from colt_rules.model.names import Seat
from colt_rules.model.record import record
from colt_rules.research.imagining import Imagination
from colt_rules.research.native import native_engine
from colt_rules.research.session import Data


@record
class Effort:
    """How much a player thinks."""

    worlds: int = 30
    """In each lot; half of the choices are left after it."""
    playouts: int = 2
    """Of each choice in each world."""
    rounds: int | None = None
    """So many rounds after this one are played on, or all."""


class ImaginingPlayer:
    """Chooses by playing on in worlds that could be."""

    def __init__(self, seed: int = 0, effort: Effort | None = None) -> None:
        """A player of its own luck, on the native engine; ``EngineMissing`` without one."""
        self._engine, self._seed, self._effort = native_engine(), seed, effort or Effort()

    def choose(self, seen: Data, choices: Sequence[Data]) -> int:
        """The number of the choice that did best; of a game that cannot be imagined ``CannotImagine`` says why."""
        random = Random(f"{self._seed} {digest(seen)}")
        imagination = Imagination(seen)
        signs = [to_json(command) for command in choices]
        left, gains = list(range(len(choices))), [0.0] * len(choices)
        while len(left) > 1:
            for _ in range(self._effort.worlds):
                self._try_all(imagination.world(random), seen["role"], signs, left, gains, random.getrandbits(62))
            left = sorted(left, key=lambda number: -gains[number])[: -(-len(left) // 2)]
        return left[0]

    def _try_all(
        self, world: Data, seat: Seat, signs: list[bytes], left: list[int], gains: list[float], seed: int
    ) -> None:
        """Add to what these choices gained what they gain in one world. Chance falls alike for all of them."""
        world["rounds"] = world["rounds"][: self._effort.rounds]
        here = self._engine.Game.from_state(world, seed)
        numbers = {to_json(command): number for number, command in enumerate(here.legal(seat))}
        if not numbers.keys() >= set(signs):
            return  # it differs in something that the view does not show and a claim depends on: it cannot be the one
        for choice in left:
            there = here.copy()
            there.apply(numbers[signs[choice]])
            ends = [there] if there.over else there.playouts(self._effort.playouts, seed)
            gains[choice] += sum(gain(end, seat) for end in ends) / len(ends)


def gain(end: Any, seat: Seat) -> float:
    """How much more money a seat has in the end than the others: half the richest, half all of them on average."""
    money = dict(end.money) if hasattr(end, "money") else {row["seat"]: row["money"] for row in end.ranking}
    mine, others = money.pop(seat), money.values()
    return float(mine - max(others) / 2 - sum(others) / len(others) / 2)
