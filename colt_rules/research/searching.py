"""An example player: determinised Monte Carlo search.

Before each choice it samples complete states that fit its view (``imagining``), plays every choice to the end in each
of them with random moves on the native engine, and takes the choice with the best average lead in money. After each
batch of states it drops the worse half of the choices.

It knows only its view and has no memory: the same view, choices and seed give the same answer.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from colt_rules.log.codec import digest, to_json
from colt_rules.model.names import Seat
from colt_rules.model.record import record
from colt_rules.players.imagining import Imagination
from colt_rules.research.native import native_engine
from colt_rules.research.session import Data


@record
class SearchEffort:
    """How much a player searches."""

    worlds: int = 30
    """Sampled states per batch; each batch halves the choices."""
    playouts: int = 2
    """Playouts of each choice in each state."""
    rounds: int | None = None
    """How many rounds after the current one to play, or None for all."""


class ImaginingPlayer:
    """Chooses by playouts from sampled states that fit its view."""

    def __init__(self, seed: int = 0, effort: SearchEffort | None = None) -> None:
        """A player with its own seed; raises ``EngineMissing`` without the native engine."""
        self._engine, self._seed, self._effort = native_engine(), seed, effort or SearchEffort()

    def choose(self, seen: Data, choices: Sequence[Data]) -> int:
        """The index of the best choice; raises ``CannotImagine`` if the view cannot be completed."""
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
        """Add to ``gains`` what the choices in ``left`` gain in one state, with the same seed for all."""
        world["rounds"] = world["rounds"][: self._effort.rounds]
        here = self._engine.Game.from_state(world, seed)
        numbers = {to_json(command): number for number, command in enumerate(here.legal(seat))}
        if not numbers.keys() >= set(signs):
            return  # the choices contradict the state in something that the view does not show: it is not the real one
        for choice in left:
            there = here.copy()
            there.apply(numbers[signs[choice]])
            ends = [there] if there.over else there.playouts(self._effort.playouts, seed)
            gains[choice] += sum(gain(end, seat) for end in ends) / len(ends)


def gain(end: Any, seat: Seat) -> float:
    """The final lead of a seat in money over the mean of the richest other seat and the average other seat."""
    money = dict(end.money) if hasattr(end, "money") else {row["seat"]: row["money"] for row in end.ranking}
    mine, others = money.pop(seat), money.values()
    return float(mine - max(others) / 2 - sum(others) / len(others) / 2)
