"""Answers for chance, and for the table where it is asked as one."""

from collections.abc import Callable
from random import Random, SystemRandom

from colt_rules.commands import Command, Deal
from colt_rules.decisions import Answers, Arrangements

USUAL = 0.5
"""How often a table does what is usual."""


class Dealer:
    """Deals every row with the same probability: from a seed if there is one, else from the operating system.

    ``usual`` is the probability that the table agrees on the usual: 1 for one that makes nothing up.
    """

    def __init__(self, seed: int | None = None, usual: float = USUAL) -> None:
        random = (SystemRandom() if seed is None else Random(seed)).random
        self._usual = usual
        self._random = random
        self._anything: Callable[[str], float] = lambda item: random()

    def deal(self, rows: Arrangements) -> Deal:
        """One of the rows that chance can lay out."""
        return rows.deal(tuple(sorted(rows.items, key=self._anything)[: rows.count]))

    def agree(self, answers: Answers) -> Command:
        """What the table agrees on: what is listed first, the usual way, or else anything."""
        return answers[0 if self._random() < self._usual else int(self._random() * len(answers))]
