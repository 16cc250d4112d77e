"""The action that the expansion adds, in a file named like the action, as in the base game."""

from colt_rules.rules.horses.actions import ride

ACTIONS = {"ride": ride.ACTION}
"""The actions by the name on the card."""
