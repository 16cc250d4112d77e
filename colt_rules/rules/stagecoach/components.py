"""The kinds of components that only the stagecoach has."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from colt_rules.registry.components import Extras, Fact

Burden = Literal[
    "neutral-bullet-each-round", "one-card-fewer", "no-punch", "no-ride", "one-roof", "no-power", "face-up"
]


@frozen(kw_only=True)
class Hostage(Fact):
    """A hostage: its ransom at the end, and the burden on its captor until then."""

    ransom: int
    ransom_for: Literal["jewel", "purse", "bullet"] | None = None
    """The ransom is paid for each of these; if None, it is paid once."""
    needs: Literal["strongbox"] | None = None
    """What the captor must have at least one of to be paid."""
    burden: Burden | None = None


@frozen(kw_only=True)
class StagecoachExtras(Extras):
    """What the stagecoach adds to the box."""

    hostages: Mapping[str, Hostage]


ADDED = StagecoachExtras
