"""The kind of component that only the balloon has."""

from collections.abc import Mapping

from attrs import frozen

from colt_rules.registry.components import Extras, Fact


@frozen(kw_only=True)
class Sandbag(Fact):
    """A kind of sandbag; the balloon rises by `lift` when one is thrown."""

    count: int
    lift: int


@frozen(kw_only=True)
class BalloonExtras(Extras):
    """What the balloon adds to the box."""

    sandbags: Mapping[str, Sandbag]


ADDED = BalloonExtras
