"""The shapes of what happens: rings, arrows, shots and blows, drawn between two points of a picture."""

from collections.abc import Iterable, Sequence
from math import hypot

from colt_rules.model.record import record

CLOSE = 30
"""The length of a line of fire on which a muzzle flash would hide the arrow."""
OVER = 12
"""How high a shot goes over the heads of bystanders."""
EDGE = 3
"""How far marks stay away from somebody: the part of its size that it does not fill."""
STEPS = 40
"""How many points of a line are compared with the places of bystanders."""


@record
class Point:
    """The middle of something in the picture, and how far arrows stay away from it, horizontally and vertically."""

    x: float
    y: float
    wide: float = 1
    high: float = 1


def ring(look: str, at: Point) -> str:
    """A ring around somebody who is meant, or in the way."""
    return f'<ellipse class="{look}" cx="{at.x:.0f}" cy="{at.y:.0f}" rx="{at.wide + 5:.0f}" ry="{at.high + 4:.0f}"/>'


def curve(start: Point, end: Point, again: int) -> tuple[str, Point, float]:
    """A curved arrow, its middle, and its highest point. A second arrow between the same points curves more."""
    across, down = end.x - start.x, end.y - start.y
    far = hypot(across, down) or 1
    is_level = abs(across) > abs(down) / 2
    bow = (min(46, far * 0.28) if is_level else 46) + 16 * again
    upward = -across if is_level else down
    sign = 1 if upward > 0 else -1
    x = (start.x + end.x) / 2 - sign * down / far * bow
    y = (start.y + end.y) / 2 + sign * across / far * bow
    a, b = toward(start, Point(x, y)), toward(end, Point(x, y), 5)
    path = f"M{a.x:.0f} {a.y:.0f}Q{x:.0f} {y:.0f} {b.x:.0f} {b.y:.0f}"
    middle = Point((a.x + 2 * x + b.x) / 4, (a.y + 2 * y + b.y) / 4)
    return path, middle, min(a.y, b.y, middle.y) - 8


def blow(start: Point, end: Point) -> tuple[str, Point]:
    """A blow, and its middle."""
    a, b = toward(start, end), toward(end, start)
    return _line("blow", f"M{a.x:.0f} {a.y:.0f}L{b.x:.0f} {b.y:.0f}") + _flash(b), between(a, b)


def shot(start: Point, end: Point, bystanders: Sequence[Point] = ()) -> tuple[str, Point, float]:
    """A line of fire with a muzzle flash, its middle and its highest point.

    It is straight, unless it would go through more bystanders than in an arc over their heads.
    """
    a, b = toward(start, end), toward(end, start, 5)
    straight = (a, between(a, b), between(a, b), b)
    heads = [one.y - one.high for one in _hit(bystanders, straight)]
    a, b = Point(start.x, start.y - start.high), Point(end.x, end.y - end.high - 5)
    top = min(a.y, b.y, *heads) - OVER
    arc = (a, Point(a.x, top), Point(b.x, top), b)
    path = arc if len(_hit(bystanders, arc)) < len(heads) else straight
    a, c, d, b = path
    middle = _at(path, 0.5)
    bend = f"C{c.x:.0f} {c.y:.0f} {d.x:.0f} {d.y:.0f} " if path is arc else "L"
    flash = "" if hypot(b.x - a.x, b.y - a.y) < CLOSE else _flash(a)
    return _line("shot", f"M{a.x:.0f} {a.y:.0f}{bend}{b.x:.0f} {b.y:.0f}") + flash, middle, min(a.y, b.y, middle.y)


def _hit(bystanders: Iterable[Point], path: Sequence[Point]) -> list[Point]:
    """Those whom a curve goes through."""
    line = [_at(path, step / STEPS) for step in range(STEPS + 1)]
    return [one for one in bystanders if any(_is_in(at, one) for at in line)]


def _is_in(at: Point, one: Point) -> bool:
    return abs(at.x - one.x) < one.wide - EDGE and abs(at.y - one.y) < one.high - EDGE


def _at(path: Sequence[Point], share: float) -> Point:
    """A point of a Bézier curve."""
    a, c, d, b = path
    w, x, y, z = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
    return Point(w * a.x + x * c.x + y * d.x + z * b.x, w * a.y + x * c.y + y * d.y + z * b.y)


def _line(look: str, path: str) -> str:
    return f'<path class="halo" d="{path}"/><path class="{look}" d="{path}"/>'


def _flash(at: Point) -> str:
    return f'<use href="#colt-flash" class="flash" x="{at.x:.0f}" y="{at.y:.0f}"/>'


def between(a: Point, b: Point) -> Point:
    """The point in the middle."""
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def toward(start: Point, end: Point, more: float = 0) -> Point:
    """A point at the edge of what is at the start."""
    across, down = end.x - start.x, end.y - start.y
    share = min(1 / (hypot(across / (start.wide + more), down / (start.high + more)) or 1), 0.45)
    return Point(start.x + across * share, start.y + down * share)
