"""Two bots: one plays at random, one tries to win."""

from functools import cache
from random import Random

from attrs import fields

from colt_rules.commands import Command
from colt_rules.decisions import Answers, Rows, Ways, how_many
from colt_rules.model.names import Card, Seat
from colt_rules.modules import parts
from colt_rules.players.evaluation import FRESH, Outlook, Values
from colt_rules.players.play import Look
from colt_rules.views import View


class RandomBot:
    """Takes each answer with the same probability."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, look: Look, answers: Answers) -> Command:
        """A random answer."""
        return answers[int(self._random.random() * how_many(answers))]


class SchemingBot:
    """Tries to win: plans cards that bring its bandits to loot, and carries them out where they gain most.

    It knows only its view. In Schemin' it works out where a bandit's cards on the pile can bring it and what the next
    card would add. In Stealin' it takes the most valuable loot, hits the richest bandit, spares its own side and avoids
    the Marshal. Small random amounts break ties, so that it is not predictable. It chooses its bandits and their
    starting places at random.

    ``noise`` is how far, in dollars, its estimates are off at most: the higher, the more it plays like a beginner.
    """

    def __init__(self, seed: int | None = None, noise: float = 1) -> None:
        self._random = Random(seed)
        self._noise = noise

    def choose(self, look: Look, answers: Answers) -> Command:
        """The answer with the highest estimated value."""
        if how_many(answers) == 1:
            return next(iter(answers))
        outlook = outlook_of(look())
        if isinstance(answers, Ways) and isinstance(cards := answers.open.get("cards"), Rows):
            return answers.make(cards=_worth_keeping(outlook, cards))
        return max(answers, key=lambda command: outlook.worth(command) + self._noise * self._random.random())


def outlook_of(seen: View, seat: Seat = "") -> Outlook:
    """A bot's evaluation of this view; a seat is named if it is another role's view."""
    return Outlook(seen, _values(), seat)


@cache
def _values() -> Values:
    """The values of all modules, merged."""
    all_values: list[Values] = [part.VALUES for _, part in parts("bots")]
    tables = (field.name for field in fields(Values))
    return Values(*({key: each for one in all_values for key, each in getattr(one, name).items()} for name in tables))


def _worth_keeping(outlook: Outlook, cards: Rows) -> tuple[Card, ...]:
    """The cards that add more than a fresh one would, or the best of them if not all can be kept."""
    worth = {card: outlook.of_card(card) for card in dict.fromkeys(cards.items)}
    good = [card for card in cards.items if worth[card] > FRESH]
    best = sorted(good, key=lambda card: -worth[card])[: max(cards.lengths)]
    return tuple(sorted(best))


BOTS: dict[str, type[RandomBot] | type[SchemingBot]] = {"random": RandomBot, "scheming": SchemingBot}
"""By name: the bots."""


MIXED = ("scheming", "random")
"""The bots that alternate at a mixed table."""


def kinds_of(bots: str, players: int) -> list[str]:
    """The bot for each seat: all the same, or alternating if mixed."""
    return [MIXED[number % len(MIXED)] if bots == "mixed" else bots for number in range(players)]
