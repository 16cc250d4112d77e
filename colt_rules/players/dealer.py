"""Answers for chance."""

from random import Random, SystemRandom

from colt_rules.commands import Deal
from colt_rules.decisions import Arrangements


class Dealer:
    """Deals every row with the same probability: from a seed if there is one, else from the operating system."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = SystemRandom() if seed is None else Random(seed)

    def deal(self, rows: Arrangements) -> Deal:
        """One of the rows that chance can lay out."""
        random = self._random.random
        keyed = sorted([(random(), index) for index in range(len(rows.items))])
        return rows.deal(tuple([rows.items[index] for _, index in keyed[: rows.count]]))
