"""The bots that one can play against, by strength."""

from collections.abc import Callable, Mapping

from colt_rules.players.bots import SchemingBot
from colt_rules.players.play import Bot
from colt_rules.players.searching import Effort, SearchingBot

MISJUDGES = 500
"""How far a beginner misjudges a choice at most, in dollars."""

STRENGTHS: Mapping[str, Callable[[int, Effort], Bot]] = {
    "easy": lambda seed, effort: SchemingBot(seed, noise=MISJUDGES),
    "medium": lambda seed, effort: SchemingBot(seed),
    "hard": SearchingBot,
}
"""By name, the weakest first: a bot with this seed that may search this much."""
ADVISER = "hard"
"""The strength that gives hints."""
