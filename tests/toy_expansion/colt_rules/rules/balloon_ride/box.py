"""The components of the balloon, read once from the specification."""

from typing import cast

from colt_rules.registry.published import extras
from colt_rules.rules.balloon_ride.components import BalloonExtras
from colt_rules.rules.balloon_ride.model import MODULE_NAME

EXTRAS = cast(BalloonExtras, extras(MODULE_NAME))
