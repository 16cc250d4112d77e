"""What is below the train in a picture: things beside their cars, and vehicles beside the car they face."""

from collections.abc import Mapping
from functools import cache

from colt_rules.model.names import Car, inside, roof
from colt_rules.pictures.scene import Scene, modules_drawn
from colt_rules.pictures.slots import SLOTS, Vehicle
from colt_rules.pictures.things import LINE, Filling, T, height_of

SLAB, GROUND = 7, 26
"""The thickness of a vehicle's roof, and the height of its floor above the road."""


@cache
def shared_by_modules() -> str:
    """The style and the shapes of everything that modules draw, besides the style and shapes of all pictures."""
    unsorted = (look for part in modules_drawn().values() for look in part.looks)
    looks = sorted(unsorted, key=lambda look: SLOTS.index(look.slot))
    style = "".join(_rule(name, rule) for look in looks for name, rule in look.style.items())
    dark = "".join(_rule(name, rule) for look in looks for name, rule in look.dark.items())
    road = _rule("road", "fill:none;stroke:var(--dim);stroke-width:2;stroke-dasharray:2 7;stroke-linecap:round")
    shapes = "".join(look.shapes for look in looks)
    return f"<style>{style}{road}@media(prefers-color-scheme:dark){{{dark}}}</style><defs>{shapes}</defs>"


def _rule(name: str, rule: str) -> str:
    return f".colt-train .{name}{{{rule}}}"


def drawn_below(seen: Scene, filling: Filling[T], columns: Mapping[Car, int], width: int, top: int) -> tuple[str, int]:
    """Rows and vehicles, each below the car that it is beside, and their lower end."""
    found = []
    for each in seen.added.rows:
        groups = {car: filling.beside(each, car) for car in columns}
        road = top + max([each.thing.height + 6, *map(height_of, groups.values())])
        found += [filling.drawn(rows, columns[car], road, car) for car, rows in groups.items()]
        found.append(_road(road, width))
        top = road + 8
    for vehicle in seen.vehicles:
        body, road = _vehicle(filling, vehicle, columns[vehicle.car], top - 2)
        found += [body, _road(road, width)]
        top = road + LINE + 8
    return "".join(found), top


def _road(at: int, width: int) -> str:
    return f'<path class="road" d="M8 {at + 1}H{width - 8}"/>'


def _vehicle(filling: Filling[T], vehicle: Vehicle, middle: int, top: int) -> tuple[str, int]:
    """A vehicle with everything on it and in it, and the height of the road below it."""
    above, below = filling.at(roof(vehicle.name)), filling.at(inside(vehicle.name))
    roofs = top + max(34, height_of(above))
    floor = roofs + SLAB + max(50, height_of(below))
    road = floor + GROUND
    drawn = [
        vehicle.hull(middle, roofs, floor),
        filling.drawn(above, middle, roofs, roof(vehicle.name)),
        filling.drawn(below, middle, floor, inside(vehicle.name)),
        filling.named(vehicle.name, middle, road + LINE + 2),
    ]
    return "".join(drawn), road
