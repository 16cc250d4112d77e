"""The weights of the ranking, from one file for Python and the browser."""

import math
from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.registry.strict import structure_file


@frozen
class Formula:
    """BM25+, for the words of one field."""

    saturation: float
    length: float
    least: float


@frozen
class Meant:
    """What a word counts that no document has, by how it resembles one that is there."""

    beginning: float
    longer: float
    slip: float
    slips: float


@frozen
class Scale:
    """The scores that are told apart: equal steps, by their logarithm."""

    step: int
    lowest: int
    highest: int

    def level(self, score: float) -> int:
        """The step of a score, from 0."""
        return min(max(round(math.log2(score) * self.step), self.lowest), self.highest) - self.lowest

    def score(self, level: int) -> float:
        """The score of a step."""
        return float(2 ** ((level + self.lowest) / self.step))


@frozen
class Ranking:
    """The weights of fields, kinds of documents and special cases."""

    complete: float
    unnamed: float
    naming: float
    faint: float
    formula: Formula
    meant: Meant
    scale: Scale
    fields: dict[str, float]
    kinds: dict[str, float]
    special: dict[str, float]


@cache
def ranking() -> Ranking:
    """The weights in ``ranking.toml``."""
    return structure_file(Path(__file__).with_suffix(".toml"), Ranking)
