"""What the expert variant adds to the notation of cases."""

from colt_rules.conformance.notation import Notation

NOTATION = Notation(
    compared_like={
        "HandFilled.cards": "HandDrawn.cards",
        "HandKept.kept": "HandReturned.cards",
        "HandKept.discarded": "HandReturned.cards",
        "BulletsDiscarded.cards": "HandReturned.cards",
    },
    pages={
        "Given.discards": "expert: what lies on the discard piles, top last.",
        "rows.what": "with expert `discard`",
    },
)
