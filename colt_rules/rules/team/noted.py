"""What teams add to the way a case is written."""

from colt_rules.conformance.notation import Notation

NOTED = Notation(
    pages={
        "Given.borrowed": "team: which cards of a hand come from the partner's deck.",
        "Given.pile": "`tuco-fire@ghost` was played by his partner Ghost",
    },
)
