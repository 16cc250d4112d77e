"""The bots that one can play against, by strength."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from colt_rules.commands import Command
from colt_rules.decisions import Answers
from colt_rules.players.bots import SchemingBot
from colt_rules.players.play import Bot, Look
from colt_rules.players.searching import Effort, SearchingBot

MISJUDGES = 500
"""How far a beginner misjudges a choice at most, in dollars."""
NATIVE = "colt_native"
"""The package of the native engine."""
WORLDS, PLAYOUTS = 60, 4
"""How much the strongest bot searches on the native engine: about a tenth of a second a choice."""


class StrongestBot:
    """Searches on the native engine if that is installed and plays the game, and on the reference otherwise."""

    def __init__(self, seed: int, effort: Effort) -> None:
        """A bot with its own seed; on the native engine only the time in ``effort`` is a limit."""
        self._seed, self._effort = seed, effort

    def choose(self, look: Look, answers: Answers) -> Command:
        """The best answer that it finds."""
        return self._bot(look).choose(look, answers)

    def _bot(self, look: Look) -> Bot:
        if find_spec(NATIVE) is not None:
            # In a browser there is neither the engine nor the package that uses it.
            from colt_rules.research.searching import ImaginingBot, SearchEffort, can_search

            if can_search(look().options):
                return ImaginingBot(self._seed, SearchEffort(WORLDS, PLAYOUTS, seconds=self._effort.seconds))
        return SearchingBot(self._seed, self._effort)


STRENGTHS: Mapping[str, Callable[[int, Effort], Bot]] = {
    "easy": lambda seed, effort: SchemingBot(seed, noise=MISJUDGES),
    "medium": lambda seed, effort: SchemingBot(seed),
    "hard": StrongestBot,
}
"""By name, the weakest first: a bot with this seed that may search this much."""
ADVISER = "hard"
"""The strength that gives hints."""
