"""Setting up keeps the values of purses secret."""

import pytest

from tests.tables import deal, table, until


@pytest.mark.clause("setup.loot.purses-blind")
def test_the_name_of_a_token_says_nothing_about_its_value() -> None:
    game = until("purses", table(3, train=("baggage", "second-class", "dining")))
    one = deal(game, "$250", "$300", "$350", "$400", "$500").after
    other = deal(game, "$500", "$450", "$350", "$250", "$250").after
    assert one.floor == other.floor
    assert one.values != other.values
