"""What the pages are made from, read once: everything but a run of the suite, which would take too long."""

from functools import cache

from colt_rules.conformance.cases.suite import Exceptions, Suite
from colt_rules.registry.registry import registry
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


@cache
def reader_of_the_specification(lang: str) -> Reader:
    """Someone who reads what is made from the specification alone, for which no case has to be read."""
    nothing = Suite({}, (), Exceptions(accepting={}, refusing={}, uncited={}))
    known = registry()
    folder = known.folder.parent
    return Reader(lang, Sources(folder, known, {}, {}, suite=nothing, results={}, mutants={}, unbreakable={}))
