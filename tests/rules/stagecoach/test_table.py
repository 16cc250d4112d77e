"""With what the stagecoach can be played."""

import pytest

from colt_rules.kernel import NEW
from tests.rules.coaches import coaching
from tests.verdicts import accepted, refusal


@pytest.mark.clause("ruling.horses.first-games")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_there_is_no_stagecoach_without_horses(edition: str) -> None:
    assert refusal(NEW, coaching(edition, modules=("base", "stagecoach"))) == ("ruling.horses.first-games",)
    accepted(NEW, coaching(edition))
