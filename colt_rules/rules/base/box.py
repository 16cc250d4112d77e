"""The components of the box, read once from the specification: no number of theirs stands in code."""

from colt_rules.registry.published import box

BOX = box()
