"""The description of a module's components for the pages: the points of its part ``catalogue``."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import Factory, frozen

from colt_rules.site.reader import Reader

Numbers = Callable[[Reader, Any], Iterator[str]]
"""The facts about a thing of one kind besides its name, as Markdown."""


@frozen
class Kind:
    """A kind of components that only this module has."""

    after: str
    """The kind of the base game after which it is listed."""
    numbers: Numbers


@frozen(kw_only=True)
class Catalogue:
    """The description of a module's components."""

    kinds: Mapping[str, Kind]
    """By name: the kinds that only this module has."""
    terms: Mapping[tuple[str, str], str] = Factory(dict)
    """By kind and name of a thing: its term, if that has another name."""
