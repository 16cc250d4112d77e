"""The components of horses and whisky, read once from the specification."""

from typing import cast

from colt_rules.registry.published import extras
from colt_rules.rules.horses.components import HorsesExtras

EXTRAS = cast(HorsesExtras, extras("horses"))
