"""The kinds of components that only the stagecoach brings."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from colt_rules.registry.components import Extras, Fact

Burden = Literal[
    "neutral-bullet-each-round", "one-card-fewer", "no-punch", "no-ride", "one-roof", "no-power", "face-up"
]


@frozen(kw_only=True)
class Hostage(Fact):
    """A hostage: what it pays at the end, and what its captor has to put up with until then."""

    ransom: int
    ransom_for: Literal["jewel", "purse", "bullet"] | None = None
    """Where the ransom is paid for each of these; else it is paid once."""
    needs: Literal["strongbox"] | None = None
    """What the captor must have one of to be paid at all."""
    burden: Burden | None = None


@frozen(kw_only=True)
class StagecoachExtras(Extras):
    """What the stagecoach adds to the box."""

    hostages: Mapping[str, Hostage]


ADDED = StagecoachExtras
