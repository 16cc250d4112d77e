"""Clauses that are cited nearly everywhere, and so are seldom what a case or a dispute is about."""

EVERYWHERE = frozenset(
    {
        "stealin.obligatory",
        "stealin.card-returns",
        "stealin.pile-turned",
        "stealin.first-in-first-out",
        "schemin.ends",
        "game.two-phases",
        "ruling.secrecy.open-information",
    }
)
"""Clauses that stand behind nearly every command: where others are cited too, they are not what it is about."""
