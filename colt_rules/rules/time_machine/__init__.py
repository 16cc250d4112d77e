"""The time machine: a place in front of the locomotive, from which a bandit can hide beneath any car."""
