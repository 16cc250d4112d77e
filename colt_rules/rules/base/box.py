"""The components of the base game's box, read from the specification, so that the code repeats none of their numbers.
"""

from colt_rules.registry.published import box

BOX = box()
