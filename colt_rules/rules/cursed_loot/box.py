"""The cursed tokens, read once from the specification."""

from colt_rules.registry.components import values_of
from colt_rules.registry.published import extras

EXTRAS = extras("cursed-loot")
CURSED = {kind: values_of(token) for kind, token in EXTRAS.tokens.items()}
"""By kind of loot: the values of its cursed tokens."""
