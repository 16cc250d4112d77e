"""Two rankings are reported to differ only in what differs."""

import pytest

from colt_rules.model.state import Standing
from colt_rules.referee.rankings import RankingDifference, ranking_difference

ONE = (Standing(1, "tuco", 900, 2), Standing(2, "belle", 700, 0))


@pytest.mark.parametrize(
    ("other", "differ"),
    [
        (ONE, ""),
        (tuple(reversed(ONE)), ""),
        ((Standing(1, "tuco", 900, 2), Standing(2, "belle", 700, 1)), "bullets"),
        ((Standing(1, "tuco", 900, 3), Standing(2, "belle", 650, 0)), "money"),
        ((Standing(2, "tuco", 900, 2), Standing(1, "belle", 900, 0)), "places"),
        ((), "places"),
    ],
)
def test_what_matters_most_is_named(other: tuple[Standing, ...], differ: RankingDifference) -> None:
    assert ranking_difference(ONE, other) == differ
