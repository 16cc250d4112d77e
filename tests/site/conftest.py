"""Fixtures for the tests of the pages."""

import pytest

from colt_rules.site.sources import Sources
from tests.site.reading import some_sources


@pytest.fixture(scope="session")
def sources() -> Sources:
    return some_sources()
