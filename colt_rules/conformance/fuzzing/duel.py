"""Duels: whole games on the reference and another engine, compared at every step.

A game depends only on its seed and the kinds of games to choose from. So several processes can share the games, each
with its own engine, and a game can be played again without one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from pathlib import Path

from attrs import Factory, define, evolve, field, frozen
from hypothesis.configuration import set_hypothesis_home_dir

from colt_rules.commands import Command
from colt_rules.conformance.cases.place import last_run
from colt_rules.conformance.fuzzing.fuzz import Cause, Known, shrunk
from colt_rules.conformance.fuzzing.pair import EnginePair
from colt_rules.conformance.fuzzing.playing import follow
from colt_rules.conformance.fuzzing.shrinking import ShrunkDifference
from colt_rules.conformance.protocol.messages import Started
from colt_rules.conformance.running.interview import Adapter, greet
from colt_rules.log.entries import new_header, recording
from colt_rules.log.lines import write_lines
from colt_rules.players.soak import Kind, any_game, played

KEPT = 10
"""How many of the longest games are kept."""


@frozen
class DuelGame:
    """One game, compared up to its end, a new difference, or a command that the engine skipped."""

    seed: int
    kind: Kind
    commands: int
    events: int
    compared: int
    """How many answers of the engine were compared with the reference's."""
    skipped: str = ""
    """Why the engine skipped a command; empty if it skipped none."""
    unanswered: Counter[str] = Factory(Counter)
    """By kind of question and reason: how many questions about a position the engine skipped."""
    found: ShrunkDifference | None = None
    causes: tuple[Cause, ...] = ()
    """The causes of the difference before and after shrinking."""
    again: Counter[str] = Factory(Counter)
    """By shape: how often a difference came up again that this process had found before."""
    expected: dict[str, str] = Factory(dict)
    """By entry of the expectations: the reason why a difference that came up was expected."""


@define
class Duelist:
    """Plays games on both engines. Each process has its own, which starts the engine for its first game."""

    adapter: Adapter
    kinds: Sequence[Kind]
    known: Known
    _pair: EnginePair | None = field(default=None, init=False)

    def __call__(self, seed: int) -> DuelGame:
        """Play the game of this seed; raises ``CannotStart`` if the engine does not start."""
        pair, known = self._engines(), self.known
        known.again.clear()
        known.met.clear()
        compared, unanswered, lengths = pair.compared, Counter(pair.unanswered), list[int]()

        def commands() -> Iterator[Command]:
            for command, verdict in played(any_game(seed, self.kinds), seed):
                lengths.append(len(verdict.events))
                yield command

        met = follow(pair, commands(), seed, known.is_new)
        game = DuelGame(
            seed,
            self.kinds[seed % len(self.kinds)],
            commands=len(lengths),
            events=sum(lengths),
            compared=pair.compared - compared,
            skipped=pair.left,
            unanswered=pair.unanswered - unanswered,
            again=Counter(known.again),
            expected=dict(known.met),
        )
        if met is None:
            return game
        found, causes = shrunk(pair, met, seed, known)
        known.tell(*causes)
        return evolve(game, found=found, causes=causes)

    def close(self) -> None:
        """End the engine."""
        if self._pair is not None:
            self._pair.close()

    def _engines(self) -> EnginePair:
        if self._pair is None:
            set_hypothesis_home_dir(last_run("").with_name("hypothesis"))  # not into the current folder
            self._pair = EnginePair(self.adapter)
            self.known.learn(self.adapter, self._pair.started.levels)
        return self._pair


@define
class DuelTally:
    """The results of the games of a duel so far."""

    done: set[int] = Factory(set)
    """The seeds of all games, however they ended."""
    games: int = 0
    """How many games were compared to the end; none counts in which the engine skipped every question."""
    commands: int = 0
    events: int = 0
    compared: int = 0
    failed: dict[int, str] = Factory(dict)
    """By seed: why a game could not be played."""
    skipped: Counter[str] = Factory(Counter)
    """By reason: in how many games the engine skipped a command."""
    unanswered: Counter[str] = Factory(Counter)
    found: list[ShrunkDifference] = Factory(list)
    """The differences, one for each cause."""
    again: Counter[str] = Factory(Counter)
    expected: dict[str, str] = Factory(dict)
    longest: list[tuple[int, int]] = Factory(list)
    """The longest games without a new difference, as events and seed, the longest first."""
    _known: Known = Factory(Known)

    def add(self, game: DuelGame) -> ShrunkDifference | None:
        """Count a game, and return its difference unless another game showed one with the same cause."""
        self.done.add(game.seed)
        self.commands += game.commands
        self.events += game.events
        self.compared += game.compared
        self.unanswered += game.unanswered
        self.again += game.again
        self.expected |= game.expected
        if game.skipped:
            self.skipped[game.skipped] += 1
        elif game.found is None:
            if game.compared:
                self.games += 1
                self.longest = nlargest(KEPT, [*self.longest, (game.events, game.seed)])
        elif any(map(self._known.is_reported, game.causes)):
            self.again[game.causes[0].shape] += 1
        else:
            self._known.tell(*game.causes)
            self.found.append(game.found)
            return game.found
        return None


def introduced(adapter: Adapter) -> Started:
    """The engine's description of itself; raises ``CannotStart``."""
    started, engine = greet(adapter)
    if engine is not None:
        engine.stop()
    return started


def write_game(seed: int, kinds: Sequence[Kind], folder: Path) -> Path:
    """Write the log of the game of this seed into a folder, and return its path."""
    agreed = any_game(seed, kinds)
    edition, variant = kinds[seed % len(kinds)]
    name = f"duel-{seed}-{edition}-{variant.replace('+', '-')}"
    header = new_header(name, edition, agreed.start.modules, agreed.start.seats)
    path = folder / f"{name}.jsonl"
    with path.open("wb") as file:
        steps = [(command, verdict.events) for command, verdict in played(agreed, seed)]
        write_lines(recording(header, steps), file)
    return path
