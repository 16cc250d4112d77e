"""The train in profile as an SVG: the locomotive at the left, roofs above insides, bandits, the Marshal, loot.

The picture consists of integers and escaped text, so the same position gives the same bytes. Its style follows the
light or dark scheme of the reader. Letters are large in relation to cars, because a train of seven must be readable on
a screen of 320 pixels.
"""

from collections.abc import Iterator

from colt_rules.model.names import Car, inside, roof
from colt_rules.model.state import Game
from colt_rules.pictures.below import drawn_below, shared_by_modules
from colt_rules.pictures.described import in_words, translated_scene
from colt_rules.pictures.scene import Scene, elsewhere, scene, shaped
from colt_rules.pictures.slots import Thing
from colt_rules.pictures.things import (
    LABEL,
    LINE,
    Filling,
    Position,
    T,
    bandit_thing,
    drawn_thing,
    height_of,
    labelled,
    loot_thing,
    rows_at,
)
from colt_rules.pictures.words import ENGLISH, Words
from colt_rules.safe_text import escape
from colt_rules.views import View

SHARED = (
    "<style>"
    ".colt-train{max-width:100%;height:auto;font-family:system-ui,sans-serif;font-weight:700;text-anchor:middle;"
    "color:#3d2f22;stroke:var(--line);stroke-width:2;stroke-linejoin:round;"
    "--line:#3d2f22;--body:#8a5a3b;--room:#f7ecd6;--metal:#5b5149;--dim:#6b5d4f}"
    "@media(prefers-color-scheme:dark){.colt-train{"
    "--line:#eadfcb;--body:#a06f4b;--room:#40352b;--metal:#8d8177;--dim:#b9aa96}}"
    ".colt-train text{font-size:17px;fill:#1d1712;stroke:none}"
    ".colt-train .big{font-size:22px}"
    ".colt-train .pale{fill:#fff}"
    ".colt-train .name{font-weight:600;fill:var(--dim)}"
    ".colt-train .rail{fill:none;stroke:var(--dim);stroke-width:3}"
    ".colt-train .body{fill:var(--body)}.colt-train .room{fill:var(--room)}.colt-train .metal{fill:var(--metal)}"
    ".colt-train .white{fill:#fff}.colt-train .green{fill:#2b7a3d}.colt-train .black{fill:#1c1c1e}"
    ".colt-train .red{fill:#c3272b}.colt-train .blue{fill:#1d5fb4}.colt-train .purple{fill:#7d3c98}"
    ".colt-train .grey{fill:#a5a5a5}.colt-train .yellow{fill:#f4c430}"
    ".colt-train .purse{fill:#e3bd74}.colt-train .jewel{fill:#f3a9b8}.colt-train .strongbox{fill:#bcc6cf}"
    "</style><defs>"
    '<path id="colt-person" d="M2 46V28Q2 18 15 18T28 28V46ZM3 15Q15 21 27 15L21 12Q21 2 15 5Q9 2 9 12Z"/>'
    '<g id="colt-marshal"><use href="#colt-person"/>'
    '<path d="M15 23l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z" fill="currentColor" stroke="none"/></g>'
    '<path id="colt-purse" d="M16 1H29L26 7Q43 10 43 19Q43 27 34 27H11Q2 27 2 19Q2 10 19 7Z"/>'
    '<path id="colt-jewel" d="M10 2H35L43 13L31 27H14L2 13Z"/>'
    '<path id="colt-strongbox" d="M2 8Q2 2 9 2H36Q43 2 43 8V27H2ZM2 8H43"/>'
    '<path id="colt-loot" d="M2 3H43V27H2Z"/>'
    '<g id="colt-wheel"><circle r="10"/><circle r="2"/></g>'
    "</defs>"
)
"""The style and the shapes of all pictures."""

CAR, PITCH, ENGINE = 92, 98, 62
"""The width of a car, the distance between cars, and the length of the locomotive before its cab."""
FRONT, NOSE = 176, 98
"""The width of what is before the locomotive, and the middle of its place."""
MARGIN, SLAB, WHEEL, GAP = 8, 7, 11, 14


def shared_by(position: Game | View) -> str:
    """The style and the shapes of pictures of this game. A page with many holds them once, in a separate SVG."""
    return SHARED + (shared_by_modules() if shaped(position) else "")


def train_svg(position: Game | View, *, title: str = "", shared: str | None = None, words: Words = ENGLISH) -> str:
    """A picture of this position: of a whole game, or of a view with what its role may see.

    ``title`` is what a screen reader says first; the description lists the content car by car. ``shared`` is empty on a
    page that already holds style and shapes.
    """
    seen = translated_scene(scene(position), words)
    train, width, bottom = drawn_train(seen, Position(seen, words))
    strip, height = _strip(seen, words, width, bottom)
    shared = shared_by(position) if shared is None else shared
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="colt-train" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title or words.say('train'))}</title><desc>{escape(in_words(seen, words))}</desc>"
        f"{shared}{train}{strip}</svg>"
    )


def drawn_train(seen: Scene, filling: Filling[T]) -> tuple[str, int, int]:
    """The train with this content and everything beside it, its width, and its lower end."""
    above, below = ([filling.at(place(car)) for car in seen.train] for place in (roof, inside))
    roofs = MARGIN + max([50, *map(height_of, above)])
    ahead = [filling.at(inside(front.name)) for front in seen.fronts]
    deep = [*(_depth(seen, filling, car, rows) for car, rows in zip(seen.train, below, strict=True))]
    floor = roofs + SLAB + max([50, *deep, *map(height_of, ahead)])
    rail = floor + SLAB + 2 * WHEEL
    head = MARGIN + FRONT * len(seen.fronts) + ENGINE
    width = head + PITCH * max(len(seen.train), 3) + MARGIN
    train = [f'<path class="rail" d="M{MARGIN} {rail}H{width - MARGIN}"/>']
    for index, (front, rows) in enumerate(zip(seen.fronts, ahead, strict=True)):
        middle = MARGIN + FRONT * index + NOSE
        train += [
            front.hull(middle, floor - max(50, height_of(rows)), floor, rail),
            filling.drawn(rows, middle, floor, inside(front.name)),
            filling.named(front.name, middle, rail + LINE),
        ]
    for index, car in enumerate(seen.train):
        left = head + PITCH * index
        before = _link(left, floor) if index else _engine(left, floor, rail)
        middle = left + CAR // 2
        train += [
            before,
            _car(left, roofs, floor, rail),
            *_upper_room(seen, filling, car, left, roofs + SLAB, floor - max(50, height_of(below[index]))),
            filling.drawn(above[index], middle, roofs, roof(car)),
            filling.drawn(below[index], middle, floor, inside(car)),
            filling.named(car, middle - (0 if index else ENGINE // 2), rail + LINE),
        ]
    columns = {car: head + PITCH * index + CAR // 2 for index, car in enumerate(seen.train)}
    below_it, bottom = drawn_below(seen, filling, columns, width, rail + 2 * LINE + MARGIN)
    return "".join([*train, below_it]), width, bottom


# --- the train


def _car(left: int, roofs: int, floor: int, rail: int) -> str:
    room = f"M{left + 2} {roofs + SLAB}h{CAR - 4}V{floor}h{4 - CAR}z"
    slabs = f"M{left - 1} {roofs}h{CAR + 2}v{SLAB}h{-CAR - 2}zM{left} {floor}h{CAR}v{SLAB}h{-CAR}z"
    wheels = f"{_wheel(left + 20, rail)}{_wheel(left + CAR - 20, rail)}"
    return f'<path class="room" d="{room}"/><path class="body" d="{slabs}"/>{wheels}'


def _depth(seen: Scene, filling: Filling[T], car: Car, rows: list[list[T]]) -> int:
    """The distance from the roof of a car to its floor: room for what is inside, and for a room above it."""
    depth = max(50, height_of(rows))
    return depth + SLAB + max(50, height_of(filling.at(seen.rooms[car].place))) if car in seen.rooms else depth


def _upper_room(seen: Scene, filling: Filling[T], car: Car, left: int, top: int, ceiling: int) -> Iterator[str]:
    """The room above the inside of a car, if it has one, with everybody in it."""
    if room := seen.rooms.get(car):
        floor = ceiling - SLAB
        yield room.wall(left + 2, top, CAR - 4, floor)
        yield f'<path class="body" d="M{left} {floor}h{CAR}v{SLAB}h{-CAR}z"/>'
        yield filling.drawn(filling.at(room.place), left + CAR // 2, floor, room.place)


def _wheel(x: int, rail: int) -> str:
    return f'<use href="#colt-wheel" class="metal" x="{x}" y="{rail - WHEEL - 1}"/>'


def _link(left: int, floor: int) -> str:
    """The coupling to the car before."""
    return f'<path class="rail" d="M{left} {floor + 4}h{CAR - PITCH}"/>'


def _engine(cab: int, floor: int, rail: int) -> str:
    """The front of the locomotive: boiler, chimney, cowcatcher."""
    nose, top = cab - ENGINE + 12, floor - 40
    return (
        f'<path class="metal" d="M{nose + 9} {top}L{nose + 4} {top - 26}H{nose + 28}L{nose + 23} {top}Z"/>'
        f'<rect class="body" x="{nose + 1}" y="{top - 31}" width="30" height="6" rx="2"/>'
        f'<rect class="metal" x="{nose}" y="{top}" width="{cab - nose + 2}" height="{floor - top}" rx="7"/>'
        f'<rect class="body" x="{nose + 32}" y="{top}" width="5" height="{floor - top}"/>'
        f'<rect class="body" x="{nose - 2}" y="{floor}" width="{cab - nose + 2}" height="{SLAB}"/>'
        f'<path class="body" d="M{nose} {floor + SLAB}H{nose - 2}L{nose - 14} {rail - 2}H{nose + 4}Z"/>'
        f"{_wheel(nose + 26, rail)}"
    )


# --- below the train


def _strip(seen: Scene, words: Words, width: int, top: int) -> tuple[str, int]:
    """What each bandit carries, then what is beside the train; and the lower end of the picture."""
    lines: list[list[tuple[int, Thing]]] = [[]]
    x = MARGIN
    for group in _groups(seen, words):
        if x + sum(thing.width for thing in group) > width - MARGIN:
            lines, x = [*lines, []], MARGIN
        for thing in group:
            if x + thing.width > width - MARGIN:
                lines, x = [*lines, []], MARGIN
            lines[-1].append((x, thing))
            x += thing.width
        x += GAP
    drawn, bottom = [], top
    for line in filter(None, lines):
        bottom += max(thing.height for _, thing in line) + MARGIN
        drawn += [drawn_thing(thing, x, bottom - MARGIN - thing.height) for x, thing in line]
    return "".join(drawn), bottom


def _groups(seen: Scene, words: Words) -> Iterator[list[Thing]]:
    for bandit, loot in seen.carried.items():
        items = [item.thing for owner, item in seen.added.owned if owner == bandit]
        if loot or items:
            yield [bandit_thing(bandit, words.lang), *map(loot_thing, loot), *items]
    beside = [thing for place in seen.places_beside for row in rows_at(seen, place, words) for thing in row]
    beside += [*map(loot_thing, seen.aside), *(item.thing for item in seen.added.items)]
    if beside:
        yield [labelled(LABEL, words.say("beside-train")), *beside]
    for place, label in elsewhere().items():
        if there := [bandit_thing(bandit, words.lang) for bandit, where in seen.bandits.items() if where == place]:
            yield [labelled(label, words.added(label.sign)), *there]
