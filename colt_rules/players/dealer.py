"""Answers for chance and for the table as a whole."""

from bisect import bisect_left
from collections.abc import Callable
from random import Random, SystemRandom

from colt_rules.commands import Command, Deal
from colt_rules.decisions import Answers, Arrangements, how_many

USUAL = 0.5
"""The default probability that a table gives the usual answer."""


class Dealer:
    """Deals every row with the same probability, from a seed or else from the operating system's randomness.

    ``usual`` is the probability that the table gives the usual answer.
    """

    def __init__(self, seed: int | None = None, usual: float = USUAL) -> None:
        random = (SystemRandom() if seed is None else Random(seed)).random
        self._usual = usual
        self._random = random
        self._anything: Callable[[str], float] = lambda item: random()

    def deal(self, rows: Arrangements) -> Deal:
        """A random row from all possible rows."""
        return rows.deal(tuple(sorted(rows.items, key=self._anything)[: rows.count]))

    def agree(self, answers: Answers) -> Command:
        """What the table agrees on: the first answer, which is the usual one, or else one of a random kind of command.

        Each kind of command has the same probability. Where a table can state what its cards show, one kind has
        thousands of answers, and a uniform choice among answers would hardly ever take another kind.
        """
        if self._random() < self._usual:
            return answers[0]
        kinds = _kinds(answers)
        kind = kinds[int(self._random() * len(kinds))]
        return answers[kind[int(self._random() * len(kind))]]


def _kinds(answers: Answers) -> list[range]:
    """The range of answers of each kind of command, which are adjacent; found by bisection, as lists may be long."""
    found: list[range] = []
    start, number = 0, how_many(answers)
    while start < number:
        kind = answers[start].__class__
        rest = range(start, number)
        end = start + bisect_left(rest, True, key=lambda at: answers[at].__class__ is not kind)
        found.append(range(start, end))
        start = end
    return found
