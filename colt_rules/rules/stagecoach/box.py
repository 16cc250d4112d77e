"""The components of the stagecoach, read once from the specification."""

from colt_rules.registry.published import extras

EXTRAS = extras("stagecoach")
