"""The time machine: a place in front of the locomotive, from which a bandit hides where nobody expects it."""
