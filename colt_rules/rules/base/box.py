"""The components of the box, read once from the specification: no number of theirs stands in code."""

from colt_rules.registry.components import load_box
from colt_rules.registry.registry import spec_folder

BOX = load_box(spec_folder())
