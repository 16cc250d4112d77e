"""The weights of the ranking, from one file that Python and the browser share."""

from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.registry.strict import structure_file


@frozen
class Ranking:
    """The weights of fields, kinds of documents and special cases."""

    fields: dict[str, float]
    kinds: dict[str, float]
    special: dict[str, float]


@cache
def ranking() -> Ranking:
    """The weights in ``ranking.toml``."""
    return structure_file(Path(__file__).with_suffix(".toml"), Ranking)
