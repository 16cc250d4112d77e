"""What a module says of its components for the pages: the points of its part ``catalogue``."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import Factory, frozen

from colt_rules.site.reader import Reader

Numbers = Callable[[Reader, Any], Iterator[str]]
"""What there is to say of a thing of one kind besides its name, as Markdown."""


@frozen
class Kind:
    """A kind of components that only this module has."""

    after: str
    """The kind of the base game after which it is listed."""
    numbers: Numbers


@frozen(kw_only=True)
class Catalogue:
    """What a module says of its components."""

    kinds: Mapping[str, Kind]
    """By name: the kinds that only it has."""
    terms: Mapping[tuple[str, str], str] = Factory(dict)
    """By kind and name of a thing: its term, where that is called otherwise."""
