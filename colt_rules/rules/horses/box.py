"""The components of horses and whisky, read once from the specification."""

from colt_rules.registry.extras import load_extras
from colt_rules.registry.registry import spec_folder

EXTRAS = load_extras(spec_folder(), "horses")
