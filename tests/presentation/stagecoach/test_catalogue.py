"""Hostages on the pages."""

import pytest

from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.site.pages.numbers import kind_of, numbers_of
from colt_rules.site.pages.things import KINDS
from tests.site.reading import reader_of_the_specification


def test_hostages_are_listed_after_stations() -> None:
    assert KINDS[KINDS.index("station-card") + 1] == kind_of(EXTRAS.hostages["banker"]) == "hostage"


@pytest.mark.parametrize("hostage", EXTRAS.hostages)
def test_each_hostage_is_told_with_its_ransom_and_its_burden(hostage: str) -> None:
    ransom, *needs, burden = numbers_of(reader_of_the_specification("en"), EXTRAS.hostages[hostage])
    assert ransom.startswith(f"ransom: ${EXTRAS.hostages[hostage].ransom}")
    assert needs == (["only to a captor with a strongbox"] if EXTRAS.hostages[hostage].needs else [])
    assert burden.startswith("burden: " if EXTRAS.hostages[hostage].burden else "no burden")
