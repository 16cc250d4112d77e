"""What the drawing of a position in a browser takes from here: the style, the shapes and the names on the board."""

from typing import Any

from colt_rules.pictures import SHARED, shared_by_modules
from colt_rules.pictures.scene import loot_shapes, modules_drawn, modules_with_looks
from colt_rules.pictures.things import PALE
from colt_rules.pictures.words import DRAWN, ENGLISH, names_of_cars
from colt_rules.rules.boxes import CHARACTERS


def drawing_data() -> dict[str, Any]:
    """All that `script/board.mjs` must be given, so that it stands in Python only; plain data for JSON."""
    return {
        "shared": SHARED,
        "modules": shared_by_modules(),
        "characters": {id: {"name": one.name.en, "colour": one.colour} for id, one in CHARACTERS.items()},
        "cars": dict(names_of_cars()),
        **{what: dict(names) for part in modules_drawn().values() for what, names in part.names.items()},
        "phrases": dict(DRAWN),
        "longest": ENGLISH.longest,
        "shapes": list(loot_shapes()),
        "looks": list(modules_with_looks()),
        "pale": list(PALE),
    }


def names_drawn() -> list[str]:
    """The names by which these data call bandits and the things of modules, in English."""
    of_modules = [name for part in modules_drawn().values() for names in part.names.values() for name in names.values()]
    return [*(one.name.en for one in CHARACTERS.values()), *of_modules]
