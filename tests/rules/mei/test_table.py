"""The game with Mei is put together from the base game's own parts."""

import pytest

from colt_rules.rules.rulebook import rulebook


@pytest.mark.clause("mei.base-otherwise")
def test_all_but_characters_and_purses_is_the_base_games() -> None:
    base, mei = rulebook(("base",)), rulebook(("base", "mei"))
    assert (mei.deck, mei.round_cards, mei.cars) == (base.deck, base.round_cards, base.cars)
    assert (mei.steps, mei.turns, mei.happenings) == (base.steps, base.turns, base.happenings)
