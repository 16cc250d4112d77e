"""The value of loot for a bot that cannot see what a token is worth."""

from statistics import fmean

from colt_rules.players.evaluation import Outlook, Values


def _average(outlook: Outlook, kind: str) -> float | None:
    """The average value of a token in the supply."""
    pool = outlook.rules.supply.get(kind)
    return fmean(pool.values) if pool else None


IMAGINABLE = True
"""It hides nothing but cards, purses and rounds to come, or nothing at all: see ``players/imagining.py``."""

VALUES = Values(unseen={"cursed-loot": _average})
