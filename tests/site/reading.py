"""What the pages are made from, read once: everything but a run of the suite, which would take too long."""

from functools import cache

from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources, read


@cache
def some_sources() -> Sources:
    """The sources without results."""
    return read()


@cache
def reader(lang: str) -> Reader:
    """Someone who reads them in a language."""
    return Reader(lang, some_sources())
