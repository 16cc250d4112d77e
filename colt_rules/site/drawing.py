"""The data for drawing a position in a browser: style, shapes and names."""

from typing import Any

from colt_rules.pictures import SHARED, shared_by_modules
from colt_rules.pictures.scene import loot_shapes, modules_drawn, modules_with_looks
from colt_rules.pictures.things import PALE, initials
from colt_rules.pictures.words import DRAWN, ENGLISH, names_of_cars
from colt_rules.rules.boxes import CHARACTERS


def drawing_data() -> dict[str, Any]:
    """All data for `script/board.mjs`, so that they are defined in Python only."""
    return {
        "shared": SHARED,
        "modules": shared_by_modules(),
        "characters": {
            id: {"name": one.name.en, "colour": one.colour, "initials": initials(ENGLISH.lang)[id]}
            for id, one in CHARACTERS.items()
        },
        "cars": dict(names_of_cars()),
        **{what: dict(names) for part in modules_drawn().values() for what, names in part.names.items()},
        "phrases": dict(DRAWN),
        "longest": ENGLISH.longest,
        "shapes": list(loot_shapes()),
        "looks": list(modules_with_looks()),
        "pale": list(PALE),
    }


def drawn_names() -> list[str]:
    """The English names of bandits and modules' things in these data."""
    of_modules = [name for part in modules_drawn().values() for names in part.names.values() for name in names.values()]
    return [*(one.name.en for one in CHARACTERS.values()), *of_modules]
