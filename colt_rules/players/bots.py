"""Two bots: one that plays anything, one that tries to win."""

from functools import cache
from random import Random

from attrs import fields

from colt_rules.commands import Command
from colt_rules.decisions import Answers, Rows, Ways
from colt_rules.model.names import Card
from colt_rules.modules import parts
from colt_rules.players.evaluation import FRESH, Outlook, Values
from colt_rules.players.play import Look


class RandomBot:
    """Takes any answer with the same probability."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed).random

    def choose(self, look: Look, answers: Answers) -> Command:
        """Any of the answers."""
        return answers[int(self._random() * len(answers))]


class SchemingBot:
    """Tries to win: plans the cards that bring its bandits to loot, and carries them out where they pay most.

    It knows only its view. In Schemin' it follows the cards of a bandit on the pile to where they can bring it and
    asks what the next card would add. In Stealin' it takes what is worth most, hits the richest, spares its own side
    and stays clear of the Marshal. Small random amounts break ties, so that it cannot be read like a book. Which
    bandits it has and where they begin it leaves to them altogether.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed).random

    def choose(self, look: Look, answers: Answers) -> Command:
        """The answer that seems to be worth most."""
        if len(answers) == 1:
            return next(iter(answers))
        outlook = Outlook(look(), _values())
        if isinstance(answers, Ways) and isinstance(cards := answers.open.get("cards"), Rows):
            return answers.make(cards=_worth_keeping(outlook, cards))
        return max(answers, key=lambda command: outlook.worth(command) + self._random())


@cache
def _values() -> Values:
    """What the choices of all modules are worth."""
    all_values: list[Values] = [part.VALUES for _, part in parts("bots")]
    tables = (field.name for field in fields(Values))
    return Values(*({key: each for one in all_values for key, each in getattr(one, name).items()} for name in tables))


def _worth_keeping(outlook: Outlook, cards: Rows) -> tuple[Card, ...]:
    """The cards that add more than a fresh one would, the best of them where not all can be kept."""
    worth = {card: outlook.of_card(card) for card in dict.fromkeys(cards.items)}
    good = [card for card in cards.items if worth[card] > FRESH]
    best = sorted(good, key=lambda card: -worth[card])[: max(cards.lengths)]
    return tuple(sorted(best))


BOTS: dict[str, type[RandomBot] | type[SchemingBot]] = {"random": RandomBot, "scheming": SchemingBot}
"""Bots by name."""


MIXED = ("scheming", "random")
"""The bots of a mixed table, in turn."""


def kinds_of(bots: str, players: int) -> list[str]:
    """Which bot plays for each seat: all of the one kind, or of a mixed table those in turn."""
    return [MIXED[number % len(MIXED)] if bots == "mixed" else bots for number in range(players)]
