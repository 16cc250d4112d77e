"""The kinds of components that only horses and whisky have."""

from collections.abc import Mapping

from attrs import frozen

from colt_rules.registry.components import Extras, Fact


@frozen(kw_only=True)
class Flask(Fact):
    """A kind of whisky flask; each can be used `uses` times."""

    count: int
    """The number in the published box."""
    listed: int
    """The number in the list of the Russian book."""
    uses: int


@frozen(kw_only=True)
class HorsesExtras(Extras):
    """What horses and whisky add to the box."""

    flasks: Mapping[str, Flask]


ADDED = HorsesExtras
