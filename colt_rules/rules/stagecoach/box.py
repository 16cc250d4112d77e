"""The components of the stagecoach, read once from the specification."""

from typing import cast

from colt_rules.registry.published import extras
from colt_rules.rules.stagecoach.components import StagecoachExtras

EXTRAS = cast(StagecoachExtras, extras("stagecoach"))
