"""The numbers of the ranking: one file, read by Python and given to the browser as it is."""

from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.registry.strict import structure_file


@frozen
class Unknown:
    """What a word is worth that is nowhere, where something like it is."""

    prefix: float
    fuzzy: float
    slips: float


@frozen
class Bm25:
    """The constants of the formula."""

    k: float
    b: float
    d: float


@frozen
class Ranking:
    """What a search weighs."""

    complete: float
    fields: dict[str, float]
    kinds: dict[str, float]
    special: dict[str, float]
    unknown: Unknown
    bm25: Bm25


@cache
def ranking() -> Ranking:
    """The ranking that everything is searched by."""
    return structure_file(Path(__file__).with_suffix(".toml"), Ranking)
