"""The components of horses and whisky, read once from the specification."""

from colt_rules.registry.published import extras

EXTRAS = extras("horses")
