"""The components of Mei's box, read once from the specification."""

from colt_rules.registry.components import values_of
from colt_rules.registry.published import extras

EXTRAS = extras("mei")
MEI = next(iter(EXTRAS.characters))
PURSES = values_of(EXTRAS.tokens["purse"])
