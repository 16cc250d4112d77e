"""What the pages are made from, for tests: everything but a run of the suite, which would take too long."""

from functools import cache

import pytest

from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources, read


@cache
def some_sources() -> Sources:
    """The sources without results."""
    return read()


@pytest.fixture(scope="session")
def sources() -> Sources:
    return some_sources()


@cache
def reader(lang: str) -> Reader:
    return Reader(lang, some_sources())
