"""The components of the base game's box, read from the specification; the code does not repeat their numbers."""

from colt_rules.registry.published import box

BOX = box()
