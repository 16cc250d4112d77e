"""The weights of the ranking: one file, read by Python and given to the browser as it is."""

from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.registry.strict import structure_file


@frozen
class Ranking:
    """What a search weighs."""

    fields: dict[str, float]
    kinds: dict[str, float]
    special: dict[str, float]


@cache
def ranking() -> Ranking:
    """The ranking that everything is searched by."""
    return structure_file(Path(__file__).with_suffix(".toml"), Ranking)
