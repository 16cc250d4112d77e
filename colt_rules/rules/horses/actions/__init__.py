"""The action that the expansion adds, in a file like those of the base game's."""

from colt_rules.rules.horses.actions import ride

ACTIONS = {"ride": ride.ACTION}
"""Actions by the name on the card."""
