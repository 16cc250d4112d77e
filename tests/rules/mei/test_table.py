"""The game with Mei is put together from the base game's own parts."""

import pytest

from colt_rules.model.record import changed
from colt_rules.rules.rulebook import rulebook


@pytest.mark.clause("mei.base-otherwise")
def test_all_but_characters_and_purses_is_the_base_games() -> None:
    base, mei = rulebook(("base",)), rulebook(("base", "mei"))
    own = mei.components
    assert own == changed(base.components, characters=own.characters, loot=own.loot)
    assert (mei.action_cards, mei.turns) == (base.action_cards, base.turns)
    assert (mei.steps, mei.happenings) == (base.steps, base.happenings)
