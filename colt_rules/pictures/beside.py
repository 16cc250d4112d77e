"""What stands beside the train: horses beside their cars, and the stagecoach beside the car that it faces."""

from collections.abc import Mapping

from colt_rules.model.names import Car, inside, roof
from colt_rules.pictures.scene import Scene
from colt_rules.pictures.things import Thing, drawn_row, height_of, portions, rows_at, stacked
from colt_rules.rules.stagecoach.model import COACH

SHARED_BESIDE = (
    "<style>"
    ".colt-train .orange{fill:#d9792b}.colt-train .horse{fill:#6d4a2f}.colt-train .whisky{fill:#e0a33a}"
    ".colt-train .small{font-size:12px}.colt-train .paper{fill:#f4ead2}.colt-train .coach{fill:#9c2f2a}"
    ".colt-train .road{fill:none;stroke:var(--dim);stroke-width:2;stroke-dasharray:2 7;stroke-linecap:round}"
    "@media(prefers-color-scheme:dark){.colt-train .horse{fill:#b98a5f}.colt-train .coach{fill:#b8463f}}"
    "</style><defs>"
    '<g id="colt-shotgun"><use href="#colt-person"/>'
    '<path d="M5 40L21 24L24 27L11 40Q8 45 5 40Z" fill="#3d2f22" stroke="none"/></g>'
    '<path id="colt-horse" d="M2 12L8 5L10 0L13 4Q18 6 21 12Q28 14 34 11Q39 10 41 14Q45 19 44 29Q42 27 41 20'
    "Q40 24 39 26L43 34L40 36L35 28L34 35H31L32 25Q27 26 22 23L20 29L21 36H18L16 29L11 34L9 32L14 26"
    'Q15 20 14 14L6 17Q2 16 2 12Z" stroke-width="1"/>'
    '<path id="colt-flask" d="M18 2H27V7H34Q41 7 41 14V21Q41 27 34 27H11Q4 27 4 21V14Q4 7 11 7H18Z"/>'
    '<g id="colt-half"><use href="#colt-flask" fill="#fff"/>'
    '<path d="M4 16H41V21Q41 27 34 27H11Q4 27 4 21Z" stroke-width="1"/></g>'
    '<path id="colt-card" d="M5 1H99Q103 1 103 5V23Q103 27 99 27H5Q1 27 1 23V5Q1 1 5 1Z"/>'
    '<g id="colt-spokes"><circle r="13"/><path d="M0 -13V13M-13 0H13M-9 -9L9 9M-9 9L9 -9" stroke-width="1"/>'
    '<circle r="3"/></g>'
    "</defs>"
)
"""The style and the shapes of pictures with horses, beyond those of all pictures."""

HORSE = Thing("horse", "horse", "", 45, 36)
BODY, WALL, SLAB, AXLE, LINE = 108, 7, 7, 12, 18
"""How wide the stagecoach is, how thick its walls and its roof, how deep it hangs, how high a line of text."""


def drawn_beside(seen: Scene, columns: Mapping[Car, int], width: int, top: int) -> tuple[str, int]:
    """Horses and stagecoach, each below the middle of the car that it is beside, and where they end."""
    if seen.horses is None:
        return "", top
    herds = {car: list(portions([HORSE] * seen.horses.get(car, 0), 2)) for car in columns}
    ground = top + max([HORSE.height + 6, *map(height_of, herds.values())])
    drawn = [drawn_row(row, columns[car], above) for car, rows in herds.items() for row, above in stacked(rows, ground)]
    drawn.append(_road(ground, width))
    if seen.coach not in columns:
        return "".join(drawn), ground + 8
    coach, road = _coach(seen, columns[seen.coach], ground + 6)
    return "".join([*drawn, coach, _road(road, width)]), road + LINE + 8


def _road(at: int, width: int) -> str:
    return f'<path class="road" d="M8 {at + 1}H{width - 8}"/>'


def _coach(seen: Scene, middle: int, top: int) -> tuple[str, int]:
    """The stagecoach with all that is on it and in it, and the height of the road that it stands on."""
    above, below = rows_at(seen, roof(COACH)), rows_at(seen, inside(COACH))
    roofs = top + max(34, height_of(above))
    floor = roofs + SLAB + max(50, height_of(below))
    left, road = middle - BODY // 2, floor + AXLE + 14
    room = f"M{left + WALL} {roofs + SLAB}h{BODY - 2 * WALL}V{floor}h{2 * WALL - BODY}z"
    sides = (
        f"M{left} {roofs + SLAB}h{BODY}V{floor}q-3 {AXLE} -18 {AXLE}h{36 - BODY}q-15 0 -18 {-AXLE}z"
        f"M{left - 5} {roofs}h{BODY + 10}l-4 {SLAB}h{-BODY - 2}z"
    )
    pole = f"M{left + 10} {floor + 8}L{left - 20} {floor + 14}"
    wheels = "".join(
        f'<use href="#colt-spokes" class="metal" x="{x}" y="{road - 14}"/>' for x in (left + 18, left + BODY - 18)
    )
    things = [
        drawn_row(row, middle, at)
        for rows, bottom in ((above, roofs), (below, floor))
        for row, at in stacked(rows, bottom)
    ]
    return (
        f'<path class="rail" d="{pole}"/><path class="coach" d="{sides}"/><path class="room" d="{room}"/>{wheels}'
        f'{"".join(things)}<text class="name" x="{middle}" y="{road + LINE + 2}">{COACH}</text>'
    ), road
