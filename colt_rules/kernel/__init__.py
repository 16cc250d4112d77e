"""The loop around the rules: decide, evolve, fold, legal. It names no rule."""

from colt_rules.kernel.decide import (
    Accepted,
    NotAtRest,
    Refused,
    Verdict,
    awaiting,
    decide,
    decide_by,
    legal,
    legal_by,
    settle,
)
from colt_rules.kernel.evolve import UnknownEvent, evolve
from colt_rules.kernel.fold import fold
from colt_rules.model.state import NEW

__all__ = [
    "NEW",
    "Accepted",
    "NotAtRest",
    "Refused",
    "UnknownEvent",
    "Verdict",
    "awaiting",
    "decide",
    "decide_by",
    "evolve",
    "fold",
    "legal",
    "legal_by",
    "settle",
]
