"""What bots have to know of the expert variant: its choices are worth nothing special, and it can be imagined."""

from colt_rules.players.evaluation import Values

IMAGINABLE = True
"""It hides nothing but cards: see ``players/imagining.py``."""

VALUES = Values()
