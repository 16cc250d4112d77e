"""Answers for chance."""

from collections.abc import Callable
from random import Random, SystemRandom

from colt_rules.commands import Deal
from colt_rules.decisions import Arrangements


class Dealer:
    """Deals every row with the same probability: from a seed if there is one, else from the operating system."""

    def __init__(self, seed: int | None = None) -> None:
        random = (SystemRandom() if seed is None else Random(seed)).random
        self._anything: Callable[[str], float] = lambda item: random()

    def deal(self, rows: Arrangements) -> Deal:
        """One of the rows that chance can lay out."""
        return rows.deal(tuple(sorted(rows.items, key=self._anything)[: rows.count]))
