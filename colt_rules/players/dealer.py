"""Answers for chance, and for the table where it is asked as one."""

from bisect import bisect_left
from collections.abc import Callable
from random import Random, SystemRandom

from colt_rules.commands import Command, Deal
from colt_rules.decisions import Answers, Arrangements, how_many

USUAL = 0.5
"""How often a table does what is usual, unless the dealer is told otherwise."""


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
        """What the table agrees on: what is listed first, the usual way, or else any kind of command.

        Each kind of command has the same probability. Where a table can name what is on its cards, the rows of one
        kind are thousands, and a dealer who took any answer would never name the others.
        """
        if self._random() < self._usual:
            return answers[0]
        kinds = _kinds(answers)
        kind = kinds[int(self._random() * len(kinds))]
        return answers[kind[int(self._random() * len(kind))]]


def _kinds(answers: Answers) -> list[range]:
    """By kind of command, the numbers of its answers, which stand together; long lists are searched, not read."""
    found: list[range] = []
    start, number = 0, how_many(answers)
    while start < number:
        kind = answers[start].__class__
        rest = range(start, number)
        end = start + bisect_left(rest, True, key=lambda at: answers[at].__class__ is not kind)
        found.append(range(start, end))
        start = end
    return found
