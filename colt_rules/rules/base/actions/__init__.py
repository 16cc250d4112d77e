"""The six actions. Each file answers the same questions: who can act, what the player chooses, what happens."""

from colt_rules.rules.base.actions import fire, floor_change, marshal, move, punch, robbery

ACTIONS = {
    "move": move.ACTION,
    "floor-change": floor_change.ACTION,
    "fire": fire.ACTION,
    "robbery": robbery.ACTION,
    "punch": punch.ACTION,
    "marshal": marshal.ACTION,
}
"""The actions by the name on the card."""
