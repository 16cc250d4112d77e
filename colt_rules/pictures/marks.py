"""The shapes of what happens: rings, arrows, shots and blows, drawn between two points of a picture."""

from math import hypot

from colt_rules.model.record import record


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
    """A curved arrow, its middle, and its highest point. A second one between the same points curves more."""
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


def shot(start: Point, end: Point, kind: str) -> tuple[str, Point]:
    """A line of fire with a muzzle flash, or a blow."""
    a, b = toward(start, end), toward(end, start, 5 if kind == "shoots" else 0)
    line = f"M{a.x:.0f} {a.y:.0f}L{b.x:.0f} {b.y:.0f}"
    look, at = ("shot", a) if kind == "shoots" else ("blow", b)
    flash = f'<use href="#colt-flash" class="flash" x="{at.x:.0f}" y="{at.y:.0f}"/>'
    middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    return f'<path class="halo" d="{line}"/><path class="{look}" d="{line}"/>{flash}', middle


def toward(start: Point, end: Point, more: float = 0) -> Point:
    """A point at the edge of what is at the start."""
    across, down = end.x - start.x, end.y - start.y
    share = min(1 / (hypot(across / (start.wide + more), down / (start.high + more)) or 1), 0.45)
    return Point(start.x + across * share, start.y + down * share)
