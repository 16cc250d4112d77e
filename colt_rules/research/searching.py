"""Players that search on the native engine: they try their choices in sampled states that fit their view.

They know only their view and have no memory: the same view, choices and seed give the same answer, unless a clock
stops them.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from colt_rules.commands import Command
from colt_rules.decisions import Answers, how_many
from colt_rules.log.codec import command_object, digest, to_data, to_json
from colt_rules.model.names import Seat
from colt_rules.model.record import record
from colt_rules.players.bots import SchemingBot
from colt_rules.players.imagining import CannotImagine, Imagination
from colt_rules.players.play import Look
from colt_rules.research.native import native, native_engine
from colt_rules.research.session import Data
from colt_rules.views.state import OptionsView


@record
class SearchEffort:
    """How much a player searches."""

    worlds: int = 15
    """Sampled states per batch, at most; each batch halves the choices."""
    playouts: int = 6
    """Playouts of each choice in each state."""
    rounds: int | None = 0
    """How many rounds after the current one to play, or None for all."""
    seconds: float | None = None
    """The time for all batches, in equal shares; None for as long as it takes."""
    choices: int = 16
    """How many choices to try, the likeliest by the engine's estimates."""


class Trial(Protocol):
    """Tries the choices of a seat in sampled states, and keeps account of what they gain."""

    def think(self, state: Data, playouts: int, seed: int, left: Sequence[int] | None = None) -> bool:
        """Play so many times from a state after each choice that is left, or after all.

        Return False if the choices are others there: the state contradicts something that the view does not show.
        """
        ...

    @property
    def worth(self) -> Sequence[float]:
        """What each choice is worth at first sight."""
        ...

    @property
    def gains(self) -> Sequence[float]:
        """What each choice has gained on average."""
        ...


class ImaginingPlayer:
    """Chooses by information-set search, see ``conformance/adapters/native/src/search.cpp``.

    The choices are tried in batches of sampled states, in each state with the same seed; each batch drops the worse
    half. From a choice on, a tree that grows with every playout makes the seat's own later choices of the round. A
    schemer makes those beyond the tree and all others. The end of the round is judged by money, wounds and loot within
    reach.
    """

    def __init__(
        self, seed: int = 0, effort: SearchEffort | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """A player with its own seed; raises ``EngineMissing`` without the native engine."""
        self._engine, self._seed, self._clock = native_engine("Search"), seed, clock
        self._effort = effort or SearchEffort()

    def choose(self, seen: Data, choices: Sequence[Data]) -> int:
        """The index of the best choice; raises ``CannotImagine`` if the view cannot be completed."""
        begun, effort = self._clock(), self._effort
        random = Random(f"{self._seed} {digest(seen)}")
        imagination = Imagination(seen)
        trial = self._trial(seen["role"], choices)
        left = self._likeliest(trial, imagination, len(choices), random)
        batches = max(1, (len(left) - 1).bit_length())
        for batch in range(1, batches + 1):
            for _ in range(effort.worlds):
                if effort.seconds is not None and self._clock() - begun > effort.seconds * batch / batches:
                    break
                trial.think(imagination.world(random), effort.playouts, random.getrandbits(62), left)
            gains = trial.gains
            left = sorted(left, key=lambda number: -gains[number])[: -(-len(left) // 2)]
        return left[0]

    def _trial(self, seat: Seat, choices: Sequence[Data]) -> Trial:
        trial: Trial = self._engine.Search(list(choices), self._effort.rounds)
        return trial

    def _likeliest(self, trial: Trial, imagination: Imagination, count: int, random: Random) -> list[int]:
        """The choices to try, the likeliest first."""
        if count > self._effort.choices:
            trial.think(imagination.world(random), 0, 0)
        worth = trial.worth
        return sorted(range(count), key=lambda number: -worth[number])[: self._effort.choices]


class FlatPlayer(ImaginingPlayer):
    """The yardstick of ``ImaginingPlayer``: without a tree, random play in all seats to the end of the game."""

    def _trial(self, seat: Seat, choices: Sequence[Data]) -> Trial:
        return _FlatTrial(self._engine, seat, choices)

    def _likeliest(self, trial: Trial, imagination: Imagination, count: int, random: Random) -> list[int]:
        return list(range(count))


FLAT_EFFORT = SearchEffort(worlds=30, playouts=2, rounds=None)
"""How much it searches by default: every state serves for fewer of its longer playouts."""


class _FlatTrial:
    """Tries choices by random playouts."""

    def __init__(self, engine: Any, seat: Seat, choices: Sequence[Data]) -> None:
        self._engine, self._seat = engine, seat
        self._signs = [to_json(command) for command in choices]
        self.worth: Sequence[float] = [0.0] * len(choices)
        self.gains = [0.0] * len(choices)

    def think(self, state: Data, playouts: int, seed: int, left: Sequence[int] | None = None) -> bool:
        """Add what the choices gain."""
        here = self._engine.Game.from_state(state, seed)
        numbers = {to_json(command): number for number, command in enumerate(here.legal(self._seat))}
        if not numbers.keys() >= set(self._signs):
            return False
        for choice in range(len(self._signs)) if left is None else left:
            there = here.copy()
            there.apply(numbers[self._signs[choice]])
            ends = [there] if there.over else there.playouts(playouts, seed)
            self.gains[choice] += sum(_lead(end, self._seat) for end in ends) / len(ends)
        return True


def _lead(end: Any, seat: Seat) -> float:
    """The final lead of a seat in money over the mean of the richest other seat and the average other seat."""
    money = dict(end.money) if hasattr(end, "money") else {row["seat"]: row["money"] for row in end.ranking}
    mine, others = money.pop(seat), money.values()
    return float(mine - max(others) / 2 - sum(others) / len(others) / 2)


def can_search(options: OptionsView) -> bool:
    """Whether the native engine is there and plays a game with these options."""
    engine = native()
    if engine is None or not hasattr(engine, "Search"):
        return False
    return options.edition in engine.EDITIONS and {*options.modules} <= {*engine.MODULES}


MOST_ANSWERS = 512
"""With more answers, such as all ways to keep some of many cards, a bot schemes."""


class ImaginingBot:
    """Plays at a table as ``ImaginingPlayer`` does."""

    def __init__(self, seed: int = 0, effort: SearchEffort | None = None) -> None:
        """A bot with its own seed; raises ``EngineMissing`` without the native engine."""
        self._player, self._schemer = ImaginingPlayer(seed, effort), SchemingBot(seed)

    def choose(self, look: Look, answers: Answers) -> Command:
        """The best answer."""
        count = how_many(answers)
        if count == 1:
            return next(iter(answers))
        seen = look()
        try:
            if count <= MOST_ANSWERS:
                commands = list(answers)
                return commands[self._player.choose(to_data(seen), [command_object(each) for each in commands])]
        except CannotImagine:
            pass
        return self._schemer.choose(lambda: seen, answers)
