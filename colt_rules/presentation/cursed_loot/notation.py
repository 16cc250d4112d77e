"""How cursed loot is written in a case: by its value, as ``jewel:5``."""

from colt_rules.conformance.notation import Loot, Notation, SketchWords
from colt_rules.rules.cursed_loot.box import CURSED

NOTATION = Notation(
    sketch=SketchWords(
        loot={f"{kind}:{value}": Loot(kind, value) for kind, values in CURSED.items() for value in values}
    )
)
