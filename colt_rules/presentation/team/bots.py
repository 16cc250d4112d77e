"""What bots have to know of teams: their choices are worth nothing special, and they can be imagined."""

from colt_rules.players.evaluation import Values

IMAGINABLE = True
"""It hides nothing but cards, which partners draw from each other: see ``players/unseen_cards.py``."""

VALUES = Values()
