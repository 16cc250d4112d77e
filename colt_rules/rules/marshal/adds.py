"""What can be answered besides to choices and actions of other modules."""

from colt_rules.rules.extending import with_answers
from colt_rules.rules.marshal import fall, search, turns
from colt_rules.rules.marshal.actions import punch, robbery

ADDS = {
    **search.ADDS,
    **turns.ADDS,
    "scheme": with_answers(search.ADDS["scheme"], turns.ADDS["scheme"]),
    "punch": with_answers(punch.PUNCH_MARSHAL, fall.THROW_OFF),
    "fire": fall.SHOOT_OFF,
    "robbery": robbery.ROB_TWO,
}
