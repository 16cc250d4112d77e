"""What the expert variant adds to the way a case is written."""

from colt_rules.conformance.notation import Notation

NOTED = Notation(
    compared_like={
        "HandFilled.cards": "HandDrawn",
        "HandKept.kept": "HandReturned",
        "HandKept.discarded": "HandReturned",
        "BulletsDiscarded.cards": "HandReturned",
    },
    dealt=("discard",),
    pages={
        "Given.discards": "expert: what lies on the discard piles, top last.",
        "rows.what": "with expert `discard`",
    },
)
