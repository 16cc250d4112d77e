"""Clauses that nearly every command cites, so a case or a dispute is seldom about them."""

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
"""Clauses that apply to nearly every command. If other clauses are cited too, only those are of interest."""
