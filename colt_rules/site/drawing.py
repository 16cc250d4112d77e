"""What the drawing of a position in a browser takes from here: the style, the shapes and the names on the board."""

from typing import Any

from colt_rules.model.names import LOCOMOTIVE
from colt_rules.pictures import SHARED, shared_by_modules
from colt_rules.pictures.scene import loot_shapes, modules_drawn
from colt_rules.pictures.things import PALE
from colt_rules.rules.base.box import BOX
from colt_rules.rules.boxes import CARS, CHARACTERS


def drawing_data() -> dict[str, Any]:
    """All that `script/board.mjs` must be given, so that it stands in Python only; plain data for JSON."""
    return {
        "shared": SHARED,
        "modules": shared_by_modules(),
        "characters": {id: {"name": one.name.en, "colour": one.colour} for id, one in CHARACTERS.items()},
        "cars": {id: car.name.en for id, car in {**CARS, LOCOMOTIVE: BOX.locomotive}.items()},
        **{what: dict(names) for part in modules_drawn().values() for what, names in part.names.items()},
        "shapes": list(loot_shapes()),
        "pale": list(PALE),
    }
